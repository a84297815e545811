/// An address to listen on: `127.0.0.1:8443`, `[::1]:8443`.
struct ListenAddress {
  /// In digits, without brackets.
  let host: String
  let port: UInt16

  static let usual = ListenAddress(host: "127.0.0.1", port: 8443)

  private init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// nil: not an address and a port. The digits of the address are checked when the server listens.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    if host.isEmpty { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether only this machine can connect.
  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The address with the actual port.
  func text(port: UInt16) -> String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }
}
