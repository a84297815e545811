package import Secrets
import WalletAPI
package import WalletModel

/// A server, and what is asked of the way there.
package struct RemoteProfile: Sendable {
  /// `https://host[:port]`, without a slash at the end.
  package let origin: String
  /// B18: whose customers sign in here, and as which program.
  package var brand = "demo"
  package var clientID = "walletui"
  /// nil: a public client, which has none.
  package var clientSecret: Secret?
  /// A PEM file to trust instead of the system's.
  package var caFile: String?
  /// Keys of which the server must have one: `sha256//BASE64`, several with `;`.
  package var pins: String?
  /// nil: none, whatever the environment says.
  package var proxy: String?
  package var allowsTLS12 = false
  /// This installation's name at servers; a sign-in is bound to it.
  package var deviceID = "walletui"
  /// Ends the sign-in on the server when it is not needed any more, or with the program.
  package var signsOff = false
  /// Secrets that come unsealed are refused: whatever stands between may read what TLS carries.
  package var requiresSealed = false
  /// 1 ms or more.
  package var connectTime = Duration.seconds(3)
  /// For all tries of one operation together.
  package var totalTime = Duration.seconds(10)
  /// News of which nothing comes for so long is made anew.
  package var eventSilence = RemoteProfile.defaultEventSilence
  /// Two signs of life, 15 s apart, are missing.
  package static let defaultEventSilence = Duration.seconds(31)
  /// Whether it is plain http, to this machine.
  package let isPlain: Bool

  /// - Parameters:
  ///   - server: `https://HOST[:PORT]`; `http://` only to this machine and only when allowed.
  ///   - insecureLoopback: Whether that is allowed.
  package init(server: String, insecureLoopback: Bool = false) throws(WalletError) {
    let text = server.hasSuffix("/") ? server.dropLast() : Substring(server)
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    // Large letters and small ones are the same scheme and host, and a scheme's own port may be left
    // out (RFC 3986, 3.1, 3.2.2, 6.2.3): one server has one name, by which its changes are kept.
    let scheme = parts[0].lowercased()
    let isPlain = scheme == "http"
    guard parts.count == 2, isPlain || scheme == "https" else {
      throw Self.badAddress("an address begins with https://")
    }
    var authority = parts[1].lowercased()[...]
    let allowed = authority.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7f && !Array("/?#@\\\"<>".utf8).contains($0)
    }
    guard !authority.isEmpty, allowed else {
      throw Self.badAddress("an address is https://HOST or https://HOST:PORT")
    }
    if isPlain && !(insecureLoopback && Self.isLoopback(authority)) {
      throw WalletError(.netInsecure)
    }
    let port = isPlain ? ":80" : ":443"
    if authority.hasSuffix(port) { authority = authority.dropLast(port.utf8.count) }
    origin = scheme + "://" + authority
    self.isPlain = isPlain
  }

  private static func badAddress(_ what: String) -> WalletError {
    WalletError(.usage, "The server's address was not understood", details: [what])
  }

  private static func isLoopback(_ authority: Substring) -> Bool {
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let host = authority.split(separator: ":").first ?? ""
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// A key's SHA-256 as people write it: 64 hexadecimal digits, base 64, or libcurl's own form.
  package mutating func pin(_ text: String) throws(WalletError) {
    let bare = text.hasPrefix("sha256//") ? text.dropFirst(8) : Substring(text)
    let pin: String
    if bare.utf8.count == 64, let bytes = Hex.decode(String(bare)) {
      pin = Base64.encode(bytes)
    } else if bare.utf8.count == 44, Base64.decode(String(bare))?.count == 32 {
      pin = String(bare)
    } else {
      throw WalletError(
        .usage, "The pin was not understood",
        details: ["a pin is the SHA-256 of the server's public key, in base 64 or hexadecimal"])
    }
    pins = pins.map { $0 + ";sha256//" + pin } ?? "sha256//" + pin
  }
}
