package import WalletModel

/// Records changes before they are sent, for a backend whose answers can be lost.
package protocol ChangeBook: Sendable {
  /// The owner of the changes: server, brand and user in one word.
  var wallet: String { get }

  /// The time of the wall clock.
  func now() -> Timestamp

  /// Records a change durably: it is there even if the machine stops now.
  func record(_ change: RecordedChange) throws(WalletError)

  /// The answer was lost. The change remains recorded.
  func leave(_ key: String)

  /// The result of the change is known.
  func remove(_ key: String)

  /// This wallet's changes whose answers were lost, oldest first. Changes whose answers are still
  /// expected, here or in another process, are not among them.
  func unanswered() -> [RecordedChange]
}
