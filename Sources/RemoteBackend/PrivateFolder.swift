import Glibc
import WalletModel

/// A folder that only its owner can open, with files that are durable when their writing returns.
struct PrivateFolder: Sendable {
  /// Absolute.
  let path: String

  /// Creates it, with the folders above it. A failure shows when a file is opened in it.
  func make() {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o700)
    }
  }

  /// Makes the names of its files durable. False: `errno` says why not.
  func sync() -> Bool {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return fsync(folder) == 0
  }

  /// Writes all bytes to an open file. False: `errno` says why not.
  static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The error for a file that cannot be written, by `errno`.
func diskError() -> ErrorCode {
  errno == ENOSPC || errno == EDQUOT ? .diskFull : .diskFault
}

/// The time of the wall clock.
func wallTime() -> Timestamp {
  var wall = timespec()
  clock_gettime(CLOCK_REALTIME, &wall)
  return Timestamp(milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000)
}
