package import WalletModel

/// One thing that a wallet can be asked to do. An engine carries it out; a remote backend sends it
/// over HTTP, and a server receives it (`Wire/WireOperation.swift`).
package protocol WalletOperation: WireOperation {
  /// The card that it is about, for SCA binding and the audit log.
  var cardID: CardID? { get }
  /// Where a card is put, in words for its owner, who confirms it; nil: nowhere.
  var target: String? { get }
  /// Distinguishes two changes of one kind that may be under way at a time, such as to lock a card and
  /// to unlock it. If the operation keeps its key (`Contract.LostAnswer.keepsKey`), it stands for the
  /// whole request. It contains no secret.
  var detail: String { get }
  /// What is recorded of a change of status beside its card (`Contract.LostAnswer.recorded`); nil:
  /// it is another operation.
  var recorded: RecordedStatus? { get }
  /// The method of the feature's engine that carries it out.
  static var method: EngineMethod<Self> { get }
}

extension WalletOperation {
  package var cardID: CardID? { nil }
  package var target: String? { nil }
  package var detail: String { wireIDs.joined(separator: " ") }
  package var recorded: RecordedStatus? { nil }

  /// Calls its method of the feature's engine.
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Response
  { try Self.method.find(engine)(self, context) }
}

/// The method of an engine for an operation.
package struct EngineMethod<Operation: WalletOperation>: Sendable {
  package typealias Body =
    (Operation, RequestContext) throws(WalletError) -> Operation.Response
  fileprivate let find: @Sendable (any WalletEngine) -> Body

  init(_ find: @escaping @Sendable (any WalletEngine) -> Body) { self.find = find }
}

extension WalletOperation where Self: OneItem, ID == CardID {
  package var cardID: CardID? { id }
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
  /// The event that authorised the request, if it is repeated with a code (B09).
  package var sca: ScaReference?
  /// The versions of the card that the caller accepts; nil: any. If the card has none of them, the
  /// request is refused (R8).
  package var expectedVersions: [Int]?
  /// A request that is sent twice with the same key has its effect once.
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
    expectedVersions = expectedVersion.map { [$0] }
    self.idempotencyKey = idempotencyKey
  }

  /// The version that the caller saw last, of several the first one.
  package var expectedVersion: Int? {
    get { expectedVersions?.first }
    set { expectedVersions = newValue.map { [$0] } }
  }

  /// - Throws: `.versionConflict` if this version is not accepted. It names both (R8).
  package func check(version: Int) throws(WalletError) {
    guard let expected = expectedVersions, !expected.contains(version) else { return }
    throw WalletError(
      .versionConflict,
      details: expected.prefix(1).map { Reason.card(.versionSeen, "\($0)", "\(version)") })
  }
}

/// Where operations are carried out: the local file, or a server.
package protocol WalletBackend: Sendable {
  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response

  /// Changes by anybody, from now on. Ends when the backend closes.
  func events() -> AsyncStream<WalletEvent>

  /// The time of the server's clock; nil: not known, or it is this machine's.
  var serverTime: Timestamp? { get }
}

extension WalletBackend {
  package var serverTime: Timestamp? { nil }
}

/// News from a backend, or of the way to it.
package enum WalletEvent: Hashable, Sendable {
  /// What has these ids changed; nil: any of it may have.
  case changed(NewsTopic, ids: [String]?)
  /// More cards are there than before (a large wallet is still being read).
  case cardsAdded(total: Int)
  /// A file that was opened does not add up; a sentence for people.
  case damageFound(Reason)
  /// From now on the backend cannot be reached, and why; it was last heard so many milliseconds
  /// ago. It goes on trying by itself. Only requests that the server did not answer show this.
  case connectionLost(WalletError, silence: Int64 = 0)
  /// It can be reached again; what happened meanwhile has to be read.
  case connectionRestored
  /// The backend sends no news by itself, whether it can be reached or not. It is asked for them
  /// about once a minute.
  case newsLate
  /// News come as things happen again.
  case newsOnTime
  /// The sign-in has ended: nothing is answered until somebody has signed in again.
  case signInEnded

  /// These cards changed; nil: any may have.
  package static func cardsChanged(_ ids: [CardID]?) -> WalletEvent {
    .changed(.cards, ids: ids?.map(\.rawValue))
  }

  /// The news for listeners that may have missed some: anything may have changed.
  package static let allChanged = NewsTopic.allCases.map { WalletEvent.changed($0, ids: nil) }

  /// A payment handle was made, changed or used, or a bank asks.
  package static let paymentsChanged = WalletEvent.changed(.payments, ids: nil)
  package static let savedCardsChanged = WalletEvent.changed(.savedCards, ids: nil)
  /// Personas, funding sources or virtual cards changed.
  package static let virtualCardsChanged = virtualCardsChanged(nil)
  /// Those with these ids; nil: any may have.
  package static func virtualCardsChanged(_ ids: [String]?) -> WalletEvent {
    .changed(.virtualCards, ids: ids)
  }

  /// The simulated phone received a message.
  package static let phoneMessage = WalletEvent.changed(.phoneMessages, ids: nil)
}

/// What news is about.
package enum NewsTopic: String, CaseIterable, Sendable {
  /// Cards, with their payments.
  case cards
  /// The simulated phone's messages.
  case phoneMessages = "phone"
  /// Payment handles, and what banks ask about them.
  case payments
  case savedCards
  /// Virtual cards, with their personas and funding sources.
  case virtualCards
  case budgets

  /// The name of the ids on the wire; nil: no ids are sent.
  var idsName: StaticString? {
    switch self {
    case .cards: "cardIds"
    case .virtualCards: "ids"
    case .phoneMessages, .payments, .savedCards, .budgets: nil
    }
  }
}
