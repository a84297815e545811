import WalletModel
import Words

extension SavedCard: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<SavedCard>] {
    [
      .init(words.savedCards.title, ifDamaged: .word) { $0.maskedNumber },
      .init(words.schemeColumn) { $0.scheme.name },
      .init(words.expiryColumn) { $0.expiry.short },
      .init(words.payments.forUse) { words.payments.use(of: $0) },
      .init(words.savedCards.savedOn) { CardText.date($0.savedAt) },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }
}
