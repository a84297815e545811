import WalletModel

extension SampleWallet {
  /// The kind of shops where a card is used.
  enum Shops: CaseIterable, Sendable { case none, everyday, groceries, travel, online }

  /// `mcc` is of ISO 18245, and `prices` are in minor units.
  private typealias SampleShop = (name: String, mcc: String, prices: ClosedRange<Int>)

  private static func shops(_ kind: Shops) -> [SampleShop] {
    switch kind {
    case .none: []
    case .everyday:
      [
        ("Café Lumière", "5814", 320...890),
        ("Shell", "5541", 3200...7400),
        ("Sofia Metro", "4111", 160...160),
        ("Fantastico", "5411", 900...6200),
        ("Pharmacy Subra", "5912", 450...2800),
        ("Cinema City", "7832", 780...2400),
        ("Happy Bar & Grill", "5812", 1250...4800),
      ]
    case .groceries:
      [
        ("Lidl Sofia", "5411", 1200...6800),
        ("Billa", "5411", 700...4200),
        ("Kaufland", "5411", 1800...9200),
        ("Zhenski Pazar", "5499", 300...1600),
        ("Bread & Butter", "5462", 240...1100),
      ]
    case .travel:
      [
        ("ÖBB", "4112", 1900...8900),
        ("Wizz Air", "4511", 2999...14_900),
        ("Hotel Sacher Wien", "7011", 12_000...21_000),
        ("Ramen Tōkyō", "5812", 990...2600),
        ("Naschmarkt", "5499", 480...2200),
        ("Trenitalia", "4112", 1490...6900),
        ("Café Central", "5814", 560...1980),
      ]
    case .online:
      [
        ("Zalando", "5964", 1999...11_900),
        ("Spotify", "5968", 1099...1099),
        ("eMAG", "5964", 890...15_900),
        ("Ozone.bg", "5964", 1290...5200),
        ("Humble Bundle", "5968", 500...1800),
      ]
    }
  }

  /// What comes back every month, and how many days ago it was paid last.
  private static let monthly: [(SampleShop, daysAgo: Int)] = [
    (("Netflix", "4899", 13_99...13_99), daysAgo: 24),
    (("Vodafone", "4814", 24_90...24_90), daysAgo: 12),
  ]

  private static let codes: [String: String] = Dictionary(
    (Shops.allCases.flatMap(shops) + monthly.map { $0.0 }).map { ($0.name, $0.mcc) },
    uniquingKeysWith: { first, _ in first })

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
          type, shop.name, amount, day, card, &random,
          type == .decline ? .insufficientFunds : nil))
      day -= 1 + random.below(4)
    }
    if sample.shops == .travel { result += lastMonthOfTravel(card, &random) }
    for (shop, daysAgo) in sample.shops == .online ? Self.monthly : [] {
      for month in 0..<4 {
        let amount = Int64(shop.prices.lowerBound)
        let day = daysAgo + 30 * month
        result.append(payment(.complete, shop.name, amount, day, card, &random, nil))
      }
    }
    return result
  }

  /// As in the sketch of the screen: €212.40 in 30 days.
  private func lastMonthOfTravel(_ card: Card, _ random: inout SampleRandom) -> [Transaction] {
    let written: [(day: Int, name: String, amount: Int64, type: TransactionType)] = [
      (24, "Café Central", 17_40, .complete), (18, "Naschmarkt", 23_36, .complete),
      (10, "Billa", 22_45, .complete), (9, "Shell", 63_10, .complete),
      (7, "Spotify", 10_99, .complete), (6, "Zalando", 49_95, .refund),
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
      billedAmount: Money(amount, card.currency), description: name,
      mcc: Self.codes[name], declineReason: decline)
  }
}
