package import WalletModel

/// One thing that a wallet can be asked to do: declared here once, carried out by an engine, sent
/// over HTTP by a remote backend, received by a server (`Wire/WireOperation.swift`).
package protocol WalletOperation: WireOperation {
  /// The card that it is about, for SCA binding and the audit log.
  var cardID: CardID? { get }
  /// Carries the operation out. One line: calls the engine's method of the same name.
  func carryOut(by engine: some WalletEngine, _ context: RequestContext) throws(WalletError)
    -> Response
}

extension WalletOperation {
  package var cardID: CardID? { nil }
}

/// What is true of an operation whatever its arguments.
package struct OperationDescriptor: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
  }

  /// Stable word for logs, the audit and SCA: `SHOW_PIN`.
  package let name: String
  package let method: Method
  /// Below `/digitalwallets/v1`, with `:id` where the card's or event's id goes (A34, B12).
  package let path: String
  /// Needs the scope `pci-dss-1` (A26, A31, B21).
  package let showsSecrets: Bool
  /// Needs Strong Customer Authentication (B03).
  package let needsSCA: Bool
  /// Is refused when the card has another version than the caller saw (R8): a PATCH, which has to
  /// say which that is, and what says so here.
  package let comparesVersion: Bool
  /// Twice is the same as once, without an idempotency key: a GET, unless it says otherwise.
  package let isIdempotent: Bool

  package init(
    _ name: String, _ method: Method, _ path: String, showsSecrets: Bool = false,
    needsSCA: Bool = false, comparesVersion: Bool? = nil, isIdempotent: Bool? = nil
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.showsSecrets = showsSecrets
    self.needsSCA = needsSCA
    self.comparesVersion = comparesVersion ?? (method == .patch)
    self.isIdempotent = isIdempotent ?? (method == .get)
  }

  package var isRead: Bool { method == .get }

  /// Refused on a sign-in that was idle for five minutes (S11): shows a secret, needs SCA, or is a
  /// step of it.
  package var isSensitive: Bool {
    showsSecrets || needsSCA || (!isRead && path.hasPrefix("/auth/sca/"))
  }
}

/// A permission that comes with a sign-in (B19, B21).
package enum Scope: String, Sendable, CaseIterable {
  case wallet = "whitelabelWallet"
  case pciDss = "pci-dss-1"
}

/// Who asks, with what permission, and with which authorisation.
package struct RequestContext: Sendable {
  package var customerID: CustomerID
  /// A sign-in; SCA events and grants are bound to it.
  package var sessionID: String
  package var deviceID: String
  package var scopes: Set<Scope>
  /// With a repeated request: the event that authorised it (B09).
  package var sca: ScaReference?
  /// The version of the card that the caller last saw; another one is refused (R8).
  package var expectedVersion: Int?
  /// Same key, same effect, once.
  package var idempotencyKey: String?

  package init(
    customerID: CustomerID, sessionID: String, deviceID: String,
    scopes: Set<Scope> = [.wallet, .pciDss], sca: ScaReference? = nil,
    expectedVersion: Int? = nil, idempotencyKey: String? = nil
  ) {
    self.customerID = customerID
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.scopes = scopes
    self.sca = sca
    self.expectedVersion = expectedVersion
    self.idempotencyKey = idempotencyKey
  }
}

/// Where operations are carried out: the local file, or a server.
package protocol WalletBackend: Sendable {
  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response

  /// What changed, from now on, whoever changed it. Ends when the backend closes.
  func events() -> AsyncStream<WalletEvent>
}

/// News from a backend, or of the way to it.
package enum WalletEvent: Hashable, Sendable {
  /// These cards changed; nil: any may have.
  case cardsChanged([CardID]?)
  /// More cards are there than before (a large wallet is still being read).
  case cardsAdded(total: Int)
  /// The simulated phone received a message.
  case phoneMessage
  /// A file that was opened does not add up; a sentence for people.
  case damageFound(String)
  /// From now on the backend cannot be reached, and why; it was last heard so many milliseconds ago.
  /// It goes on trying by itself.
  case connectionLost(WalletError, silence: Int64 = 0)
  /// It can be reached again; what happened meanwhile has to be read.
  case connectionRestored
  /// The sign-in has ended: nothing is answered until somebody has signed in again.
  case signInEnded
}
