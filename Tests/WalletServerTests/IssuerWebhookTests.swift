import FakeIssuer
import IssuerConnectors
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Webhooks of a card issuer, as its servers send them.
@Suite(.timeLimit(.minutes(10))) struct IssuerWebhookTests {
  private static let kinds: [IssuerKind] = [.lithic, .stripe, .increase]

  @Test(arguments: kinds)
  func aWebhookShowsAChangeMadeAtTheIssuer(_ kind: IssuerKind) async throws {
    let served = try GatewayServer(kind, cards: 2)
    let token = try served.signIn().accessToken
    let cards = try served.perform(ListCards(CardQuery()), token).cards
    let (first, second) = (cards[0].id, cards[1].id)
    try await served.elsewhere(SetCardStatus(first, .locked, reason: "Lost"))
    // Nobody listens, so nothing is read without a webhook.
    let before = try served.reads(of: first)
    let body = served.webhook(about: first)
    let signature = try served.signature(body)
    #expect(try served.post(body, signature).status == 204)
    try until { try served.reads(of: first) == before + 1 }
    let stream = try Stream(served, token)
    #expect(stream.reads(": walletd"))
    // The same again does nothing; the next one is read.
    #expect(try served.post(body, signature).status == 204)
    #expect(try served.post(body, try served.signature(body, after: 1)).status == 204)
    let next = served.webhook(about: second, id: "event_2")
    #expect(try served.post(next, try served.signature(next, id: "event_2")).status == 204)
    #expect(stream.reads("\"\(second)\""))
    #expect(try served.reads(of: first) == before + 1)
    #expect(try served.perform(GetCard(first), token).status == .locked)
    #expect(!stream.everything.contains("\"\(first)\""))
  }

  @Test(arguments: kinds)
  func aWrongSignatureIsRefusedWithoutDetail(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 1)
    let body = served.webhook(about: CardID("card"))
    let right = try served.signature(body)
    var wrong = [
      (body, []), (body + " ", right), (body, Array(right.dropLast())), (body, right + right),
      (body, try served.signature(body, by: GatewayServer.webhookSecret("another one"))),
      (body, try served.signature(body, after: -301)),
      (body, try served.signature(body, after: 301)), ("", right),
    ]
    wrong.append(("not json", try served.signature(body)))
    let before = try served.issuer.requests().count
    for (body, headers) in wrong {
      let answer = try served.post(body, headers)
      #expect(answer.status == 401)
      #expect(text(answer.body) == "")
    }
    #expect(try served.issuer.requests().count == before)
    // The control.
    #expect(try served.post(body, right).status == 204)
  }

  @Test func aBodyIsAtMost64KiB() throws {
    let served = try GatewayServer(.lithic, cards: 1)
    let start = #"{"event_type":"card.updated","card_token":"c","x":""#
    let long = start + String(repeating: "x", count: 64 * 1024 - start.utf8.count - 2) + "\"}"
    #expect(long.utf8.count == 64 * 1024)
    #expect(try served.post(long, try served.signature(long)).status == 204)
    let longer = " " + long
    #expect(try served.post(longer, try served.signature(longer)).status == 413)
    // Other paths keep their limit.
    #expect(
      try served.send(
        "POST", Wire.base + "/profile/prepaid/cards", [],
        body: .plain(Array(repeating: 0x20, count: Wire.longestRequest + 1))
      ).status == 413)
  }

  @Test func wrongSignaturesOfAnAddressAreLimited() throws {
    let served = try GatewayServer(.lithic, cards: 1) { $0.signIns = 1 }
    let body = served.webhook(about: CardID("card"))
    for _ in 0..<5 { #expect(try served.post(body, []).status == 401) }
    let answer = try served.post(body, [])
    #expect(answer.status == 429 && answer.retryAfter != nil)
    #expect(try served.post(body, try served.signature(body)).status == 204)
  }

  @Test func thereIsNoPathWithoutSecrets() throws {
    let served = try GatewayServer(.lithic, cards: 1, secrets: [])
    let body = served.webhook(about: CardID("card"))
    #expect(try served.post(body, try served.signature(body)).status == 404)
    let privacy = try GatewayServer(.privacy, cards: 1)
    #expect(try privacy.post(body, []).status == 404)
    let other = try GatewayServer(.lithic, cards: 1)
    let answer = try other.send("GET", "/issuer/webhooks")
    #expect(answer.status == 405 && answer.header("Allow") == "POST")
  }

  /// What the issuer signs about something else is taken, and nothing is read.
  @Test func onlyCardsAreReadAgain() throws {
    let served = try GatewayServer(.lithic, cards: 1)
    let token = try served.signIn().accessToken
    let stream = try Stream(served, token)
    #expect(stream.reads(": walletd"))
    let other = #"{"event_type":"dispute.updated","card_token":"c"}"#
    #expect(try served.post(other, try served.signature(other, id: "e1")).status == 204)
    // A body that cannot be read may be about any card.
    let broken = "{"
    #expect(try served.post(broken, try served.signature(broken, id: "e2")).status == 204)
    #expect(stream.reads("event: cards\ndata: {}\n"))
    #expect(!stream.everything.contains("\"c\""))
  }
}
