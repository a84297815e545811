import Canvas
import CardEntry
import Secrets
import WalletModel
import Words

/// What a card is typed or chosen for: a payment (D18), or saving it (E01). The form adds its own
/// fields to those of the card.
protocol CardUse: Sendable, Equatable {
  /// Brings the further fields up to date.
  func refresh(_ form: inout Form, _ state: State)
  /// What is wrong with the further fields.
  func errors(_ form: Form, _ state: State) -> [FieldError]
  /// Sends the card. It has copies of the secrets, which the request has to wipe.
  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission?
  /// What Enter does, with what stands in the form: `pay €24.90`. nil: as the dialog says.
  func submitLabel(_ form: Form, _ state: State) -> String?
}

extension CardUse {
  func refresh(_ form: inout Form, _ state: State) {}
  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func submitLabel(_ form: Form, _ state: State) -> String? { nil }
}

extension EnteredCard {
  /// What was typed, as copies: each secret belongs to the request, which wipes it.
  init(_ form: CardEntryForm) {
    func typed(_ field: CardField) -> Secret? {
      form.fields.contains(field) ? form.line(field).secret.copy() : nil
    }
    self.init(
      number: typed(.number), expiry: form.expiry, cvv: typed(.cvv),
      holderName: form.fields.contains(.name) ? form.holderName : nil)
  }
}

/// The form into which a card is typed, or where one of the wallet's own is chosen (D03–D16,
/// E03–E09).
struct CardForm<Use: CardUse>: FormPurpose {
  let use: Use
  /// The wallet's own cards that can be used instead. They share their memory with the list.
  let ownCards: [CardRow]

  private static var source: String { "payWith" }
  private static var month: String { "expiryMonth" }
  /// In a choice of months or years: none was chosen.
  private static var none: String { "–" }

  var wipesOnFailure: Bool { true }

  /// The dialog, which `Dialog.open` opens.
  ///
  /// - Parameters:
  ///   - rules: Which cards can be used, and how the expiry is entered. The CVV is always hidden, and
  ///     the separator is the person's own.
  ///   - cardFields: The fields of the card; a form may have only some of them (D03).
  ///   - labels: Other labels than the usual ones (D16).
  ///   - further: Fields below those of the card, such as an amount.
  func dialog(
    _ state: State, title: String, lines: [String] = [], rules: CardEntryRules,
    cardFields: [CardField] = [.number, .expiry, .cvv, .name], labels: [CardField: String] = [:],
    further: [FormField] = [],
    submitLabel: String, cancelLabel: String? = nil
  ) -> Dialog {
    var rules = rules
    rules.masksCVV = true
    rules.separator = state.settings.panSeparator
    let card = CardEntryForm(rules, fields: cardFields, today: Self.today(state))
    let words = state.words
    var fields = cardFields.flatMap { part in
      Self.fields(part, card, labels[part] ?? words.label(part), words)
    }
    if !ownCards.isEmpty {
      let names = ownCards.map { "\($0.title) · \(words.scheme($0.scheme)) ··\($0.lastFour)" }
      fields.insert(
        FormField(
          Self.source, words.payWithLabel,
          .choice(options: [words.anotherCard] + names, selected: 0)), at: 0)
    }
    return Dialog(
      self, title: title, lines: lines, submitLabel: submitLabel,
      cancelLabel: cancelLabel ?? words.backHint, fields: fields + further, card: card)
  }

  private static func fields(
    _ part: CardField, _ card: CardEntryForm, _ label: String, _ words: Words
  ) -> [FormField] {
    if part == .expiry, card.rules.expiryMode == .picker { return picker(card, label, words) }
    // Line by line the label also says what is expected.
    var field = FormField(
      part.rawValue, label, hint: part.isSecret ? "" : words.placeholder(card, part),
      .card(part))
    field.sharesRow = part == .cvv
    return [field]
  }

  /// Month and year, of which none is chosen at first (D12).
  private static func picker(_ card: CardEntryForm, _ label: String, _ words: Words)
    -> [FormField]
  {
    guard card.rules.expiryMode == .picker else { return [] }
    let years = CardEntryRules.years(card.today).map(String.init)
    var year = FormField(
      CardField.expiry.rawValue, words.yearLabel, .choice(options: [none] + years, selected: 0))
    year.sharesRow = true
    return [
      FormField(month, label, .choice(options: [none] + months, selected: 0)), year,
    ]
  }

  private static var months: [String] { (1...12).map { ($0 < 10 ? "0" : "") + String($0) } }

  private static func today(_ state: State) -> CalendarMonth {
    CalendarMonth(state.clock.wall, offset: state.clock.utcOffset)
  }

  // MARK: What stands in the form

  /// The own card that is chosen; nil: one is typed.
  private func own(_ form: Form) -> CardRow? {
    let index = form.selected(Self.source) - 1
    return ownCards.indices.contains(index) ? ownCards[index] : nil
  }

  func refresh(_ form: inout Form, _ state: State) {
    form.card?.today = Self.today(state)
    let own = own(form)
    _ = form.card?.choose(own.map { .own($0.id) } ?? .typed)
    for part in CardField.allCases { form.setVisible(part.rawValue, own == nil) }
    form.setVisible(Self.month, own == nil)
    if own == nil { pickExpiry(&form) }
    use.refresh(&form, state)
  }

  /// What was chosen once cannot become nothing again.
  private func pickExpiry(_ form: inout Form) {
    for id in [Self.month, CardField.expiry.rawValue] {
      guard case .choice(let options, let selected) = form[id], selected > 0,
        options.first == Self.none
      else { continue }
      form.setChoice(id, options: Array(options.dropFirst()), selected: selected - 1)
    }
    guard let month = Self.number(form[Self.month]),
      let year = Self.number(form[CardField.expiry.rawValue])
    else { return }
    _ = form.card?.pick(CardExpiry(month: month, year: year))
  }

  private static func number(_ value: FormField.Value?) -> Int? {
    guard case .choice(let options, let selected) = value, options.indices.contains(selected) else {
      return nil
    }
    return Int(options[selected])
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    guard let card = form.card else { return [] }
    let invalid = own(form) == nil ? card.fields.filter { card.error($0) != nil } : []
    return invalid.compactMap { part in
      card.error(part).map {
        FieldError(part.rawValue, .verbatim(state.words.text($0, part, card)))
      }
    } + use.errors(form, state)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let card = form.card else { return nil }
    let entered = own(form).map { PayingCard.own($0.id) } ?? .entered(EnteredCard(card))
    return use.submit(entered, form, &state)
  }

  func submitLabel(_ form: Form, _ state: State) -> String? { use.submitLabel(form, state) }

  func preview(_ form: Form, _ state: State) -> (any FormPreview)? {
    form.card.map { TypedCardPreview(card: $0, own: own(form)) }
  }

  // MARK: Keys

  func key(_ key: Key, _ form: inout Form, _ state: State) -> Bool {
    switch key {
    case .control("o") where !ownCards.isEmpty:
      form.select(Self.source, (form.selected(Self.source) + 1) % (ownCards.count + 1))
    case .control("r"):
      if let card = form.card {
        for field in Self.picker(card, "", state.words) { form.setValue(field.id, field.value) }
      }
      form.clearCard()
    default: return false
    }
    return true
  }

  func hints(_ form: Form, _ state: State) -> [Hint] {
    (ownCards.isEmpty ? [] : [Hint("^O", state.words.oneOfYours)])
      + (form.card?.isTyped == true ? [Hint("^R", state.words.clear)] : [])
  }
}
