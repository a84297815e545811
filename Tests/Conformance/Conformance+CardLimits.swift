import WalletAPI
import WalletModel

/// A prepaid card with rules, at the till of shops.
private struct LimitedCard {
  static let grocer = "lidl-sofia"
  let wallet: Wallet
  let card: Card

  init(_ wallet: Wallet) async throws {
    self.wallet = wallet
    card = try await wallet.card("Everyday")
  }

  func change(_ make: (inout CardControlsUpdate) -> Void) -> SetCardControls {
    var update = CardControlsUpdate()
    make(&update)
    return SetCardControls(card.id, update)
  }

  @discardableResult
  func set(_ make: (inout CardControlsUpdate) -> Void) async throws -> Card {
    try await wallet.perform(change(make))
  }

  /// Limits with this amount left.
  func leave(ofDay day: Int64? = nil, ofMonth month: Int64? = nil) async throws {
    let most = SpendingRules.amounts.upperBound
    let card = try await set {
      if day != nil { $0.dailyLimit = .value(most) }
      if month != nil { $0.monthlyLimit = .value(most) }
    }
    let (today, thisMonth) = (card.spent.today ?? 0, card.spent.thisMonth ?? 0)
    try await set {
      if let day { $0.dailyLimit = .value(today + day) }
      if let month { $0.monthlyLimit = .value(thisMonth + month) }
    }
  }

  var now: Card { get async throws { try await wallet.perform(GetCard(card.id)) } }

  var left: Int64? { get async throws { try await now.monthlyUse?.left.minorUnits } }

  func pay(_ amount: Int64, at shop: String = grocer) async throws -> ShopReceipt {
    try await wallet.sale(.card(card.id), amount, at: shop)
  }

  /// The rule for which a payment is declined; nil: it is not.
  func decline(_ amount: Int64 = 1, at shop: String = grocer, line: Int = #line)
    async throws -> DeclineRule?
  {
    let receipt = try await pay(amount, at: shop)
    wallet.equal(
      receipt.declineReason, receipt.declineRule?.reason, "the published reason", line: line)
    let payment = try await wallet.perform(
      ListTransactions(card.id, TransactionQuery(limit: 1))
    ).transactions.first
    wallet.equal(
      payment?.declineRule, receipt.declineRule, "in the list of payments", line: line)
    return receipt.declineRule
  }

  /// What was spent this month by the list of payments, independent of the server's sums.
  func listed() async throws -> Int64 {
    let month = CalendarMonth(wallet.now, in: .utc)
    let payments = try await wallet.perform(
      ListTransactions(card.id, TransactionQuery(limit: TransactionQuery.maximumLimit))
    ).transactions.filter { CalendarMonth($0.transactedAt, in: .utc) == month }
    var sums: [String: Int64] = [:]
    for payment in payments.reversed() {
      let amount = payment.billedAmount.minorUnits
      switch payment.type {
      case .pending, .complete: sums[payment.sequenceID, default: 0] += amount
      case .refund: sums[payment.sequenceID, default: 0] -= amount
      case .decline, .other: break
      }
    }
    return sums.values.reduce(0) { $0 + max(0, $1) }
  }
}

private let euro = Currency("EUR")

extension Conformance {
  static let cardLimits: [ConformanceCase] = limitsOfAmounts + rulesOfPlaces + changesOfRules

