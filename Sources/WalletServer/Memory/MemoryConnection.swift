import CMicroHTTPD
import Glibc
import Secrets
import WalletAPI

/// A request in memory with its fields as C strings, as the daemon has them.
final class MemoryConnection: RequestConnection {
  let peer: (address: String, network: String)
  /// Names and values in turn, each with a NUL after it. They are in locked memory, since one of
  /// them may be a token.
  private let headers: Secret
  private let parameters: Secret
  private let onReady: @Sendable () -> Void

  init(_ request: MemoryRequest, onReady: @escaping @Sendable () -> Void = {}) {
    peer = (request.address, request.address)
    headers = Self.texts(request.headers, request.authorization)
    parameters = Self.texts(request.parameters)
    self.onReady = onReady
  }

  private static func texts(_ fields: [WireField], _ authorization: Secret? = nil) -> Secret {
    let name = "Authorization"
    let size = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
    let texts = Secret(capacity: size + name.utf8.count + (authorization?.count ?? 0) + 2)
    /// Without what a C string cannot contain.
    func add(_ text: some Collection<UInt8>) {
      for byte in text where byte != 0 { texts.append(byte) }
      texts.append(0)
    }
    for field in fields {
      add(field.name.utf8)
      add(field.value.utf8)
    }
    if let authorization {
      add(name.utf8)
      authorization.withBytes { add($0) }
    }
    return texts
  }

  func forEach(
    _ kind: MHD_ValueKind, _ context: UnsafeMutableRawPointer, _ visit: MHD_KeyValueIterator
  ) {
    // They stay in their place: nothing changes or wipes them.
    let (start, count) = (kind == .HEADER_KIND ? headers : parameters).withBytes {
      (UInt(bitPattern: $0.baseAddress), $0.count)
    }
    guard var next = UnsafePointer<CChar>(bitPattern: start) else { return }
    let end = next + count
    while next < end {
      let value = next + strlen(next) + 1
      guard visit(context, kind, next, value) == .YES else { return }
      next = value + strlen(value) + 1
    }
  }

  func mayHave(header: UnsafePointer<CChar>) -> Bool { true }

  /// They are responses of the daemon.
  var takesPages: Bool { false }

  func suspend() {}
  func resume() { onReady() }
}
