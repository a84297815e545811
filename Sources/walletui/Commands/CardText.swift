import Arguments
import Canvas
import WalletModel
import WalletUI

/// How people read the model's words outside the screen.
enum CardText {
  /// Glyph and word, never one without the other.
  static func status(_ status: CardStatus) -> String {
    status.glyph(ascii: false) + " " + status.title
  }

  static func type(_ type: CardType) -> String { plain(type.rawValue, capital: true) }

  /// `CARD_LOCKED` as `card locked`.
  static func plain(_ word: String, capital: Bool = false) -> String {
    let text = String(word.lowercased().map { $0 == "_" ? " " : $0 })
    return capital ? text.prefix(1).uppercased() + text.dropFirst() : text
  }

  /// `2026-03-03 12:41`, in UTC.
  static func date(_ time: Timestamp) -> String {
    let text = time.description
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// A card as lines of label and value, or as JSON.
  static func print(_ card: Card, _ invocation: Invocation) throws(WalletError) {
    if invocation.wantsJSON { return try Output.json(card) }
    var table = Table([.init(title: "Card"), .init(title: Text.clean(card.title))])
    table.add(["Status", status(card.status)])
    table.add(["Since", date(card.statusDate) + " UTC"])
    if let reason = card.statusReason { table.add(["Reason", reason]) }
    table.add(["Number", "·· " + card.lastFour])
    table.add(["Expiry", card.expiry.short])
    table.add(["Holder", card.holderName])
    table.add(["Programme", card.programName])
    table.add(["Type", type(card.cardType) + ", " + card.scheme.rawValue])
    table.add(["Currency", card.currency.code])
    table.add(["PIN", card.isPinSet ? "set" : "not set"])
    table.add(["Created", date(card.createdDate) + " UTC"])
    for entry in card.tokenizations ?? [] {
      let wallet = plain(entry.walletType.rawValue, capital: true)
      table.add(["Phone", wallet + ", " + plain(entry.status.rawValue)])
    }
    if let actions = card.availableActions {
      let words = actions.map { plain($0.action.rawValue) }
      table.add(["Possible", words.isEmpty ? "nothing" : words.joined(separator: ", ")])
    }
    table.add(["ID", card.id.rawValue])
    try Output.text(table.text)
  }
}
