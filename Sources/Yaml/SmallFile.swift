internal import Glibc

/// The contents of a user's file. It must be a regular file of at most 256 KiB, so that a device or
/// a wrong file does not fill the memory.
package struct SmallFile {
  private static let most = 256 * 1024
  private let bytes: [UInt8]

  /// nil: it does not exist, cannot be read, or is not such a file.
  package init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.most
    else { return nil }
    bytes = Array(unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  package func use<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    bytes.withUnsafeBufferPointer(body)
  }
}
