import WalletAPI
import WalletModel

/// A virtual card with what it is made of, at the till of a shop that sells in its currency.
private struct VirtualTill {
  static let shop = "brooklyn-books"
  let wallet: Wallet
  let device = Device()
  let persona: Persona
  let source: FundingSource
  let id: String

  init(_ wallet: Wallet, _ rules: SpendingRules = SpendingRules()) async throws {
    self.wallet = wallet
    persona = try await wallet.persona()
    source = try await wallet.fundingSource()
    var request = try await wallet.request(persona, source, device)
    request.rules = rules
    id = try await wallet.made(request).id
  }

  var card: VirtualCard {
    get async throws { try await wallet.perform(GetVirtualCard(id)) }
  }

  var payments: [Transaction] {
    get async throws { try await wallet.perform(ListVirtualTransactions(id)).transactions }
  }

  var flags: [FundingSourceFlag] {
    get async throws { try await wallet.perform(GetFundingSource(source.id)).flags }
  }

  /// The newest payment as the device reads it.
  var last: String? {
    get async throws { device.text(.lastTransaction, of: try await card) }
  }

  func pay(_ amount: Int64, at shop: String = shop) async throws -> ShopReceipt {
    try await wallet.sale(.card(CardID(id)), amount, at: shop)
  }

  /// The reason with which a payment is declined; nil: it is not.
  func decline(_ amount: Int64 = 1_00, at shop: String = shop) async throws -> DeclineReason? {
    try await pay(amount, at: shop).declineReason
  }

  func debit(_ receipt: ShopReceipt, _ amount: Int64) async throws -> ShopReceipt {
    try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(amount)))
  }

  func update(_ update: VirtualCardUpdate) async throws {
    _ = try await wallet.perform(UpdateVirtualCard(id, update))
  }

  /// Expects that it is paused, alone or with all, and declines then.
  func expectPause(_ isPaused: Bool, withAll: Bool, line: Int = #line) async throws {
    let card = try await card
    wallet.equal(card.isPaused, isPaused, line: line)
    wallet.equal(card.isPausedWithAll, withAll, line: line)
    wallet.equal(try await decline(), isPaused ? .cardStopped : nil, line: line)
  }

  /// The data on the card, as its holder knows them.
  func presented(
    expiry: Int = 0, csc: String? = nil, postalCode: String? = "30318"
  ) async throws -> PresentedCard {
    let card = try await wallet.withDetails(try await card)
    let until = Timestamp(milliseconds: card.activeTo.milliseconds - 1).civil()
    return .number(
      secret(device.text(.number, of: card) ?? ""),
      expiry: CardExpiry(month: until.month, year: until.year + expiry),
      csc: secret(csc ?? device.text(.csc, of: card) ?? ""), postalCode: postalCode)
  }

  func decline(_ presented: PresentedCard) async throws -> DeclineReason? {
    try await wallet.sale(presented, at: Self.shop).declineReason
  }
}

extension Conformance {
  static let virtualPayments: [ConformanceCase] =
    payingVirtually + decliningVirtually + spendingRules + fundingFlags