  private static let limitsOfAmounts: [ConformanceCase] = [
    ConformanceCase("a limit for a payment is for all that is authorised") { wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set { $0.paymentLimit = .value(20_00) }
      wallet.equal(set.rules.paymentLimit, 20_00)
      wallet.equal(set.version, limited.card.version + 1)
      let rule = DeclineRule(.paymentLimit, amount: Money(20_00, euro))
      wallet.equal(try await limited.decline(20_01), rule)
      let receipt = try await limited.pay(19_99)
      wallet.equal(receipt.declineReason, nil)
      try await wallet.restart()
      let more = try await wallet.perform(IncrementAuthorization(receipt.id, ShopAmount(2)))
      wallet.equal(more.declineRule, rule)
      let last = try await wallet.perform(IncrementAuthorization(receipt.id, ShopAmount(1)))
      wallet.equal(last.declineReason, nil)
      wallet.equal(try await limited.now.version, set.version)
    },
    ConformanceCase("a limit for a month counts what is held and paid, and gives back") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(ofMonth: 100_00)
      let first = try await limited.pay(60_00)
      wallet.equal(first.declineReason, nil)
      wallet.equal(try await limited.left, 40_00)
      wallet.equal(try await limited.decline(40_01)?.kind, .monthlyLimit)
      let more = try await wallet.perform(IncrementAuthorization(first.id, ShopAmount(40_01)))
      wallet.equal(more.declineRule?.kind, .monthlyLimit)
      wallet.equal(try await limited.decline(40_00), nil)
      wallet.equal(try await limited.left, 0)
      _ = try await wallet.perform(ReverseAuthorization(first.id, ShopAmount(10_00)))
      wallet.equal(try await limited.left, 10_00)
      let debit = try await wallet.perform(DebitAuthorization(first.id, ShopAmount(50_00)))
      wallet.equal(try await limited.left, 10_00)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(5_00)))
      wallet.equal(try await limited.left, 15_00)
      try await wallet.restart()
      wallet.equal(try await limited.decline(15_01)?.kind, .monthlyLimit)
      wallet.equal(try await limited.decline(15_00), nil)
    },
    ConformanceCase("a limit for a day begins again on the next day (UTC)") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(ofDay: 10_00)
      wallet.equal(try await limited.decline(8_00), nil)
      let card = try await limited.now
      let limit = card.rules.dailyLimit.map { Money($0, euro) }
      wallet.equal(try await limited.decline(2_01), DeclineRule(.dailyLimit, amount: limit))
      wallet.equal(card.dailyUse?.left.minorUnits, 2_00)
      wallet.advance(86_400)
      wallet.equal(try await limited.now.spent.today, 0)
      wallet.equal(try await limited.decline(2_01), nil)
      wallet.equal(try await limited.now.spent, CardSpending(today: 2_01))
    },
    ConformanceCase("a new month begins with nothing spent") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(ofMonth: 10_00)
      let receipt = try await limited.pay(10_00)
      let debit = try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(10_00)))
      wallet.equal(try await limited.decline(1)?.kind, .monthlyLimit)
      wallet.advance(31 * 86_400)
      wallet.equal(try await limited.now.spent.thisMonth, 0)
      wallet.equal(try await limited.decline(1_00), nil)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(10_00)))
      wallet.equal(
        try await limited.now.spent.thisMonth, 1_00,
        "what was paid in another month gives nothing back")
    },
    ConformanceCase("what counts is what the list of payments says, also from before the limit") {
      wallet in
      let limited = try await LimitedCard(wallet)
      let receipt = try await limited.pay(30_00)
      _ = try await wallet.perform(ReverseAuthorization(receipt.id, ShopAmount(10_00)))
      let debit = try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(15_00)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(5_00)))
      _ = try await wallet.perform(TopUp(limited.card.id, ShopAmount(5_00)))
      let set = try await limited.set { $0.monthlyLimit = .value(1_000_00) }
      wallet.equal(set.spent.thisMonth, try await limited.listed())
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(10_00)))
      wallet.equal(try await limited.now.spent.thisMonth, try await limited.listed())
      wallet.equal(try await wallet.card("Everyday").spent.thisMonth, try await limited.listed())
    },
    ConformanceCase("simultaneous payments do not take the rest of a limit twice") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.leave(ofMonth: 10_00)
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

  private static let rulesOfPlaces: [ConformanceCase] = [
    ConformanceCase("only the named kinds of shop go through, or all but these") { wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set {
        $0.categories = .value(RuleList(allowed: ["TRANSPORT", "GROCERIES"]))
      }
      wallet.equal(
        set.rules.categories, RuleList(allowed: ["GROCERIES", "TRANSPORT"]), "in one order")
      wallet.equal(try await limited.decline(), nil)
      let rule = DeclineRule(.category, value: "EATING_OUT")
      wallet.equal(try await limited.decline(at: "cafe-lumiere"), rule)
      _ = try await wallet.authorised(
        limited.change { $0.categories = .value(RuleList(blocked: ["EATING_OUT", "CASH"])) })
      try await wallet.restart()
      wallet.equal(try await limited.decline(at: "cafe-lumiere"), rule)
      wallet.equal(try await limited.decline(at: "hotel-sacher"), nil)
    },
    ConformanceCase("only the named countries go through, or all but these") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.set { $0.countries = .value(RuleList(allowed: ["DE", "BG"])) }
      wallet.equal(try await limited.now.rules.countries, RuleList(allowed: ["BG", "DE"]))
      wallet.equal(try await limited.decline(), nil)
      wallet.equal(try await limited.decline(at: "oebb"), DeclineRule(.country, value: "AT"))
      _ = try await wallet.authorised(
        limited.change { $0.countries = .value(RuleList(blocked: ["US"])) })
      wallet.equal(try await limited.decline(at: "oebb"), nil)
      wallet.equal(
        try await limited.decline(at: "brooklyn-books"), DeclineRule(.country, value: "US"))
    },
    ConformanceCase("a switch that is off declines online or abroad") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.set { $0.switchedOff = .value([Word(.online)]) }
      wallet.equal(try await limited.decline(), nil)
      wallet.equal(
        try await limited.decline(at: "zalando"), DeclineRule(.switchedOff(.online)))
      try await limited.set { $0.switchedOff = .value([Word(.abroad), Word(.online)]) }
      wallet.equal(try await limited.now.rules.switchedOff, [.online, .abroad])
      wallet.equal(try await limited.decline(at: "hotel-sacher"), nil, "in the same market")
      wallet.equal(
        try await limited.decline(at: "ramen-tokyo"), DeclineRule(.switchedOff(.abroad)))
      let on = limited.change { $0.switchedOff = .value([Word(.abroad)]) }
      wallet.equal(try await wallet.authorised(on).rules.switchedOff, [.abroad])
      wallet.equal(try await limited.decline(at: "zalando"), nil)
      _ = try await wallet.authorised(limited.change { $0.switchedOff = .null })
      wallet.equal(try await limited.now.rules, SpendingRules())
      wallet.equal(try await limited.decline(at: "ramen-tokyo"), nil)
    },
    ConformanceCase("a switch that was set meanwhile declines what is added to a payment") {
      wallet in
      let phone = try await CardOnPhone(wallet)
      let limited = try await LimitedCard(wallet)
      let token = PresentedCard.token(phone.id, dpanRef: phone.token.dpanRef)
      let held = try await wallet.sale(token, at: LimitedCard.grocer)
      let plain = try await limited.pay(1_00)
      try await limited.set { $0.switchedOff = .value([Word(.phone)]) }
      try await wallet.restart()
      func more(_ receipt: ShopReceipt) async throws -> DeclineRule? {
        let after = try await wallet.perform(IncrementAuthorization(receipt.id, ShopAmount(1)))
        return after.declineRule
      }
      wallet.equal(try await more(held), DeclineRule(.switchedOff(.phone)))
      wallet.equal(try await more(plain), nil, "with the card itself")
    },
    ConformanceCase("a card that is locked says so before its rules") { wallet in
      let limited = try await LimitedCard(wallet)
      try await limited.set { $0.paymentLimit = .value(1) }
      _ = try await wallet.perform(SetCardStatus(limited.card.id, .locked, reason: "r"))
      let receipt = try await limited.pay(2)
      wallet.equal(receipt.declineReason, .cardLocked)
      wallet.equal(receipt.declineRule, nil)
    },
  ]

  private static let changesOfRules: [ConformanceCase] = [
    ConformanceCase("only what allows more needs a code") { wallet in
      let limited = try await LimitedCard(wallet)
      let less = try await limited.set {
        $0.paymentLimit = .value(40_00)
        $0.dailyLimit = .value(400_00)
        $0.monthlyLimit = .value(8_000_00)
        $0.categories = .value(RuleList(allowed: ["GROCERIES"]))
        $0.countries = .value(RuleList(blocked: ["US", "JP"]))
        $0.switchedOff = .value([Word(.online)])
      }
      let wider: [(inout CardControlsUpdate) -> Void] = [
        { $0.paymentLimit = .value(40_01) }, { $0.paymentLimit = .null },
        { $0.dailyLimit = .value(400_01) }, { $0.dailyLimit = .null },
        { $0.monthlyLimit = .value(8_000_01) }, { $0.monthlyLimit = .null },
        { $0.categories = .value(RuleList(allowed: ["GROCERIES", "TRAVEL"])) },
        { $0.categories = .value(RuleList(blocked: ["GROCERIES"])) }, { $0.categories = .null },
        { $0.countries = .value(RuleList(blocked: ["US"])) },
        { $0.countries = .value(RuleList(allowed: ["JP"])) }, { $0.countries = .null },
        { $0.switchedOff = .value([Word(.abroad)]) }, { $0.switchedOff = .null },
        // One that is lower beside one that is higher.
        {
          $0.paymentLimit = .value(1)
          $0.monthlyLimit = .null
        },
      ]
      for make in wider { await wallet.refuse(.scaRequired, limited.change(make)) }
      wallet.equal(try await limited.now.rules, less.rules)
      try await limited.set {
        $0.paymentLimit = .value(30_00)
        $0.countries = .value(RuleList(blocked: ["US", "JP", "AU"]))
        $0.switchedOff = .value([Word(.online), Word(.phone)])
        $0.autoLockDays = .value(30)
      }
      let open = try await wallet.authorised(
        limited.change { $0 = CardControlsUpdate(from: less.rules, to: SpendingRules()) })
      wallet.equal(open.rules, SpendingRules())
      wallet.equal(open.spent, CardSpending())
      wallet.equal(open.autoLockDays, 30)
    },
    ConformanceCase("rules are changed only in the version that was seen, and not in the end") {
      wallet in
      let limited = try await LimitedCard(wallet)
      let set = try await limited.set { $0.paymentLimit = .value(20_00) }
      var context = wallet.version(limited.card.version)
      let lower = limited.change { $0.paymentLimit = .value(1) }
      await wallet.refuse(.versionConflict, lower, context)
      context.expectedVersion = set.version
      wallet.equal(try await wallet.perform(lower, context).rules.paymentLimit, 1)
      _ = try await wallet.perform(SetCardStatus(limited.card.id, .cancelled, reason: "r"))
      await wallet.refuse(.actionRefused, limited.change { $0.dailyLimit = .value(1) })
    },
    ConformanceCase("limits have bounds") { wallet in
      let limited = try await LimitedCard(wallet)
      func refuse(_ field: String, _ make: (inout CardControlsUpdate) -> Void) async {
        await wallet.refuse(fields: [field], limited.change(make))
      }
      for amount in [0, -1, 100_000_001] as [Int64] {
        await refuse("paymentLimit") { $0.paymentLimit = .value(amount) }
        await refuse("dailyLimit") { $0.dailyLimit = .value(amount) }
        await refuse("monthlyLimit") { $0.monthlyLimit = .value(amount) }
      }
      for list in [
        RuleList(), RuleList(allowed: []), RuleList(allowed: ["CASH"], blocked: ["TRAVEL"]),
        RuleList(blocked: ["CASH", "CASH"]), RuleList(blocked: ["WHATEVER"]),
      ] {
        await refuse("categories") { $0.categories = .value(list) }
      }
      let many = Countries.codes.sorted().prefix(51)
      for list in [[], ["BG", "BG"], ["XX"], ["bg"], ["BGR"], Array(many)] {
        await refuse("countries") { $0.countries = .value(RuleList(blocked: list)) }
      }
      await refuse("switchedOff") { $0.switchedOff = .value([.other("WHATEVER")]) }
      let most = try await limited.set {
        $0.countries = .value(RuleList(blocked: Array(many.dropLast())))
      }
      wallet.equal(most.rules.countries?.blocked?.count, 50)
      await wallet.refuse(.notFound, SetCardControls(CardID("no such"), CardControlsUpdate()))
    },
  ]
}
