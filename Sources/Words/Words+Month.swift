package import WalletModel

/// Months, and what was spent in them.
extension Words {
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

  package var spent: String { say("Spent", "Ausgegeben") }
  package var topMerchants: String { say("Top merchants", "Größte Händler") }
  package var notAllLoaded: String { say("not all loaded", "nicht alles geladen") }

  package func notLoaded(_ reason: String) -> String {
    say("Not loaded: \(reason).", "Nicht geladen: \(reason).")
  }

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
}
