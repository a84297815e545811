import Conformance
import ConnectorBackend
import FakeIssuer
import Issuer
import IssuerConnectors
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import WalletService

/// Several wallets as one, over issuers that run as processes and a vault.
@Suite(.timeLimit(.minutes(10))) struct SeveralWalletsTests {
  private static let issuers: [IssuerKind] = [.lithic, .stripe, .increase]

  @Test(arguments: [0, 1, 100, 101, 250], [1000, 70])
  func eachCardOfThreeIssuersIsListedOnce(_ count: Int, _ limit: Int) async throws {
    let list = try WalletList(Self.issuers, cards: count)
    let cards = try await list.cards(limit: limit)
    #expect(cards.count == 3 * count)
    #expect(Set(cards.map(\.id)).count == 3 * count)
    // In the order of the list.
    let names = Self.issuers.map(\.rawValue)
    #expect(cards.map(\.wallet) == names.flatMap { Array(repeating: $0, count: count) })
  }

  @Test func aVaultAndIssuersAreOneList() async throws {
    let list = try WalletList([.lithic], cards: 2, vaultCards: 6)
    let cards = try await list.cards()
    #expect(cards.map(\.wallet) == Array(repeating: "private", count: 6) + ["lithic", "lithic"])
    let locked = try await list.service.cards.getAll(CardQuery(statuses: [.locked]))
    #expect(!locked.cards.isEmpty)
    #expect(locked.cards.allSatisfy { $0.status == .locked })
    #expect(locked.meta.numberOfRecords == cards.count { $0.status == .locked })
  }

  @Test func aChangeGoesToTheWalletOfItsCard() async throws {
    let list = try WalletList([.lithic, .stripe], cards: 2, vaultCards: 6)
    for card in try await list.cards() where card.status == .active {
      let locked = try await list.service.cards.lock(card.id, expectedVersion: card.version)
      #expect(locked.status == .locked)
      #expect(locked.wallet == card.wallet)
    }
    #expect(try list.issuer("lithic").cards().allSatisfy { $0["state"] as? String == "PAUSED" })
    #expect(try list.issuer("stripe").cards().allSatisfy { $0["status"] as? String == "inactive" })
    #expect(try await list.cards().allSatisfy { $0.status != .active })
  }

  /// Nobody has listed the card before.
  @Test func aCardIsFoundByItsID() async throws {
    let list = try WalletList([.lithic, .stripe], cards: 1, vaultCards: 6)
    let known = try #require(try await list.issuers["stripe"]?.cards().first)
    let card = try await list.service.cards.get(known.id)
    #expect(card.wallet == "stripe")
    await #expect {
      try await list.service.cards.get(CardID("nowhere"))
    } throws: {
      ($0 as? WalletError)?.code == .notFound
    }
  }

  /// Both wallets are at the same issuer.
  @Test func aCardOfTwoWalletsIsTheFirstOnes() async throws {
    let wallet = try IssuerWallet(.lithic, cards: 3)
    let service = WalletService(
      combining: [WalletList.member("one", wallet), WalletList.member("two", wallet)],
      patience: nil)
    let cards = try await service.cards.getAll().cards
    #expect(cards.map(\.wallet) == ["one", "one", "one"])
    #expect(Set(cards.map(\.id)).count == 3)
  }

  @Test func anOrderGoesToTheWalletThatHasTheProgramme() async throws {
    let list = try WalletList([.lithic, .stripe], cards: 0, vaultCards: 1)
    let programs = try await list.service.cards.programs()
    #expect(Set(programs.compactMap(\.wallet)) == ["private", "lithic", "stripe"])
    for wallet in ["lithic", "stripe"] {
      let program = try #require(programs.first { $0.wallet == wallet })
      let currency = try #require(program.currencies.first)
      let card = try await list.service.cards.create(
        CardRequest(programName: program.name, currency: currency.code))
      #expect(card.wallet == wallet)
      #expect(try list.issuer(wallet).cards().count == 1)
    }
  }

  /// With a name that two wallets have, the wallet must be named.
  @Test func aProgrammeOfTwoWalletsIsNamedWithItsWallet() async throws {
    let wallets = try [IssuerWallet(.lithic), IssuerWallet(.lithic)]
    let service = WalletService(
      combining: [WalletList.member("one", wallets[0]), WalletList.member("two", wallets[1])],
      patience: nil)
    let program = try #require(
      try await service.cards.programs().first { $0.wallet == "two" })
    #expect(program.name == "two/\(program.ownName)")
    let currency = program.currencies[0].code
    await #expect {
      try await service.cards.create(
        CardRequest(programName: program.ownName, currency: currency))
    } throws: {
      ($0 as? WalletError)?.fieldErrors.map(\.field) == ["programName"]
    }
    let card = try await service.cards.create(
      CardRequest(programName: program.name, currency: currency))
    #expect(card.wallet == "two")
    #expect(try wallets.map { try $0.issuer.cards().count } == [0, 1])
  }

  // MARK: Payments

  private func pay(_ list: WalletList, _ count: Int) async throws {
    let merchant = try #require(try await list.service.shop.merchants().first)
    for card in try await list.cards() where card.status == .active {
      for number in 1...count {
        _ = try await list.service.shop.authorize(
          .card(card.id), at: merchant.id, ShopAmount(Int64(100 + number)))
      }
    }
  }

  @Test(arguments: [1, 3, 1000], [SortOrder.descending, .ascending])
  func paymentsOfAllWalletsAreInOrder(_ limit: Int, _ order: SortOrder) async throws {
    let list = try WalletList([.lithic, .stripe], cards: 1, vaultCards: 6)
    try await pay(list, 3)
    var query = TransactionQuery(order: order, limit: limit)
    var all: [Transaction] = []
    repeat {
      let page = try await list.service.cards.transactions(nil, query)
      #expect(page.transactions.count <= limit)
      all += page.transactions
      query.nextToken = page.nextToken
    } while query.nextToken != nil
    let times = all.map(\.sortDate)
    #expect(times == (order == .ascending ? times.sorted() : times.sorted(by: >)))
    #expect(Set(all.map(\.id)).count == all.count)
    let wallets = Dictionary(
      try await list.cards().map { ($0.id, $0.wallet) }, uniquingKeysWith: { a, _ in a })
    for name in ["private", "lithic", "stripe"] {
      #expect(all.count { wallets[$0.cardID] == name } >= 3, "\(name)")
    }
    let single = try await list.service.cards.transactions(nil, TransactionQuery(limit: 1000))
    #expect(single.transactions.count == all.count)
  }

  @Test(arguments: ["0", "x,0.", "0.,0.", "9999.,-,-", "-1.,-,-", "0.%,-,-"])
  func aForeignTokenIsRefused(_ token: String) {
    #expect(PaymentPlaces(token, wallets: 3) == nil)
    // The control.
    #expect(PaymentPlaces("12.34,-,0.", wallets: 3)?.token == "12.34,-,0.")
  }

  // MARK: A wallet that cannot be used

  @Test(.timeLimit(.minutes(10))) func anIssuerThatIsCutHidesNoOther() async throws {
    let list = try WalletList(
      Self.issuers, cards: 2, patience: .milliseconds(200), totalTime: .seconds(20))
    let events = list.service.events()
    // A first list may come before slow issuers have answered.
    var all = try await list.cards()
    while all.count < 6 {
      _ = try await first(events) { _ in true }
      all = try await list.cards()
    }
    try list.issuer("stripe").fault("cut before")
    let lost = try #require(all.first { $0.wallet == "stripe" })
    await #expect {
      try await list.service.cards.lock(lost.id)
    } throws: {
      let error = $0 as? WalletError
      return error?.code == .walletUnavailable && error?.message.english.contains("stripe") == true
    }
    guard
      case .walletLost("stripe", let error, _) = try await first(
        events, where: { if case .walletLost = $0 { true } else { false } })
    else {
      Issue.record("another wallet is lost")
      return
    }
    #expect(error.code.isUnreachable)
    // Its cards stay, and those of the others can be changed.
    #expect(try await Set(list.cards().map(\.id)) == Set(all.map(\.id)))
    let outcome = await list.service.cards.change(
      all.filter { $0.status == .active }.map { CardTarget($0.id) }, .lock)
    #expect(outcome.stopped == nil)
    #expect(outcome.rest.isEmpty)
    #expect(Set(outcome.changed.compactMap(\.wallet)) == ["lithic", "increase"])
    #expect(outcome.refused.map(\.error.code) == [.walletUnavailable, .walletUnavailable])
    #expect(list.service.unavailable.count == 1)

    try list.issuer("stripe").noFaults()
    _ = try await first(events) { $0 == .walletRestored("stripe") }
    #expect(try await list.service.cards.lock(lost.id).status == .locked)
    #expect(list.service.unavailable.isEmpty)
  }

  /// One without news, as a command: nothing was seen of the issuer before.
  @Test func aListWithoutOneIssuerSaysSo() async throws {
    let list = try WalletList(
      Self.issuers, cards: 2, vaultCards: 6, totalTime: .seconds(15))
    try list.issuer("lithic").fault("cut before")
    let cards = try await list.cards()
    #expect(Set(cards.compactMap(\.wallet)) == ["private", "stripe", "increase"])
    #expect(list.service.unavailable.map(\.code) == [.walletUnavailable])
    let page = try await list.service.cards.transactions(nil)
    #expect(!page.transactions.isEmpty)
    // All are gone.
    let alone = try WalletList([.lithic], cards: 1, totalTime: .seconds(5))
    try alone.issuer("lithic").fault("cut before")
    await #expect {
      try await alone.cards()
    } throws: {
      ($0 as? WalletError)?.code == .walletUnavailable
    }
  }

  /// The first list comes without the slow issuer, and news tells of the rest.
  @Test func aSlowIssuerDoesNotDelayTheOthers() async throws {
    let list = try WalletList(
      [.lithic, .stripe], cards: 2, vaultCards: 6, patience: .zero, totalTime: .seconds(15))
    // No request is answered, until the test has seen that the others did not wait for it.
    try list.issuer("lithic").fault("slow", ["seconds": 600])
    let events = list.service.events()
    var cards = try await list.service.cards.getAll(CardQuery(limit: 1000)).cards
    #expect(cards.allSatisfy { $0.wallet != "lithic" })
    try list.issuer("lithic").noFaults()
    while cards.count < 10 {
      _ = try await first(events) { _ in true }
      cards = try await list.cards()
    }
    #expect(cards.map(\.wallet).last == "stripe")
    #expect(cards.contains { $0.wallet == "lithic" })
  }

  // MARK: Confirmations and news

  @Test func aCodeConfirmsAtTheWalletOfTheCard() async throws {
    let list = try WalletList([.lithic, .increase], cards: 1)
    for wallet in list.issuers.values { try await wallet.enrol() }
    for card in try await list.cards() {
      let wallet = try #require(list.issuers[card.wallet ?? ""])
      let code = try wallet.code()
      let details = try await list.service.withSCA { sca throws(WalletError) in
        try await list.service.cards.secureDetails(card.id, sca: sca)
      } authenticate: { event throws(WalletError) in
        _ = try await list.service.authentication.createChallenge(
          event.reference, event.ways[0])
        let attempt = try await list.service.authentication.submit(
          event.reference, code: code)
        #expect(attempt.status == .verified)
        wallet.clock.advance(milliseconds: 30_000)
      }
      #expect(details.pan.secret?.count == 16)
    }
  }

  @Test func newsOfEachWalletIsTold() async throws {
    let list = try WalletList([.lithic], cards: 1, vaultCards: 6)
    let events = list.service.events()
    let vault = try #require(list.vault)
    let card = try #require(
      try await vault.perform(ListCards(CardQuery()), vault.context).cards.first {
        $0.status == .active
      })
    _ = try await vault.perform(
      SetCardStatus(card.id, .locked, reason: "Lost"), vault.context)
    _ = try await first(events) { $0.tells(of: card.id) }
    let wallet = try #require(list.issuers["lithic"])
    let other = try #require(try await wallet.cards().first)
    _ = try await wallet.perform(SetCardStatus(other.id, .locked, reason: "Lost"))
    _ = try await first(events) { $0.tells(of: other.id) }
  }
}

extension WalletEvent {
  /// Whether it says that the card changed. News that waits is merged.
  fileprivate func tells(of card: CardID) -> Bool {
    guard case .changed(.cards, let ids) = self else { return false }
    return ids?.contains(card.rawValue) ?? true
  }
}
