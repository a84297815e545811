package import Secrets
package import Threads
import WalletAPI
package import WalletModel

/// A server, and the requirements for the connection to it.
package struct RemoteProfile: Sendable {
  /// `https://host[:port][/path]`, without a slash at the end. All paths of the server follow it.
  package let origin: String
  /// B18: the brand whose customers sign in here, and the client's id.
  package var brand = "demo"
  package var clientID = "walletui"
  /// nil: a public client without a secret.
  package var clientSecret: Secret?
  /// A PEM file to trust instead of the system's certificates.
  package var caFile: String?
  /// The server must have one of these keys: `sha256//BASE64`, several separated by `;`.
  package var pins: String?
  /// nil: no proxy, even if the environment names one.
  package var proxy: String?
  package var allowsTLS12 = false
  /// The id of this installation. A sign-in is bound to it.
  package var deviceID = "walletui"
  /// Whether sign-ins are ended on the server when they are no longer needed, or with the program.
  package var signsOff = false
  /// Whether secrets must be sealed. Something that ends TLS before the server could read them
  /// otherwise.
  package var requiresSealed = false
  /// At least 1 ms.
  package var connectTime = Duration.seconds(3)
  /// For all attempts of one operation together.
  package var totalTime = Duration.seconds(10)
  /// An event stream without data for this time is connected again.
  package var eventSilence = RemoteProfile.defaultEventSilence
  /// Two heartbeats, 15 s apart, are missing.
  package static let defaultEventSilence = Duration.seconds(31)
  /// Seconds between two polls while there is no event stream. Each pause is chosen at random, so
  /// that clients do not ask at the same time.
  package var pollSeconds = 45...75
  /// The clock of deadlines and pauses. libcurl measures its own limits with the system's.
  package var clock = MonotonicClock.system
  /// Whether it is plain HTTP to this machine.
  package let isPlain: Bool

  /// - Parameters:
  ///   - server: `https://HOST[:PORT][/PATH]`; `http://` only to this machine and if it is allowed.
  ///   - insecureLoopback: Whether `http://` is allowed.
  package init(server: String, insecureLoopback: Bool = false) throws(WalletError) {
    let text = server.hasSuffix("/") ? server.dropLast() : Substring(server)
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    // The case of scheme and host does not matter, and the default port may be omitted (RFC 3986,
    // 3.1, 3.2.2, 6.2.3). Each server has one name, under which its changes are stored.
    let scheme = parts[0].lowercased()
    let isPlain = scheme == "http"
    guard parts.count == 2, parts[1].hasPrefix("//"), isPlain || scheme == "https" else {
      throw Self.badAddress("an address begins with https://", "eine Adresse beginnt mit https://")
    }
    let place = parts[1].dropFirst(2).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let path = place.count == 2 ? "/" + place[1] : ""
    var authority = place[0].lowercased()[...]
    let allowed = authority.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7f && !Array("/?#@\\\"<>".utf8).contains($0)
    }
    guard !authority.isEmpty, allowed, Wire.isPrefix(path) else {
      throw Self.badAddress(
        "an address is https://HOST, https://HOST:PORT or https://HOST/PATH",
        "eine Adresse ist https://HOST, https://HOST:PORT oder https://HOST/PFAD")
    }
    if isPlain && !(insecureLoopback && Self.isLoopback(authority)) {
      throw WalletError(.netInsecure)
    }
    let port = isPlain ? ":80" : ":443"
    if authority.hasSuffix(port) { authority = authority.dropLast(port.utf8.count) }
    origin = scheme + "://" + authority + path
    self.isPlain = isPlain
  }

  private static func badAddress(_ english: String, _ german: String) -> WalletError {
    WalletError(
      .usage, .text("That isn't a server's address", "Das ist keine Adresse eines Servers"),
      detail: .text(english, german))
  }

  private static func isLoopback(_ authority: Substring) -> Bool {
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let host = authority.split(separator: ":").first ?? ""
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Adds a pin: the SHA-256 of a key as 64 hexadecimal digits, Base64, or in libcurl's form.
  package mutating func pin(_ text: String) throws(WalletError) {
    let bare = text.hasPrefix("sha256//") ? text.dropFirst(8) : Substring(text)
    let pin: String
    if bare.utf8.count == 64, let bytes = Hex.decode(String(bare)) {
      pin = Base64.encode(bytes)
    } else if bare.utf8.count == 44, Base64.decode(String(bare))?.count == 32 {
      pin = String(bare)
    } else {
      throw WalletError(
        .usage, .text("That isn't a pin", "Das ist kein Pin"),
        detail: .text(
          "a pin is the SHA-256 of the server's public key, in base 64 or hexadecimal",
          "ein Pin ist der SHA-256 des öffentlichen Schlüssels des Servers, in Base64 oder hexadezimal"
        ))
    }
    pins = pins.map { $0 + ";sha256//" + pin } ?? "sha256//" + pin
  }
}
