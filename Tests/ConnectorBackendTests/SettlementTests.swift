import Conformance
import ConnectorBackend
import FakeIssuer
import Foundation
import Issuer
import IssuerConnectors
import Testing
import WalletAPI
import WalletModel

/// What becomes of changes whose answers are lost.
@Suite struct SettlementTests {
  /// With each issuer, so that there are 1,000 in all; 4,000 in the long form of the tests.
  private static let orders = getenv("WALLETUI_TORTURE") == nil ? 250 : 1000

  private static func request(_ kind: IssuerKind, _ alias: String? = nil) -> CardRequest {
    CardRequest(programName: "\(kind.name) virtual", currency: "USD", alias: alias)
  }

  /// Half of the answers are lost, and every fourth request. Some orders lose all their attempts and
  /// are settled.
  ///
  /// - Returns: The numbers of orders that were made at once, and later.
  private func order(_ wallet: IssuerWallet, _ count: Int) async throws -> (now: Int, later: Int) {
    let path = wallet.issuer.kind.cardsPath
    try wallet.issuer.fault("lose", ["method": "POST", "path": path, "chance": 0.5])
    try wallet.issuer.fault("cut before", ["method": "POST", "path": path, "chance": 0.25])
    var (now, later) = (0, 0)
    for number in 0..<count {
      let key = "order-\(number)"
      do {
        _ = try await wallet.perform(
          CreateCard(Self.request(wallet.issuer.kind, "Card \(number)")), key: key)
        now += 1
        continue
      } catch let error as WalletError {
        guard error.mayHaveHappened else { throw error }
      }
      // If it was not made, its key is closed: it is ordered again, with another one.
      if try await settled(key, wallet) == .unknown { try await again(number, wallet) }
      later += 1
    }
    try wallet.issuer.noFaults()
    return (now, later)
  }

  private func again(_ number: Int, _ wallet: IssuerWallet) async throws {
    for attempt in 0... {
      let key = "order-\(number)-\(attempt)"
      do {
        _ = try await wallet.perform(
          CreateCard(Self.request(wallet.issuer.kind, "Card \(number)")), key: key)
        return
      } catch let error as WalletError {
        guard error.mayHaveHappened else { throw error }
        if try await settled(key, wallet) != .unknown { return }
      }
    }
  }

