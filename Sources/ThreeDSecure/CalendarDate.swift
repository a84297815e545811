import WalletModel

/// A day without a time, `2026-11-30`.
package struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  package let description: String

  /// nil: it is not a day of the years 0 to 9999 in this form.
  package init?(_ text: String) {
    guard text.utf8.count == 10, Timestamp(text + "T00:00:00Z") != nil else { return nil }
    description = text
  }
}
