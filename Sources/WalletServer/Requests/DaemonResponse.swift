import CMicroHTTPD
import Secrets
import WalletAPI

/// Makes the daemon's response of an answer.
enum DaemonResponse {
  /// The headers of every response.
  static let commonHeaders = [
    WireField("X-Content-Type-Options", "nosniff"),
    WireField("Content-Security-Policy", "default-src 'none'"),
  ]

  /// The caller has to destroy the response.
  static func make(_ answer: WireResponse) -> OpaquePointer? {
    guard let response = make(answer.body) else { return nil }
    for field in answer.headers { add(field, to: response) }
    // A page for browsers has a policy of its own.
    for field in commonHeaders where answer.header(field.name) == nil { add(field, to: response) }
    return response
  }

  /// Passing both as Swift strings would make an array of each.
  private static func add(_ field: WireField, to response: OpaquePointer) {
    field.name.withCString { name in
      field.value.withCString { value in _ = MHD_add_response_header(response, name, value) }
    }
  }

  private static func make(_ body: WireBody) -> OpaquePointer? {
    switch body {
    case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .plain(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .secret(let secret):
      // The daemon reads the secret in place. Its handle is retained until the daemon releases it,
      // and nothing else wipes it.
      let held = Unmanaged.passRetained(secret)
      let place = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        secret.count, UnsafeMutableRawPointer(bitPattern: place),
        { held in
          guard let held else { return }
          let secret = Unmanaged<Secret>.fromOpaque(held).takeRetainedValue()
          secret.wipe()
        }, held.toOpaque())
      if response == nil { held.release() }
      return response
    }
  }
}
