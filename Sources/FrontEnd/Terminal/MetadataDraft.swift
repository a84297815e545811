import Glibc
import RemoteBackend
import TextLayout
package import WalletModel

/// A text that the person's editor opens: the metadata of a virtual card (F13).
///
/// It is in a file of a folder that only its owner can open, until `remove`: what somebody has written
/// is not lost because something is wrong with it. What the editor copies elsewhere is its own affair.
package struct MetadataDraft {
  /// More is no text that a person writes there.
  private static let longest = 1 << 20

  private let folder: String
  private let file: PrivateFile
  /// What the file began with.
  private let first: [UInt8]

  package init(_ text: [UInt8]) throws(WalletError) {
    folder = try Self.makeFolder()
    file = PrivateFile(path: folder + "/metadata.json", longest: Self.longest)
    first = text
    do throws(WalletError) {
      try file.replace(text + [0x0a])
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  package var path: String { file.path }

  /// Opens the editor and waits for its end. If the editor itself fails, the file is removed: that is
  /// how people give a change up.
  package func edit() throws(WalletError) {
    do throws(WalletError) {
      try Self.run(file.path)
    } catch {
      remove()
      throw error
    }
  }

  /// What stands in the file, without blanks and line ends at both ends; nil: what stood there at
  /// first, or the file is gone, which is not emptied.
  ///
  /// - Throws: It cannot be read, or has more than 1 MiB. It stays, and the error says where.
  package func read() throws(WalletError) -> [UInt8]? {
    do throws(WalletError) {
      guard let bytes = try file.read()?.bytes else { return nil }
      let text = Self.trimmed(bytes)
      return text == first ? nil : text
    } catch {
      throw kept(error)
    }
  }

  /// The error, and where the text is.
  package func kept(_ error: WalletError) -> WalletError {
    var error = error
    let path = Text.clean(path)
    error.details.append(.text("your text is in \(path)", "Ihr Text ist in \(path)"))
    return error
  }

  package func remove() { Self.remove(folder) }

  /// A text without the blanks and line ends of JSON at both ends.
  package static func trimmed(_ text: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    let rest = text.drop(while: isBlank)
    guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return [] }
    return Array(rest[...end])
  }

  /// Opens a text in the editor once. nil: it is the same.
  ///
  /// - Throws: What was written and cannot be read stays in its file, and the error says where.
  package static func edit(_ text: [UInt8]) throws(WalletError) -> [UInt8]? {
    let draft = try MetadataDraft(text)
    try draft.edit()
    let written = try draft.read()
    draft.remove()
    return written
  }

  /// Removes the folder with all files in it: editors leave copies beside the file.
  private static func remove(_ folder: String) {
    if let list = opendir(folder) {
      while let entry = readdir(list) {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          let room = MemoryLayout.size(ofValue: name.pointee)
          name.withMemoryRebound(to: CChar.self, capacity: room) {
            _ = unlinkat(dirfd(list), $0, 0)
          }
        }
      }
      closedir(list)
    }
    rmdir(folder)
  }

  private static func makeFolder() throws(WalletError) -> String {
    let parent = Streams.variable("XDG_RUNTIME_DIR") ?? Streams.variable("TMPDIR") ?? "/tmp"
    var name = Array((parent + "/walletui-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else {
      throw WalletError(
        .diskFault,
        details: [.verbatim("\(Text.clean(parent)): \(String(cString: strerror(errno)))")])
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Waits for the editor. Keys that interrupt programs belong to it meanwhile; ^Z suspends both.
  private static func run(_ path: String) throws(WalletError) {
    let editor = Streams.variable("VISUAL") ?? Streams.variable("EDITOR") ?? "vi"
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&usual)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN), signal(SIGTSTP, SIG_DFL))
    defer {
      signal(SIGINT, before.0)
      signal(SIGQUIT, before.1)
      signal(SIGTSTP, before.2)
    }
    // As in other programs, the variable may have arguments of its own.
    let words = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ)
    var status: Int32 = result
    if result == 0 {
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    }
    guard result == 0, status == 0 else {
      throw WalletError(
        .cancelled, .text("The editor has failed", "Der Editor ist gescheitert"),
        details: [.verbatim(Text.clean(editor))],
        advice: .text(
          "Nothing has changed. VISUAL or EDITOR names the editor.",
          "Geändert wurde nichts. VISUAL oder EDITOR nennt den Editor."))
    }
  }
}
