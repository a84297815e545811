import ConnectorBackend
import FakeIssuer
import Foundation
import Issuer
import IssuerConnectors
import Testing
import WalletAPI
import WalletModel

/// Nothing happens twice and nothing is hidden, whatever goes wrong on the way.
@Suite struct ConnectorFaultTests {
  private static func request(_ kind: IssuerKind) -> CardRequest {
    CardRequest(programName: "\(kind.name) virtual", currency: "USD")
  }

  /// The answer to each order is lost once. With the key the order is repeated. Privacy.com knows no
  /// keys: see `SettlementTests`.
  @Test(.timeLimit(.minutes(10)), arguments: [IssuerKind.lithic, .stripe, .increase])
  func anOrderWhoseAnswerIsLostIsCarriedOutOnce(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    _ = try await wallet.cards()
    var ids: Set<CardID> = []
    for number in 0..<5 {
      try wallet.issuer.fault(
        "lose", ["method": "POST", "path": kind.cardsPath, "times": 1])
      let card = try await wallet.perform(
        CreateCard(Self.request(kind)), key: "order-\(number)")
      ids.insert(card.id)
    }
    #expect(ids.count == 5)
    #expect(try wallet.issuer.cards().count == 6)
    // The control: without a fault the number of requests is smaller.
    let orders = try wallet.issuer.requests().count { $0.hasPrefix("POST") }
    #expect(orders == 10)
  }

  @Test(arguments: IssuerKind.allCases)
  func aRepeatedOrderWithItsKeyMakesOneCard(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    _ = try await wallet.cards()
    let first = try await wallet.perform(CreateCard(Self.request(kind)), key: "same")
    let second = try await wallet.perform(CreateCard(Self.request(kind)), key: "same")
    #expect(first.id == second.id)
    let other = try await wallet.perform(CreateCard(Self.request(kind)), key: "another")
    #expect(other.id != first.id)
    #expect(try wallet.issuer.cards().count == 3)
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func aChangeWhoseAnswerIsLostIsReadAgain(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    // All attempts are lost; the card says that it was done.
    let method = kind == .stripe ? "POST" : "PATCH"
    try wallet.issuer.fault(
      "lose", ["method": method, "path": kind.cardsPath, "times": 4])
    let locked = try await wallet.perform(
      SetCardStatus(card.id, .locked, reason: "Lost"), version: card.version)
    #expect(locked.status == .locked)
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func anIssuerThatDoesNotAnswerIsReported(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    try wallet.issuer.fault("cut before")
    await #expect {
      try await wallet.cards()
    } throws: {
      ($0 as? WalletError)?.code.isUnreachable ?? false
    }
    try wallet.issuer.noFaults()
    #expect(try await wallet.cards().count == 1)
  }

  @Test(arguments: IssuerKind.allCases)
  func aRevokedKeyIsNamed(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    try wallet.issuer.control("POST", "/_test/revoke")
    await #expect {
      try await wallet.cards()
    } throws: { error in
      guard let error = error as? WalletError else { return false }
      return error.code == .unauthorized && !"\(error)".contains(wallet.issuer.key)
    }
  }

  @Test(arguments: IssuerKind.allCases)
  func aNumberInAnErrorIsHidden(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let number = "4000 0012 3456 7899"
    try wallet.issuer.fault(
      "refuse", ["status": 400, "text": "card \(number) isn't valid", "times": 1])
    await #expect {
      try await wallet.cards()
    } throws: { error in
      let text = "\(error)"
      // The control: the sentence itself is there.
      return text.contains("valid") && !text.contains("4000 0012") && !text.contains("7899")
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases, [429, 503])
  func aBusyIssuerIsAskedAgain(_ kind: IssuerKind, _ status: Int) async throws {
    let wallet = try IssuerWallet(kind, cards: 3)
    try wallet.issuer.fault(
      "refuse", ["status": status, "times": 2, "headers": ["Retry-After": "0"]])
    #expect(try await wallet.cards().count == 3)
  }

  @Test(arguments: IssuerKind.allCases)
  func aMissingFieldHidesNoCard(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 3)
    for field in ["last_four", "last4", "exp_month", "expiration_month", "created", "created_at"] {
      try wallet.issuer.fault("drop field", ["field": field, "times": 1])
      #expect(try await wallet.cards().count == 3, "\(field)")
      try wallet.issuer.noFaults()
    }
  }
}
