import Secrets
import WalletAPI
import WalletModel

/// A card, its account and the operations of the shop.
private struct Till {
  let wallet: Wallet
  let card: Card
  var account: Account {
    get async throws { try await wallet.perform(GetAccount(card.accountID)) }
  }
  var payments: [Transaction] {
    get async throws { try await wallet.perform(ListTransactions(card.id)).transactions }
  }

  init(_ wallet: Wallet, _ alias: String = "Everyday") async throws {
    self.wallet = wallet
    card = try await wallet.card(alias)
  }

  func pay(_ amount: Int64, at shop: String = "lidl-sofia") async throws -> ShopReceipt {
    try await wallet.sale(.card(card.id), amount, at: shop)
  }

  /// Checks the change of both balances since `before`.
  func moved(_ before: Account, total: Int64, available: Int64, line: Int = #line) async throws {
    let after = try await account
    let moved = (
      total: after.totalBalance.minorUnits - before.totalBalance.minorUnits,
      available: after.availableBalance.minorUnits - before.availableBalance.minorUnits
    )
    wallet.equal(moved.total, total, "total", line: line)
    wallet.equal(moved.available, available, "available", line: line)
  }
}

extension Conformance {
  static let shop: [ConformanceCase] = [paging, selling, declining, refusing].flatMap { $0 }

  private static let paging: [ConformanceCase] = [
    ConformanceCase("F26 payments come newest first, as many as were asked for") { wallet in
      let card = try await wallet.card("Travel")
      let first = TransactionQuery(limit: 1000)
      let all = try await wallet.perform(ListTransactions(card.id, first)).transactions
      wallet.expect(all.count > 20, "the sample has too few")
      wallet.expect(
        zip(all, all.dropFirst()).allSatisfy { $0.sortDate >= $1.sortDate }, "the order")
      wallet.expect(all.allSatisfy { $0.cardID == card.id }, "another card's")
      wallet.expect(all.allSatisfy { $0.owner == card.customerID }, "another owner's")
      wallet.expect(all.allSatisfy { $0.transactedAt < wallet.now }, "in the future")
      wallet.equal(all.prefix(3).map(\.description), ["Lidl Sofia", "Café Lumière", "ÖBB"])
      wallet.equal(all.prefix(3).map(\.type), [.decline, .pending, .complete])
      wallet.equal(all[0].declineReason, .cardLocked)
      for payment in all {
        let settles = payment.type == .complete || payment.type == .refund
        wallet.equal(payment.settledAt != nil, settles, "F23: settled, \(payment.description)")
        wallet.equal(payment.declineReason != nil, payment.type == .decline, "F23: declined")
      }
      await wallet.refuse(
        fields: ["limit"], ListTransactions(card.id, TransactionQuery(limit: 0)))
      await wallet.refuse(
        fields: ["limit"], ListTransactions(card.id, TransactionQuery(limit: 1001)))
      await wallet.refuse(
        fields: ["nextToken"], ListTransactions(card.id, TransactionQuery(nextToken: "x")))
      let fresh = try await wallet.card("New plastic")
      wallet.equal(try await wallet.perform(ListTransactions(fresh.id)), TransactionPage())
    },
    ConformanceCase("F26 pages and ranges, both ways, of one card and of all") { wallet in
      let card = try await wallet.card("Everyday")
      func list(_ query: TransactionQuery, _ ofAll: Bool) async throws -> TransactionPage {
        ofAll
          ? try await wallet.perform(ListAllTransactions(query))
          : try await wallet.perform(ListTransactions(card.id, query))
      }
      for ofAll in [false, true] {
        let all = try await list(TransactionQuery(limit: 1000), ofAll).transactions
        wallet.expect(Set(all.map(\.cardID)).count == (ofAll ? 4 : 1), "cards")
        wallet.expect(
          zip(all, all.dropFirst()).allSatisfy { $0.sortDate >= $1.sortDate }, "the order")
        let upwards = TransactionQuery(order: .ascending, limit: 1000)
        wallet.equal(try await list(upwards, ofAll).transactions, all.reversed(), "upwards")
        for order in [SortOrder.ascending, .descending] {
          var query = TransactionQuery(order: order, limit: 7)
          var found: [Transaction] = []
          repeat {
            let page = try await list(query, ofAll)
            wallet.expect(page.transactions.count <= 7, "a page that is too long")
            found += page.transactions
            query.nextToken = page.nextToken
          } while query.nextToken != nil && found.count <= all.count
          wallet.equal(found, order == .ascending ? all.reversed() : all, "pages \(order)")
        }
        let (from, to) = (all[20].sortDate, all[5].sortDate)
        let range = TransactionQuery(from: from, to: to, limit: 1000)
        wallet.equal(
          try await list(range, ofAll).transactions,
          all.filter { $0.sortDate >= from && $0.sortDate <= to }, "both ends included")
        let none = TransactionQuery(from: wallet.now, to: wallet.now.adding(seconds: 5))
        wallet.equal(try await list(none, ofAll), TransactionPage())
      }
      await wallet.refuse(
        fields: ["endDate"],
        ListTransactions(
          card.id, TransactionQuery(from: wallet.now, to: wallet.now.adding(seconds: -1))))
    },
  ]

