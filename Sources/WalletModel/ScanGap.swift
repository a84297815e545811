/// What could not be read from a picture or a text of a card (E04).
package enum ScanGap: String, CaseIterable, Hashable, Sendable {
  /// No number of a card that can be scanned.
  case number
  /// More than one such number, and nothing says which one is meant.
  case severalNumbers
  /// No expiry that is still to come.
  case expiry
}
