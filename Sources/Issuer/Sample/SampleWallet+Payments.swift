import WalletModel

extension SampleWallet {
  /// The kind of shops where a card is used.
  enum Shops: Sendable { case none, everyday, groceries, travel, online }

  private struct Shop {
    let name: String
    /// In minor units.
    let prices: ClosedRange<Int>
    init(_ name: String, _ prices: ClosedRange<Int>) {
      self.name = name
      self.prices = prices
    }
  }

  private static func shops(_ kind: Shops) -> [Shop] {
    switch kind {
    case .none: []
    case .everyday:
      [
        Shop("Café Lumière", 320...890),
        Shop("Shell", 3200...7400),
        Shop("Sofia Metro", 160...160),
        Shop("Fantastico", 900...6200),
        Shop("Pharmacy Subra", 450...2800),
        Shop("Cinema City", 780...2400),
        Shop("Happy Bar & Grill", 1250...4800),
      ]
    case .groceries:
      [
        Shop("Lidl Sofia", 1200...6800),
        Shop("Billa", 700...4200),
        Shop("Kaufland", 1800...9200),
        Shop("Zhenski Pazar", 300...1600),
        Shop("Bread & Butter", 240...1100),
      ]
    case .travel:
      [
        Shop("ÖBB", 1900...8900),
        Shop("Wizz Air", 2999...14_900),
        Shop("Hotel Sacher Wien", 12_000...21_000),
        Shop("Ramen Tōkyō", 990...2600),
        Shop("Naschmarkt", 480...2200),
        Shop("Trenitalia", 1490...6900),
        Shop("Café Central", 560...1980),
      ]
    case .online:
      [
        Shop("Zalando", 1999...11_900),
        Shop("Spotify", 1099...1099),
        Shop("eMAG", 890...15_900),
        Shop("Ozone.bg", 1290...5200),
        Shop("Humble Bundle", 500...1800),
      ]
    }
  }

  /// About four months, oldest first.
  func payments(_ sample: Sample, _ card: Card, _ random: inout SampleRandom) -> [Transaction] {
    let shops = Self.shops(sample.shops)
    guard !shops.isEmpty else { return [] }
    var result: [Transaction] = []
    // The last month of the travel card is fixed, see below.
    let until = sample.shops == .travel ? 32 : 1
    var day = 118
    while day >= until {
      let shop = shops[random.below(shops.count)]
      let amount = Int64(shop.prices.lowerBound + random.below(shop.prices.count))
      let chance = random.below(40)
      let type: TransactionType =
        day <= 2 ? .pending : chance == 0 ? .decline : chance == 1 ? .refund : .complete
      result.append(
        payment(
          type, type == .refund ? "Refund · " + shop.name : shop.name, amount, day,
          card, &random, type == .decline ? .insufficientFunds : nil))
      day -= 1 + random.below(4)
    }
    if sample.shops == .travel { result += lastMonthOfTravel(card, &random) }
    return result
  }

  /// As in the sketch of the screen: €212.40 in 30 days.
  private func lastMonthOfTravel(_ card: Card, _ random: inout SampleRandom) -> [Transaction] {
    let written: [(day: Int, name: String, amount: Int64, type: TransactionType)] = [
      (24, "Café Central", 17_40, .complete), (18, "Naschmarkt", 23_36, .complete),
      (10, "Billa", 22_45, .complete), (9, "Shell", 63_10, .complete),
      (7, "Spotify", 10_99, .complete), (6, "Refund · Zalando", 49_95, .refund),
      (4, "Ramen Tōkyō", 12_90, .complete), (3, "ÖBB", 58_00, .complete),
      (2, "Café Lumière", 4_20, .pending), (1, "Lidl Sofia", 31_20, .decline),
    ]
    return written.map { entry in
      var payment = payment(
        entry.type, entry.name, entry.amount, entry.day, card, &random,
        entry.type == .decline ? .cardLocked : nil)
      if entry.name == "Ramen Tōkyō" { payment.transactedAmount = Money(2087, Currency("JPY")) }
      return payment
    }
  }

  private func payment(
    _ type: TransactionType, _ name: String, _ amount: Int64, _ daysAgo: Int, _ card: Card,
    _ random: inout SampleRandom, _ decline: DeclineReason?
  ) -> Transaction {
    // Between 8:00 and 21:00 UTC of that day.
    let midnight = now.milliseconds / 86_400_000 * 86_400
    let time = Timestamp(
      seconds: midnight - Int64(daysAgo) * 86_400 + Int64(28_800 + random.below(46_800)))
    let settles = type == .complete || type == .refund
    return Transaction(
      id: TransactionID(random.id()), cardID: card.id, type: type, transactedAt: time,
      settledAt: settles ? time.adding(seconds: 86_400) : nil,
      billedAmount: Money(amount, card.currency), description: name, declineReason: decline)
  }
}
