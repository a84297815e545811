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

  /// Which payments, and from which end.
  package struct Question: Sendable, Equatable {
    /// nil: all cards.
    package var card: CardID?
    package var range = Range.month
    package var query = TransactionQuery()
  }

  /// The question that the next key changes: the last one, or the one that is shown if that failed.
  package var asked = Question()
  /// What the payments are of; nil: none have been read.
  package var shown: Question?
  package var list = ListPane<Transaction>()
  /// Payments changed while they were being read: they are read once more.
  var isOutdated = false
  /// Why what was asked for last has not been read.
  package var failure: WalletError?
  /// Where there is no room for both, only this one is shown.
  package var pane = Pane.list

  package init() {}

  /// The question that the titles name: always that of the payments below them.
  package var title: Question { shown ?? asked }
}

/// All payments that were read are shown.
extension Transaction: ListRow {
  package func passes(_ condition: Never) -> Bool {}
}
