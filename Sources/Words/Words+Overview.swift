import Languages
package import WalletModel

/// The cards at a glance: texts of the list, below it, and of the page of a card.
extension Words {
  // MARK: The list

  /// Before the key, the key, after it.
  package func arrived(key: String) -> [String] {
    [say("Arrived? Press ", "Angekommen? "), key, say(" to activate", " aktiviert sie")]
  }

  package var noPaymentsLately: String { say("No payments lately", "Zuletzt keine Zahlungen") }

  // MARK: This month

  package var thisMonth: String { say("This month", "Dieser Monat") }
  package func inMonth(_ month: CalendarMonth) -> String {
    say("in \(monthName(month))", "im \(monthName(month))")
  }

  /// An amount in whole units, rounded: `€822`.
  package func roughly(_ money: Money) -> String {
    let unit = money.currency.unit
    let half = money.minorUnits < 0 ? -unit / 2 : unit / 2
    let rounded = (Int128(money.minorUnits) + Int128(half)) / Int128(unit) * Int128(unit)
    let text = self.money(Money(Int64(clamping: rounded), money.currency))
    let zeros = decimalMark + String(repeating: "0", count: money.currency.exponent)
    return money.currency.exponent == 0 ? text : text.replacing(zeros, with: "")
  }

  /// `1–22 November`.
  package func monthUpTo(_ month: CalendarMonth, day: Int) -> String {
    say("1–\(day) \(monthName(month))", "1.–\(day). \(monthName(month))")
  }

  package func spentInMonth(_ amount: String, _ month: CalendarMonth) -> String {
    say("You spent \(amount) in \(monthName(month)).", "Im \(monthName(month)): \(amount).")
  }

  /// `2 active · 1 locked · 3 other`.
  package func cardsByStatus(_ counts: [(CardStatus, Int)], others: Int) -> String {
    var parts = counts.map { "\(number($0.1)) \(status($0.0).lowercased())" }
    if others > 0 { parts.append(say("\(number(others)) other", "\(number(others)) andere")) }
    return parts.joined(separator: " · ")
  }

  /// Days of a month: `8–14`.
  package func dayRange(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)–\(last)"
  }

  package func largestDay(_ month: CalendarMonth, day: Int, _ amount: String) -> String {
    say("Largest day \(day) \(monthName(month)), \(amount)", "Höchster Tag \(day)., \(amount)")
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
    return payments(count, more: false) + (declines == 0 ? "" : " · " + declined)
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

  package var phones: String { say("Phones", "Handys") }
  package var onNoPhone: String { say("Not on a phone", "Auf keinem Handy") }
  package var aboutCard: String { say("About this card", "Über diese Karte") }
  package var paymentsTitle: String { say("Payments", "Zahlungen") }
  package var setPin: String { say("Set PIN", "PIN setzen") }

  package func readAt(_ time: String) -> String { say("read at \(time)", "gelesen \(time)") }

  /// `20 % of €822.17`.
  package func share(_ percent: Int, of amount: String) -> String {
    say("\(percent) % of \(amount)", "\(percent) % von \(amount)")
  }

  package func lastPayment(_ day: String) -> String { say("last on \(day)", "zuletzt \(day)") }

  // MARK: Hints

  package var showNumber: String { say("show number and CVV", "Nummer und CVV zeigen") }
  package var allOfIt: String { say("all of it", "alles") }
  package var openCard: String { say("open card", "Karte öffnen") }
  package var openHint: String { say("open", "öffnen") }
  package var nextSection: String { say("next section", "weiter") }
  package var otherCards: String { say("other cards", "andere Karten") }
  package var nothingToOpen: String { say("nothing to open here", "hier gibt es nichts zu öffnen") }
  package var noOtherCard: String { say("no other card", "keine andere Karte") }

  package var nextCard: CommandText {
    command(
      ("Next card", "Goes to the next card; its page stays open.", nil),
      ("Nächste Karte", "Geht zur nächsten Karte; ihre Seite bleibt offen.", nil))
  }

  package var previousCard: CommandText {
    command(
      ("Previous card", "Goes to the previous card; its page stays open.", nil),
      ("Vorige Karte", "Geht zur vorigen Karte; ihre Seite bleibt offen.", nil))
  }

  // MARK: What an action comes to, in a few words

  package var lockNote: String {
    say("Payments are declined until you unlock it", "Bis zum Entsperren wird abgelehnt")
  }
  package var unlockNote: String { say("Payments go through again", "Zahlungen gehen wieder") }
  package var revealNote: String { say("For a short time, after a code", "Kurz, nach einem Code") }
  package var pinNote: String {
    say("For a few seconds, after a code", "Einige Sekunden, nach einem Code")
  }
  package var changePinNote: String { say("After a code", "Nach einem Code") }
  package var activateNote: String {
    say("With the details printed on it", "Mit den Daten auf der Karte")
  }
  package var limitsNote: String {
    say("How much, where and for what it may pay", "Wie viel, wo und wofür sie zahlt")
  }
  package var replaceNote: String {
    say("Lost, stolen or damaged: a new number", "Verloren, gestohlen, beschädigt: neue Nummer")
  }
  package var renameNote: String { say("A name of your own", "Ein eigener Name") }
  package var phoneNote: String {
    say("Apple, Google or Samsung Pay", "Apple, Google oder Samsung Pay")
  }
  package var finalNote: String { say("Can't be undone", "Lässt sich nicht rückgängig machen") }
  package var payNote: String { say("No real money moves", "Kein echtes Geld") }
}
