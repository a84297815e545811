import CMicroHTTPD
import Secrets
import WalletAPI

/// Makes the daemon's response of an answer.
enum DaemonResponse {
  /// The caller has to destroy the response.
  static func make(_ answer: WireResponse) -> OpaquePointer? {
    guard let response = make(answer.body) else { return nil }
    answer.forEachSentHeader { add($0, to: response) }
    return response
  }

  /// The same for an event stream, which ends with the response.
  static func make(_ stream: OpenStream) -> OpaquePointer? {
    let handle = Unmanaged.passRetained(stream)
    let response = MHD_create_response_from_callback(
      cmhd_unknown_size(), 1024,
      { handle, _, buffer, count in
        guard let handle, let buffer else { return cmhd_end_of_stream() }
        let stream = Unmanaged<OpenStream>.fromOpaque(handle).takeUnretainedValue()
        return stream.listener.read(into: buffer, count)
      }, handle.toOpaque(),
      { if let handle = $0 { Unmanaged<OpenStream>.fromOpaque(handle).release() } })
    guard let response else {
      handle.release()
      return nil
    }
    for field in OpenStream.head.headers { add(field, to: response) }
    return response
  }

  /// Passing both as Swift strings would make an array of each.
  static func add(_ field: WireField, to response: OpaquePointer) {
    field.name.withCString { name in
      field.value.withCString { value in _ = MHD_add_response_header(response, name, value) }
    }
  }

  private static func make(_ body: WireBody) -> OpaquePointer? {
    switch body {
    case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .plain(let bytes):
      // An array that nobody changes stays in its place.
      let place = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      return make(at: place, bytes.count, KeptBytes(bytes)) { kept in
        if let kept { Unmanaged<KeptBytes>.fromOpaque(kept).release() }
      }
    case .secret(let secret):
      // Nothing else wipes it.
      let place = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
      return make(at: place, secret.count, secret) { kept in
        guard let kept else { return }
        let secret = Unmanaged<Secret>.fromOpaque(kept).takeRetainedValue()
        secret.wipe()
      }
    }
  }

  /// The daemon reads the bytes in place. Their owner is retained until the daemon calls `release`.
  private static func make(
    at place: UInt, _ count: Int, _ owner: some AnyObject,
    _ release: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) -> OpaquePointer? {
    let kept = Unmanaged.passRetained(owner)
    let response = MHD_create_response_from_buffer_with_free_callback_cls(
      count, UnsafeMutableRawPointer(bitPattern: place), release, kept.toOpaque())
    if response == nil { kept.release() }
    return response
  }
}

private final class KeptBytes {
  private let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
}
