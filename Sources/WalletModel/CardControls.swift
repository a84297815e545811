/// What the owner of a card has set: how the issuer locks it by itself.
package enum CardControls {
  /// The seconds that a card can be unlocked for: up to a week.
  package static let unlockSeconds: ClosedRange<Int> = 60...604_800
  /// The days without use after which a card can be locked.
  package static let autoLockDays: ClosedRange<Int> = 1...365
}
