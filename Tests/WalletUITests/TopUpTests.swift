import Canvas
import Synchronization
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// Answers what is read of a card, and keeps which part of its account was asked for.
private final class AccountBackend: WalletBackend {
  let asked = Mutex<[AccountPart?]>([])

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    if let account = operation as? GetAccount { asked.withLock { $0.append(account.part) } }
    let details = Fixture.details(Fixture.cards[0])
    var answers: [any Sendable] = [details.card, TransactionPage(details.transactions)]
    if let account = details.account { answers.append(account) }
    guard let answer = answers.compactMap({ $0 as? O.Response }).first else {
      throw WalletError(.notFound)
    }
    return answer
  }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

@Suite struct TopUpTests {
  private static let id = Fixture.cards[0].id

  @Test func anAmountIsAdded() throws {
    var state = Fixture.state(focus: 0).typing("+")
    #expect(screen(state).contains("Balance now: €284.10"))
    #expect(screen(state).contains("Enter add €50.00"))
    let intent = try #require(state.submit("12.5").first?.intent)
    let topUp = AccountTopUp(id: Self.id, amount: ShopAmount(12_50, Currency("EUR")))
    #expect(intent == AnyIntent(topUp))
    state.done(topUp, Fixture.receipt(amount: 12_50))
    #expect(state.view.overlays.isEmpty && state.toasts.current?.text == "€12.50 added")
    #expect(state.view.undo == nil)
  }

  @Test func theCardsOfTheAccountAreNamed() throws {
    var state = Fixture.state(focus: 0)
    let query = try #require(state.type("+").query(AccountCardsQuery.self))
    var account = try #require(Fixture.details(Fixture.cards[0]).account)
    account.instruments =
      Fixture.cards.prefix(5).map { AccountInstrument($0) } + [
        AccountInstrument(id: "bank", type: .known(.sepaAccount))
      ]
    for _ in 0..<2 { state.answer(query, account) }
    #expect(screen(state).contains("Its cards: ·· 4821, ·· 1177, ·· 0093, ·· 7711 + 1"))
    #expect(state.top(Dialog.self)?.lines.count == 3, "once")
    // The answer about another card's account comes late.
    state.press(Key(.escape))
    let other = AccountCardsQuery(card: Fixture.cards[1].id, id: query.id)
    state.type("+")
    state.answer(other, account)
    #expect(!screen(state).contains("Its cards"))
  }

  /// The cards are read for the form only, and not with each card that is looked at.
  @Test func onlyTheFormReadsTheCardsOfTheAccount() async throws {
    let backend = AccountBackend()
    let service = RequiredCodeTests.service(backend)
    let details = try await CardDetailsQuery(id: Self.id).request(service)
    #expect(details.account != nil)
    let id = Fixture.cards[0].accountID
    _ = try await AccountCardsQuery(card: Self.id, id: id).request(service)
    let asked = backend.asked.withLock { $0 }
    #expect(asked == [.balances, nil])
  }

  @Test(arguments: ["0", "10000.01", "1,2,3", ""])
  func anotherAmountIsRefused(_ text: String) {
    var state = Fixture.state(focus: 0).typing("+")
    if text.isEmpty { state.press(.control("u")) } else { state.type(text) }
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(screen(state).contains("▲") && state.view.overlays.count == 1)
  }

  @Test func thereIsNoneWithoutTheServer() {
    var state = remoteState()
    _ = reduce(&state, offline)
    state.type("+")
    #expect(state.view.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test func aPaymentWithoutMoneySaysWhatHelps() {
    var state = Fixture.state(focus: 0)
    let payment = Payment(Self.id, at: "cafe", ShopAmount(4_20))
    let receipt = Fixture.receipt(.insufficientFunds)
    state.done(payment, Payment.Answer(receipt: receipt, merchant: Fixture.merchant))
    #expect(state.toasts.current?.detail == "+ tops up the account")
  }
}
