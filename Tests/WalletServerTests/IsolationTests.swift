import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The data of one customer are not accessible to another.
struct IsolationTests {
  private let served: InProcessServer
  private let ana: Secret
  private let boris: Secret

  init() throws {
    served = try InProcessServer()
    ana = try served.signIn().accessToken
    boris = try served.signIn(as: "boris").accessToken
  }

  @Test func customersCannotSeeEachOthersCards() throws {
    #expect(try served.perform(GetProfile(), boris).name == "BORIS")
    #expect(try served.perform(ListCards(CardQuery()), boris).cards.isEmpty)
    let created = try served.perform(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")), boris)
    _ = try served.perform(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")), ana)
    let second = try served.perform(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-VISA-EEA", currency: "EUR")), boris)
    let mine = try served.perform(ListCards(CardQuery()), boris)
    #expect(mine.cards.map(\.id) == [created.id, second.id])
    #expect(mine.meta.numberOfRecords == 2 && mine.damaged.isEmpty)
    let hers = try served.perform(ListCards(CardQuery()), ana)
    #expect(hers.cards.count == 7 && hers.meta.numberOfRecords == 7 && hers.damaged.isEmpty)
    let page = try served.perform(ListCards(CardQuery(limit: 1, offset: 1)), boris)
    #expect(page.cards.map(\.id) == [second.id])

    for card in hers.cards {
      func refused<O: WalletOperation>(_ operation: O) {
        let error = #expect(throws: WalletError.self) { try served.perform(operation, boris) }
        #expect(error?.code == .notFound, "\(O.contract.name)")
      }
      refused(GetCard(card.id))
      refused(SetCardStatus(card.id, .locked, reason: "x"))
      refused(SetCardPin(card.id, pin: secret("1234")))
      refused(GetSecureDetails(card.id))
      refused(GetPin(card.id))
      refused(ListTransactions(card.id))
      let tap = Authorize(.card(card.id), at: "lidl-sofia", ShopAmount(1))
      let known = #expect(throws: WalletError.self) { try served.perform(tap, boris) }
      #expect(known?.code == .shopCard)
      refused(
        ActivateCard(
          card.id, CardActivationRequest(lastFourDigits: card.lastFour, cvv: secret("123"))))
    }
    #expect(try served.perform(ListCards(CardQuery()), ana) == hers)
    #expect(try served.perform(ListPhoneMessages(), boris).isEmpty)
  }

  @Test func customersCannotUseEachOthersConfirmations() throws {
    let card = try served.activeCard(ana)
    let event = try served.event(of: GetPin(card.id), ana)
    let way = ScaVerification(method: .otp, channel: .sms)
    for thief in [boris, try served.signIn().accessToken] {
      #expect(throws: WalletError.self) {
        try served.perform(CreateChallenge(event.reference, way), thief)
      }
      #expect(throws: WalletError.self) {
        try served.perform(GetPin(card.id), thief) { $0.sca = event.reference }
      }
    }
    _ = try served.perform(CreateChallenge(event.reference, way), ana)
  }

  @Test func eventsAreSentToTheirOwnerOnly() throws {
    let stream = try served.listen(boris)
    let card = try served.activeCard(ana)
    _ = try served.perform(SetCardStatus(card.id, .locked, reason: "x"), ana)
    let own = try served.perform(
      CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")), boris)
    #expect(stream.reads(own.id.rawValue))
    #expect(!stream.everything.contains(card.id.rawValue))
  }
}
