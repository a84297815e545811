import ConnectorBackend
import FakeIssuer
import Foundation
import Issuer
import IssuerConnectors
import Languages
import Secrets
import Testing
import WalletAPI
import WalletModel

/// The backend on fake issuers that follow the published rules.
@Suite struct ConnectorBackendTests {
  @Test(arguments: IssuerKind.allCases, [0, 1, 100, 101, 250])
  func eachCardIsListedOnce(_ kind: IssuerKind, _ count: Int) async throws {
    let wallet = try IssuerWallet(kind, cards: count)
    let cards = try await wallet.cards()
    #expect(cards.count == count)
    #expect(Set(cards.map(\.id)).count == count)
    #expect(cards.allSatisfy { $0.version == 1 && $0.lastFour.count == 4 })
  }

  @Test(arguments: IssuerKind.allCases)
  func aCardIsMadeLockedUnlockedRenamedAndClosed(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let programs = try await wallet.perform(GetPrograms())
    let program = try #require(programs.first)
    var card = try await wallet.perform(
      CreateCard(
        CardRequest(programName: program.name, currency: "USD", alias: "Groceries")))
    #expect(card.status == .active)
    #expect(card.alias == "Groceries")
    #expect(try wallet.issuer.cards().count == 2)

    let first = card.version
    card = try await wallet.perform(
      SetCardStatus(card.id, .locked, reason: "Lost"), version: card.version)
    #expect(card.status == .locked)
    #expect(card.version == first + 1)
    card = try await wallet.perform(RenameCard(card.id, alias: "Market"), version: card.version)
    #expect(card.alias == "Market")
    card = try await wallet.perform(
      SetCardStatus(card.id, .active, reason: "Found"), version: card.version)
    #expect(card.status == .active)
    card = try await wallet.perform(
      SetCardStatus(card.id, .cancelled, reason: "Over"), version: card.version)
    #expect(card.status == .cancelled)
    let listed = try await wallet.cards()
    #expect(listed.first { $0.id == card.id } == card)
  }

