package import ScreenKit
package import WalletModel

/// The prepaid cards.
package struct CardsState: Sendable {
  package var list = ListPane<CardRow>()
  var reading = CardReadingState()
  package var details = DetailsState()
  /// Changes that were sent and not answered yet, by card.
  package var pending: [CardID: PendingChange] = [:]
  /// The rows that the user saw, of cards whose change was refused because they had changed
  /// meanwhile.
  var conflicts: [CardID: CardRow] = [:]
  /// The cards when the wallet was locked, without names, until they are read again.
  var seen: [CardID: CardRow] = [:]
  package var programs: [CardProgram] = []
  /// Their owner; nil: not read yet.
  package var profile: CustomerProfileInfo?
}
