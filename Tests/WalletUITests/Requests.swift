import Secrets
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// The requests to the service, by name.
extension Effect {
  static func loadPage(offset: Int, limit: Int) -> Effect {
    .read(CardPageQuery(offset: offset, limit: limit))
  }
  static func loadRow(_ id: CardID) -> Effect { .read(CardRowQuery(id: id)) }
  static func loadDetails(_ id: CardID) -> Effect { .read(CardDetailsQuery(id: id)) }
  static var loadProfile: Effect { .read(ProfileQuery()) }
  static var loadChanges: Effect { .read(ChangesQuery()) }
  static func settle(_ change: RecordedChange) -> Effect { .read(SettlementQuery(change: change)) }
  static func challenge(_ event: ScaReference, _ way: ScaVerification) -> Effect {
    .read(ChallengeQuery(event: event, way: way))
  }

  /// The query, if it is of this type.
  func query<Kind: Query>(_ kind: Kind.Type) -> Kind? {
    if case .query(let any) = self { any.base as? Kind } else { nil }
  }

  /// The requested payments.
  var payments: PaymentsQuery? { query(PaymentsQuery.self) }
}

/// The answers.
extension Action {
  static func page(offset: Int, _ result: Result<CardList, WalletError>) -> Action {
    .answer(CardPageQuery(offset: offset, limit: 0), result)
  }
  /// All cards of the wallet, as one page.
  static func cards(_ cards: [Card], damaged: [DamagedRecord] = []) -> Action {
    let meta = PagingResultMeta(numberOfRecords: cards.count + damaged.count, limit: 200, page: 1)
    return .page(offset: 0, .success(CardList(cards: cards, meta: meta, damaged: damaged)))
  }
  static func row(_ id: CardID, _ result: Result<Card, WalletError>) -> Action {
    .answer(CardRowQuery(id: id), result)
  }
  static func loaded(_ id: CardID, _ result: Result<CardDetails, WalletError>) -> Action {
    .answer(CardDetailsQuery(id: id), result)
  }
  static func programs(_ result: Result<[CardProgram], WalletError>) -> Action {
    .answer(ProgramsQuery(), result)
  }
  static func profile(_ profile: CustomerProfileInfo) -> Action {
    .answer(ProfileQuery(), .success(profile))
  }
  static func phone(_ messages: [PhoneMessage]) -> Action {
    .answer(PhoneMessagesQuery(), .success(messages))
  }
  static func challenged(_ event: ScaEventID, _ result: Result<ScaChallenge, WalletError>)
    -> Action
  {
    let way = ScaVerification(method: .otp, channel: .sms, target: nil)
    return .answer(ChallengeQuery(event: reference(event), way: way), result)
  }
  static func attempted(_ event: ScaEventID, _ result: Result<ScaAttempt, WalletError>) -> Action {
    .answer(AttemptQuery(event: reference(event), code: Secret(capacity: 0)), result)
  }
  static func changes(_ changes: [RecordedChange]) -> Action {
    .answer(ChangesQuery(), .success(changes))
  }
  static func settled(
    _ change: RecordedChange, _ result: Result<ChangeService.Settlement, WalletError>
  ) -> Action { .answer(SettlementQuery(change: change), result) }

  private static func reference(_ event: ScaEventID) -> ScaReference {
    ScaReference(eventID: event, walletOperationID: WalletOperationID("op-1"))
  }
}

extension [Effect] {
  /// The first intent of this type that is sent without a grant.
  func intent<Kind: Intent>(_ kind: Kind.Type) -> Kind? {
    lazy.compactMap { $0.intent?.base as? Kind }.first
  }

  /// The first query of this type.
  func query<Kind: Query>(_ kind: Kind.Type) -> Kind? {
    lazy.compactMap { $0.query(kind) }.first
  }
}

/// What is asked for is answered. Each returns what is asked for then.
extension State {
  @discardableResult
  mutating func answer<Q: Query>(_ query: Q, _ answer: Q.Answer) -> [Effect] {
    reduce(&self, .answer(query, .success(answer)))
  }

  @discardableResult
  mutating func fail<Q: Query>(_ query: Q, _ code: ErrorCode) -> [Effect] {
    reduce(&self, .answer(query, .failure(WalletError(code))))
  }

  @discardableResult
  mutating func done<I: Intent>(_ intent: I, _ answer: I.Answer) -> [Effect] {
    reduce(&self, .done(intent, answer))
  }

  @discardableResult
  mutating func done(_ intent: AnyIntent, _ outcome: Outcome) -> [Effect] {
    reduce(&self, .done(intent, outcome))
  }

  @discardableResult
  mutating func fail(_ intent: AnyIntent, _ code: ErrorCode) -> [Effect] {
    reduce(&self, .performed(intent, .failure(WalletError(code))))
  }

  /// A card was read.
  @discardableResult
  mutating func row(_ card: Card) -> [Effect] {
    reduce(&self, .row(card.id, .success(card)))
  }
}
