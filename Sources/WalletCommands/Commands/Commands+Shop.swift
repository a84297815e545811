import Arguments
import Canvas
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// Payments, and the simulated shop that makes them.
extension Commands {
  static let shop = [
    transactions, merchants, rates, authorize, increment, reverse, expire, debit, refund,
  ]

  // MARK: Payments

  static let cardOrAll = CommandArgument(
    "CARD", "the card's id, as `cards` lists it, or `all`")

  private static let transactions = Subcommand(
    "transactions", "List the payments with a card, or with `all`.",
    arguments: [cardOrAll],
    options: [
      CommandOption(
        "from", .text("TIME"), "not before this day or moment (UTC)", field: "startDate"),
      CommandOption("to", .text("TIME"), "not after it", field: "endDate"),
      CommandOption(
        "order", .choice("ORDER", ["newest", "oldest"]), "which come first (default newest)"),
      CommandOption(
        "limit", .number("N", 1...1_000_000),
        "payments at most (default \(TransactionQuery.defaultLimit))"),
    ],
    answer: "a list of `Transaction`",
    notes: ["TIME is a day (`2026-03-03`) or a moment (`2026-03-03T12:41:00Z`)."]
  ) { invocation throws(WalletError) in
    var query = TransactionQuery(
      from: try time(invocation, "from"), to: try time(invocation, "to", endOfDay: true),
      order: invocation.text("order") == "oldest" ? .ascending : .descending)
    let cards = try await invocation.wallet(readOnly: true).cards
    let word = invocation.arguments.first ?? ""
    var left = invocation.number("limit") ?? TransactionQuery.defaultLimit
    var list: [Transaction] = []
    repeat {
      query.limit = min(left, TransactionQuery.maximumLimit)
      let page = try await cards.transactions(word == "all" ? nil : CardID(word), query)
      list += page.transactions
      left -= page.transactions.count
      // A page without payments is the last, whatever it says.
      query.nextToken = page.transactions.isEmpty ? nil : page.nextToken
    } while query.nextToken != nil && left > 0
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list, capacity: 512 * list.count))
    } else {
      try Output.text(table(list, invocation).text)
      let words = invocation.words
      if list.isEmpty { Output.note(words.noPaymentsThen) }
      if query.nextToken != nil { Output.note(words.morePayments(than: list.count)) }
    }
    return .ok
  }

  private static func time(_ invocation: Invocation, _ name: String, endOfDay: Bool = false)
    throws(WalletError) -> Timestamp?
  {
    guard let text = invocation.text(name) else { return nil }
    if let time = Timestamp(text) { return time }
    if text.utf8.count == 10, let day = Timestamp(text + "T00:00:00Z") {
      return endOfDay ? Timestamp(milliseconds: day.milliseconds + 86_400_000 - 1) : day
    }
    throw WalletError(
      .usage, details: ["--\(name) must be a day or a moment, not \(Text.clean(text))"],
      advice: "Write it like 2026-03-03 or 2026-03-03T12:41:00Z.")
  }

  private static func table(_ list: [Transaction], _ invocation: Invocation) -> Table {
    let words = invocation.words
    var table = Table([
      .init(title: words.date + " (UTC)"), .init(title: words.merchant),
      .init(title: words.amount, right: true), .init(title: words.state),
    ])
    for item in list {
      if item.isDamaged {
        table.add(["", words.damagedEntry, "", ""])
        continue
      }
      var amount = item.billedAmount
      if item.type != .refund { amount.minorUnits = -amount.minorUnits }
      table.add([
        CardText.date(item.transactedAt), Text.clean(item.description),
        words.money(amount), words.paymentState(item.type, item.declineReason),
      ])
    }
    return table
  }

  // MARK: The shop

  static let merchant = CommandArgument("MERCHANT", "one of `shop merchants`")

  private static let merchants = Subcommand(
    "shop merchants", "List the simulated shop's merchants.", answer: "a list of `Merchant`"
  ) { invocation throws(WalletError) in
    let list = try await invocation.wallet(readOnly: true).shop.merchants()
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list))
      return .ok
    }
    let words = invocation.words
    var table = Table([
      .init(title: "ID"), .init(title: words.name), .init(title: words.merchantCode),
      .init(title: words.city), .init(title: words.currencyShort), .init(title: words.declines),
    ])
    for merchant in list {
      if merchant.isDamaged {
        table.add([merchant.id, words.damagedEntry, "", "", "", ""])
        continue
      }
      table.add([
        merchant.id, Text.clean(merchant.name), merchant.mcc,
        Text.clean(merchant.city) + ", " + merchant.country, merchant.currency.code,
        merchant.declineBeforeAuthorization
          ? words.always : merchant.declineAfterAuthorization ? words.inTheEnd : "",
      ])
    }
    try Output.text(table.text)
    return .ok
  }

  private static let rates = Subcommand(
    "shop rates", "List what a euro is worth in the simulated shop.",
    answer: "a list of `Rate`, in millionths"
  ) { invocation throws(WalletError) in
    let list = try await invocation.wallet(readOnly: true).shop.rates()
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list))
      return .ok
    }
    let words = invocation.words
    var table = Table([
      .init(title: words.currency), .init(title: words.forAEuro, right: true),
    ])
    for rate in list {
      if rate.isDamaged {
        table.add([rate.currency.code, words.damagedEntry])
        continue
      }
      let decimals = String(rate.perEuro % 1_000_000 + 1_000_000).dropFirst().prefix(4)
      table.add([
        rate.currency.code, "\(rate.perEuro / 1_000_000)\(words.decimalMark)\(decimals)",
      ])
    }
    try Output.text(table.text)
    return .ok
  }

  private static let amount = CommandArgument(
    "AMOUNT", "in the merchant's currency, such as 12.50")
  private static let currency = CommandOption(
    "currency", .text("CODE"), "insist on the merchant's currency")
  private static let authorization = CommandArgument(
    "PAYMENT", "the authorisation's id, as `shop authorize` answers it")

  private static let authorize = Subcommand(
    "shop authorize", "Pay with a card: reserve an amount.",
    arguments: [
      merchant, amount,
    ],
    options: [
      CommandOption("card", .text("ID"), "the card, as `cards` lists it"),
      CommandOption(
        "number-file", .text("FILE"), "or read a number from a file; - is stdin",
        field: "cardNumber"),
      CommandOption(
        "expiry", .text("MM/YY"), "with a number: its expiry, the year with two digits or four"),
      CommandOption(
        "csc-file", .text("FILE"), "with a number: read the CVV from a file", field: "csc"),
      CommandOption(
        "postal-code", .text("CODE"), "with a number: the cardholder's",
        field: "billingAddress.postalCode"),
      currency,
    ] + Verification.options,
    answer: "`Receipt`",
    notes: [
      "A decline is an answer, not an error: the receipt says why.", Verification.noteWhereAsked,
    ]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let shop = wallet.shop
    let merchant = invocation.arguments[0]
    let money = try await sum(invocation) { () throws(WalletError) in
      try await shop.merchants().first { $0.id == merchant && !$0.isDamaged }?.currency
    }
    let card = try presented(invocation)
    defer {
      if case .number(let number, _, let csc, _) = card {
        number.wipe()
        csc?.wipe()
      }
    }
    let receipt = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await shop.authorize(card, at: merchant, money, sca: sca)
    }
    try print(receipt, invocation)
    return .ok
  }

  private static func presented(_ invocation: Invocation) throws(WalletError) -> PresentedCard {
    if let id = invocation.text("card") { return .card(CardID(id)) }
    guard let file = invocation.text("number-file") else {
      throw WalletError(.usage, details: ["--card ID or --number-file FILE is needed"])
    }
    guard let text = invocation.text("expiry") else {
      throw WalletError(.usage, details: ["--expiry MM/YY is needed with a number"])
    }
    guard let expiry = CardExpiry(written: text) else {
      throw WalletError(
        .usage, details: ["--expiry must be a month and a year, not \(Text.clean(text))"],
        advice: "Write it like 09/29 or 09/2029.")
    }
    let csc = try invocation.text("csc-file").map { path throws(WalletError) in
      try SecretFile.firstLine(of: path, what: "CVV", invocation.words)
    }
    return .number(
      try SecretFile.firstLine(of: file, what: "card number", invocation.words),
      expiry: expiry, csc: csc,
      postalCode: invocation.text("postal-code"))
  }

  /// The amount that was given, with the currency whose decimals it was read with: the shop refuses
  /// another one than its own, so that no amount counts in a currency that was not meant.
  ///
  /// - Parameter known: The currency of what is paid; nil where there is no such merchant or payment,
  ///   which is for the shop to say. Not asked where --currency says it.
  private static func sum(
    _ invocation: Invocation, _ known: () async throws(WalletError) -> Currency?
  ) async throws(WalletError) -> ShopAmount {
    let currency =
      if let code = invocation.text("currency") {
        Currency(code)
      } else {
        try await known() ?? Currency("EUR")
      }
    let text = invocation.arguments[1]
    guard let money = Money(written: text, currency) else {
      throw WalletError(
        .usage, details: ["AMOUNT must be an amount of \(currency.code), not \(Text.clean(text))"],
        advice: "Write it like \(Money(12_50, currency).decimal).")
    }
    let errors = ShopAmount.fieldErrors(written: money)
    guard errors.isEmpty else { throw WalletError(.fieldErrors, fieldErrors: errors) }
    return ShopAmount(money.minorUnits, currency)
  }

  /// Pages of payments that are searched for one: 100,000 payments.
  private static let mostPages = 100

  /// The currency of the payment with this id, however old it is; nil: there is none.
  private static func currency(ofPayment id: String, _ cards: CardService)
    async throws(WalletError) -> Currency?
  {
    var query = TransactionQuery(limit: TransactionQuery.maximumLimit)
    for _ in 0..<mostPages {
      let page = try await cards.transactions(nil, query)
      if let payment = page.transactions.first(where: { $0.id.rawValue == id && !$0.isDamaged }) {
        return payment.transactedAmount.currency
      }
      // A page without payments is the last, whatever it says.
      guard !page.transactions.isEmpty, let next = page.nextToken else { return nil }
      query.nextToken = next
    }
    throw WalletError(
      .usage,
      details: ["the payment is not among the latest \(mostPages * TransactionQuery.maximumLimit)"],
      advice: "Say with --currency CODE which currency it is in.")
  }

  private static let increment = step(
    "shop increment", "Reserve more.", authorization
  ) { shop, id, sum throws(WalletError) in try await shop.increment(id, sum) }

  private static let reverse = step(
    "shop reverse", "Give back what was reserved, or a part of it.", authorization
  ) { shop, id, sum throws(WalletError) in try await shop.reverse(id, sum) }

  private static let debit = step(
    "shop debit", "Take what was reserved: the payment is complete.", authorization
  ) { shop, id, sum throws(WalletError) in try await shop.debit(id, sum) }

  private static let refund = step(
    "shop refund", "Give back what was taken, or a part of it.",
    CommandArgument("DEBIT", "the debit's id, as `shop debit` answers it")
  ) { shop, id, sum throws(WalletError) in try await shop.refund(id, sum) }

  private static let expire = Subcommand(
    "shop expire", "Let an authorisation expire: nothing is reserved any more.",
    arguments: [authorization], answer: "`Receipt`"
  ) { invocation throws(WalletError) in
    let id = invocation.arguments[0]
    try print(try await invocation.wallet().shop.expire(id), invocation)
    return .ok
  }

  private static func step(
    _ path: String, _ summary: String, _ id: CommandArgument,
    _ body:
      @escaping @Sendable (ShopService, String, ShopAmount) async throws(WalletError) -> ShopReceipt
  ) -> Subcommand {
    Subcommand(
      path, summary, arguments: [id, amount], options: [currency], answer: "`Receipt`"
    ) { invocation throws(WalletError) in
      let wallet = try await invocation.wallet()
      let id = invocation.arguments[0]
      let money = try await sum(invocation) { () throws(WalletError) in
        try await currency(ofPayment: id, wallet.cards)
      }
      try print(try await body(wallet.shop, id, money), invocation)
      return .ok
    }
  }

  private static func print(_ receipt: ShopReceipt, _ invocation: Invocation) throws(WalletError) {
    if invocation.wantsJSON { return try Output.json(compact: JSONWriter.bytes(receipt)) }
    let words = invocation.words
    var table = Table([
      .init(title: words.receipt),
      .init(
        title: receipt.approved ? words.approved : words.declined(because: receipt.declineReason)),
    ])
    table.add([words.amount, words.money(receipt.billedAmount)])
    table.add([words.time, CardText.date(receipt.updatedAt) + " UTC"])
    table.add(["ID", receipt.id])
    try Output.text(table.text)
  }
}
