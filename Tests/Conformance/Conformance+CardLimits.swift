import WalletAPI
import WalletModel

/// A prepaid card with limits, at the till of shops.
private struct LimitedCard {
  static let grocer = "lidl-sofia"
  let wallet: Wallet
  let card: Card

  init(_ wallet: Wallet) async throws {
    self.wallet = wallet
    card = try await wallet.card("Everyday")
  }

  @discardableResult
  func set(_ update: CardControlsUpdate) async throws -> Card {
    try await wallet.perform(SetCardControls(card.id, update))
  }

  /// A monthly limit of which so much is left.
  func leave(_ amount: Int64) async throws {
    let most = try await set(CardControlsUpdate(monthlyLimit: .value(100_000_000)))
    try await set(CardControlsUpdate(monthlyLimit: .value((most.spentThisMonth ?? 0) + amount)))
  }

  var left: Int64? {
    get async throws { try await wallet.perform(GetCard(card.id)).leftThisMonth?.minorUnits }
  }

  func pay(_ amount: Int64, at shop: String = grocer) async throws -> ShopReceipt {
    try await wallet.perform(Authorize(.card(card.id), at: shop, ShopAmount(amount)))
  }

  /// The limit for which a payment is declined; nil: it is not.
  func decline(_ amount: Int64 = 1, at shop: String = grocer) async throws -> DeclineLimit? {
    let receipt = try await pay(amount, at: shop)
    wallet.equal(receipt.declineReason, receipt.declineLimit?.reason, "the published reason")
    let payment = try await wallet.perform(
      ListTransactions(card.id, TransactionQuery(limit: 1))
    ).transactions.first
    wallet.equal(payment?.declineLimit, receipt.declineLimit, "in the list of payments")
    return receipt.declineLimit
  }
}

