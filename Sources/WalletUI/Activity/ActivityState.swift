import WalletModel

/// The payments of all cards, and what is counted of them.
package struct ActivityState: Sendable {
  package internal(set) var book = PaymentBook()
  package var month = WalletMonth()
  /// nil: they have not been read, or the server keeps none.
  var budgets: Budgets?
  var alerts = AlertState()
}
