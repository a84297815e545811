import Issuer
import PhoneWallet
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// The list of tokens, webhooks and simulated phones agree (C16, A39).
struct TokenAgreementTests {
  /// 1,000 random changes. After each, the issuer's list, the webhooks in their order, and the
  /// phones are compared with a model that knows only what was done.
  @Test func listWebhooksAndPhonesAgreeAfterRandomChanges() async throws {
    let play = try await TokenPlay(seed: 33)
    for step in 0..<Effort.pick(short: 1000, long: 3000, torture: 30_000) {
      let did = try await play.change()
      try await play.check("\(step): \(did)", phones: step % 5 == 0)
    }
    try await play.check("at the end", phones: true)
    // Control: much of everything has happened.
    #expect(play.accepted > 200 && play.refused > 50, "\(play.accepted), \(play.refused)")
    let words = [
      "ENROLLMENT_SUCCESSFUL", "TOKEN_FROZEN", "TOKEN_UNFROZEN", "TOKEN_CANCELLED",
      "TOKEN_REISSUED", "ACTIVATION_OTP_SENT", "TOKENIZATION_ENROLLMENT_UNSUCCESSFUL",
    ]
    for word in words { #expect(play.words[word, default: 0] > 0, "\(word)") }
  }

  /// A card that is locked in one terminal shows suspended tokens in another.
  @Test func aLockInOneTerminalSuspendsTheTokensInAnother() async throws {
    let backend = LocalBackend(ledger: try Vault.demo())
    func terminal() -> WalletService {
      WalletService(backend: backend, context: backend.context, devices: MemoryDeviceStore())
    }
    let (one, other) = (terminal(), terminal())
    let travel = try await one.card("Travel")
    _ = try await one.send(SetCardStatus.unlock(travel.id))
    func states() async throws -> [TokenState?] {
      try await other.cards.get(travel.id, include: [.tokenizations]).tokenizations?.map(\.state)
        ?? []
    }
    #expect(try await states() == [.active])
    var news = other.events().makeAsyncIterator()
    _ = try await one.send(SetCardStatus.lock(travel.id))
    // The other terminal hears of it, and reads the card again.
    while let event = await news.next(), event != .cardsChanged([travel.id]) {}
    #expect(try await states() == [.suspended])
  }

  /// For one device only its cards are read.
  @Test func aDeviceIsAskedWithoutTheOthers() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let card = try await service.card("Everyday")
    let full = try await service.device(.samsung)
    let empty = try await service.device(.watch)
    let request = try await service.phones.request(.samsungPay, of: full)
    let answer = try await service.tokenized(card.id, request)
    _ = try await service.phones.add(answer, to: request, of: card.id, in: full)
    let calls = backend.names.count
    let devices = try await service.devices { $0.id == empty.id }
    #expect(devices.map(\.id) == [full.id, empty.id])
    #expect(backend.names.count == calls)
    _ = try await service.devices { $0.id == full.id }
    #expect(backend.names.count > calls)
  }

  /// A device's cards end with it, also those that the issuer has not completed.
  @Test func aDeletedDeviceEndsItsTokens() async throws {
    let backend = try RecordingBackend()
    let service = backend.service()
    let card = try await service.card("Everyday")
    let device = try await service.device(.samsung)
    for wallet in device.kind.wallets {
      let request = try await service.phones.request(wallet, of: device)
      let answer = try await service.tokenized(card.id, request)
      let token = try await service.phones.add(answer, to: request, of: card.id, in: device)
      guard wallet == .googlePay else { continue }
      _ = try await service.send(UpdateTokenization(card.id, token))
    }
    #expect(try await service.devices().first?.held.map(\.state) == [nil, .active])
    // The connection is lost in between: the device stays, and what was removed stays so.
    backend.lose(.request(.netOffline))
    await #expect(throws: WalletError.self) { try await service.deleteDevice(device.id) }
    #expect(try await service.phones.devices().count == 1)
    backend.lose(.none)
    try await service.deleteDevice(device.id)
    #expect(try await service.phones.devices().isEmpty)
    let tokens = try await service.cards.get(card.id, include: [.tokenizations]).tokenizations
    #expect(tokens?.map(\.state) == [.deleted, .deleted])
    // Once more is no mistake.
    try await service.deleteDevice(device.id)
  }

  /// What an older answer says is not learnt after a newer one.
  @Test func aLateAnswerTeachesADeviceNothing() {
    var device = SimulatedDevice(.iPhone)
    let id = CardID("c")
    device.add(DeviceToken("t", .active, wallet: .applePay, card: id))
    var card = Self.card(id)
    card.tokenizations = [
      MobileWalletTokenization(dpanRef: "t", walletType: .applePay, status: .completed)
    ]
    func learn(_ version: Int, _ status: CardStatus) -> TokenState? {
      (card.version, card.status) = (version, status)
      device.learn(card)
      return device.held[0].state
    }
    #expect(learn(5, .locked) == .suspended)
    #expect(learn(4, .active) == .suspended)
    #expect(learn(6, .active) == .active)
    #expect(learn(7, .cancelled) == .deleted)
    // Another card teaches it nothing, and a token that is listed no longer is gone.
    card.id = CardID("d")
    #expect(learn(8, .active) == .deleted)
    card.id = id
    #expect(learn(8, .active) == .active)
    card.tokenizations = []
    #expect(learn(9, .active) == .deleted && device.tokens.isEmpty)
  }

  private static func card(_ id: CardID) -> Card {
    Card(
      id: id, status: .active, expiry: .unspecified, lastFour: "1177", bin: "",
      customerID: CustomerID("1"), cardType: .virtual, programName: "", currency: Currency("EUR"),
      createdDate: nil, accountID: AccountID("a"), scheme: .visa, holderName: "ANA")
  }
}
