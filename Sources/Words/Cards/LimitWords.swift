package import WalletModel

/// A rule of a card, in words.
package struct RuleText: Equatable, Sendable {
  /// Ten columns.
  package let label: String
  package let value: String
  /// Of a limit a day or a month.
  package let use: LimitUse?
}

/// What a card may pay for, and the rule for which a payment was declined.
package struct LimitWords: FeatureWords {
  package let words: Words

  package var cardLimits: CommandText {
    command(
      ("Limits", "Sets how much, where and for what the card may pay.", nil),
      ("Grenzen", "Legt fest, wie viel, wo und wofür die Karte zahlen darf.", nil))
  }

  package func title(_ name: String) -> String {
    say("Limits of \(name)", "Grenzen von \(name)")
  }
  package var line: String {
    say(
      "A payment beyond them is declined. Empty: no limit.",
      "Eine Zahlung darüber wird abgelehnt. Leer: keine Grenze.")
  }
  /// What Enter does, and the progress of it.
  package var setLimits: String { say("set limits", "Grenzen setzen") }
  package var settingLimits: String { say("Setting limits", "Grenzen werden gesetzt") }
  package var codeForLimits: String {
    say(
      "The card may pay for more. Enter the code.",
      "Die Karte darf mehr zahlen. Geben Sie den Code ein.")
  }
  package func areSet(_ name: String) -> String {
    say("Limits of \(name) are set", "Grenzen von \(name) sind gesetzt")
  }
  package func hint(_ key: String) -> String {
    say("\(key) changes the limits", "\(key) ändert die Grenzen")
  }

  // MARK: The rules

  package var noLimits: String { say("No limits yet", "Noch keine Grenzen") }
  package var everything: String { say("everything", "alles") }
  package var everyCountry: String { say("every country", "jedes Land") }
  package var onlyThese: String { say("only these", "nur diese") }
  package var notThese: String { say("not these", "diese nicht") }
  package var whichOnes: String { say("Which ones", "Welche") }
  package var shopsLabel: String { say("Kinds of shop", "Branchen") }
  package var countriesLabel: String { say("Countries", "Länder") }
  package var countriesHint: String {
    say("two letters each: BG, DE", "je zwei Buchstaben: BG, DE")
  }
  package var perPayment: String { say("A payment", "Je Zahlung") }
  package var perDay: String { say("A day", "Am Tag") }
  package var perMonth: String { say("A month", "Im Monat") }
  package var switchedOffLabel: String { say("Off", "Aus") }

  /// Ten columns.
  package func name(of way: SpendingSwitch) -> String {
    switch way {
    case .online: say("Online", "Online")
    case .abroad: say("Abroad", "Ausland")
    case .cash: say("Cash", "Bargeld")
    case .phone: say("By phone", "Per Handy")
    }
  }

  package func noCategory(_ text: String) -> String {
    say("\(text) is none of these", "\(text) ist keine davon")
  }
  package var categoryNames: String {
    MerchantCategory.allCases.map { note(words.activity.category($0)) }.joined(separator: ", ")
  }
  /// The category with this name, or with this word of a command; nil: there is none.
  package func category(named text: String) -> MerchantCategory? {
    let name = text.lowercased()
    return MerchantCategory(word: name)
      ?? MerchantCategory.allCases.first { words.activity.category($0).lowercased() == name }
  }
  /// A category by its word on the wire: `eating out`.
  package func categoryNote(_ word: String) -> String {
    MerchantCategory(rawValue: word).map { note(words.activity.category($0)) } ?? word
  }

  /// `40 % used`.
  package func used(_ use: LimitUse) -> String {
    say("\(use.percent) % used", "\(use.percent) % verbraucht")
  }
  /// `of €400 a month`.
  package func ofMonth(_ limit: Money) -> String {
    say("of \(words.short(limit)) a month", "von \(words.short(limit)) im Monat")
  }
  /// `resets 1 Dec`: when the next month begins (UTC).
  package func resets(after month: CalendarMonth) -> String {
    let first = month.adding(1).start(in: .utc)
    return say("resets \(words.day(first, in: .utc))", "neu ab \(words.day(first, in: .utc))")
  }

  /// All rules of a card, each in a line; empty: it has none.
  package func rules(_ card: Card) -> [RuleText] {
    let rules = card.rules
    var lines: [RuleText] = []
    func add(_ label: String, _ value: String, _ use: LimitUse? = nil) {
      lines.append(RuleText(label: label, value: value, use: use))
    }
    func limit(_ label: String, _ amount: Int64?, _ use: LimitUse? = nil) {
      guard let amount else { return }
      let value = use.map { spent($0.spent, of: $0.limit) }
      add(label, value ?? upTo(words.short(Money(amount, card.currency))), use)
    }
    func list(_ only: String, _ not: String, _ list: RuleList?, _ name: (String) -> String) {
      guard let list else { return }
      add(list.allowed == nil ? not : only, list.values.map(name).joined(separator: ", "))
    }
    limit(perPayment, rules.paymentLimit)
    limit(perDay, rules.dailyLimit, card.dailyUse)
    limit(perMonth, rules.monthlyLimit, card.monthlyUse)
    list(
      say("Only for", "Nur für"), say("Not for", "Nicht für"), rules.categories, categoryNote)
    list(say("Only in", "Nur in"), say("Not in", "Nicht in"), rules.countries) { $0 }
    if let off = switchedOff(rules) { add(switchedOffLabel, off) }
    return lines
  }

  /// `online, abroad`; nil: nothing is switched off.
  package func switchedOff(_ rules: SpendingRules) -> String? {
    let off = SpendingSwitch.allCases.filter { rules.switchedOff.contains($0) }
    return off.isEmpty ? nil : off.map { note(name(of: $0)) }.joined(separator: ", ")
  }

  // MARK: Declines

  /// Why a payment was declined: the rule, or the reason.
  package func declined(_ payment: Transaction) -> String {
    payment.declineRule.flatMap { declined(for: $0, payment.transactedAt) }
      ?? words.cards.declined(payment.declineReason)
  }

  package func declined(_ receipt: ShopReceipt) -> String {
    receipt.declineRule.flatMap { declined(for: $0, receipt.updatedAt) }
      ?? words.cards.declined(receipt.declineReason)
  }

  /// nil: nothing is known of it.
  func declined(for rule: DeclineRule, _ time: Timestamp) -> String? {
    let value = rule.value ?? ""
    switch rule.kind {
    case .paymentLimit:
      return rule.amount.map {
        say("over \(words.short($0)) a payment", "über \(words.short($0)) je Zahlung")
      }
    case .dailyLimit:
      return rule.amount.map {
        say("over \(words.short($0)) a day", "über \(words.short($0)) am Tag")
      }
    case .monthlyLimit:
      let month = words.monthName(CalendarMonth(time, in: .utc))
      return rule.amount.map {
        say("over \(words.short($0)) in \(month)", "über \(words.short($0)) im \(month)")
      }
    case .category:
      return say("not for \(categoryNote(value))", "nicht für \(categoryNote(value))")
    case .country: return say("not in \(value)", "nicht in \(value)")
    case .merchant: return say("only at \(value)", "nur bei \(value)")
    case .singleUse: return say("for one payment only", "nur für eine Zahlung")
    case .switchedOff(let way): return declined(way)
    case .other: return nil
    }
  }

  private func declined(_ way: SpendingSwitch) -> String {
    switch way {
    case .online: say("not online", "nicht online")
    case .abroad: say("not abroad", "nicht im Ausland")
    case .cash: say("not for cash", "nicht für Bargeld")
    case .phone: say("not by phone", "nicht per Handy")
    }
  }

  // MARK: In a word or two

  /// `$96.27 of $250`, `96,27 von 250 $`.
  package func spent(_ spent: Money, of limit: Money) -> String {
    let text = money(spent)
    let figure = text.prefix { $0.isNumber || $0.isPunctuation || $0 == "−" }
    return say("\(text) of \(words.short(limit))", "\(figure) von \(words.short(limit))")
  }
  /// A state as a note: German nouns keep their capital.
  package func note(_ state: String) -> String { say(state.lowercased(), state) }
  package func upTo(_ limit: String) -> String { say("up to \(limit)", "bis \(limit)") }
}
