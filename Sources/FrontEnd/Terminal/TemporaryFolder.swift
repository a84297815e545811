import Glibc
import RemoteBackend
import TextLayout
import WalletModel

/// A new folder that only its owner can open, for a file that another program edits.
///
/// It is held by its descriptor, so it is this folder that is emptied and removed, whatever its
/// name means by then. Its users hold a lock on it, which the kernel releases however they end.
package final class TemporaryFolder {
  enum Kind: String {
    /// `removeAbandoned` removes it if nobody uses it.
    case draft = "walletui-draft-"
    /// Stays until a person removes it.
    case kept = "walletui-kept-"
  }

  /// A folder for temporary folders.
  struct Place {
    /// The variable of the environment that names it; nil: it is the system's.
    var variable: String?
    var path: String

    /// Those of this process, the best one first.
    static var all: [Place] {
      ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { variable in
        Streams.variable(variable).map { Place(variable: variable, path: $0) }
      } + [Place(path: "/tmp")]
    }
  }

  let path: String
  let files: PrivateFolder
  /// In digits, as they are in the file `mark` of a draft. A folder with another number, or none,
  /// was put in the place of a draft: it is not emptied, whatever its name.
  private let inode: [UInt8]
  private static let mark = ".walletui"

  /// Opens and locks one, or only one with its mark. nil: `errno` says why not. It is `EWOULDBLOCK`
  /// if somebody uses it.
  private init?(_ path: String, isMarked: Bool = false) {
    guard let files = PrivateFolder(open(path, PrivateFolder.flags | O_NOFOLLOW)) else {
      return nil
    }
    var info = stat()
    // Without a link it was removed before it was locked.
    guard flock(files.descriptor, LOCK_EX | LOCK_NB) == 0, fstat(files.descriptor, &info) == 0,
      info.st_uid == geteuid(), info.st_nlink > 0
    else { return nil }
    self.path = path
    self.files = files
    inode = Array("\(info.st_ino)".utf8)
    let found = PrivateFile.contents(of: Self.mark, in: self.files.descriptor, longest: 20)
    guard !isMarked || found?.bytes == inode else { return nil }
  }

  /// Makes one in the first place where that is possible.
  ///
  /// - Parameter fill: Puts a file into it. False: `errno` says why not.
  /// - Throws: `.diskFault`, with the reason for each place.
  static func make(_ kind: Kind, in places: [Place] = Place.all, _ fill: (TemporaryFolder) -> Bool)
    throws(WalletError) -> TemporaryFolder
  {
    var details: [Reason] = []
    for place in places {
      let end = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(place.path)/\(kind.rawValue)\(end)"
      if mkdir(path, 0o700) == 0 {
        let folder = TemporaryFolder(path)
        if let folder, kind == .kept || folder.files.write(folder.inode, to: mark), fill(folder) {
          return folder
        }
        let reason = errno
        // One that could not be opened or locked is empty.
        if let folder { folder.remove() } else { rmdir(path) }
        errno = reason
      }
      let reason = String(cString: strerror(errno))
      let named = place.variable.map { $0 + "=" } ?? ""
      details.append(.verbatim("\(named)\(Text.clean(place.path)): \(reason)"))
    }
    throw WalletError(
      .diskFault,
      .text(
        "No folder for temporary files can be used",
        "Kein Ordner für temporäre Dateien lässt sich benutzen"),
      details: details,
      advice: .text(
        "Set TMPDIR to a folder of your own.", "Setzen Sie TMPDIR auf einen eigenen Ordner."))
  }

  /// Removes the drafts of programs that were killed, unless an editor still uses them.
  package static func removeAbandoned() {
    for place in Place.all {
      forEachName(in: open(place.path, PrivateFolder.flags)) { name in
        let name = String(cString: name)
        if name.hasPrefix(Kind.draft.rawValue) {
          TemporaryFolder("\(place.path)/\(name)", isMarked: true)?.remove()
        }
      }
    }
  }

  /// Removes it with everything in it.
  ///
  /// - Returns: False: something of it is left, or its name means another one.
  @discardableResult
  func remove() -> Bool {
    let descriptor = files.descriptor
    Self.empty(descriptor)
    guard let parent = PrivateFolder(openat(descriptor, "..", PrivateFolder.flags)) else {
      return false
    }
    return parent.remove(PrivateFolder.split(path).name, of: descriptor)
  }

  /// Removes what is in a folder, without following links. What belongs to others, is mounted, or
  /// is below more levels of folders stays. Each level needs two descriptors.
  private static func empty(_ folder: Int32, device: dev_t? = nil, levels: Int = 64) {
    var info = stat()
    guard levels > 0, fstat(folder, &info) == 0, info.st_uid == geteuid(),
      device == nil || device == info.st_dev
    else { return }
    // Its mode may forbid to remove something.
    fchmod(folder, 0o700)
    forEachName(in: openat(folder, ".", PrivateFolder.flags)) { name in
      // The mark goes last: if this program is killed here, another one goes on.
      guard strcmp(name, mark) != 0, unlinkat(folder, name, 0) != 0,
        let inner = PrivateFolder(openat(folder, name, PrivateFolder.flags | O_NOFOLLOW))
      else { return }
      empty(inner.descriptor, device: info.st_dev, levels: levels - 1)
      unlinkat(folder, name, AT_REMOVEDIR)
    }
    unlinkat(folder, mark, 0)
  }

  /// Passes on the names in a folder, which need not be UTF-8, and closes its descriptor.
  private static func forEachName(in folder: Int32, _ body: (UnsafePointer<CChar>) -> Void) {
    guard let list = fdopendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        let name = UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        if strcmp(name, ".") != 0 && strcmp(name, "..") != 0 { body(name) }
      }
    }
  }
}
