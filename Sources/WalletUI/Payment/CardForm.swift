import Canvas
import CardEntry
import ScreenKit
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
  /// Sends the card. It has copies of the secrets, which the intent has to wipe.
  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission?
  /// What Enter does with these values of the form: `pay €24.90`. nil: as the dialog says.
  func submitLabel(_ form: Form, _ state: State) -> String?
}

extension CardUse {
  func refresh(_ form: inout Form, _ state: State) {}
  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func submitLabel(_ form: Form, _ state: State) -> String? { nil }
}

extension EnteredCard {
  /// What was typed, as copies: each secret belongs to the intent, which wipes it.
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

  private static var source: String { CardFormField.source }

  var wipesOnFailure: Bool { true }

  func wait(_ form: Form) -> FormWait { isScanning(form) ? .scanning : .answer }

  /// The dialog, which `Dialog.open` opens.
  ///
  /// - Parameters:
  ///   - rules: Which cards can be used. The CVV is always hidden, and the separator is the person's
  ///     own.
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
    let typed = cardFields.map {
      Self.field($0, card, labels[$0] ?? words.cardEntry.label($0), words)
    }
    var dialog = Dialog(
      self, title: title, lines: lines, submitLabel: submitLabel,
      cancelLabel: cancelLabel ?? words.backHint, fields: sources(state) + typed + further,
      card: card)
    // The number comes first. Line by line one is asked in order, as one cannot go back.
    if !state.settings.isLinear, let first = cardFields.first {
      dialog.form.begin(at: first.rawValue)
    }
    return dialog
  }

  /// Where the card comes from, if that can be chosen, and the file of a picture.
  private func sources(_ state: State) -> [FormField] {
    let words = state.words
    let scan = canScan(state) ? [words.cardEntry.fromAPicture] : []
    let names = ownCards.map { "\($0.title) · \(words.cards.scheme($0.scheme)) ··\($0.lastFour)" }
    if scan.isEmpty && names.isEmpty { return [] }
    return [
      FormField(
        Self.source, ownCards.isEmpty ? words.cardEntry.cardLabel : words.cardEntry.payWithLabel,
        .choice(options: [words.cardEntry.anotherCard] + names + scan, selected: 0)),
      .text(CardFormField.file, words.vault.file, hint: words.cardEntry.pictureHint, limit: 400),
    ]
  }

  /// A kiosk reads no files.
  private func canScan(_ state: State) -> Bool { state.program.kiosk == nil }

  private static func field(
    _ part: CardField, _ card: CardEntryForm, _ label: String, _ words: Words
  ) -> FormField {
    // Line by line the label also says what is expected.
    var field = FormField(
      part.rawValue, label, hint: part.isSecret ? "" : words.cardEntry.placeholder(card, part),
      .card(part))
    field.sharesRow = part == .cvv
    return field
  }

  private static func today(_ state: State) -> CalendarMonth {
    CalendarMonth(state.clock.wall, in: state.clock.zone)
  }

  // MARK: Values of the form

  /// Whether the card is to be read from a picture.
  private func isScanning(_ form: Form) -> Bool {
    form.selected(Self.source) > ownCards.count
  }

  /// The own card that is chosen; nil: one is typed.
  private func own(_ form: Form) -> CardRow? {
    let index = form.selected(Self.source) - 1
    return ownCards.indices.contains(index) ? ownCards[index] : nil
  }

  func refresh(_ form: inout Form, _ state: State) {
    form.card?.today = Self.today(state)
    let own = own(form)
    // Until the picture was read, nothing else is asked.
    let isScanning = isScanning(form)
    for index in form.fields.indices { form.fields[index].isVisible = !isScanning }
    form.setVisible(Self.source, true)
    form.setVisible(CardFormField.file, isScanning)
    if isScanning { return }
    _ = form.card?.choose(own.map { .own($0.id) } ?? .typed)
    for part in CardField.allCases { form.setVisible(part.rawValue, own == nil) }
    use.refresh(&form, state)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    guard let card = form.card else { return [] }
    if isScanning(form) {
      return form.path(CardFormField.file) == nil
        ? [FieldError(CardFormField.file, .verbatim(state.words.isNeeded))] : []
    }
    let typed = own(form) == nil ? card.fields : []
    return typed.compactMap { part in
      card.error(part).map {
        FieldError(part.rawValue, .verbatim(state.words.cardEntry.text($0, part, card)))
      }
    } + use.errors(form, state)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let card = form.card else { return nil }
    if isScanning(form) {
      state.startWork(state.words.cardEntry.readingPicture)
      return .effect(
        .scan(path: form.path(CardFormField.file) ?? "", today: Self.today(state)))
    }
    let entered = own(form).map { PayingCard.own($0.id) } ?? .entered(EnteredCard(card))
    return use.submit(entered, form, &state)
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    isScanning(form) ? state.words.cardEntry.readIt : use.submitLabel(form, state)
  }

  func preview(_ form: Form, _ state: State) -> (any FormPreview)? {
    form.card.map { TypedCardPreview(card: $0, own: own(form)) }
  }

  // MARK: Keys

  func key(_ key: Key, _ form: inout Form, _ state: State) -> Bool {
    switch key {
    case .control("o") where !ownCards.isEmpty:
      form.select(Self.source, (form.selected(Self.source) + 1) % (ownCards.count + 1))
    case .control("p") where canScan(state) && !isScanning(form):
      form.select(Self.source, ownCards.count + 1)
      form.setVisible(CardFormField.file, true)
      form.begin(at: CardFormField.file)
    case .control("r"): form.clearCard()
    default: return false
    }
    return true
  }

  func goesBack(_ form: inout Form) -> Bool {
    guard isScanning(form) else { return false }
    form.select(Self.source, 0)
    return true
  }

  func opens(_ key: Key, _ form: Form, _ state: State) -> (any Overlay)? {
    guard key == Form.expiryListKey, form.card?.focus == .expiry else { return nil }
    return ExpiryPicker(today: Self.today(state))
  }

  func hints(_ form: Form, _ state: State) -> [Hint] {
    if isScanning(form) { return [] }
    return (ownCards.isEmpty ? [] : [Hint("^O", state.words.cardEntry.oneOfYours)])
      + (canScan(state) ? [Hint("^P", state.words.cardEntry.scanHint)] : [])
      + (form.card?.isTyped == true ? [Hint("^R", state.words.clear)] : [])
  }
}

/// The fields of a form for a card beside those of the card itself.
enum CardFormField {
  /// New, one's own, or from a picture.
  static let source = "payWith"
  /// The file of the picture.
  static let file = "scan"
}
