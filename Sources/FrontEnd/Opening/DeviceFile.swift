import Glibc
package import PhoneWallet
import TextLayout
package import WalletModel
import WalletService

/// The simulated devices of this installation, each in a line. The file has no secrets: the keys of
/// a simulated device are worth nothing elsewhere, and tokens are references.
package struct DeviceFile: DeviceStore {
  /// No file of this program is longer.
  private static let longest = 64 << 10

  private let path: String

  /// A store in the state folder; where the environment names none, one in memory.
  package static func forInstallation() -> any DeviceStore {
    StandardPaths.phones.map { DeviceFile(path: $0) } ?? MemoryDeviceStore()
  }

  package init(path: String) { self.path = path }

  /// Lines that are not of devices are left out.
  package func load() throws(WalletError) -> [SimulatedDevice] {
    try lines().compactMap { SimulatedDevice(line: $0) }
  }

  /// A complete new file is moved to its place. Lines of other versions of the program stay.
  package func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
  {
    try WalletOpener.makeFolder(of: path)
    // The lock of other programs that change the file.
    let name = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    let folder = open(String(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure() }
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0 { guard errno == EINTR else { throw failure() } }
    let lines = try lines()
    var devices = lines.compactMap { SimulatedDevice(line: $0) }
    let others = lines.filter { SimulatedDevice(line: $0) == nil }.map(String.init)
    let result = try body(&devices)
    try write(devices.map(\.line) + others)
    guard fsync(folder) == 0 else { throw failure() }
    return result
  }

  /// - Throws: `.diskFault` if it cannot be read, or is longer than any file of this program.
  private func lines() throws(WalletError) -> [Substring] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw failure()
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw failure() }
    guard count <= Self.longest else {
      errno = EFBIG
      throw failure()
    }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
  }

  private func write(_ lines: [String]) throws(WalletError) {
    let draft = path + "." + IdempotencyKey.make()
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    guard isWritten, rename(draft, path) == 0 else {
      let error = failure()
      unlink(draft)
      throw error
    }
  }

  private func failure() -> WalletError {
    WalletError(
      .diskFault, details: [.verbatim("\(Text.clean(path)): \(String(cString: strerror(errno)))")])
  }
}
