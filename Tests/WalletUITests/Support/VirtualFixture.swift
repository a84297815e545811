import Canvas
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// Virtual cards of two personas, in each state.
extension Fixture {
  static let personas = [
    Persona(id: "p-1", name: "Shopping", createdAt: created, updatedAt: created),
    Persona(id: "p-2", name: "Work", createdAt: created, updatedAt: created),
  ]

  static let sources = [
    FundingSource(
      id: "f-1", owner: CustomerID("ana"), currency: Currency("EUR"), lastFour: "4242",
      network: .visa, createdAt: created, updatedAt: created)
  ]

  static let virtualConfig = VirtualCardsConfig(
    fundingSourceSupport: [], maxFundingSourceVelocity: [], maxFundingSourceFailureVelocity: [],
    maxFundingSourcePendingVelocity: [], maxCardCreationVelocity: [],
    maxTransactionVelocity: [CurrencyVelocity(Currency("EUR"), ["500000/P1D"])],
    maxTransactionAmount: [Money(1_000_00, Currency("EUR"))],
    virtualCardCurrencies: [Currency("EUR")], pricingPolicy: [])

  static let shops = ["Zalando", "Duolingo", "GitHub", "Hotel Vienna"].map { name in
    Merchant(
      id: name.lowercased(), name: name, mcc: "5964", city: "Berlin", postalCode: "1",
      country: "DE", currency: Currency("EUR"), createdAt: created, updatedAt: created)
  }

  static func virtual(
    _ id: String, _ lastFour: String, persona: String? = "p-1", shop: String? = nil,
    limit: Int64? = nil, spent: Int64 = 0, key: String = "k-1", version: Int = 1,
    ago: Int64 = 1
  ) -> VirtualCard {
    var card = VirtualCard(
      id: id, owners: persona.map { [CardOwner(id: $0)] } ?? [], owner: CustomerID("ana"),
      fundingSourceID: "f-1", cardHolder: "ANA PETROVA", lastFour: lastFour,
      currency: Currency("EUR"), activeTo: now.adding(seconds: 3 * 365 * 86_400),
      createdAt: now.adding(seconds: -ago * 86_400),
      sealed: SealedFields(algorithm: SealedFields.algorithm, keyID: key))
    card.version = version
    card.rules = SpendingRules(merchantID: shop, monthlyLimit: limit)
    card.spentThisMonth = spent
    return card
  }

  /// In the order in which the screen shows them.
  static let virtualCards: [VirtualCard] = {
    var once = virtual("v-3", "8812", limit: 1500, ago: 3)
    once.rules.isSingleUse = true
    var paused = virtual(
      "v-4", "4406", persona: "p-2", shop: "github", limit: 6000, spent: 4820, ago: 1)
    paused.isPaused = true
    var closed = virtual("v-6", "9917", persona: "p-2", shop: "hotel vienna", ago: 20)
    closed.state = .closed
    closed.closedReason = .cancelled
    closed.cancelledAt = now.adding(seconds: -17 * 86_400)
    return [
      virtual("v-1", "2290", shop: "zalando", limit: 25_000, spent: 9630, ago: 1),
      virtual("v-2", "7043", shop: "duolingo", limit: 1200, spent: 1099, ago: 2), once, paused,
      virtual("v-5", "5120", persona: "p-2", spent: 4820, key: "k-2", ago: 18), closed,
      virtual("v-7", "3001", persona: nil, ago: 30), damagedVirtual,
    ]
  }()

  /// The first one, paused, in its second version.
  static func pausedVirtual(withAll: Bool = false) -> VirtualCard {
    var card = virtualCards[0]
    (card.isPaused, card.isPausedWithAll, card.version) = (true, withAll, 2)
    return card
  }

  private static var damagedVirtual: VirtualCard {
    var card = virtual("v-8", "")
    card.isDamaged = true
    return card
  }

  /// What a device with the key `k-1` reads.
  static func opened(_ card: VirtualCard) -> VirtualCardResult {
    if card.isDamaged { return .partial(card, .damagedRecord) }
    guard card.sealed.keyID == "k-1" else {
      return .partial(card, .keyMissing(card.sealed.keyID))
    }
    var opened = OpenedVirtualCard(card)
    opened.alias = card.id == "v-3" ? "Humble Bundle" : nil
    opened.expiry = CardExpiry(month: 11, year: 2029)
    return .success(opened)
  }

  static func making(_ id: String = "o-1", secondsAgo: Int64 = 2) -> ProvisionalVirtualCard {
    let time = now.adding(seconds: -secondsAgo)
    return ProvisionalVirtualCard(
      id: id, owner: CustomerID("ana"), clientRefID: "ref", createdAt: time, updatedAt: time)
  }

  static let order = VirtualOrder(
    order: VirtualCardOrder(
      personaID: "p-1", fundingSourceID: "f-1", cardHolder: "ANA PETROVA", alias: "Ozone.bg",
      currency: Currency("EUR"), rules: SpendingRules(monthlyLimit: 12_000), reference: "ref"),
    duration: 400_000_000)
}

extension State {
  /// Opens the screen with these cards, and answers what it asks.
  mutating func showVirtual(
    _ cards: [VirtualCard] = Fixture.virtualCards, personas: [Persona] = Fixture.personas
  ) {
    press(.character("2"))
    answer(PersonasQuery(), personas)
    answer(FundingSourcesQuery(), Fixture.sources)
    answer(ProvisionalCardsQuery(), [])
    answer(MerchantsQuery(), Fixture.shops)
    answer(VirtualCardPageQuery(), VirtualCardPage(cards))
    openVirtual()
  }

  /// Opens the cards in sight, as the service does. Returns those that were asked for.
  @discardableResult
  mutating func openVirtual() -> [VirtualCard] {
    let asked = reduce(&self, .settle).compactMap { $0.query(OpenVirtualCardsQuery.self) }
    for query in asked {
      answer(query, query.cards.map(Fixture.opened))
    }
    return asked.flatMap(\.cards)
  }

  /// A card was ordered here, and is on its way.
  mutating func orderVirtual() {
    _ = VirtualCards.ordered(Fixture.order, Fixture.making(), &self)
  }
}
