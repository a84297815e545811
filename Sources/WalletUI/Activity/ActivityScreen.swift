package import WalletModel

/// The screen of payments.
package struct ActivityScreen: Sendable, Equatable {
  package enum Range: Int, CaseIterable, Sendable {
    case week = 7
    case month = 30
    case quarter = 90
    case year = 365
    case all = 0
  }

  /// Which payments are read, and in which order.
  package struct Request: Sendable, Equatable {
    /// nil: all cards.
    package var card: CardID?
    package var range = Range.month
    package var query = TransactionQuery()
  }

  /// The request that the next key changes: the last one, or the one on screen if the last one
  /// failed.
  package var requested = Request()
  /// The request that the list answers; nil: nothing has been read.
  package var shown: Request?
  package var list = ListPane<Transaction>()
  /// Payments changed during a reading, so they are read again.
  var isOutdated = false
  /// Why the last request failed.
  package var failure: WalletError?
  /// The visible pane on a screen that has room for only one.
  package var pane = Pane.list

  package init() {}

  /// The request that the titles name. It always matches the payments below them.
  package var title: Request { shown ?? requested }
}

/// The list has no filter: it shows all payments that were read.
extension Transaction: ListRow {
  package func passes(_ condition: Never) -> Bool {}
}
