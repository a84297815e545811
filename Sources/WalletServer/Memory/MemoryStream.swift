/// An event stream that is read in memory. It ends for the server when this is released.
package final class MemoryStream: Sendable {
  private let stream: OpenStream

  init(_ stream: OpenStream) { self.stream = stream }

  /// What has come since the last call. Empty: nothing, and `onReady` is called when there is more.
  /// nil: the stream has ended.
  package func read() -> [UInt8]? {
    var hasEnded = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      let read = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { stream.listener.read(into: $0, buffer.count) } ?? 0
      }
      hasEnded = read < 0
      count = max(0, read)
    }
    return hasEnded ? nil : bytes
  }
}