  /// Asks until it is known.
  private func settled(_ key: String, _ wallet: IssuerWallet) async throws -> ChangeSettlement {
    while true {
      do {
        let outcome = try await wallet.perform(SettleChange(key))
        if outcome != .pending { return outcome }
        wallet.clock.advance(milliseconds: 61_000)
      } catch let error as WalletError {
        guard error.isUndecided else { throw error }
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func asManyCardsAreMadeAsWereOrdered(_ kind: IssuerKind) async throws {
    // Increase asks for an account, which the first card names.
    let wallet = try IssuerWallet(kind, cards: 1)
    let (now, later) = try await order(wallet, Self.orders)
    #expect(now + later == Self.orders)
    // Increase is asked at once.
    #expect(kind == .increase || later > 0, "some orders lost all their attempts")
    #expect(try wallet.issuer.cards().count == Self.orders + 1)
    let names = try await wallet.cards().map(\.alias)
    #expect(Set(names).count == Self.orders + 1, "each was made once")
  }

  /// The control: an issuer that forgets its keys makes cards twice, and the test would see it.
  @Test(.timeLimit(.minutes(10)), arguments: [IssuerKind.lithic, .stripe])
  func withoutKeysThereWouldBeMore(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind)
    try wallet.issuer.control("POST", "/_test/forget-keys")
    _ = try await order(wallet, 20)
    #expect(try wallet.issuer.cards().count > 20)
  }

  /// The program ended after an order was sent. The next one finds out.
  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func anOrderIsSettledByTheNextProcess(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    _ = try await wallet.cards()
    try wallet.issuer.fault("lose", ["method": "POST", "path": kind.cardsPath])
    // Increase would be asked at once. Before the order its cards are read, for the account.
    if kind == .increase {
      try wallet.issuer.fault("cut before", ["method": "GET", "path": kind.cardsPath, "skip": 1])
    }
    let made = try await outcome {
      try await wallet.perform(CreateCard(Self.request(kind)), key: "k")
    }
    try wallet.issuer.noFaults()
    guard case .failure(let error) = made else {
      Issue.record("\(made)")
      return
    }
    #expect(error.mayHaveHappened)
    try wallet.restart()
    let settlement = try await wallet.perform(SettleChange("k"))
    guard case .done(let status, let id?) = settlement else {
      Issue.record("\(settlement)")
      return
    }
    #expect(status == 201)
    #expect(try await wallet.cards().contains { $0.id == id })
    #expect(try wallet.issuer.cards().count == 2)
    // The answer is kept: the same request does nothing more.
    let again = try await wallet.perform(CreateCard(Self.request(kind)), key: "k")
    #expect(again.id == id)
    #expect(try wallet.issuer.cards().count == 2)
  }

  /// A change that was never seen by the issuer is open for a minute, and then closed.
  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func aChangeIsNotKnownYetAndThenNotDone(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    try wallet.issuer.fault(
      "cut before", ["method": kind == .stripe ? "POST" : "PATCH", "path": kind.cardsPath])
    let lock = SetCardStatus(card.id, .locked, reason: "Lost")
    let failed = try await outcome { try await wallet.perform(lock, key: "k") }
    guard case .failure(let error) = failed else {
      Issue.record("\(failed)")
      return
    }
    #expect(error.mayHaveHappened)
    try wallet.issuer.noFaults()
    #expect(try await wallet.perform(SettleChange("k")) == .pending)
    wallet.clock.advance(milliseconds: 61_000)
    #expect(try await wallet.perform(SettleChange("k")) == .unknown)
    // From now on it is never done.
    let late = try await outcome { try await wallet.perform(lock, key: "k") }
    guard case .failure(let refusal) = late else {
      Issue.record("\(late)")
      return
    }
    #expect(refusal.code == .keyClosed)
    #expect(try await wallet.perform(GetCard(card.id)).status == .active)
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func aChangeThatWasDoneIsFound(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    try wallet.issuer.fault(
      "lose", ["method": kind == .stripe ? "POST" : "PATCH", "path": kind.cardsPath])
    // What reads the card afterwards is cut, too.
    try wallet.issuer.fault(
      "cut before", ["method": "GET", "path": kind.cardsPath + "/", "skip": 1])
    let failed = try await outcome {
      try await wallet.perform(SetCardStatus(card.id, .locked, reason: "Lost"), key: "k")
    }
    guard case .failure(let error) = failed else {
      Issue.record("\(failed)")
      return
    }
    #expect(error.mayHaveHappened)
    try wallet.issuer.noFaults()
    #expect(try await wallet.perform(SettleChange("k")) == .done(status: 200, cardID: card.id))
  }

  @Test func anotherRequestWithTheSameKeyIsRefused() async throws {
    let wallet = try IssuerWallet(.lithic, cards: 1)
    let card = try #require(try await wallet.cards().first)
    _ = try await wallet.perform(RenameCard(card.id, alias: "One"), key: "k")
    let other = try await outcome {
      try await wallet.perform(RenameCard(card.id, alias: "Two"), key: "k")
    }
    guard case .failure(let error) = other else {
      Issue.record("\(other)")
      return
    }
    #expect(error.code == .keyReused)
    #expect(try await wallet.perform(GetCard(card.id)).alias == "One")
  }

  private func outcome<R>(_ body: () async throws -> R) async throws -> Result<R, WalletError> {
    do {
      return .success(try await body())
    } catch let error as WalletError {
      return .failure(error)
    }
  }
}

extension IssuerKind {
  /// The path of the cards.
  var cardsPath: String {
    switch self {
    case .lithic, .privacy: "/v1/cards"
    case .stripe: "/v1/issuing/cards"
    case .increase: "/cards"
    }
  }
}
