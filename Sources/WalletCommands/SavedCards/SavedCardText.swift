import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import Words

/// Saved cards for people.
enum SavedCardText {
  static func table(_ cards: [SavedCard], _ words: Words) -> Table {
    var table = Table([
      .init(title: words.savedCardTitle), .init(title: words.schemeColumn),
      .init(title: words.expiryColumn), .init(title: words.forUse), .init(title: words.savedOn),
      .init(title: "ID"),
    ])
    for card in cards {
      if card.isDamaged {
        table.add([words.damagedEntry, "", "", "", "", card.id])
        continue
      }
      table.add([
        card.maskedNumber, card.scheme.name, card.expiry.short, words.use(of: card),
        CardText.date(card.savedAt), card.id,
      ])
    }
    return table
  }
}
