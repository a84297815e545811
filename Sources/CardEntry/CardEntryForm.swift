package import Secrets
package import WalletModel

/// Where the card comes from.
package enum CardSource: Hashable, Sendable {
  /// Typed, or filled in from a picture.
  case typed
  /// One of the wallet's own cards, so nothing has to be typed.
  case own(CardID)
}

/// What the form reports, in the order in which it happened (D14, D15).
package enum CardEntryEvent: Hashable, Sendable {
  package enum OfField: Hashable, Sendable {
    case focus, blur, fieldValueChange, valid, invalid, invalidCharacter
  }

  case field(CardField, OfField)
  case brandRecognition(CardBrand)
  /// After each change: whether all fields are valid.
  case formUpdate(Bool)
}

/// The form into which a card is typed (D03–D15, E03–E09). It is a value without drawing; the secrets
/// in it are in locked memory, and copies of the form share them.
package struct CardEntryForm: Equatable, Sendable {
  /// They may change with another field, such as the schemes that are left out.
  package var rules: CardEntryRules
  package let fields: [CardField]
  /// This month at the place of the person. It moves on while the form is open.
  package var today: CalendarMonth
  package private(set) var source = CardSource.typed
  package private(set) var focus: CardField?
  private var number: EntryLine
  private var name = EntryLine(.name)
  private var expiryText = EntryLine(.expiry)
  private var cvv = EntryLine(.cvv(.unknown))
  /// The fields that the person left, or tried to submit.
  private var visited: Set<CardField> = []

  package init(
    _ rules: CardEntryRules, fields: [CardField] = CardField.allCases, today: CalendarMonth
  ) {
    self.rules = rules
    self.fields = fields
    self.today = today
    number = EntryLine(.number(rules))
  }

  // MARK: Reading

  /// `unknown` while the digits do not decide it (D05).
  package var brand: CardBrand { number.secret.withBytes { PAN.brand(of: $0) } }

  /// The scheme of a saved card (E06); empty: unknown or undecided.
  package var scheme: CardSchemes { number.secret.withBytes { rules.scheme(of: $0) } }

  /// The line of a field. Its number and CVV can be read only in a closure.
  package func line(_ field: CardField) -> EntryLine {
    switch field {
    case .number: number
    case .name: name
    case .expiry: expiryText
    case .cvv: cvv
    }
  }

  package func grammar(_ field: CardField) -> LineGrammar {
    switch field {
    case .number: .number(rules)
    case .name: .name
    case .expiry: .expiry
    case .cvv: .cvv(brand)
    }
  }

  /// Groups, separator and caret for drawing with the line's `secret`.
  package func display(_ field: CardField) -> LineDisplay { line(field).display(grammar(field)) }

  /// Whether a sign is drawn for each byte (D10).
  package func isMasked(_ field: CardField) -> Bool { field == .cvv && rules.masksCVV }

  /// Nil: it is not complete.
  package var expiry: CardExpiry? {
    expiryText.secret.withBytes { CardEntryRules.expiry($0, today: today) }
  }

  /// Whether something was typed or picked.
  package var isTyped: Bool { source == .typed && fields.contains { line($0).count > 0 } }

  /// The name without the space at its end that is being typed.
  package var holderName: String {
    name.secret.withBytes { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      if text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  // MARK: Validity

  /// What is wrong with a field, also while it is being typed; nil: nothing.
  package func error(_ field: CardField) -> CardEntryError? {
    switch field {
    case .number: return number.secret.withBytes { rules.numberError($0) }
    case .cvv: return CardEntryRules.cvvError(count: cvv.count, brand)
    case .name:
      let text = holderName
      return text.isEmpty ? .empty : Rules.holderName(text).map { .name($0) }
    case .expiry:
      if let expiry { return CardEntryRules.expiryError(expiry, today: today) }
      return expiryText.count == 0 ? .empty : .incomplete
    }
  }

  /// The invalid fields in the order of the form.
  package var invalidFields: [CardField] {
    source == .typed ? fields.filter { error($0) != nil } : []
  }

  package var areAllFieldsValid: Bool { invalidFields.isEmpty }

  package enum FieldState: Hashable, Sendable {
    case normal, selected
    case error(CardEntryError)
  }

  /// How a field looks (D14). An error is shown when the person has left the field, or when more
  /// digits cannot mend it; a card that is not supported is shown at once (E05).
  package func state(_ field: CardField) -> FieldState {
    if source == .typed, let error = error(field), isShown(error, field) { return .error(error) }
    return field == focus ? .selected : .normal
  }

  private func isShown(_ error: CardEntryError, _ field: CardField) -> Bool {
    if error == .notSupported || (visited.contains(field) && field != focus) { return true }
    switch field {
    case .number: return error == .checkDigit && number.count == rules.maximum(brand)
    case .expiry: return expiry != nil
    case .cvv: return cvv.count > CardEntryRules.cvvLengths(brand).upperBound
    case .name: return false
    }
  }

  // MARK: Changing

  /// Edits a field. The expiry accepts no paste (D12).
  package mutating func edit(_ edit: LineEdit, in field: CardField) -> [CardEntryEvent] {
    guard source == .typed, fields.contains(field), accepts(edit, field) else { return [] }
    let before = observed
    var line = line(field)
    let effect = line.apply(edit, grammar(field))
    set(field, line)
    let refused: [CardEntryEvent] = effect.wasRefused ? [.field(field, .invalidCharacter)] : []
    return refused + (effect.changed ? report([field], since: before) : [])
  }

  /// Takes an expiry of the picker instead of what was typed (D12).
  package mutating func pick(_ expiry: CardExpiry) -> [CardEntryEvent] {
    guard source == .typed, fields.contains(.expiry), (1...12).contains(expiry.month),
      CardEntryRules.years(today).contains(expiry.year)
    else { return [] }
    let before = observed
    write(expiry)
    return report([.expiry], since: before)
  }

  /// In the same form as a typed one.
  private mutating func write(_ expiry: CardExpiry) {
    expiryText.wipe()
    for digit in expiry.short.unicodeScalars where digit != "/" {
      _ = expiryText.apply(.insert(digit), .expiry)
    }
  }

  /// Moves the focus, or takes it away (D14).
  package mutating func setFocus(_ field: CardField?) -> [CardEntryEvent] {
    guard field != focus, field.map(fields.contains) ?? true else { return [] }
    var events: [CardEntryEvent] = []
    if let focus {
      visited.insert(focus)
      events.append(.field(focus, .blur))
    }
    focus = field
    if let field { events.append(.field(field, .focus)) }
    return events
  }

  /// Shows every error, after the person tried to hand over the card.
  package mutating func showAllErrors() { visited.formUnion(fields) }

  /// Fills in what was read from a picture of a card (E03). Everything else becomes empty.
  package mutating func fill(number digits: Secret?, expiry: CardExpiry?) -> [CardEntryEvent] {
    let before = observed
    wipe()
    var filled: [CardField] = []
    if fields.contains(.number), let digits,
      number.apply(.paste(digits), .number(rules)).changed
    {
      filled.append(.number)
    }
    if fields.contains(.expiry), let expiry {
      write(expiry)
      filled.append(.expiry)
    }
    return report(filled, since: before)
  }

  /// Takes one of the wallet's own cards, or goes back to typing. What was typed is wiped.
  package mutating func choose(_ source: CardSource) -> [CardEntryEvent] {
    source == self.source ? [] : reset(to: source)
  }

  /// Wipes these fields only, such as the CVV when a payment failed. They count as not visited.
  package mutating func clear(_ cleared: [CardField]) -> [CardEntryEvent] {
    let before = observed
    visited.subtract(cleared)
    let typed = cleared.filter { fields.contains($0) && line($0).count > 0 }
    for field in typed {
      var line = line(field)
      line.wipe()
      set(field, line)
    }
    return typed.isEmpty ? [] : report(typed, since: before)
  }

  /// Gives number and CVV new, empty memory. Earlier copies of the form keep theirs.
  package mutating func forgetSecrets() {
    number = EntryLine(.number(rules))
    cvv = EntryLine(.cvv(.unknown))
    visited.subtract([.number, .cvv])
  }

  /// Wipes everything (D15).
  package mutating func reset() -> [CardEntryEvent] { reset(to: .typed) }

  /// To be called when the card was handed over (D15).
  package mutating func wasUsed() -> [CardEntryEvent] { rules.resetsAfterUse ? reset() : [] }
}

extension CardEntryForm {
  /// What other fields depend on.
  private struct Observed {
    let brand: CardBrand
    let isCVVValid: Bool
  }

  private var observed: Observed { Observed(brand: brand, isCVVValid: error(.cvv) == nil) }

  /// The events after a change, in the published order (D14, D15).
  private func report(_ changed: [CardField], since before: Observed) -> [CardEntryEvent] {
    let now = observed
    var events: [CardEntryEvent] = []
    for field in changed { events += [.field(field, .fieldValueChange), verdict(field)] }
    if now.brand != before.brand { events.append(.brandRecognition(now.brand)) }
    if now.isCVVValid != before.isCVVValid, fields.contains(.cvv), !changed.contains(.cvv),
      cvv.count > 0
    {
      events.append(verdict(.cvv))
    }
    return events + [.formUpdate(areAllFieldsValid)]
  }

  private func verdict(_ field: CardField) -> CardEntryEvent {
    .field(field, error(field) == nil ? .valid : .invalid)
  }

  private func accepts(_ edit: LineEdit, _ field: CardField) -> Bool {
    if field == .expiry, case .paste = edit { return false }
    return true
  }

  private mutating func set(_ field: CardField, _ line: EntryLine) {
    switch field {
    case .number: number = line
    case .name: name = line
    case .expiry: expiryText = line
    case .cvv: cvv = line
    }
  }

  private mutating func reset(to source: CardSource) -> [CardEntryEvent] {
    let before = observed
    wipe()
    self.source = source
    return report([], since: before)
  }

  private mutating func wipe() {
    number.wipe()
    name.wipe()
    expiryText.wipe()
    cvv.wipe()
    visited = []
    source = .typed
  }
}
