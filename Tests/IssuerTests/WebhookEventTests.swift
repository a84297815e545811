import Testing
import WalletAPI
import WalletModel

@testable import Issuer

/// Which events a change of a card causes, and what they say (A39).
struct WebhookEventTests {
  private func card(_ status: CardStatus, _ tokens: [MobileWalletStatus] = []) -> CardRecord {
    var card = CardRecord.blank
    card.card.id = CardID("card-1")
    card.card.status = status
    card.card.tokenizations = tokens.enumerated().map { index, status in
      MobileWalletTokenization(dpanRef: "d\(index)", walletType: .applePay, status: status)
    }
    return card
  }

  @Test func onlyAStatusThatChangesIsTold() {
    #expect(WebhookEvent.events(from: nil, to: card(.active)) == [])
    #expect(WebhookEvent.events(from: card(.active), to: card(.active)) == [])
    #expect(
      WebhookEvent.events(from: card(.active), to: card(.locked))
        == [.status(old: .active, new: .locked)])
  }

  private typealias Tokens = [MobileWalletStatus]
  private static let changesOfTokens: [(Tokens, Tokens, [WebhookEvent])] = [
    ([], [.initiated], [WebhookEvent.tokenization(.applePay, .inactive, .initiated)]),
    ([.initiated], [.completed], [.tokenization(.applePay, .active, .successful)]),
    ([.initiated], [], [.tokenization(.applePay, .deleted, .unsuccessful)]),
    ([.completed], [], [.tokenUpdate(.cancelled)]),
    ([.completed], [.completed], []),
    ([.completed], [.completed, .initiated], [.tokenization(.applePay, .inactive, .initiated)]),
  ]

  @Test(arguments: changesOfTokens)
  func tokensAreTold(
    _ old: [MobileWalletStatus], _ new: [MobileWalletStatus], _ told: [WebhookEvent]
  ) {
    #expect(WebhookEvent.events(from: card(.active, old), to: card(.active, new)) == told)
  }

  private typealias Change = (CardStatus, CardStatus, WebhookEvent.TokenUpdate?)
  private static let changesOfCards: [Change] = [
    (.active, .locked, .frozen), (.active, .suspended, .frozen), (.locked, .active, .unfrozen),
    (.locked, .digital, .unfrozen), (.locked, .cancelled, .cancelled),
    (.active, .cancelled, .cancelled), (.locked, .suspended, nil), (.digital, .active, nil),
  ]

  /// A token that is not in a phone yet cannot be frozen.
  @Test(arguments: changesOfCards)
  func aTokenFollowsItsCard(
    _ old: CardStatus, _ new: CardStatus, _ action: WebhookEvent.TokenUpdate?
  ) {
    let told = WebhookEvent.events(
      from: card(old, [.completed, .initiated]), to: card(new, [.completed, .initiated]))
    #expect(
      told == [.status(old: old, new: new)] + (action.map { [.tokenUpdate($0)] } ?? []))
  }

  private func frozen(_ status: CardStatus, _ isFrozen: Bool...) -> CardRecord {
    var record = card(status, isFrozen.map { _ in .completed })
    for index in isFrozen.indices { record.card.tokenizations?[index].isFrozen = isFrozen[index] }
    return record
  }

  @Test func aTokenThatIsFrozenIsToldOnce() {
    func told(_ old: CardRecord, _ new: CardRecord) -> [WebhookEvent] {
      WebhookEvent.events(from: old, to: new)
    }
    #expect(told(frozen(.active, false), frozen(.active, true)) == [.tokenUpdate(.frozen)])
    #expect(told(frozen(.active, true), frozen(.active, false)) == [.tokenUpdate(.unfrozen)])
    // The card is locked: the token could not pay before either.
    #expect(told(frozen(.locked, false), frozen(.locked, true)) == [])
    // Of two tokens the frozen one stays so.
    #expect(
      told(frozen(.locked, true, false), frozen(.active, true, false))
        == [.status(old: .locked, new: .active), .tokenUpdate(.unfrozen)])
    #expect(
      told(frozen(.active, true, false), frozen(.cancelled, true, false))
        == [
          .status(old: .active, new: .cancelled), .tokenUpdate(.cancelled),
          .tokenUpdate(.cancelled),
        ])
    #expect(told(frozen(.active, true), card(.active)) == [.tokenUpdate(.cancelled)])
  }

  @Test func theBodyHasThePublishedFields() {
    func body(_ event: WebhookEvent) -> String {
      String(
        decoding: JSONWriter.bytes(
          WebhookBody(
            id: "e1", event: event, cardID: CardID("card-1"), customerID: CustomerID("8860412"),
            time: Timestamp(milliseconds: 0))), as: UTF8.self)
    }
    func whole(_ own: String) -> String {
      #"{"id":"e1","cardId":"card-1","customerId":"8860412","# + own
        + #","eventTimestamp":"1970-01-01T00:00:00Z"}"#
    }
    #expect(
      body(.status(old: .digital, new: .active))
        == whole(#""oldStatus":"DIGITAL","newStatus":"ACTIVE""#))
    #expect(
      body(.tokenization(.googlePay, .active, .successful))
        == whole(
          #""walletType":"GOOGLE","creatorStatus":"A","activationMethod":"6","#
            + #""enrollmentStatus":"ENROLLMENT_SUCCESSFUL""#))
    // There is no published word for this wallet.
    #expect(
      body(.tokenization(.samsungPay, .inactive, .initiated))
        == whole(
          #""creatorStatus":"I","activationMethod":"0","#
            + #""enrollmentStatus":"TOKENIZATION_INITIATED""#))
    #expect(body(.tokenUpdate(.frozen)) == whole(#""tokenAction":"TOKEN_FROZEN""#))
    #expect(
      body(.confirmation(ScaEventID("s1"), action: "GET_PIN", .used))
        == whole(#""eventId":"s1","action":"GET_PIN","status":"USED""#))
  }
}
