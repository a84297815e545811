package import Languages
package import WalletModel

/// The screen of payments, and what was spent.
extension Words {
  package var activity: String { say("Activity", "Umsätze") }
  package var payments: String { say("Payments", "Zahlungen") }

  // MARK: Commands

  package var showActivity: CommandText {
    command(
      ("Activity", "Shows all payments, and what you spent on what.", nil),
      ("Umsätze", "Zeigt alle Zahlungen und wofür Sie Geld ausgegeben haben.", nil))
  }

  package var sortPayments: CommandText {
    command(
      ("Sort", "Sorts payments: newest first, oldest first, by amount, by merchant.", "sort"),
      (
        "Sortieren", "Ordnet die Zahlungen: neueste zuerst, älteste zuerst, nach Betrag, Händler.",
        "sortieren"
      ))
  }

  package var earlierMonth: CommandText {
    command(
      ("Month before", "Shows the payments of the month before.", nil),
      ("Monat davor", "Zeigt die Zahlungen des Monats davor.", nil))
  }

  package var laterMonth: CommandText {
    command(
      ("Month after", "Shows the payments of the month after.", nil),
      ("Monat danach", "Zeigt die Zahlungen des Monats danach.", nil))
  }

  package var cardOfPayment: CommandText {
    command(
      ("Go to its card", "Goes to the card that this payment was made with.", "this card"),
      ("Zu ihrer Karte", "Geht zu der Karte, mit der diese Zahlung gemacht wurde.", "Karte"))
  }

  package var monthHint: String { say("month", "Monat") }
  package var summaryHint: String { say("summary", "Überblick") }
  package var findHint: String { say("find", "suchen") }

  // MARK: The table

  package var sortNewest: String { say("newest first", "neueste zuerst") }
  package var sortOldest: String { say("oldest first", "älteste zuerst") }
  package var sortAmount: String { say("largest first", "größte zuerst") }
  package var sortMerchant: String { say("by merchant", "nach Händler") }
  package var category: String { say("Category", "Kategorie") }

  package func category(_ category: MerchantCategory) -> String {
    switch category {
    case .groceries: say("Groceries", "Lebensmittel")
    case .eatingOut: say("Eating out", "Essen gehen")
    case .transport: say("Transport", "Verkehr")
    case .shopping: say("Shopping", "Einkaufen")
    case .health: say("Health", "Gesundheit")
    case .leisure: say("Leisure", "Freizeit")
    case .travel: say("Travel", "Reisen")
    case .bills: say("Bills", "Rechnungen")
    case .cash: say("Cash", "Bargeld")
    case .other: say("Other", "Sonstiges")
    }
  }

  package var yesterday: String { say("yesterday", "gestern") }
  package var noPayment: String { say("no payment here", "hier ist keine Zahlung") }
  package var readingPayments: String { say("Reading payments", "Zahlungen werden gelesen") }

  /// `Thu 19 Nov`; `Do 19. Nov.`.
  package func weekday(_ time: Timestamp, in zone: TimeZone) -> String {
    let seconds = time.milliseconds / 1000 + Int64(zone.offset(at: time))
    let day = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
    let index = ((day + 4) % 7 + 7) % 7
    let name = say(
      ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][index],
      ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"][index])
    return "\(name) \(self.day(time, in: zone))"
  }

  package func notLoaded(_ reason: String) -> String {
    say("Not loaded: \(reason).", "Nicht geladen: \(reason).")
  }

  // MARK: Searching

  /// In every language: what is searched for may be written in any.
  package static let all = Language.allCases.map(Words.init)

  package func text(_ text: LocalizedText) -> String { text[language] }

  /// `26 found · €883.94 · $22.90 out · €92.35 back`.
  package func found(_ count: Int, out: [Money], back: [Money]) -> String {
    ([say("\(number(count)) found", "\(number(count)) gefunden")]
      + [
        out.isEmpty ? nil : say("\(sums(out)) out", "\(sums(out)) ausgegeben"),
        back.isEmpty ? nil : say("\(sums(back)) back", "\(sums(back)) zurück"),
      ]
      .compactMap(\.self)).joined(separator: " · ")
  }

  package func noPaymentMatches(_ query: String, back: CalendarMonth) -> String {
    say(
      "No payment matches “\(query)”. Esc goes back to \(monthName(back)).",
      "Keine Zahlung passt zu „\(query)“. Esc führt zurück zum \(monthName(back)).")
  }

  package var searchExample: String {
    say("merchant, card, >50, yesterday", "Händler, Karte, >50, gestern")
  }

  package var searchLabel: String { say("Find payments", "Zahlungen suchen") }

  // MARK: Months

  /// `November`.
  package func monthName(_ month: CalendarMonth) -> String {
    let english = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let german = [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
      "Oktober", "November", "Dezember",
    ]
    return say(english[month.month - 1], german[month.month - 1])
  }

  /// Three columns: `Nov`.
  package func monthShort(_ month: CalendarMonth) -> String { String(monthName(month).prefix(3)) }

