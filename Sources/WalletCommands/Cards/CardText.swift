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

  /// Prints a card as lines of label and value, or as JSON.
  ///
  /// - Parameter saysNoRules: Whether it says so if the card has no limits.
  static func print(_ card: Card, _ invocation: Invocation, saysNoRules: Bool = false)
    throws(WalletError)
  {
    if try invocation.writeJSON(card) { return }
    let words = invocation.words
    var table = Table([.init(title: words.card), .init(title: Text.clean(card.title))])
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
    if let new = card.replacedBy {
      table.add([words.replacedLabel, Text.clean(words.by(new.lastFour) + ", " + new.id.rawValue)])
    }
    let rules = words.rules(card)
    for rule in rules { table.add([rule.label, Text.clean(rule.value)]) }
    if rules.isEmpty, saysNoRules { table.add([words.cardLimits.title, words.noLimits]) }
    table.add([words.cardNumber, "·· " + card.lastFour])
    table.add([words.expiryColumn, card.expiry.short])
    table.add([words.holder, card.holderName])
    table.add([words.programme, card.programName])
    table.add([words.typeColumn, words.typeTitle(card.cardType) + ", " + card.scheme.rawValue])
    table.add([words.currency, card.currency.code])
    table.add(["PIN", card.isPinSet ? words.set : words.notSet])
    if let time = card.createdDate { table.add([words.created, date(time) + " UTC"]) }
    for entry in card.tokenizations ?? [] {
      let wallet = words.phoneWallet(entry.walletType)
      table.add([
        words.phone,
        entry.isDamaged
          ? words.damagedEntry : wallet + ", " + words.tokenState(entry, of: card),
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