  private static let payingVirtually: [ConformanceCase] = [
    ConformanceCase("G03 G05 G07 G08 all steps of a sale with a virtual card") { wallet in
      let till = try await VirtualTill(wallet)
      let authorization = try await till.pay(20_00)
      wallet.equal(authorization.billedAmount, Money(20_00, Currency("USD")))
      var payments = try await till.payments
      wallet.equal(payments.map(\.type), [.pending])
      wallet.equal(payments.first?.cardID, CardID(till.id))
      guard let detail = payments.first?.detail.first else { return wallet.fail("none", line: 0) }
      wallet.equal(detail.fundingSourceID, till.source.id)
      wallet.equal(detail.markup.percent, 2_990, "F30: the price of all payments")
      wallet.equal(detail.fundingSourceAmount, Money(20_60, Currency("USD")))
      wallet.equal(detail.state, .pending)
      wallet.equal(try await till.card.spentThisMonth, 20_00)
      _ = try await wallet.perform(
        IncrementAuthorization(authorization.id, ShopAmount(5_00)))
      wallet.equal(try await till.card.spentThisMonth, 25_00)
      _ = try await wallet.perform(ReverseAuthorization(authorization.id, ShopAmount(10_00)))
      wallet.equal(try await till.card.spentThisMonth, 15_00)
      let debit = try await till.debit(authorization, 12_00)
      wallet.equal(try await till.card.spentThisMonth, 15_00)
      _ = try await wallet.perform(ExpireAuthorization(authorization.id))
      wallet.equal(try await till.card.spentThisMonth, 12_00)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(2_00)))
      wallet.equal(try await till.card.spentThisMonth, 10_00)
      try await wallet.restart()
      payments = try await till.payments
      wallet.equal(payments.map(\.type), [.refund, .complete])
      wallet.equal(payments.map { $0.detail.first?.state }, [.cleared, .cleared])
      wallet.equal(payments[0].detail.first?.markupAmount.minorUnits, 0)
      wallet.equal(try await till.card.version, 1, "payments are no changes by the owner")
      await wallet.refuse(.shopRefund, RefundDebit(debit.id, ShopAmount(10_01)))
      await wallet.refuse(.shopExpired, DebitAuthorization(authorization.id, ShopAmount(1)))
    },
    ConformanceCase("A payment with a virtual card gets a note, which is no change of the card") {
      wallet in
      let till = try await VirtualTill(wallet)
      let sale = try await till.pay(20_00)
      let noted = try await wallet.perform(
        NotePayment(TransactionID(sale.id), PaymentNote("Novel")))
      wallet.equal(noted.cardID, CardID(till.id))
      try await wallet.restart()
      wallet.equal(try await till.payments.first?.note, "Novel")
      wallet.equal(try await till.card.version, 1)
    },
    ConformanceCase("G03 conversion, and a price that depends on the amount") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(
        try await till.pay(10_00, at: "lidl-sofia").billedAmount, Money(11_62, Currency("USD")))
      let payment = try await till.payments.first
      wallet.equal(payment?.transactedAmount, Money(10_00, Currency("EUR")))
      wallet.equal(payment?.detail.first?.markupAmount.minorUnits, 35)
      _ = try await till.pay(700_00)
      let markup = try await till.payments.first?.detail.first?.markup
      wallet.equal(markup?.percent, 1_990)
      wallet.equal(markup?.flat, 30)
    },
    ConformanceCase("G07 a debit above the reserved amount and the limits is paid") { wallet in
      let till = try await VirtualTill(wallet, SpendingRules(monthlyLimit: 100_00))
      let authorization = try await till.pay(1_00)
      let debit = try await till.debit(authorization, 5_000_00)
      wallet.expect(debit.approved, "declined")
      wallet.equal(debit.billedAmount, Money(5_000_00, Currency("USD")))
      wallet.equal(try await till.payments.first?.detail.first?.state, .cleared)
      // It counts, so nothing more is authorised.
      wallet.equal(try await till.card.spentThisMonth, 5_000_00)
      wallet.equal(try await till.decline(), .velocityExceeded)
    },
    ConformanceCase("F09 F14 the last payment is sealed into the card, and stays") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.last, nil)
      let receipt = try await till.pay(1_00)
      wallet.expect(
        try await till.last?.contains(#""id":"\#(receipt.id)","#) == true, "not the payment")
      _ = try await till.pay(1_00, at: "no-sale")
      wallet.expect(
        try await till.last?.contains("MERCHANT_BLOCKED") == true, "not the decline")
      let before = try await till.last
      _ = try await wallet.perform(CancelVirtualCard(till.id))
      wallet.equal(try await till.last, before)
      let debit = try await till.debit(receipt, 1_00)
      let refund = try await wallet.perform(RefundDebit(debit.id, ShopAmount(40)))
      wallet.expect(
        try await till.last?.contains(refund.id) == true, "F04: refunds come late")
      wallet.equal(try await till.card.closedReason, .cancelled)
    },
    ConformanceCase("G03 a virtual card is found by its number") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.decline(try await till.presented()), nil)
      wallet.equal(
        try await till.decline(try await till.presented(expiry: 1)), .expiryCheckFailed)
      let card = try await wallet.withDetails(try await till.card)
      let csc = till.device.text(.csc, of: card) ?? ""
      wallet.equal(
        try await till.decline(try await till.presented(csc: csc == "123" ? "124" : "123")),
        .cscCheckFailed)
      wallet.equal(
        try await till.decline(try await till.presented(postalCode: "1000")), .avsCheckFailed)
      wallet.equal(
        try await till.decline(try await till.presented(postalCode: nil)), nil, "not given")
      let address = VirtualBillingAddress(
        addressLine1: "12 Vitosha Blvd", city: "Sofia", postalCode: "1000", country: "BG")
      try await till.update(VirtualCardUpdate(billingAddress: .value(address)))
      wallet.equal(try await till.decline(try await till.presented(postalCode: "1000")), nil)
      try await till.update(VirtualCardUpdate(billingAddress: .null))
      wallet.equal(
        try await till.decline(try await till.presented(postalCode: "9")), nil, "no address")
      try await wallet.restart()
      wallet.equal(try await till.decline(try await till.presented()), nil)
      await wallet.refuse(
        .shopCard,
        Authorize(
          .number(
            secret("4532015112830366"), expiry: CardExpiry(month: 9, year: 2029), csc: nil,
            postalCode: nil), at: VirtualTill.shop, ShopAmount(1)))
    },
    ConformanceCase("F21 F26 its payments by page, range and type, and one by its id") { wallet in
      let till = try await VirtualTill(wallet)
      var ids: [TransactionID] = []
      for index in 1...6 {
        wallet.advance(60)
        let receipt = try await till.pay(
          Int64(index), at: index.isMultiple(of: 3) ? "no-sale" : VirtualTill.shop)
        ids.append(TransactionID(receipt.id))
      }
      func list(_ query: TransactionQuery, ofAll: Bool) async throws -> TransactionPage {
        ofAll
          ? try await wallet.perform(ListAllTransactions(query))
          : try await wallet.perform(ListVirtualTransactions(till.id, query))
      }
      for ofAll in [false, true] {
        wallet.equal(
          try await list(TransactionQuery(limit: 6), ofAll: ofAll).transactions.map(\.id),
          ids.reversed())
        var query = TransactionQuery(order: .ascending, type: .decline, limit: 1)
        query.from = wallet.now.adding(seconds: -3_600)
        var found: [TransactionID] = []
        repeat {
          let page = try await list(query, ofAll: ofAll)
          found += page.transactions.map(\.id)
          query.nextToken = page.nextToken
        } while query.nextToken != nil
        wallet.equal(found, [ids[2], ids[5]])
        let range = TransactionQuery(
          from: wallet.now.adding(seconds: -120), to: wallet.now.adding(seconds: -60))
        wallet.equal(
          try await list(range, ofAll: ofAll).transactions.map(\.id), [ids[4], ids[3]])
      }
      for id in ids {
        let payment = try await wallet.perform(GetTransaction(id))
        wallet.equal(payment.id, id)
        wallet.equal(payment.cardID, CardID(till.id))
      }
      await wallet.refuse(.shopTransaction, GetTransaction(TransactionID("nothing")))
      await wallet.refuse(.virtualCardNotFound, ListVirtualTransactions("nothing"))
      await wallet.refuse(
        fields: ["limit"], ListVirtualTransactions(till.id, TransactionQuery(limit: 0)))
    },
  ]

  private static let decliningVirtually: [ConformanceCase] = [
    ConformanceCase("F04 F25 a closed card declines, and says why") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.decline(at: "no-sale"), .merchantBlocked)
      wallet.equal(try await till.payments.first?.declineRule, nil, "no rule of the owner")
      wallet.equal(try await till.decline(at: "second-thoughts"), .declined)
      _ = try await wallet.perform(CancelVirtualCard(till.id))
      wallet.equal(try await till.decline(), .cardCancelled)
      let other = try await wallet.made(try await wallet.request(till.persona, till.source))
      wallet.under.advance(other.activeTo.milliseconds - wallet.now.milliseconds)
      let late = try await wallet.sale(.card(CardID(other.id)), at: VirtualTill.shop)
      wallet.equal(late.declineReason, .cardExpired)
    },
    ConformanceCase("F25 a paused card declines until it goes on") { wallet in
      let till = try await VirtualTill(wallet)
      try await till.update(VirtualCardUpdate(isPaused: .value(true)))
      wallet.equal(try await till.decline(), .cardStopped)
      try await till.update(VirtualCardUpdate(isPaused: .null))
      wallet.equal(try await till.decline(), nil)
    },
    ConformanceCase("a pause with all cards is known from a pause of one") { wallet in
      let till = try await VirtualTill(wallet)
      let all = VirtualCardUpdate(isPaused: .value(true), isPausedWithAll: .value(true))
      let one = VirtualCardUpdate(isPaused: .value(true))
      try await till.update(all)
      try await wallet.restart()
      try await till.expectPause(true, withAll: true)
      // What says nothing about the pause does not change it.
      try await till.update(VirtualCardUpdate(alias: .value("Other")))
      try await till.update(VirtualCardUpdate(isPausedWithAll: .null))
      try await till.expectPause(true, withAll: true)
      // A pause alone counts more, whichever comes first.
      try await till.update(one)
      try await till.expectPause(true, withAll: false)
      try await till.update(all)
      try await till.expectPause(true, withAll: false)
      // Without a pause there is no pause with all.
      try await till.update(
        VirtualCardUpdate(isPaused: .value(false), isPausedWithAll: .value(true)))
      try await till.expectPause(false, withAll: false)
      try await till.update(VirtualCardUpdate(isPausedWithAll: .value(true)))
      try await till.expectPause(false, withAll: false)
    },
    ConformanceCase("F30 a payment and a day have a maximum") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.decline(1_000_01), .velocityExceeded)
      let first = try await till.pay(1_000_00)
      wallet.equal(first.declineReason, nil)
      let more = try await wallet.perform(
        IncrementAuthorization(first.id, ShopAmount(1)))
      wallet.equal(more.declineReason, .velocityExceeded)
      for _ in 1...4 { wallet.equal(try await till.decline(1_000_00), nil) }
      wallet.equal(try await till.decline(1), .velocityExceeded, "the day is full")
      wallet.advance(86_400)
      wallet.equal(try await till.decline(1), nil)
    },
    ConformanceCase("F03 a suspicious payment suspends the card for ever") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.decline(510_03), .suspicious)
      let card = try await till.card
      wallet.equal(card.state, .suspended)
      wallet.equal(card.version, 2)
      wallet.equal(try await till.decline(), .cardStopped)
      await wallet.refuse(
        .virtualCardState, UpdateVirtualCard(till.id, VirtualCardUpdate(alias: .value("New"))))
      wallet.equal(try await wallet.perform(CancelVirtualCard(till.id)).state, .closed)
      wallet.equal(try await till.decline(), .cardCancelled)
    },
  ]

  private static let spendingRules: [ConformanceCase] = [
    ConformanceCase("a card for one merchant pays nowhere else") { wallet in
      let till = try await VirtualTill(wallet, SpendingRules(merchantID: "oebb"))
      wallet.equal(try await till.card.rules.merchantID, "oebb")
      wallet.equal(try await till.decline(), .merchantBlocked)
      wallet.equal(
        try await till.payments.first?.declineRule, DeclineRule(.merchant, value: "ÖBB"))
      wallet.equal(try await till.decline(at: "oebb"), nil)
      try await till.update(VirtualCardUpdate(merchantID: .null))
      wallet.equal(try await till.decline(), nil)
      await wallet.refuse(
        .shopMerchant, UpdateVirtualCard(till.id, VirtualCardUpdate(merchantID: .value("no"))))
      var request = try await wallet.request(till.persona, till.source)
      request.rules.merchantID = "no"
      await wallet.refuse(.shopMerchant, ProvisionVirtualCard(request))
    },
    ConformanceCase("a card for one payment is CLOSED after it") { wallet in
      let till = try await VirtualTill(wallet, SpendingRules(isSingleUse: true))
      let first = try await till.pay(5_00)
      wallet.equal(try await till.decline(), .velocityExceeded, "one is open")
      wallet.equal(try await till.payments.first?.declineRule, DeclineRule(.singleUse))
      _ = try await wallet.perform(ReverseAuthorization(first.id, ShopAmount(5_00)))
      let second = try await till.pay(5_00)
      wallet.equal(second.declineReason, nil)
      wallet.advance(1)
      _ = try await till.debit(second, 5_00)
      let card = try await till.card
      wallet.equal(card.state, .closed)
      wallet.equal(card.closedReason, .used)
      wallet.equal(card.version, 2)
      wallet.equal(card.updatedAt, wallet.now)
      wallet.equal(try await till.decline(), .cardCancelled)
    },
    ConformanceCase("a card spends its limit in each month of the calendar") { wallet in
      let till = try await VirtualTill(wallet, SpendingRules(monthlyLimit: 100_00))
      let first = try await till.pay(80_00)
      wallet.equal(try await till.decline(20_01), .velocityExceeded)
      wallet.equal(
        try await till.payments.first?.declineRule,
        DeclineRule(.monthlyLimit, amount: Money(100_00, Currency("USD"))))
      let more = try await wallet.perform(
        IncrementAuthorization(first.id, ShopAmount(20_01)))
      wallet.equal(more.declineReason, .velocityExceeded)
      wallet.equal(try await till.decline(20_00), nil)
      _ = try await wallet.perform(ReverseAuthorization(first.id, ShopAmount(30_00)))
      wallet.equal(try await till.card.spentThisMonth, 70_00)
      let debit = try await till.debit(first, 50_00)
      wallet.equal(try await till.card.spentThisMonth, 70_00)
      wallet.advance(31 * 86_400)
      wallet.equal(try await till.card.spentThisMonth, 0)
      wallet.equal(try await till.decline(100_00), nil)
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(50_00)))
      wallet.equal(try await till.card.spentThisMonth, 100_00, "a refund of another month")
    },
  ]

  private static let fundingFlags: [ConformanceCase] = [
    ConformanceCase("F22 F27 a source without money is UNFUNDED until it is reviewed") { wallet in
      let till = try await VirtualTill(wallet)
      wallet.equal(try await till.decline(510_01), .insufficientFunds)
      wallet.equal(try await till.flags, [.unfunded])
      wallet.equal(try await till.decline(), .insufficientFunds)
      try await wallet.restart()
      let review = ReviewUnfundedFundingSource(till.source.id)
      let reviewed = try await wallet.perform(review)
      wallet.equal(reviewed.flags, [])
      wallet.equal(try await wallet.perform(review), reviewed, "again")
      wallet.equal(try await till.decline(), nil)
      let receipt = try await till.pay(1_00)
      _ = try await till.debit(receipt, 510_01)
      wallet.equal(
        try await till.payments.first?.detail.first?.state, .insufficientFunds, "F24")
      wallet.equal(try await till.flags, [.unfunded])
      _ = try await wallet.perform(review)
      wallet.equal(try await till.decline(510_02), .fundingError)
      wallet.equal(try await till.flags, [])
      let other = try await till.pay(1_00)
      _ = try await till.debit(other, 510_02)
      wallet.equal(try await till.payments.first?.detail.first?.state, .failed, "F24")
      await wallet.refuse(.fundingSourceNotFound, ReviewUnfundedFundingSource("nothing"))
    },
    ConformanceCase("F22 a source with REFRESH declines until its card is given again") { wallet in
      let till = try await VirtualTill(wallet)
      let required = try await wallet.perform(RequireFundingSourceRefresh(till.source.id))
      wallet.equal(required.flags, [.refresh])
      wallet.equal(try await till.decline(), .fundingError)
      func refresh(_ number: String) -> RefreshFundingSource {
        RefreshFundingSource(
          till.source.id, FundingSourceRequest(.entered(wallet.fundingCard(number))))
      }
      await wallet.refuse(.unacceptableFundingSource, refresh("5200828282828210"))
      let refreshed = try await wallet.perform(refresh("4242424242424242"))
      wallet.equal(refreshed.flags, [])
      wallet.equal(refreshed.state, .active)
      wallet.equal(try await till.decline(), nil)
      _ = try await wallet.perform(CancelFundingSource(till.source.id))
      wallet.equal(try await till.decline(), .fundingError, "F29: INACTIVE")
      await wallet.refuse(.fundingSourceState, refresh("4242424242424242"))
      await wallet.refuse(
        .fundingSourceState, ReviewUnfundedFundingSource(till.source.id))
    },
    ConformanceCase("F31 a payment is news of its card") { wallet in
      let till = try await VirtualTill(wallet)
      // That the card was made is no news any more.
      try await wallet.restart()
      let events = wallet.under.backend.events()
      for amount in 1...2 {
        _ = try await till.pay(Int64(amount))
        for await event in events {
          if case .changed(.virtualCards, let ids) = event, ids?.contains(till.id) == true { break }
        }
      }
    },
    ConformanceCase("F32 the phone gets a message of payments and of a changed source") {
      wallet in
      let till = try await VirtualTill(wallet)
      func notices() async throws -> [VirtualCardNotice] {
        try await wallet.perform(ListPhoneMessages()).compactMap {
          $0.payload.map { VirtualCardNotice(payload: $0) }
        }
      }
      let decline = try await till.pay(510_01)
      let first = try await notices()
      guard first.count == 2, case .fundingSourceChanged(let source) = first[0],
        case .transactionMade(let payment) = first[1]
      else { return wallet.fail("\(first)", line: #line) }
      wallet.equal(source.fundingSourceID, till.source.id)
      wallet.equal(source.flags, [.unfunded])
      wallet.equal(source.lastFour, "4242")
      wallet.equal(payment.transactionID, TransactionID(decline.id))
      wallet.equal(payment.cardID, till.id)
      wallet.equal(payment.declineReason, .insufficientFunds)
      let rules = NoticeRules([
        NoticeRule(.enable, type: VirtualCardNotice.fundingSourceType, state: .inactive),
        NoticeRule(.disable, type: VirtualCardNotice.fundingSourceType),
      ])
      wallet.equal(try await wallet.perform(GetNoticeRules()), NoticeRules())
      wallet.equal(try await wallet.perform(SetNoticeRules(rules)), rules)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(GetNoticeRules()), rules)
      _ = try await wallet.perform(ReviewUnfundedFundingSource(till.source.id))
      wallet.equal(try await notices().count, 2, "the second rule")
      _ = try await wallet.perform(CancelFundingSource(till.source.id))
      wallet.equal(try await notices().count, 3, "the first rule")
      for amount in 1...12 { _ = try await till.pay(Int64(amount)) }
      wallet.equal(try await notices().count, 10, "only the last ones are kept")
      var wrong = rules
      wrong.rules[1].status = .other("MAYBE")
      await wallet.refuse(fields: ["rules[1].status"], SetNoticeRules(wrong))
      await wallet.refuse(
        fields: ["rules"],
        SetNoticeRules(NoticeRules(Array(repeating: NoticeRule(.enable), count: 21))))
    },
    ConformanceCase("F07 F31 the end of the making is news by itself, also after a restart") {
      wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      let request = try await wallet.request(persona, source)
      let begun = try await wallet.perform(ProvisionVirtualCard(request))
      try await wallet.restart()
      let events = wallet.under.backend.events()
      // The answer comes when the event stream is open.
      _ = try await wallet.perform(GetProvisionalCard(begun.id))
      wallet.advance(3)
      for await event in events {
        if case .changed(.virtualCards, let ids) = event, ids?.contains(begun.id) == true { break }
      }
      wallet.equal(try await wallet.perform(GetProvisionalCard(begun.id)).state, .completed)
    },
  ]
}
