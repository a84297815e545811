/// What is true of an operation for all arguments. This is the only definition: the client, the
/// server, the issuer, the change book and the OpenAPI document read it here.
package final class Contract: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
  }

  /// What happens to a change whose answer is lost.
  package enum LostAnswer: Sendable {
    /// The change is recorded before it is sent, and settled later. The function returns its kind,
    /// which is shown to the person.
    case recorded(@Sendable (RecordedChange) -> RecordedChange.Kind)
    /// Nothing is recorded, but the change must not be made twice: it keeps its idempotency key
    /// until it has succeeded.
    case keepsKey
    /// Nothing is recorded: it changes nothing, or is a step towards a change and can be repeated.
    case notRecorded
  }

  /// When the same request may be sent again.
  package enum Retry: Sendable {
    /// Always, since twice has the same effect as once. Not with a grant, which is valid once
    /// (B09).
    case idempotent
    /// With the same idempotency key, which makes it happen once.
    case withKey
    /// The same, but not after a limit was reached: that limit is reported.
    case withKeyUnlessLimited
    /// Only when the first request has certainly not arrived. A server keeps no answer for its key.
    case never

    package var takesKey: Bool {
      switch self {
      case .withKey, .withKeyUnlessLimited: true
      case .idempotent, .never: false
      }
    }
  }

  /// Whether strangers may use it, in a kiosk.
  package enum Kiosk: Sendable { case allowed, refused }

  /// Distinguishes operations with the same method and path (A23): this one is meant if the body
  /// has one member and lacks another.
  package struct BodyForm: Sendable {
    package let has: String
    package let lacks: String
  }

  /// What a person confirms, beside the operation itself.
  package struct Confirmed: Sendable {
    /// The card's last four digits; empty: no card is involved.
    package let lastFour: String
    /// Where a card is put (`WalletOperation.target`), or which virtual card it is.
    package let target: String?
    package init(lastFour: String, target: String?) {
      self.lastFour = lastFour
      self.target = target
    }
  }

  /// Stable word for logs, the audit and SCA: `SHOW_PIN`.
  package let name: String
  package let method: Method
  /// Below `/digitalwallets/v1`, with `:id` where the card's or event's id goes (A34, B12).
  package let path: String
  /// HTTP status of success.
  package let status: Int
  package let group: OperationGroup
  /// One line, for the OpenAPI document.
  package let about: String
  /// What it tells all terminals if it has changed something: at least one of these; empty: nothing
  /// for certain.
  package let news: Set<NewsTopic>
  /// Whether the audit log has an entry of it if it has changed something, or shown a secret.
  package let isAudited: Bool
  package let lostAnswer: LostAnswer
  package let retry: Retry
  /// Needs the scope `pci-dss-1` (A26, A31, B21).
  package let showsSecrets: Bool
  /// What a one-time code authorises, as the message with the code says: `to show the PIN of card
  /// ··0093`. nil: no Strong Customer Authentication is needed (B03).
  package let confirms: (@Sendable (Confirmed) -> String)?
  /// Whether the wallet of a kiosk carries it out or refuses it.
  package let kiosk: Kiosk
  /// It requests or submits a code.
  package let isStepOfSCA: Bool
  /// It is refused if the card has another version than the caller saw (R8). A PATCH must name the
  /// version; other operations may.
  package let comparesVersion: Bool
  /// It exists only where cards are simulated.
  package let isSimulatorOnly: Bool
  /// A server may answer it from memory until something changes or the minute ends.
  package let isCached: Bool
  /// The most bytes of an answer that a client reads.
  package let longestAnswer: Int
  package let bodyForm: BodyForm?
  package let document: Documented

  package var isRead: Bool { method == .get }
  package var needsSCA: Bool { confirms != nil }
  /// It is refused on a sign-in that was idle for five minutes (S11), since it shows a secret,
  /// needs SCA or is a step of it.
  package var isSensitive: Bool { showsSecrets || needsSCA || isStepOfSCA }

  /// An operation that changes something. What it tells, audits and confirms, what a lost answer
  /// means, and whether a kiosk may do it, has no default: each of these is easily forgotten.
  init(
    _ name: String, _ method: Method, _ path: String, status: Int = 200, group: OperationGroup,
    about: String, news: Set<NewsTopic>, isAudited: Bool, lostAnswer: LostAnswer, retry: Retry,
    showsSecrets: Bool = false, confirms: (@Sendable (Confirmed) -> String)?, kiosk: Kiosk,
    isStepOfSCA: Bool = false, comparesVersion: Bool? = nil, isCached: Bool = false,
    longestAnswer: Int = 1 << 20, bodyForm: BodyForm? = nil, document: Documented = Documented()
  ) {
    assert(method == .get || !isCached, "only a read can be answered from memory")
    self.name = name
    self.method = method
    self.path = path
    self.status = status
    self.group = group
    self.about = about
    self.news = news
    self.isAudited = isAudited
    self.lostAnswer = lostAnswer
    self.retry = retry
    self.showsSecrets = showsSecrets
    self.confirms = confirms
    self.kiosk = kiosk
    self.isStepOfSCA = isStepOfSCA
    self.comparesVersion = comparesVersion ?? (method == .patch)
    isSimulatorOnly = group.isSimulatorOnly
    self.isCached = isCached
    self.longestAnswer = longestAnswer
    self.bodyForm = bodyForm
    self.document = document
  }

  /// An operation that changes nothing: a GET. A kiosk allows it, since its wallet
  /// contains nobody's data.
  ///
  /// - Parameter secretsInKiosk: Whether a kiosk shows its secrets, too; nil: it has none.
  package static func read(
    _ name: String, _ path: String, group: OperationGroup, about: String,
    retry: Retry = .idempotent,
    secretsInKiosk: Kiosk? = nil, confirms: (@Sendable (Confirmed) -> String)? = nil,
    isCached: Bool = false, longestAnswer: Int = 1 << 20, document: Documented = Documented()
  ) -> Contract {
    Contract(
      name, .get, path, group: group, about: about, news: [], isAudited: secretsInKiosk != nil,
      lostAnswer: .notRecorded, retry: retry, showsSecrets: secretsInKiosk != nil,
      confirms: confirms, kiosk: secretsInKiosk ?? .allowed, isCached: isCached,
      longestAnswer: longestAnswer, document: document)
  }

  /// The contract with a name that was stored; nil: the name is not known.
  package static func named(_ name: String) -> Contract? { byName[name] }

  private static let byName = WireRoute.all.reduce(into: [String: Contract]()) {
    $0[$1.contract.name] = $1.contract
  }
}

/// The groups of operations in the OpenAPI document.
package enum OperationGroup: String, CaseIterable, Sendable {
  case wallet = "Wallet"
  case signIn = "Sign-in"
  case confirmations = "Confirmations"
  case news = "News"
  case payments = "Payments"
  case virtualCards = "Virtual cards"
  case simulator = "Simulator"

  package var about: String {
    switch self {
    case .wallet: "Cards, and what can be done with them"
    case .signIn: "Tokens"
    case .confirmations: "One-time codes"
    case .news: "What changes"
    case .payments: "Payment handles, 3-D Secure and saved cards, with --demo only"
    case .virtualCards: "Personas, funding sources and virtual cards, with --demo only"
    case .simulator: "A phone and a shop, with --demo only"
    }
  }

  package var isSimulatorOnly: Bool {
    switch self {
    case .simulator, .payments, .virtualCards: true
    case .wallet, .signIn, .confirmations, .news: false
    }
  }
}