  /// `22 October`; `22. Oktober`.
  package func dayOfMonth(_ day: Int, _ month: CalendarMonth) -> String {
    say("\(day) \(monthName(month))", "\(day). \(monthName(month))")
  }

  /// `November 2026`.
  package func month(_ month: CalendarMonth) -> String { "\(monthName(month)) \(month.year)" }

  package func nothingIn(_ month: CalendarMonth, key: String, next: CalendarMonth) -> String {
    say(
      "Nothing in \(monthName(month)). \(key) goes on to \(monthName(next)).",
      "Nichts im \(monthName(month)). \(key) führt weiter zum \(monthName(next)).")
  }

  package func nothingYetIn(_ month: CalendarMonth, key: String, back: CalendarMonth) -> String {
    say(
      "Nothing in \(monthName(month)) yet. \(key) goes back to \(monthName(back)).",
      "Im \(monthName(month)) noch nichts. \(key) führt zurück zum \(monthName(back)).")
  }

  package func noPaymentsAtAll(cards: String, pay: String) -> String {
    say(
      "No payments yet. Choose a card (\(cards)), then \(pay) pays in the simulated shop.",
      "Noch keine Zahlungen. Wählen Sie eine Karte (\(cards)); \(pay) zahlt dann im simulierten Geschäft."
    )
  }

  package var noLaterMonth: String { say("no later month", "kein späterer Monat") }
  package var noEarlierPayments: String { say("no earlier payments", "keine früheren Zahlungen") }

  // MARK: What was spent

  package var spent: String { say("Spent", "Ausgegeben") }
  package var topMerchants: String { say("Top merchants", "Größte Händler") }
  package var notAllLoaded: String { say("not all loaded", "nicht alles geladen") }

  /// `€89.41 less than by 22 October`.
  package func difference(_ amount: String, isLess: Bool, than day: Int, _ month: CalendarMonth)
    -> String
  {
    let date = dayOfMonth(day, month)
    return isLess
      ? say("\(amount) less than by \(date)", "\(amount) weniger als bis \(date)")
      : say("\(amount) more than by \(date)", "\(amount) mehr als bis \(date)")
  }

  package func asMuch(as day: Int, _ month: CalendarMonth) -> String {
    say("As much as by \(dayOfMonth(day, month))", "So viel wie bis \(dayOfMonth(day, month))")
  }

  package func spentBy(_ day: Int, _ month: CalendarMonth) -> String {
    say("By \(dayOfMonth(day, month))", "Bis \(dayOfMonth(day, month))")
  }
  package var difference: String { say("Difference", "Unterschied") }

  /// `€89.41 less · 10 %`.
  package func difference(_ amount: String, isLess: Bool, percent: Int?) -> String {
    let words =
      isLess ? say("\(amount) less", "\(amount) weniger") : say("\(amount) more", "\(amount) mehr")
    return words + (percent.map { " · \($0) %" } ?? "")
  }

  package var dayByDay: String { say("Day by day", "Tag für Tag") }
  package var days: String { say("Days", "Tage") }
  package var weeks: String { say("Weeks", "Wochen") }
  /// At the highest bar of a chart.
  package func atMost(_ amount: String) -> String {
    say("highest \(amount)", "am meisten \(amount)")
  }
  package var spending: String { say("Spending", "Ausgaben") }
  package var byCard: String { say("By card", "Nach Karte") }
  package var byCategory: String { say("By category", "Nach Kategorie") }
  package var sixMonths: String { say("Six months", "Sechs Monate") }
  package var ofAll: String { say("of all", "Anteil") }
  package var times: String { say("times", "Anzahl") }
  package var mostly: String { say("Mostly", "Vor allem") }

  // MARK: A payment

  /// `complete, booked 20 Nov`; `gebucht am 20. Nov.`.
  package func booked(_ state: String, _ day: String) -> String {
    let complete = transaction(.complete)
    return say(
      "\(state), booked \(day)",
      state == complete ? "\(complete) am \(day)" : "\(state), gebucht am \(day)")
  }
  package var lockItHint: String { say("lock it", "sperren") }
  package var unlockItHint: String { say("unlock it", "entsperren") }

  // MARK: In sentences, for line mode

  package func spentIn(_ month: CalendarMonth, _ amount: String) -> String {
    say(
      "Spent in \(self.month(month)): \(amount).", "Ausgegeben im \(self.month(month)): \(amount).")
  }
  package func partSentence(_ name: String, _ amount: String, percent: Int) -> String {
    say("\(name): \(amount), \(percent) % of all.", "\(name): \(amount), \(percent) % von allem.")
  }
  package func merchantSentence(_ name: String, _ amount: String, times: Int) -> String {
    let count = plural(
      times, say("1 payment", "1 Zahlung"), say("\(times) payments", "\(times) Zahlungen"))
    return "\(name): \(amount), \(count)."
  }
  package func monthSentence(_ month: CalendarMonth, _ amount: String) -> String {
    "\(self.month(month)): \(amount)."
  }
  package func daySentence(_ day: String, _ amount: String) -> String { "\(day): \(amount)." }
}
