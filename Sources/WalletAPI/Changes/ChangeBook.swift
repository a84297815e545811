package import WalletModel

/// Where changes are written down before they are sent, for a backend whose answers can be lost.
package protocol ChangeBook: Sendable {
  /// Whose changes these are: server, brand and user in one word.
  var wallet: String { get }

  /// What the wall clock says.
  func now() -> Timestamp

  /// Writes a change down, for good: it is there even if the machine stops now.
  func record(_ change: RecordedChange) throws(WalletError)

  /// The change stays written down: its answer was lost.
  func leave(_ key: String)

  /// It is known what became of the change.
  func remove(_ key: String)

  /// This wallet's changes whose answers were lost, oldest first; not those that are still waited
  /// for, here or in another process.
  func unanswered() -> [RecordedChange]
}
