import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletUI
import Words

/// The words for cards outside the screen.
enum CardText {
  /// Glyph and word. The glyph is never used alone.
  static func status(_ status: CardStatus, _ words: Words) -> String {
    status.glyph(ascii: false) + " " + words.status(status)
  }

  /// `2026-03-03 12:41`, in UTC.
  static func date(_ time: Timestamp) -> String {
    let text = time.description
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// What it may pay for, and what was spent of that this month.
  static func addLimits(of card: Card, to table: inout Table, _ words: Words) {
    let limits = card.limits
    if let limit = limits.paymentLimit {
      table.add([words.paymentLimitLabel, words.upTo(words.money(Money(limit, card.currency)))])
    }
    if let limit = limits.monthlyLimit {
      let most = words.money(Money(limit, card.currency))
      let spent = card.spentThisMonth.map { words.money(Money($0, card.currency)) }
      table.add([
        words.eachMonth, spent.map { words.spent($0, of: most) } ?? words.upTo(most),
      ])
    }
    if let list = limits.categories { table.add([words.categoriesLabel, words.categories(list)]) }
    if let list = limits.countries {
      table.add([words.countriesLabel, list.joined(separator: ", ")])
    }
  }

  /// Prints a card as lines of label and value, or as JSON.
  static func print(_ card: Card, _ invocation: Invocation) throws(WalletError) {
    if invocation.wantsJSON { return try Output.json(compact: JSONWriter.bytes(ListedCard(card))) }
    let words = invocation.words
    var table = Table([.init(title: words.card), .init(title: Text.clean(card.title))])
    if let wallet = card.wallet { table.add([words.wallet, wallet]) }
    table.add([words.statusLabel, status(card.status, words)])
    if let time = card.statusDate { table.add([words.since, date(time) + " UTC"]) }
    if let reason = card.statusReason { table.add([words.reason, words.statusReason(reason)]) }
    if let time = card.unlockedUntil {
      table.add([words.unlockedUntilLabel, words.until(date(time) + " UTC")])
    }
    if let days = card.autoLockDays {
      table.add([
        words.autoLockLabel, words.autoLock(days, on: card.autoLockAt.map { date($0) + " UTC" }),
      ])
    }
    addLimits(of: card, to: &table, words)
    table.add([words.cardNumber, "·· " + card.lastFour])
    table.add([words.expiryColumn, card.expiry.short])
    table.add([words.holder, card.holderName])
    table.add([words.programme, card.programName])
    let type = [words.typeTitle(card.cardType), card.scheme.rawValue].filter { !$0.isEmpty }
    table.add([words.typeColumn, type.joined(separator: ", ")])
    table.add([words.currency, card.currency.code])
    table.add(["PIN", card.isPinSet ? words.set : words.notSet])
    if let time = card.createdDate { table.add([words.created, date(time) + " UTC"]) }
    for entry in card.tokenizations ?? [] {
      let wallet = words.phoneWallet(entry.walletType)
      table.add([
        words.phone,
        entry.isDamaged
          ? words.damagedEntry : wallet + ", " + words.tokenState(entry, on: card.status),
      ])
    }
    if let actions = card.availableActions {
      let titles = actions.map { words.action($0.action) }
      table.add([
        words.possible, titles.isEmpty ? words.nothing : titles.joined(separator: ", "),
      ])
    }
    table.add(["ID", card.id.rawValue])
    try Output.text(table.text)
  }
}
