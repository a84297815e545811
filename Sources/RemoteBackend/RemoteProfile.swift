package import HTTPClient
package import Secrets
package import WalletModel

/// A server, and how users sign in there.
package struct RemoteProfile: Sendable {
  package var connection: ServerConnection
  /// B18: the brand whose customers sign in here, and the client's id.
  package var brand = "demo"
  package var clientID = "walletui"
  /// nil: a public client without a secret.
  package var clientSecret: Secret?
  /// The id of this installation. A sign-in is bound to it.
  package var deviceID = "walletui"
  /// Whether sign-ins are ended on the server when they are no longer needed, or with the program.
  package var signsOff = false
  /// Whether secrets must be sealed. Something that ends TLS before the server could read them
  /// otherwise.
  package var requiresSealed = false
  /// For all attempts of one operation together.
  package var totalTime = Duration.seconds(10)
  /// An event stream without data for this time is connected again.
  package var eventSilence = RemoteProfile.defaultEventSilence
  /// Two heartbeats, 15 s apart, are missing.
  package static let defaultEventSilence = Duration.seconds(31)

  /// - Parameters:
  ///   - server: `https://HOST[:PORT]`; `http://` only to this machine and if it is allowed.
  ///   - insecureLoopback: Whether `http://` is allowed.
  /// - Throws: `.usage` if it is not an address, `.netInsecure` for plain HTTP that is not allowed.
  package init(server: String, insecureLoopback: Bool = false) throws(WalletError) {
    connection = try ServerConnection(server: server, insecureLoopback: insecureLoopback)
  }
}
