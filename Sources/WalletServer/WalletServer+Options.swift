package import Issuer
package import Secrets
package import Threads

extension WalletServer {
  package struct Options: Sendable {
    /// An IPv4 or IPv6 address in digits; nil: it does not listen, and answers in memory only.
    package var address: String? = "127.0.0.1"
    /// 0: any free port.
    package var port: UInt16 = 0
    /// The path below which clients see the server behind a reverse proxy (`Wire.isPrefix`). It is in
    /// front of the paths in answers. Requests may have it, or the proxy has removed it.
    package var path = ""
    package var brand = "demo"
    package var clients: [ServerClient] = []
    /// The users at the start.
    package var users: [ServerUser] = []
    /// Whether it has the simulated phone and shop, and simulated phones may get cards.
    package var isSimulator = false
    /// What the simulated issuer of virtual cards allows.
    package var virtualCards = VirtualCardLimits()
    /// Who may ask the simulated payment services; nil: nobody.
    package var shop: ServerShop?
    /// The program that delivers messages with codes; nil: they are not delivered.
    package var deliveryProgram: String?
    /// The time limit for one message.
    package var deliverySeconds = 10.0
    /// nil: events of cards are sent to nobody, and none are kept.
    package var webhooks: WebhookOptions?
    /// Takes a line about a message or an event that was not delivered, without a secret.
    package var notice: (@Sendable (String) -> Void)?
    /// PEM; nil: plain HTTP.
    package var tls: (certificate: String, key: Secret)?
    /// A customer's requests: at once, and per second.
    package var burst = 400
    package var perSecond: Double = 200
    /// Wrong passwords for a name at once from one network or known device; then one every 12 s. A
    /// network may have five times as many for all names.
    package var signIns = 10
    /// Connections from one address at a time, of `Acceptor.mostConnections` in all.
    package var connectionsPerAddress = 256
    /// The time limit for a request, from the start of the connection, or the previous answer, to
    /// the end of the answer.
    package var requestSeconds = 30.0
    /// The time without bytes during a request or between two.
    package var silenceSeconds = 10.0
    /// The time limit for a TLS handshake, from the start of the connection. It is enforced at most
    /// a fifth too late.
    package var handshakeSeconds = 2.5
    /// The time between heartbeats of an event stream.
    package var heartbeatSeconds = 15.0
    package var clock: IssuerClock = .system
    /// The clock of limits, pauses and waits.
    package var monotonicClock: MonotonicClock = .system
    package var random: IssuerRandom = .system
    /// Takes a line of the access log without its end.
    package var log: (@Sendable (String) -> Void)?
    package init() {}
  }
}
