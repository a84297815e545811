import Arguments
import FrontEnd
import TextLayout
import WalletModel
import WalletUI
import Words

/// The words for cards outside the screen.
enum CardText {
  /// Glyph and word. The glyph is never used alone.
  static func status(_ status: CardStatus, _ words: Words) -> String {
    status.glyph(ascii: false) + " " + words.cards.status(status)
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
    var table = Table([words.card, Text.clean(card.title)])
    table.add([words.statusLabel, status(card.status, words)])
    if let time = card.statusDate { table.add([words.since, date(time) + " UTC"]) }
    if let reason = card.statusReason {
      table.add([words.reason, words.cards.statusReason(reason)])
    }
    if let time = card.unlockedUntil {
      table.add([words.cardForms.unlockedUntilLabel, words.cardForms.until(date(time) + " UTC")])
    }
    if let days = card.autoLockDays {
      table.add([
        words.cardForms.autoLockLabel,
        words.cardForms.autoLock(days, on: card.autoLockAt.map { date($0) + " UTC" }),
      ])
    }
    if let new = card.replacedBy {
      table.add(
        [
          words.cardForms.replacedLabel,
          Text.clean(words.cardForms.by(new.lastFour) + ", " + new.id.rawValue),
        ])
    }
    let rules = words.limits.rules(card)
    for rule in rules { table.add([rule.label, Text.clean(rule.value)]) }
    if rules.isEmpty, saysNoRules {
      table.add([words.limits.cardLimits.title, words.limits.noLimits])
    }
    table.add([words.copying.cardNumber, "·· " + card.lastFour])
    table.add([words.expiryColumn, card.expiry.short])
    table.add([words.holder, card.holderName])
    table.add([words.cards.programme, card.programName])
    table.add(
      [words.typeColumn, words.commandLine.typeTitle(card.cardType) + ", " + card.scheme.rawValue])
    table.add([words.currency, card.currency.code])
    table.add(["PIN", card.isPinSet ? words.set : words.notSet])
    if let time = card.createdDate { table.add([words.created, date(time) + " UTC"]) }
    for entry in card.tokenizations ?? [] {
      let wallet = words.cards.phoneWallet(entry.walletType)
      table.add([
        words.phone,
        entry.isDamaged
          ? words.damagedEntry : wallet + ", " + words.phones.tokenState(entry, of: card),
      ])
    }
    if let actions = card.availableActions {
      let titles = actions.map { words.commandLine.action($0.action) }
      table.add([
        words.possible, titles.isEmpty ? words.nothing : titles.joined(separator: ", "),
      ])
    }
    table.add(["ID", card.id.rawValue])
    try Output.text(table.text)
  }
}
