import Glibc
import Synchronization
package import WalletAPI
package import WalletModel

/// A change book with one file for each change, readable only by its owner. The process that waits
/// for the answer holds a lock on the file, so that other processes ignore it. The kernel releases
/// the lock however the process ends.
package final class ChangeFolder: ChangeBook {
  package let wallet: String
  private let path: String
  private let held = Mutex<[String: Entry]>([:])

  private struct Entry {
    let change: RecordedChange
    let file: Int32
    var isWaitedFor: Bool
  }

  /// The most bytes that are read of a file. A change is shorter.
  private static let longest = 4096
  /// Changes that are held at the same time, with a descriptor each; the others have to wait.
  package static let most = 128

  /// - Parameters:
  ///   - path: Absolute. The folder is created with the first change.
  ///   - wallet: The wallet whose changes these are. Others in the folder are ignored.
  package init(path: String, wallet: String) {
    self.path = path
    self.wallet = wallet
  }

  deinit {
    for entry in held.withLock({ $0.values }) { close(entry.file) }
  }

  package func record(_ change: RecordedChange) throws(WalletError) {
    guard let folder = PrivateFolder.make(path) else { throw unwritable() }
    let draft = "." + change.key
    let file = openat(folder.descriptor, draft, PrivateFolder.newFile, 0o600)
    guard file >= 0 else { throw unwritable() }
    guard flock(file, LOCK_EX | LOCK_NB) == 0,
      PrivateFolder.write(JSONWriter.bytes(change), to: file), fsync(file) == 0,
      renameat(folder.descriptor, draft, folder.descriptor, change.key) == 0, folder.sync()
    else {
      let error = unwritable()
      for name in [draft, change.key] { folder.remove(name, of: file) }
      close(file)
      throw error
    }
    held.withLock { $0[change.key] = Entry(change: change, file: file, isWaitedFor: true) }
  }

  package func now() -> Timestamp { wallTime() }

  package func leave(_ key: String) {
    held.withLock { $0[key]?.isWaitedFor = false }
  }

  package func remove(_ key: String) {
    guard let entry = held.withLock({ $0.removeValue(forKey: key) }) else { return }
    PrivateFolder.remove(path: name(key), of: entry.file)
    // If the machine stops before the removal is on the disk, the change is queried once more.
    close(entry.file)
  }

  package func unanswered() -> [RecordedChange] {
    held.withLock { held in
      for key in keys() where held[key] == nil && held.count < ChangeFolder.most {
        if let entry = adopt(key) { held[key] = entry }
      }
      return held.values.filter { !$0.isWaitedFor }.map(\.change).sorted {
        ($0.time.milliseconds, $0.key) < ($1.time.milliseconds, $1.key)
      }
    }
  }

  /// A change that another process has left behind; nil: a process waits for it, it is another
  /// wallet's, or the file is not a change.
  private func adopt(_ key: String) -> Entry? {
    let file = open(name(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    var info = stat()
    guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &info) == 0, info.st_nlink > 0,
      let change = read(file), change.key == key, change.wallet == wallet
    else {
      close(file)
      return nil
    }
    return Entry(change: change, file: file, isWaitedFor: false)
  }

  // MARK: Files

  private func name(_ key: String) -> String { "\(path)/\(key)" }

  /// The names of files that can be changes.
  private func keys() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var keys: [String] = []
    while let item = readdir(folder) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isKey = name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
      if isKey && name.utf8.count == 32 { keys.append(name) }
    }
    return keys
  }

  private func read(_ file: Int32) -> RecordedChange? {
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      let whole = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      guard let json = try? JSON.parse(whole) else { return nil }
      return try? RecordedChange(json: json)
    }
  }

  private func unwritable() -> WalletError {
    WalletError(
      diskError(),
      .text(
        "Couldn't note down the change, so it wasn't sent",
        "Die Änderung ließ sich nicht festhalten, darum wurde sie nicht gesendet"),
      detail: .verbatim("\(path): \(String(cString: strerror(errno)))"),
      advice: .text(
        "Make the folder writable and free some space, then try again.",
        "Machen Sie den Ordner beschreibbar, schaffen Sie Platz, und versuchen Sie es noch einmal.")
    )
  }
}
