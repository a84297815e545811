package import WalletModel

/// What a card may pay for, and the limit for which a payment was declined.
extension Words {
  package var cardLimits: CommandText {
    command(
      ("Limits", "Sets how much, where and for what the card may pay.", nil),
      ("Grenzen", "Legt fest, wie viel, wo und wofür die Karte zahlen darf.", nil))
  }

  package func limitsTitle(_ name: String) -> String {
    say("Limits of \(name)", "Grenzen von \(name)")
  }
  package var limitsLine: String {
    say(
      "A payment beyond them is declined. Empty: no limit.",
      "Eine Zahlung darüber wird abgelehnt. Leer: keine Grenze.")
  }
  /// What Enter does, and the progress of it.
  package var setLimits: String { say("set limits", "Grenzen setzen") }
  package var settingLimits: String { say("Setting limits", "Grenzen werden gesetzt") }
  package var codeForLimits: String {
    say("To raise the limits, enter the code.", "Für höhere Grenzen geben Sie den Code ein.")
  }
  package func limitsAreSet(_ name: String) -> String {
    say("Limits of \(name) are set", "Grenzen von \(name) sind gesetzt")
  }
  package func limitsHint(_ key: String) -> String {
    say("\(key) changes the limits", "\(key) ändert die Grenzen")
  }

  // MARK: The limits

  /// Ten columns.
  package var limitsLabel: String { say("Limits", "Grenzen") }
  package var paymentLimitLabel: String { say("Per payment", "Je Zahlung") }
  package var perMonthLabel: String { say("Per month", "Je Monat") }
  package var categoriesLabel: String { say("Only for", "Nur für") }
  package var countriesLabel: String { say("Only in", "Nur in") }
  package var anyCategory: String { say("everything", "alles") }
  package var anyCountry: String { say("every country", "jedes Land") }
  package var countriesHint: String {
    say("two letters each: BG, DE", "je zwei Buchstaben: BG, DE")
  }

  package func noCategory(_ text: String) -> String {
    say("\(text) is none of these", "\(text) ist keine davon")
  }
  package func categoryNames() -> String {
    MerchantCategory.allCases.map { note(category($0)) }.joined(separator: ", ")
  }
  /// `groceries, eating out`.
  package func categories(_ list: [MerchantCategory]) -> String {
    list.map { note(category($0)) }.joined(separator: ", ")
  }
  /// The category with this name, or with this word of a command; nil: there is none.
  package func category(named text: String) -> MerchantCategory? {
    let name = text.lowercased()
    return MerchantCategory.allCases.first {
      $0.word == name || category($0).lowercased() == name
    }
  }

  // MARK: Declines

  /// Why a payment was declined: the limit, or the reason.
  package func declined(_ payment: Transaction) -> String {
    payment.declineLimit.flatMap { declined(for: $0, payment.transactedAt) }
      ?? declined(payment.declineReason)
  }

  package func declined(_ receipt: ShopReceipt) -> String {
    receipt.declineLimit.flatMap { declined(for: $0, receipt.updatedAt) }
      ?? declined(receipt.declineReason)
  }

  /// nil: nothing is known of it.
  func declined(for limit: DeclineLimit, _ time: Timestamp) -> String? {
    let values = limit.values
    switch limit.kind {
    case .perPayment:
      return limit.amount.map {
        say("over \(short($0)) per payment", "über \(short($0)) je Zahlung")
      }
    case .perMonth:
      let month = monthName(CalendarMonth(time, offset: 0))
      return limit.amount.map {
        say("over \(short($0)) in \(month)", "über \(short($0)) im \(month)")
      }
    case .perDay:
      return limit.amount.map { say("over \(short($0)) a day", "über \(short($0)) am Tag") }
    case .category:
      if values.isEmpty { return nil }
      let names = values.map { word in
        MerchantCategory(rawValue: word).map { note(category($0)) } ?? word
      }.joined(separator: ", ")
      return say("\(names) only", "nur \(names)")
    case .country: return values.first.map { say("not in \($0)", "nicht in \($0)") }
    case .merchant: return values.first.map { say("only at \($0)", "nur bei \($0)") }
    case .singleUse: return say("for one payment only", "nur für eine Zahlung")
    case .other: return nil
    }
  }
}