  @Test(arguments: IssuerKind.allCases)
  func aNewCardHasItsLimit(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try await wallet.perform(
      CreateCard(
        CardRequest(
          programName: "\(kind.name) virtual", currency: "USD", monthlyLimit: 250_00)))
    #expect(card.limits == SpendingLimits(monthlyLimit: 250_00))
    #expect(try await wallet.perform(GetCard(card.id)).limits.monthlyLimit == 250_00)
    await #expect {
      try await wallet.perform(
        CreateCard(
          CardRequest(programName: "\(kind.name) virtual", currency: "USD", paymentLimit: 0)))
    } throws: {
      ($0 as? WalletError)?.fieldErrors.map(\.field) == ["paymentLimit"]
    }
    #expect(try wallet.issuer.cards().count == 2)
  }

  @Test(arguments: IssuerKind.allCases)
  func aCardForOnePaymentIsMade(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    guard wallet.backend.capabilities.refusal(.singleUse) == nil else { return }
    func order(_ limit: Int64?) -> CreateCard {
      CreateCard(
        CardRequest(
          programName: "\(kind.name) single-use", currency: "USD", paymentLimit: limit))
    }
    let card = try await wallet.perform(order(20_00))
    #expect(card.limits.paymentLimit == 20_00)
    guard kind == .increase else { return }
    // Its limit is what makes it a card for one payment.
    await #expect {
      try await wallet.perform(order(nil))
    } throws: {
      ($0 as? WalletError)?.fieldErrors.map(\.field) == ["paymentLimit"]
    }
  }

  @Test func severalCardholdersMustBeChosenFrom() async throws {
    let wallet = try IssuerWallet(.stripe, cards: 0)
    func order(_ cardholder: String? = nil) -> CreateCard {
      CreateCard(
        CardRequest(
          programName: "Stripe Issuing virtual", currency: "USD", cardholder: cardholder))
    }
    // There is one.
    _ = try await wallet.perform(order())
    try wallet.issuer.control("POST", "/_test/cardholder")
    await #expect {
      try await wallet.perform(order())
    } throws: { error in
      let errors = (error as? WalletError)?.fieldErrors ?? []
      return errors.map(\.field) == ["cardholder"] && errors[0].error.english.contains("ich_2")
    }
    let card = try await wallet.perform(order("ich_2"))
    #expect(card.accountID == AccountID("ich_2"))
    #expect(try wallet.issuer.cards().count == 2)
  }

  @Test(arguments: IssuerKind.allCases)
  func aCardThatChangedElsewhereIsNotOverwritten(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let other = ConnectorBackend(
      wallet.account, kind.connector(isSandbox: true), try wallet.issuer.connection,
      key: secret(wallet.issuer.key), ledger: wallet.ledger)
    let card = try #require(try await wallet.cards().first)
    _ = try await other.perform(SetCardStatus(card.id, .locked, reason: "Lost"), other.context)
    await #expect {
      try await wallet.perform(
        SetCardStatus(card.id, .cancelled, reason: "Over"), version: card.version)
    } throws: {
      ($0 as? WalletError)?.code == .versionConflict
    }
    let now = try await wallet.perform(GetCard(card.id))
    #expect(now.status == .locked)
    #expect(now.version == card.version + 1)
  }

  @Test(arguments: IssuerKind.allCases)
  func detailsNeedACodeOfTheVaultsApp(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    guard kind != .privacy || wallet.backend.capabilities.refusal(.showDetails) == nil else {
      return
    }
    // Without an app nothing is shown, and nothing is asked of the issuer.
    let before = try wallet.issuer.requests().count
    await #expect {
      try await wallet.perform(GetSecureDetails(card.id))
    } throws: {
      ($0 as? WalletError)?.code == .actionRefused
    }
    #expect(try wallet.issuer.requests().count == before)
    try await wallet.enrol()
    await #expect {
      try await wallet.perform(GetSecureDetails(card.id))
    } throws: {
      ($0 as? WalletError)?.code == .scaRequired
    }
    let details = try await wallet.authorised(GetSecureDetails(card.id))
    #expect(text(details.pan).hasSuffix(card.lastFour))
    #expect(details.cvv.isDigits(count: 3))
    details.pan.wipe()
    details.cvv.wipe()
  }

  /// An owner who has no app yet.
  @Test func thePassphraseConfirmsUntilThereIsAnApp() async throws {
    let wallet = try IssuerWallet(.lithic, cards: 1, passphrase: "correct horse")
    let card = try #require(try await wallet.cards().first)
    var event = try await event(of: GetSecureDetails(card.id), wallet)
    #expect(event.ways == [ScaVerification(method: .password, channel: .passphrase)])
    let reference = ScaReference(eventID: event.id, walletOperationID: event.walletOperationID)
    _ = try await wallet.perform(CreateChallenge(reference, event.ways[0]))
    let wrong = try await wallet.perform(SubmitAttempt(reference, code: secret("wrong horse")))
    #expect(wrong.status == .rejected && wrong.currentAttempts == 1)
    await #expect {
      try await wallet.perform(GetSecureDetails(card.id), sca: reference)
    } throws: {
      ($0 as? WalletError)?.scaEvent != nil || ($0 as? WalletError)?.code == .scaRejected
    }
    let right = try await wallet.perform(SubmitAttempt(reference, code: secret("correct horse")))
    #expect(right.status == .verified)
    let details = try await wallet.perform(GetSecureDetails(card.id), sca: reference)
    #expect(text(details.pan).hasSuffix(card.lastFour))
    details.pan.wipe()
    details.cvv.wipe()
    // Also the app itself. Then only its codes count.
    try await wallet.enrol()
    event = try await self.event(of: GetSecureDetails(card.id), wallet)
    #expect(event.ways.map(\.channel) == [.authenticator])
  }

  private func event<O: WalletOperation>(of operation: O, _ wallet: IssuerWallet)
    async throws -> ScaEvent
  {
    do {
      _ = try await wallet.perform(operation)
    } catch let error as WalletError {
      if let event = error.scaEvent { return event }
    }
    throw WalletError(.internalError)
  }

  @Test(arguments: IssuerKind.allCases)
  func whatAnIssuerDoesNotHaveIsRefusedWithItsReason(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    let reason = wallet.backend.capabilities.refusal(.showPin)
    await #expect {
      try await wallet.perform(GetPin(card.id))
    } throws: { error in
      guard let error = error as? WalletError else { return false }
      return reason == nil
        || error.code == .actionRefused && error.message.english == reason?.english
    }
    await #expect {
      try await wallet.perform(ListPersonas())
    } throws: {
      ($0 as? WalletError)?.code == .actionRefused
    }
    let shown = try await wallet.perform(
      GetCard(card.id, include: [.availableActions]))
    let actions = (shown.availableActions ?? []).map(\.action)
    #expect(actions.contains(.lock))
    #expect(actions.contains(.showPin) == (reason == nil && card.isPinSet))
  }

  @Test func nothingChangesWithAReadOnlyAccount() async throws {
    let wallet = try IssuerWallet(.lithic, cards: 1, isReadOnly: true)
    let card = try #require(try await wallet.cards().first)
    await #expect {
      try await wallet.perform(SetCardStatus(card.id, .locked, reason: "Lost"))
    } throws: {
      ($0 as? WalletError)?.code == .actionRefused
    }
    #expect(try wallet.issuer.requests().allSatisfy { $0.hasPrefix("GET ") })
  }

  @Test(arguments: IssuerKind.allCases)
  func paymentsOfTheSandboxAreListed(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 2)
    let cards = try await wallet.cards()
    let card = cards[0]
    let merchant = try #require(try await wallet.perform(ListMerchants()).first)
    let paid = try await wallet.perform(
      Authorize(.card(card.id), at: merchant.id, ShopAmount(420)))
    #expect(paid.approved)
    _ = try await wallet.perform(
      SetCardStatus(card.id, .locked, reason: "Lost"), version: card.version)
    let declined = try await wallet.perform(
      Authorize(.card(card.id), at: merchant.id, ShopAmount(500)))
    #expect(!declined.approved)
    let page = try await wallet.perform(ListTransactions(card.id))
    #expect(page.transactions.map(\.type) == [.decline, .pending])
    #expect(page.transactions.map(\.billedAmount.minorUnits) == [500, 420])
    #expect(try await wallet.perform(ListTransactions(cards[1].id)).transactions == [])
    #expect(try await wallet.perform(ListAllTransactions()).transactions.count == 2)
    // One at a time, each once.
    let one = try await wallet.perform(ListTransactions(card.id, TransactionQuery(limit: 1)))
    let next = try await wallet.perform(
      ListTransactions(card.id, TransactionQuery(limit: 1, nextToken: one.nextToken)))
    #expect(one.transactions + next.transactions == page.transactions)
    #expect(next.nextToken == nil)
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func aChangeElsewhereIsTold(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 2)
    let card = try #require(try await wallet.cards().first)
    let events = wallet.backend.events()
    let other = ConnectorBackend(
      wallet.account, kind.connector(isSandbox: true), try wallet.issuer.connection,
      key: secret(wallet.issuer.key), ledger: wallet.ledger)
    _ = try await other.perform(SetCardStatus(card.id, .locked, reason: "Lost"), other.context)
    for await event in events {
      if case .changed(.cards, let ids) = event, ids?.contains(card.id.rawValue) ?? false { break }
    }
    #expect(try await wallet.perform(GetCard(card.id)).status == .locked)
  }

  @Test(.timeLimit(.minutes(10)), arguments: IssuerKind.allCases)
  func aPaymentElsewhereIsTold(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 2)
    let card = try #require(try await wallet.cards().first)
    let events = wallet.backend.events()
    let other = ConnectorBackend(
      wallet.account, kind.connector(isSandbox: true), try wallet.issuer.connection,
      key: secret(wallet.issuer.key), ledger: wallet.ledger)
    let merchant = try #require(
      try await other.perform(ListMerchants(), other.context).first)
    // Without events, what was there before the first look is no news.
    if kind == .privacy {
      while try !wallet.issuer.requests().contains(where: { $0.contains("transactions") }) {
        await Task.yield()
      }
    }
    _ = try await other.perform(
      Authorize(.card(card.id), at: merchant.id, ShopAmount(1)), other.context)
    for await event in events {
      if case .changed(.cards, let ids) = event, ids?.contains(card.id.rawValue) ?? true { break }
    }
    let page = try await wallet.perform(ListAllTransactions(TransactionQuery(limit: 10)))
    #expect(page.transactions.map(\.cardID) == [card.id])
  }

  @Test(arguments: IssuerKind.allCases)
  func aDebitOfTheSandboxIsRefunded(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1)
    let card = try #require(try await wallet.cards().first)
    let merchant = try #require(try await wallet.perform(ListMerchants()).first)
    let paid = try await wallet.perform(
      Authorize(.card(card.id), at: merchant.id, ShopAmount(20_00)))
    let debit = try await wallet.perform(DebitAuthorization(paid.id, ShopAmount(20_00)))
    _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(5_00)))
    let page = try await wallet.perform(ListAllTransactions(TransactionQuery(limit: 10)))
    // At Increase, a payment and its refunds are one record.
    let (type, amount) = kind == .increase ? (TransactionType.complete, 15_00) : (.refund, 5_00)
    #expect(page.transactions.contains { $0.type == type && $0.billedAmount.minorUnits == amount })
  }

  /// A page that is full is no end of the list.
  @Test(arguments: IssuerKind.allCases)
  func aFullPageTellsOfFurtherCards(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 101)
    let list = try await wallet.perform(ListCards(CardQuery(limit: 100)))
    #expect(list.cards.count == 100 && list.meta.numberOfRecords == 101)
  }
}