extension Conformance {
  static let cardLimits: [ConformanceCase] = [
    ConformanceCase("a limit for a payment is for all that is authorised") { wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set(CardControlsUpdate(paymentLimit: .value(20_00)))
      wallet.equal(set.limits.paymentLimit, 20_00)
      wallet.equal(set.version, limited.card.version + 1)
      let limit = DeclineLimit(.perPayment, amount: Money(20_00, Currency("EUR")))
      wallet.equal(try await limited.decline(20_01), limit)
      let receipt = try await limited.pay(19_99)
      wallet.equal(receipt.declineReason, nil)
      try await wallet.restart()
      let more = try await wallet.perform(IncrementAuthorization(receipt.id, ShopAmount(2)))
      wallet.equal(more.declineLimit, limit)
      let last = try await wallet.perform(IncrementAuthorization(receipt.id, ShopAmount(1)))
      wallet.equal(last.declineReason, nil)
      wallet.equal(try await wallet.perform(GetCard(limited.card.id)).version, set.version)
    },
    ConformanceCase("a payment above its limit is declined, and only less needs no code") {
      wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set(CardControlsUpdate(paymentLimit: .value(20_00)))
      wallet.equal(set.limits.paymentLimit, 20_00)
      wallet.equal(set.version, limited.card.version + 1)
      wallet.equal(try await limited.pay(20_01).approved, false)
      wallet.equal(try await limited.pay(20_00).approved, true)
      for update in [Patch<Int64>.value(30_00), .null] {
        await wallet.refuse(
          .scaRequired,
          SetCardControls(limited.card.id, CardControlsUpdate(paymentLimit: update)))
      }
      try await limited.set(CardControlsUpdate(paymentLimit: .value(10_00)))
      let open = try await wallet.authorised(
        SetCardControls(limited.card.id, CardControlsUpdate(paymentLimit: .null)))
      wallet.equal(open.limits, SpendingLimits())
      try await wallet.restart()
      wallet.equal(try await wallet.perform(GetCard(limited.card.id)).limits, SpendingLimits())
      wallet.equal(try await limited.pay(20_01).approved, true)
    },
    ConformanceCase("a limit for a month counts what is held and paid, and gives back") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(100_00)
      let first = try await limited.pay(60_00)
      wallet.equal(first.declineReason, nil)
      wallet.equal(try await limited.left, 40_00)
      wallet.equal(try await limited.decline(40_01)?.kind, .perMonth)
      let more = try await wallet.perform(IncrementAuthorization(first.id, ShopAmount(40_01)))
      wallet.equal(more.declineLimit?.kind, .perMonth)
      wallet.equal(try await limited.decline(40_00), nil)
      wallet.equal(try await limited.left, 0)
      _ = try await wallet.perform(ReverseAuthorization(first.id, ShopAmount(10_00)))
      wallet.equal(try await limited.left, 10_00)
      let debit = try await wallet.perform(DebitAuthorization(first.id, ShopAmount(50_00)))
      wallet.equal(try await limited.left, 10_00)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(5_00)))
      wallet.equal(try await limited.left, 15_00)
      try await wallet.restart()
      wallet.equal(try await limited.decline(15_01)?.kind, .perMonth)
      wallet.equal(try await limited.decline(15_00), nil)
    },
    ConformanceCase("a new month begins with nothing spent") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(10_00)
      let receipt = try await limited.pay(10_00)
      let debit = try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(10_00)))
      wallet.equal(try await limited.decline(1)?.kind, .perMonth)
      wallet.advance(31 * 86_400)
      wallet.equal(try await wallet.perform(GetCard(limited.card.id)).spentThisMonth, 0)
      wallet.equal(try await limited.decline(1_00), nil)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(10_00)))
      wallet.equal(
        try await wallet.perform(GetCard(limited.card.id)).spentThisMonth, 1_00,
        "what was paid in another month gives nothing back")
    },
    ConformanceCase("a monthly limit begins with what the list of payments says") { wallet in
      let limited = try await LimitedCard(wallet)
      let receipt = try await limited.pay(30_00)
      _ = try await wallet.perform(ReverseAuthorization(receipt.id, ShopAmount(10_00)))
      let debit = try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(15_00)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(5_00)))
      _ = try await wallet.perform(TopUp(limited.card.id, ShopAmount(5_00)))
      let month = CalendarMonth(wallet.now, offset: 0)
      let payments = try await wallet.perform(
        ListTransactions(limited.card.id, TransactionQuery(limit: 1000))
      ).transactions.filter { CalendarMonth($0.transactedAt, offset: 0) == month }
      let sales = payments.filter { $0.type == .pending || $0.type == .complete }
      let ofThisMonth = Set(sales.map(\.sequenceID))
      let paid = payments.reduce(Int64(0)) { sum, payment in
        switch payment.type {
        case .pending, .complete: sum + payment.billedAmount.minorUnits
        case .refund where ofThisMonth.contains(payment.sequenceID):
          sum - payment.billedAmount.minorUnits
        default: sum
        }
      }
      let set = try await limited.set(CardControlsUpdate(monthlyLimit: .value(1_000_00)))
      wallet.equal(set.spentThisMonth, paid)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(10_00)))
      wallet.equal(
        try await wallet.perform(GetCard(limited.card.id)).spentThisMonth, paid - 10_00,
        "what was paid before the limit gives back, too")
    },
    ConformanceCase("only the named categories and countries go through") { wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set(
        CardControlsUpdate(categories: .value([.travel, .groceries])))
      wallet.equal(set.limits.categories, [.groceries, .travel], "in the order of the words")
      wallet.equal(try await limited.decline(), nil)
      wallet.equal(
        try await limited.decline(at: "cafe-lumiere"),
        DeclineLimit(.category, values: ["GROCERIES", "TRAVEL"]))
      _ = try await wallet.authorised(
        SetCardControls(
          limited.card.id,
          CardControlsUpdate(categories: .null, countries: .value(["DE", "BG"]))))
      let card = try await wallet.perform(GetCard(limited.card.id))
      wallet.equal(card.limits.countries, ["BG", "DE"])
      wallet.equal(try await limited.decline(at: "cafe-lumiere"), nil)
      wallet.equal(
        try await limited.decline(at: "brooklyn-books"), DeclineLimit(.country, values: ["US"]))
    },
    ConformanceCase("only what allows more needs a code") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.set(
        CardControlsUpdate(
          paymentLimit: .value(50_00), monthlyLimit: .value(9_000_00),
          categories: .value([.groceries, .travel]), countries: .value(["BG", "DE"])))
      let less = try await limited.set(
        CardControlsUpdate(
          paymentLimit: .value(40_00), monthlyLimit: .value(8_000_00),
          categories: .value([.groceries]), countries: .value(["BG"])))
      let wider: [CardControlsUpdate] = [
        CardControlsUpdate(paymentLimit: .value(40_01)), CardControlsUpdate(paymentLimit: .null),
        CardControlsUpdate(monthlyLimit: .value(8_000_01)),
        CardControlsUpdate(monthlyLimit: .null),
        CardControlsUpdate(categories: .value([.travel])), CardControlsUpdate(categories: .null),
        CardControlsUpdate(countries: .value(["BG", "DE"])), CardControlsUpdate(countries: .null),
        // One that is lower beside one that is higher.
        CardControlsUpdate(paymentLimit: .value(1), monthlyLimit: .null),
      ]
      for update in wider {
        await wallet.refuse(.scaRequired, SetCardControls(limited.card.id, update))
      }
      wallet.equal(try await wallet.perform(GetCard(limited.card.id)).limits, less.limits)
      _ = try await limited.set(CardControlsUpdate(autoLockDays: .value(30)))
      let open = try await wallet.authorised(
        SetCardControls(
          limited.card.id,
          CardControlsUpdate(
            paymentLimit: .null, monthlyLimit: .null, categories: .null, countries: .null)))
      wallet.equal(open.limits, SpendingLimits())
      wallet.equal(open.spentThisMonth, nil)
      wallet.equal(open.autoLockDays, 30)
      var context = wallet.context
      context.expectedVersion = less.version
      await wallet.refuse(
        .versionConflict,
        SetCardControls(limited.card.id, CardControlsUpdate(paymentLimit: .value(1))), context)
    },
    ConformanceCase("limits have bounds") { wallet in
      let card = try await wallet.card("Everyday")
      func refuse(_ field: String, _ update: CardControlsUpdate) async {
        await wallet.refuse(fields: [field], SetCardControls(card.id, update))
      }
      for amount in [0, -1, 100_000_001] as [Int64] {
        await refuse("paymentLimit", CardControlsUpdate(paymentLimit: .value(amount)))
        await refuse("monthlyLimit", CardControlsUpdate(monthlyLimit: .value(amount)))
      }
      for list in [[], [.cash, .cash]] as [[MerchantCategory]] {
        await refuse("allowedCategories", CardControlsUpdate(categories: .value(list)))
      }
      var unknown = CardControlsUpdate()
      unknown.categories = .value([.other("WHATEVER")])
      await refuse("allowedCategories", unknown)
      let many = Countries.codes.sorted().prefix(51)
      for list in [[], ["BG", "BG"], ["XX"], ["bg"], ["BGR"], Array(many)] {
        await refuse("allowedCountries", CardControlsUpdate(countries: .value(list)))
      }
      let most = try await wallet.perform(
        SetCardControls(card.id, CardControlsUpdate(countries: .value(Array(many.dropLast())))))
      wallet.equal(most.limits.countries?.count, 50)
    },
    ConformanceCase("simultaneous payments do not take the rest of a limit twice") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(10_00)
      let paid = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { (try? await limited.pay(6_00))?.approved == true ? 1 : 0 }
        }
        return await group.reduce(0, +)
      }
      wallet.equal(paid, 1)
      wallet.equal(try await limited.left, 4_00)
    },
  ]
}