  private static let selling: [ConformanceCase] = [
    ConformanceCase("G03 G07 A40 a payment is reserved, then taken") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let sale = try await till.pay(10_00)
      wallet.expect(sale.approved && sale.declineReason == nil, "declined")
      wallet.equal(sale.billedAmount, Money(10_00, Currency("EUR")))
      try await till.moved(before, total: 0, available: -10_00)
      let pending = try await till.payments[0]
      wallet.equal(pending.type, .pending)
      wallet.equal(pending.description, "Lidl Sofia")
      wallet.equal(pending.billedAmount, sale.billedAmount)
      wallet.equal(pending.detail.map(\.state), [.pending])
      wallet.equal(pending.detail.first?.fundingSourceID, till.card.accountID.rawValue)
      wallet.advance(60)
      let debit = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(10_00)))
      wallet.equal(debit.billedAmount, Money(10_00, Currency("EUR")))
      try await till.moved(before, total: -10_00, available: -10_00)
      let complete = try await till.payments[0]
      wallet.equal(complete.type, .complete)
      wallet.equal(complete.sequenceID, pending.sequenceID)
      wallet.expect(complete.settledAt != nil, "F23: not settled")
      wallet.equal(complete.detail.map(\.state), [.cleared])
      let left = try await till.payments.filter { $0.id == pending.id }
      wallet.expect(left.isEmpty, "G07: the pending payment is still there")
      await wallet.refuse(.shopType, DebitAuthorization(sale.id, ShopAmount(1)))
    },
    ConformanceCase("G04 G05 what is reserved grows and shrinks") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let sale = try await till.pay(10_00)
      let more = try await wallet.perform(IncrementAuthorization(sale.id, ShopAmount(5_00)))
      wallet.equal(more.billedAmount.minorUnits, 15_00)
      let less = try await wallet.perform(ReverseAuthorization(sale.id, ShopAmount(3_00)))
      wallet.equal(less.billedAmount.minorUnits, 12_00)
      let pending = try await till.payments[0]
      wallet.equal(pending.billedAmount.minorUnits, 12_00)
      wallet.equal(pending.version, 3)
      try await till.moved(before, total: 0, available: -12_00)
      await wallet.refuse(.shopReversal, ReverseAuthorization(sale.id, ShopAmount(12_01)))
      _ = try await wallet.perform(ReverseAuthorization(sale.id, ShopAmount(12_00)))
      try await till.moved(before, total: 0, available: 0)
      wallet.expect(try await till.payments.allSatisfy { $0.id != pending.id }, "still pending")
      await wallet.refuse(.shopType, IncrementAuthorization(sale.id, ShopAmount(1)))
    },
    ConformanceCase("G06 an authorisation expires once") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let sale = try await till.pay(10_00)
      _ = try await wallet.perform(ExpireAuthorization(sale.id))
      try await till.moved(before, total: 0, available: 0)
      await wallet.refuse(.shopExpired, ExpireAuthorization(sale.id))
      await wallet.refuse(.shopExpired, DebitAuthorization(sale.id, ShopAmount(1)))
    },
    ConformanceCase("G07 a debit in parts, and one that exceeds what is reserved") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let sale = try await till.pay(10_00)
      _ = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(4_00)))
      try await till.moved(before, total: -4_00, available: -10_00)
      wallet.equal(
        try await till.payments.prefix(2).map(\.type).sorted { $0.rawValue < $1.rawValue },
        [.complete, .pending])
      _ = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(8_00)))
      try await till.moved(before, total: -12_00, available: -12_00)
      // More than the account has: the shop gets its money, and the balance is negative.
      let last = try await till.pay(1_00)
      _ = try await wallet.perform(DebitAuthorization(last.id, ShopAmount(1000_00)))
      wallet.equal(try await till.payments[0].detail.map(\.state), [.insufficientFunds])
      wallet.expect(try await till.account.availableBalance.minorUnits < 0, "it is covered")
    },
    ConformanceCase("A payment gets a note, loses it, and keeps it on a restart and a debit") {
      wallet in
      let till = try await Till(wallet)
      let sale = try await till.pay(10_00)
      let id = TransactionID(sale.id)
      for text in [String(repeating: "x", count: 201), "a\u{202e}b", "a\nb"] {
        await wallet.refuse(fields: ["note"], NotePayment(id, PaymentNote(text)))
      }
      let longest = String(repeating: "ä", count: 200)
      wallet.equal(try await wallet.perform(NotePayment(id, PaymentNote(longest))).note, longest)
      let noted = try await wallet.perform(NotePayment(id, PaymentNote("Für Ana 🐾")))
      wallet.equal(noted.note, "Für Ana 🐾")
      wallet.equal(noted.version, 3)
      wallet.equal(noted.cardID, till.card.id)
      wallet.equal(try await wallet.card("Everyday").version, till.card.version, "no new version")
      var context = wallet.context
      context.expectedVersion = 1
      await wallet.refuse(.versionConflict, NotePayment(id, PaymentNote("b")), context)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(GetTransaction(id)).note, "Für Ana 🐾")
      wallet.equal(try await till.payments.first?.note, "Für Ana 🐾", "in a list")
      let debit = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(4_00)))
      let paid = TransactionID(debit.id)
      wallet.equal(try await wallet.perform(GetTransaction(paid)).note, "Für Ana 🐾", "debited")
      wallet.equal(try await wallet.perform(NotePayment(paid, PaymentNote(""))).note, nil)
      wallet.equal(try await wallet.perform(GetTransaction(paid)).note, nil)
      wallet.equal(try await wallet.perform(GetTransaction(id)).note, "Für Ana 🐾", "the rest")
      await wallet.refuse(
        .shopTransaction, NotePayment(TransactionID("no such"), PaymentNote("a")))
    },
    ConformanceCase("G08 a refund in parts, not more than was paid") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let sale = try await till.pay(10_00)
      await wallet.refuse(.shopType, RefundDebit(sale.id, ShopAmount(1)))
      let debit = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(10_00)))
      await wallet.refuse(.shopType, DebitAuthorization(debit.id, ShopAmount(1)))
      let refund = try await wallet.perform(RefundDebit(debit.id, ShopAmount(4_00)))
      wallet.equal(refund.billedAmount.minorUnits, 4_00)
      await wallet.refuse(.shopRefund, RefundDebit(debit.id, ShopAmount(6_01)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(6_00)))
      try await till.moved(before, total: 0, available: 0)
      let back = try await till.payments[0]
      wallet.equal(back.type, .refund)
      wallet.equal(back.detail.map(\.markup), [.none])
    },
    ConformanceCase("G06 G07 G08 the shop knows the payments of the sample") { wallet in
      let till = try await Till(wallet, "Travel")
      let before = try await till.account
      let payments = try await till.payments
      func id(_ name: String, _ type: TransactionType) -> String {
        let payment = payments.first { $0.description == name && $0.type == type }
        wallet.expect(payment != nil, "the sample has no \(name)")
        return payment?.id.rawValue ?? ""
      }
      let pending = id("Café Lumière", .pending)
      let complete = id("ÖBB", .complete)
      await wallet.refuse(.shopReversal, ReverseAuthorization(pending, ShopAmount(4_21)))
      let debit = try await wallet.perform(DebitAuthorization(pending, ShopAmount(4_20)))
      wallet.equal(debit.billedAmount, Money(4_20, Currency("EUR")))
      try await till.moved(before, total: -4_20, available: -4_20)
      wallet.expect(
        try await till.payments.allSatisfy { $0.id.rawValue != pending }, "it is still pending")
      await wallet.refuse(.shopType, DebitAuthorization(pending, ShopAmount(1)))
      _ = try await wallet.perform(RefundDebit(complete, ShopAmount(58_00)))
      await wallet.refuse(.shopRefund, RefundDebit(complete, ShopAmount(1)))
      try await till.moved(before, total: 53_80, available: 53_80)
      // No merchant of the shop has made these.
      await wallet.refuse(.shopTransaction, RefundDebit(id("Billa", .complete), ShopAmount(1)))
      await wallet.refuse(.shopTransaction, ExpireAuthorization(id("Lidl Sofia", .decline)))
    },
    ConformanceCase("G02 F24 another currency is converted, for a markup") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let rates = try await wallet.perform(ListRates())
      for code in ["USD", "AUD", "EUR"] {
        wallet.expect(rates.contains { $0.currency.code == code }, "G02: no rate of \(code)")
      }
      let sale = try await till.pay(1000, at: "ramen-tokyo")
      let pending = try await till.payments[0]
      wallet.equal(pending.transactedAmount, Money(1000, Currency("JPY")))
      // 1000 yen at 181.2 for a euro, with a markup of 2.99 %.
      wallet.equal(pending.billedAmount, Money(5_52, Currency("EUR")))
      wallet.equal(pending.detail.first?.markup.percent, 2990)
      wallet.equal(pending.detail.first?.markupAmount.minorUnits, 17)
      wallet.equal(pending.detail.first?.fundingSourceAmount.minorUnits, 5_69)
      try await till.moved(before, total: 0, available: -5_69)
      let debit = try await wallet.perform(DebitAuthorization(sale.id, ShopAmount(1000)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(333)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(667)))
      // The markup is not refunded.
      try await till.moved(before, total: -17, available: -17)
    },
  ]

  private static let declining: [ConformanceCase] = [
    ConformanceCase("F25 a card that cannot pay declines with its reason") { wallet in
      let reasons: [(alias: String, shop: String, reason: DeclineReason?)] = [
        ("Everyday", "lidl-sofia", nil), ("Travel", "lidl-sofia", .cardLocked),
        ("Shopping", "lidl-sofia", .cardNotActive), ("Shopping", "zalando", nil),
        ("New plastic", "zalando", .cardNotActive), ("Old", "lidl-sofia", .cardExpired),
        ("Everyday", "no-sale", .merchantBlocked), ("Everyday", "second-thoughts", .declined),
      ]
      for (alias, shop, reason) in reasons {
        let till = try await Till(wallet, alias)
        let before = try await till.account
        let receipt = try await till.pay(1_00, at: shop)
        wallet.equal(receipt.declineReason, reason, "\(alias) at \(shop)")
        wallet.equal(receipt.approved, reason == nil)
        let payment = try await till.payments[0]
        wallet.equal(payment.type, reason == nil ? .pending : .decline)
        wallet.equal(payment.declineReason, reason)
        if reason != nil { try await till.moved(before, total: 0, available: 0) }
      }
      let till = try await Till(wallet)
      let most = try await till.account.availableBalance.minorUnits
      wallet.equal(try await till.pay(most + 1).declineReason, .insufficientFunds)
      let last = try await till.pay(most)
      wallet.expect(last.approved, "the last cent")
      let more = try await wallet.perform(IncrementAuthorization(last.id, ShopAmount(1)))
      wallet.equal(more.declineReason, .insufficientFunds, "G04")
      wallet.equal(try await till.payments.prefix(2).map(\.type), [.decline, .pending])
      _ = try await wallet.perform(SetCardStatus(till.card.id, .cancelled, reason: "x"))
      wallet.equal(try await till.pay(1).declineReason, .cardCancelled)
      // An authorised payment can still be debited.
      _ = try await wallet.perform(DebitAuthorization(last.id, ShopAmount(most)))
    },
    ConformanceCase("G03 a locked card pays again once it is unlocked") { wallet in
      let till = try await Till(wallet)
      let sale = try await till.pay(1_00)
      _ = try await wallet.perform(SetCardStatus(till.card.id, .locked, reason: "x"))
      wallet.equal(try await till.pay(1_00).declineReason, .cardLocked)
      let more = try await wallet.perform(IncrementAuthorization(sale.id, ShopAmount(1)))
      wallet.equal(more.declineReason, .cardLocked)
      _ = try await wallet.perform(SetCardStatus(till.card.id, .active, reason: "x"))
      wallet.expect(try await till.pay(1_00).approved, "declined")
    },
    ConformanceCase("G03 a number pays with its expiry, CVV and postcode") { wallet in
      let till = try await Till(wallet)
      let details = try await wallet.authorised(GetSecureDetails(till.card.id))
      func pay(_ number: Secret, _ expiry: CardExpiry, _ csc: Secret?, _ code: String?)
        -> Authorize
      {
        Authorize(
          .number(number, expiry: expiry, csc: csc, postalCode: code), at: "zalando",
          ShopAmount(1))
      }
      let wrong = secret(details.cvv.matches(secret("123")) ? "321" : "123")
      let early = CardExpiry(month: 1, year: 2020)
      for (operation, reason) in [
        (pay(details.pan, details.expiry, details.cvv, "1000"), nil),
        (pay(details.pan, details.expiry, nil, nil), nil),
        (pay(details.pan, early, details.cvv, nil), .expiryCheckFailed),
        (pay(details.pan, details.expiry, wrong, nil), .cscCheckFailed),
        (pay(details.pan, details.expiry, details.cvv, "1001"), .avsCheckFailed),
      ] as [(Authorize, DeclineReason?)] {
        wallet.equal(try await wallet.perform(operation).declineReason, reason)
      }
      await wallet.refuse(.shopCard, pay(secret("4000000000000002"), early, nil, nil))
      await wallet.refuse(fields: ["cardNumber"], pay(secret("4000"), early, nil, nil))
      await wallet.refuse(fields: ["csc"], pay(details.pan, early, secret("12"), nil))
      for (month, year, field) in [
        (0, 2029, "month"), (13, 2029, "month"), (.min, 2029, "month"), (1, 29, "year"),
        (1, -5, "year"), (1, 1999, "year"), (1, 10_000, "year"), (1, .max, "year"),
      ] {
        let expiry = CardExpiry(month: month, year: year)
        await wallet.refuse(fields: ["expiry." + field], pay(details.pan, expiry, nil, nil))
      }
    },
  ]

  private static let refusing: [ConformanceCase] = [
    ConformanceCase("G09 what the shop does not know, or takes for another thing") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let payments = try await till.payments
      let one = ShopAmount(1)
      await wallet.refuse(.shopCard, Authorize(.card(CardID("none")), at: "shell", one))
      await wallet.refuse(.shopMerchant, Authorize(.card(till.card.id), at: "none", one))
      await wallet.refuse(
        .shopCurrency,
        Authorize(.card(till.card.id), at: "shell", ShopAmount(1, Currency("USD"))))
      await wallet.refuse(.shopTransaction, IncrementAuthorization("none", one))
      await wallet.refuse(.shopTransaction, ReverseAuthorization("none", one))
      await wallet.refuse(.shopTransaction, ExpireAuthorization("none"))
      await wallet.refuse(.shopTransaction, DebitAuthorization("none", one))
      await wallet.refuse(.shopTransaction, RefundDebit("none", one))
      for amount in [0, -1, ShopAmount.maximum + 1] {
        let sum = ShopAmount(amount)
        await wallet.refuse(fields: ["amount"], Authorize(.card(till.card.id), at: "shell", sum))
      }
      wallet.equal(try await till.payments, payments, "refusals left a trace")
      try await till.moved(before, total: 0, available: 0)
      let declined = try await till.pay(1, at: "no-sale")
      await wallet.refuse(.shopType, DebitAuthorization(declined.id, one))
      await wallet.refuse(.shopType, IncrementAuthorization(declined.id, one))
      await wallet.refuse(.shopType, ExpireAuthorization(declined.id))
      let sale = try await till.pay(1)
      await wallet.refuse(
        .shopCurrency, DebitAuthorization(sale.id, ShopAmount(1, Currency("JPY"))))
    },
    ConformanceCase("A40 a top-up raises both balances, and is listed as a credit") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let payments = try await till.payments.count
      for amount in [0, -1, ShopAmount.topUpMaximum + 1] {
        await wallet.refuse(fields: ["amount"], TopUp(till.card.id, ShopAmount(amount)))
      }
      await wallet.refuse(.shopCard, TopUp(CardID("none"), ShopAmount(1)))
      await wallet.refuse(
        .shopCurrency, TopUp(till.card.id, ShopAmount(1, Currency("USD"))))
      try await till.moved(before, total: 0, available: 0)
      let context = wallet.keyed("top-up-once")
      let operation = TopUp(till.card.id, ShopAmount(50_00, before.currency))
      let receipt = try await wallet.perform(operation, context)
      wallet.equal(try await wallet.perform(operation, context), receipt)
      wallet.expect(receipt.approved, "approved")
      wallet.equal(receipt.billedAmount, Money(50_00, before.currency))
      try await till.moved(before, total: 50_00, available: 50_00)
      let listed = try await till.payments
      wallet.equal(listed.count, payments + 1)
      wallet.equal(listed[0].id.rawValue, receipt.id)
      wallet.equal(listed[0].type, .refund)
      wallet.expect(listed[0].isTopUp, "it counts as a refund of a payment")
      let most = try await wallet.perform(
        TopUp(till.card.id, ShopAmount(ShopAmount.topUpMaximum)))
      wallet.equal(most.billedAmount.minorUnits, ShopAmount.topUpMaximum)
    },
    ConformanceCase("R7 a payment with the same key is made once") { wallet in
      let till = try await Till(wallet)
      let before = try await till.account
      let context = wallet.keyed("pay-once")
      let operation = Authorize(.card(till.card.id), at: "shell", ShopAmount(1_00))
      let first = try await wallet.perform(operation, context)
      wallet.equal(try await wallet.perform(operation, context), first)
      try await till.moved(before, total: 0, available: -1_00)
      let other = Authorize(.card(till.card.id), at: "shell", ShopAmount(2_00))
      await wallet.refuse(.keyReused, other, context)
    },
  ]
}
