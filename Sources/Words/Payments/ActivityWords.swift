package import WalletModel

/// The screen of payments, and what was spent.
package struct ActivityWords: FeatureWords {
  package let words: Words

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

  package func notLoaded(_ reason: String) -> String {
    say("Not loaded: \(reason).", "Nicht geladen: \(reason).")
  }

  // MARK: Searching

  /// `26 found · €883.94 · $22.90 out · €92.35 back`.
  package func found(_ count: Int, out: [Money], back: [Money]) -> String {
    ([say("\(number(count)) found", "\(number(count)) gefunden")]
      + [
        out.isEmpty ? nil : say("\(words.sums(out)) out", "\(words.sums(out)) ausgegeben"),
        back.isEmpty ? nil : say("\(words.sums(back)) back", "\(words.sums(back)) zurück"),
      ]
      .compactMap(\.self)).joined(separator: " · ")
  }

  package func noPaymentMatches(_ query: String, back: CalendarMonth) -> String {
    say(
      "No payment matches “\(query)”. Esc goes back to \(words.monthName(back)).",
      "Keine Zahlung passt zu „\(query)“. Esc führt zurück zum \(words.monthName(back)).")
  }

  package var searchExample: String {
    say("merchant, card, >50, yesterday", "Händler, Karte, >50, gestern")
  }

  package var searchLabel: String { say("Find payments", "Zahlungen suchen") }

  // MARK: Months

  package func nothingIn(_ month: CalendarMonth, key: String, next: CalendarMonth) -> String {
    say(
      "Nothing in \(words.monthName(month)). \(key) goes on to \(words.monthName(next)).",
      "Nichts im \(words.monthName(month)). \(key) führt weiter zum \(words.monthName(next)).")
  }

  package func nothingYetIn(_ month: CalendarMonth, key: String, back: CalendarMonth) -> String {
    say(
      "Nothing in \(words.monthName(month)) yet. \(key) goes back to \(words.monthName(back)).",
      "Im \(words.monthName(month)) noch nichts. \(key) führt zurück zum \(words.monthName(back)).")
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
    let date = words.dayOfMonth(day, month)
    return isLess
      ? say("\(amount) less than by \(date)", "\(amount) weniger als bis \(date)")
      : say("\(amount) more than by \(date)", "\(amount) mehr als bis \(date)")
  }

  package func asMuch(as day: Int, _ month: CalendarMonth) -> String {
    say(
      "As much as by \(words.dayOfMonth(day, month))",
      "So viel wie bis \(words.dayOfMonth(day, month))")
  }

  package func spentBy(_ day: Int, _ month: CalendarMonth) -> String {
    say("By \(words.dayOfMonth(day, month))", "Bis \(words.dayOfMonth(day, month))")
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
    let complete = words.cards.transaction(.complete)
    return say(
      "\(state), booked \(day)",
      state == complete ? "\(complete) am \(day)" : "\(state), gebucht am \(day)")
  }
  package var lockItHint: String { say("lock it", "sperren") }
  package var unlockItHint: String { say("unlock it", "entsperren") }

  // MARK: In sentences, for line mode

  package func spentIn(_ month: CalendarMonth, _ amount: String) -> String {
    say(
      "Spent in \(words.month(month)): \(amount).",
      "Ausgegeben im \(words.month(month)): \(amount).")
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
    "\(words.month(month)): \(amount)."
  }
  package func daySentence(_ day: String, _ amount: String) -> String { "\(day): \(amount)." }

  // MARK: For other programs

  package func notExported(_ count: Int) -> String {
    count == 1
      ? say("1 payment can't be read, and is left out.", "1 Zahlung ist nicht lesbar und fehlt.")
      : say(
        "\(number(count)) payments can't be read, and are left out.",
        "\(number(count)) Zahlungen sind nicht lesbar und fehlen.")
  }
}
