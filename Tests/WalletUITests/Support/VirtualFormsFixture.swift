import Canvas
import ScreenKit
import WalletAPI
import WalletModel

@testable import WalletUI

/// The screen of virtual cards with a persona, a source and a card, for the tests of its forms.
enum VirtualFormsFixture {
  static let persona = Persona(
    id: "persona-1", name: "Shopping", createdAt: Fixture.created, updatedAt: Fixture.created)
  static let source = FundingSource(
    id: "source-1", owner: CustomerID("ana"), currency: Currency("USD"),
    velocities: ["500000/P1D"], lastFour: "4242", network: .visa, createdAt: Fixture.created,
    updatedAt: Fixture.created)
  static let config = VirtualCardsConfig(
    fundingSourceSupport: [], maxFundingSourceVelocity: [], maxFundingSourceFailureVelocity: [],
    maxFundingSourcePendingVelocity: [], maxCardCreationVelocity: [],
    maxTransactionVelocity: [CurrencyVelocity(Currency("USD"), ["500000/P1D"])],
    maxTransactionAmount: [Money(1_000_00, Currency("USD"))],
    virtualCardCurrencies: [Currency("USD")], pricingPolicy: [])

  static let card: VirtualCard = {
    var card = VirtualCard(
      id: "virtual-1", owners: [CardOwner(id: persona.id)], owner: CustomerID("ana"),
      fundingSourceID: source.id, cardHolder: "ANA PETROVA", lastFour: "2290",
      currency: Currency("USD"), activeTo: Fixture.now.adding(seconds: 86_400 * 900),
      createdAt: Fixture.created,
      sealed: SealedFields(algorithm: SealedFields.algorithm, keyID: "key-1"))
    card.rules = SpendingRules(merchantID: "zalando", monthlyLimit: 250_00)
    card.version = 3
    return card
  }()

  static let opened: OpenedVirtualCard = {
    var opened = OpenedVirtualCard(card)
    opened.alias = "Zalando"
    opened.billingAddress = VirtualBillingAddress(
      addressLine1: "1 Main Street", city: "Sofia", postalCode: "1000", country: "BG")
    opened.expiry = CardExpiry(month: 9, year: 2029)
    return opened
  }()

  static let merchants = [
    Merchant("ozone", name: "Ozone.bg"), Merchant("zalando", name: "Zalando"),
  ]

  /// - Parameters:
  ///   - personas: What the wallet has.
  ///   - isSealed: Whether the key of the card is elsewhere.
  ///   - metadata: Those of the card; nil: none.
  static func state(
    _ size: Size = Size(120, 40), personas: [Persona] = [persona],
    sources: [FundingSource] = [source], isSealed: Bool = false, metadata: String? = nil
  ) -> State {
    var state = Fixture.state(size).typing("2")
    state.paying.shop.merchants = merchants
    state.paying.web.saved.replace(with: [], nextToken: nil, keepsPlace: false)
    state.answer(PersonasQuery(), personas)
    state.answer(FundingSourcesQuery(), sources)
    state.answer(VirtualConfigQuery(), config)
    state.answer(VirtualCardPageQuery(), VirtualCardPage([card]))
    var opened = opened
    opened.metadata = metadata
    state.answer(
      OpenVirtualCardsQuery(cards: [card]),
      [isSealed ? .partial(card, .keyMissing("key-1")) : .success(opened)])
    return state
  }
}

extension Merchant {
  fileprivate init(_ id: String, name: String) {
    self.init(
      id: id, name: name, mcc: "5999", city: "Sofia", postalCode: "1000", country: "BG",
      currency: Currency("EUR"), createdAt: Fixture.created, updatedAt: Fixture.created)
  }
}
