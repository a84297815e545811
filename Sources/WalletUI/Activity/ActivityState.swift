package import WalletModel

/// The screen of payments: over the cards, with keys of its own.
package struct ActivityState: Sendable, Equatable {
  package enum Range: Int, CaseIterable, Sendable {
    case week = 7
    case month = 30
    case quarter = 90
    case year = 365
    case all = 0
  }

  /// nil: all cards.
  package var card: CardID?
  package var range = Range.month
  /// What was asked for last.
  package var query = TransactionQuery()
  package var payments: [Transaction] = []
  package var nextToken: String?
  package var isLoading = true
  package var failure: WalletError?
  package var selected = 0
  /// Where there is no room for both: the payment instead of the list.
  package var showsDetail = false

  package init(card: CardID?) { self.card = card }

  package var focused: Transaction? {
    payments.indices.contains(selected) ? payments[selected] : nil
  }
}
