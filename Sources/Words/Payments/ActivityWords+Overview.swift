import Languages
package import WalletModel

/// The cards at a glance: texts of the list and of what is below it.
extension ActivityWords {
  // MARK: The list

  /// Before the key, the key, after it.
  package func arrived(key: String) -> [String] {
    [say("Arrived? Press ", "Angekommen? "), key, say(" to activate", " aktiviert sie")]
  }

  package var noPaymentsLately: String { say("No payments lately", "Zuletzt keine Zahlungen") }

  // MARK: This month

  package var thisMonth: String { say("This month", "Dieser Monat") }
  package func inMonth(_ month: CalendarMonth) -> String {
    say("in \(words.monthName(month))", "im \(words.monthName(month))")
  }

  /// `1–22 November`.
  package func monthUpTo(_ month: CalendarMonth, day: Int) -> String {
    say("1–\(day) \(words.monthName(month))", "1.–\(day). \(words.monthName(month))")
  }

  package func spentInMonth(_ amount: String, _ month: CalendarMonth) -> String {
    say(
      "You spent \(amount) in \(words.monthName(month)).",
      "Im \(words.monthName(month)): \(amount).")
  }

  /// `2 active · 1 locked · 3 other`.
  package func cardsByStatus(_ counts: [(CardStatus, Int)], others: Int) -> String {
    var parts = counts.map { "\(number($0.1)) \(words.cards.status($0.0).lowercased())" }
    if others > 0 { parts.append(say("\(number(others)) other", "\(number(others)) andere")) }
    return parts.joined(separator: " · ")
  }

  /// Days of a month: `8–14`.
  package func dayRange(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)–\(last)"
  }

  package func largestDay(_ month: CalendarMonth, day: Int, _ amount: String) -> String {
    say(
      "Largest day \(day) \(words.monthName(month)), \(amount)", "Höchster Tag \(day)., \(amount)")
  }

  package func onAverage(_ amount: String) -> String {
    say("\(amount) a day", "\(amount) am Tag")
  }

  // MARK: What to do next

  package var next: String { say("Next", "Als Nächstes") }
  package func isWaiting(_ name: String) -> String {
    say("\(name) is waiting", "\(name) wartet")
  }
  package func wasDeclined(_ merchant: String) -> String {
    say("\(merchant) was declined", "\(merchant) abgelehnt")
  }
  package func paidBack(_ merchant: String, _ amount: String) -> String {
    say("\(merchant) paid back \(amount)", "\(merchant) hat \(amount) erstattet")
  }
  package func wasPaid(_ merchant: String, _ amount: String) -> String {
    say("\(amount) paid at \(merchant)", "\(amount) bei \(merchant) bezahlt")
  }
  package func alerts(_ count: Int, declines: Int) -> String {
    let declined = say("\(number(declines)) declined", "\(number(declines)) abgelehnt")
    return words.shop.payments(count, more: false) + (declines == 0 ? "" : " · " + declined)
  }
  package var see: String { say("see", "ansehen") }
  package var order: String { say("order", "bestellen") }
  package var news: String { say("News", "Neues") }
  package var noNews: String {
    say("No declined payments and no refunds.", "Keine abgelehnten Zahlungen, keine Erstattungen.")
  }

  // MARK: The card

  /// What `day` takes at most.
  package var dayColumns: Int {
    switch language {
    case .english: 6
    case .german: 8
    }
  }
}
