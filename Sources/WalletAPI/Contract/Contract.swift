import WalletModel

/// What is true of an operation whatever its arguments. It is said here only: the client, the server,
/// the issuer, the book of changes and the OpenAPI document all read it from the operation.
package final class Contract: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
  }

  /// What becomes of a change whose answer is lost on the way.
  package enum LostAnswer: Sendable {
    /// The change is written down before it is sent, and settled later. The function tells what the
    /// person is told that it was.
    case recorded(@Sendable (RecordedChange) -> RecordedChange.Kind)
    /// Nothing is written down: it changes nothing, or only leads up to a change and is begun anew.
    case notRecorded
  }

  /// When the same request may be sent again.
  package enum Retry: Sendable {
    /// Always: twice is the same as once. Except with a grant, which is good once (B09).
    case idempotent
    /// With the same idempotency key, which makes it happen once.
    case withKey
    /// The same, but not after a limit was met: that limit is the person's own, who is told of it.
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

  /// Tells operations with the same method and path apart (A23): this one is meant where the body has
  /// one member and lacks another.
  package struct BodyForm: Sendable {
    package let has: String
    package let lacks: String
    package init(has: String, lacks: String) {
      self.has = has
      self.lacks = lacks
    }
  }

  /// What a person confirms, beside the operation itself.
  package struct Confirmed: Sendable {
    /// The card's last four digits; empty: it is about no card.
    package let lastFour: String
    /// Where a card goes (`WalletOperation.target`).
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
  /// HTTP status of an answer that is no error.
  package let status: Int
  package let group: OperationGroup
  /// In a line, for the OpenAPI document.
  package let about: String
  package let lostAnswer: LostAnswer
  package let retry: Retry
  /// Needs the scope `pci-dss-1` (A26, A31, B21).
  package let showsSecrets: Bool
  /// Needs Strong Customer Authentication (B03), and what the message with the code says that the
  /// code authorises: `to show the PIN of card ··0093`. nil: needs none.
  package let confirms: (@Sendable (Confirmed) -> String)?
  /// Asks for a code, or submits one.
  package let isStepOfSCA: Bool
  /// Is refused when the card has another version than the caller saw (R8): a PATCH, which has to
  /// say which that is, and what says so here.
  package let comparesVersion: Bool
  /// There is no such operation where cards are real.
  package let isSimulatorOnly: Bool
  /// A server may answer it again from memory, until something was changed or the day is over.
  package let isCached: Bool
  /// Bytes of an answer that a client takes.
  package let longestAnswer: Int
  package let bodyForm: BodyForm?
  package let document: Documented

  package var isRead: Bool { method == .get }
  package var needsSCA: Bool { confirms != nil }
  /// Refused on a sign-in that was idle for five minutes (S11): shows a secret, needs SCA, or is a
  /// step of it.
  package var isSensitive: Bool { showsSecrets || needsSCA || isStepOfSCA }

  private init(
    _ name: String, _ method: Method, _ path: String, status: Int, group: OperationGroup,
    about: String, lostAnswer: LostAnswer, retry: Retry, showsSecrets: Bool,
    confirms: (@Sendable (Confirmed) -> String)?, isStepOfSCA: Bool, comparesVersion: Bool,
    isCached: Bool, longestAnswer: Int, bodyForm: BodyForm?, document: Documented
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.status = status
    self.group = group
    self.about = about
    self.lostAnswer = lostAnswer
    self.retry = retry
    self.showsSecrets = showsSecrets
    self.confirms = confirms
    self.isStepOfSCA = isStepOfSCA
    self.comparesVersion = comparesVersion
    isSimulatorOnly = group.isSimulatorOnly
    self.isCached = isCached
    self.longestAnswer = longestAnswer
    self.bodyForm = bodyForm
    self.document = document
  }

  /// An operation that changes nothing: a GET.
  package static func read(
    _ name: String, _ path: String, group: OperationGroup, about: String,
    retry: Retry = .idempotent,
    showsSecrets: Bool = false, confirms: (@Sendable (Confirmed) -> String)? = nil,
    isCached: Bool = false, longestAnswer: Int = 1 << 20, document: Documented = Documented()
  ) -> Contract {
    Contract(
      name, .get, path, status: 200, group: group, about: about, lostAnswer: .notRecorded,
      retry: retry, showsSecrets: showsSecrets, confirms: confirms, isStepOfSCA: false,
      comparesVersion: false, isCached: isCached, longestAnswer: longestAnswer, bodyForm: nil,
      document: document)
  }

  /// An operation that changes something.
  package static func change(
    _ name: String, _ method: Method, _ path: String, status: Int = 200, group: OperationGroup,
    about: String, lostAnswer: LostAnswer, retry: Retry, showsSecrets: Bool = false,
    confirms: (@Sendable (Confirmed) -> String)? = nil, isStepOfSCA: Bool = false,
    comparesVersion: Bool? = nil, bodyForm: BodyForm? = nil, document: Documented = Documented()
  ) -> Contract {
    Contract(
      name, method, path, status: status, group: group, about: about, lostAnswer: lostAnswer,
      retry: retry, showsSecrets: showsSecrets, confirms: confirms, isStepOfSCA: isStepOfSCA,
      comparesVersion: comparesVersion ?? (method == .patch), isCached: false,
      longestAnswer: 1 << 20, bodyForm: bodyForm, document: document)
  }

  /// The contract that a name on a disk belongs to; nil: none that is known here.
  package static func named(_ name: String) -> Contract? { byName[name] }

  private static let byName = WireRoute.all.reduce(into: [String: Contract]()) {
    $0[$1.contract.name] = $1.contract
  }
}

/// What the OpenAPI document groups operations by.
package enum OperationGroup: String, CaseIterable, Sendable {
  case wallet = "Wallet"
  case signIn = "Sign-in"
  case confirmations = "Confirmations"
  case news = "News"
  case simulator = "Simulator"

  package var about: String {
    switch self {
    case .wallet: "Cards, and what can be done with them"
    case .signIn: "Tokens"
    case .confirmations: "One-time codes"
    case .news: "What changes"
    case .simulator: "A phone and a shop, with --demo only"
    }
  }

  package var isSimulatorOnly: Bool {
    switch self {
    case .simulator: true
    case .wallet, .signIn, .confirmations, .news: false
    }
  }
}
