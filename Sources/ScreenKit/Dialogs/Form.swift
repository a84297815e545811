package import Canvas
package import CardEntry
package import Secrets
package import WalletModel

/// Fields. One has the focus.
package struct Form: Sendable, Equatable {
  package var fields: [FormField]
  package private(set) var focus: Int { didSet { focusCard() } }
  /// The card that is typed into fields of its own; nil: there are none.
  package var card: CardEntryForm?

  /// Opens the list of months in the field of an expiry. What is typed there are digits.
  package static let expiryListKey = Key.control("y")

  /// The result of a key.
  package enum Reaction: Equatable, Sendable {
    case changed, moved, submit, ignored
  }

  package init(_ fields: [FormField], card: CardEntryForm? = nil) {
    self.fields = fields
    self.card = card
    focus = fields.firstIndex { $0.isVisible } ?? 0
    focusCard()
  }

  package subscript(id: String) -> FormField.Value? { fields.first { $0.id == id }?.value }

  /// A name, an address, or another text as people type it; nil: it is empty.
  package func text(_ id: String) -> String? {
    path(id).map { String(typed: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A path, without spaces around it. Its letters keep their form: files are found by bytes.
  package func path(_ id: String) -> String? {
    guard case .text(let input) = self[id] else { return nil }
    let trimmed = input.text.drop { $0 == " " }
    return trimmed.lastIndex { $0 != " " }.map { String(trimmed[...$0]) }
  }

  package func secret(_ id: String) -> SecretInput? {
    guard case .secret(let input) = self[id] else { return nil }
    return input
  }

  package func selected(_ id: String) -> Int {
    guard case .choice(_, let selected) = self[id] else { return 0 }
    return selected
  }

  package func isOn(_ id: String) -> Bool { self[id] == .toggle(true) }

  package mutating func setVisible(_ id: String, _ visible: Bool) {
    for index in fields.indices where fields[index].id == id { fields[index].isVisible = visible }
  }

  package mutating func setValue(_ id: String, _ value: FormField.Value) {
    for index in fields.indices where fields[index].id == id { fields[index].value = value }
  }

  /// - Parameter selected: nil: the same as before, so far as there is one.
  package mutating func setChoice(_ id: String, options: [String], selected: Int? = nil) {
    for index in fields.indices where fields[index].id == id {
      guard case .choice(_, let before) = fields[index].value else { continue }
      fields[index].value = .choice(
        options: options, selected: min(selected ?? before, options.count - 1))
    }
  }

  /// Shows each error at its field; only at touched fields unless `all`.
  package mutating func show(_ errors: [FieldError], all: Bool) {
    for index in fields.indices {
      let field = fields[index]
      fields[index].error =
        all || showsError(field) ? errors.first { field.isMeant(by: $0) }?.error : nil
    }
    if all { card?.showAllErrors() }
  }

  /// The errors that belong to no visible field, with the label of a hidden one.
  package func withoutField(_ errors: [FieldError]) -> [FieldError] {
    errors.compactMap { error in
      let meant = fields.filter { $0.isMeant(by: error) }
      return meant.contains(where: \.isVisible)
        ? nil : FieldError(meant.first?.label ?? error.field, error.error)
    }
  }

  /// The card knows itself when an error is shown, since some are shown while one types (E05).
  private func showsError(_ field: FormField) -> Bool {
    guard case .card(let part) = field.value else { return field.wasTouched }
    if case .error = card?.state(part) { return true }
    return false
  }

  /// The form begins at this field.
  package mutating func begin(at id: String) {
    if let index = fields.firstIndex(where: { $0.id == id && $0.isVisible }) { focus = index }
  }

  /// The first field of the card into which nothing was typed, otherwise the first one.
  package mutating func focusEmptyCardField() {
    let parts = fields.indices.filter { index in
      if case .card = fields[index].value { fields[index].isVisible } else { false }
    }
    let empty = parts.first { index in
      if case .card(let part) = fields[index].value { card?.line(part).count == 0 } else { false }
    }
    if let place = empty ?? parts.first { focus = place }
  }

  package mutating func focusFirstError() {
    if let index = fields.firstIndex(where: { $0.isVisible && $0.error != nil }) { focus = index }
  }

  /// A click on a field focuses it. A second click chooses the next option.
  package mutating func click(_ index: Int) -> Reaction {
    guard fields.indices.contains(index), fields[index].isVisible else { return .ignored }
    if index == focus {
      switch fields[index].value {
      case .choice, .toggle: return handle(.character(" "))
      case .text, .secret, .card: return .moved
      }
    }
    fields[focus].wasTouched = true
    focus = index
    return .moved
  }

  /// A click on a column of what is typed into a field of a card.
  package mutating func click(_ index: Int, column: Int) {
    guard fields.indices.contains(index), fields[index].isVisible else { return }
    if index != focus {
      fields[focus].wasTouched = true
      focus = index
    }
    if case .card(let part) = fields[index].value {
      _ = card?.edit(.column(column), in: part)
    }
  }

  package mutating func handle(_ key: Key) -> Reaction {
    switch key.code {
    case .enter: return submitOrAdvance()
    case .tab, .down: return move(1)
    case .backtab, .up: return move(-1)
    default: break
    }
    guard fields.indices.contains(focus) else { return .ignored }
    switch fields[focus].value {
    case .text(var input):
      if fields[focus].isProposed, key.isTyped { input = input.emptied }
      guard input.handle(key) else { return .ignored }
      fields[focus].value = .text(input)
    case .secret(var input):
      guard input.handle(key) else { return .ignored }
      fields[focus].value = .secret(input)
    case .choice(let options, let selected):
      guard let step = step(key) else { return .ignored }
      let count = max(1, options.count)
      fields[focus].value = .choice(
        options: options, selected: (selected + step + count) % count)
    case .toggle(let on):
      guard key == .character(" ") || step(key) != nil else { return .ignored }
      fields[focus].value = .toggle(!on)
    case .card(let part):
      guard let edit = LineEdit(key) else { return .ignored }
      _ = card?.edit(edit, in: part)
    }
    markChanged()
    return .changed
  }

  /// - Parameter asKeys: Whether it counts as typed, as a line of text does in line mode. Then it
  ///   is accepted also where nothing can be pasted.
  package mutating func paste(_ secret: Secret, asKeys: Bool = false) {
    guard fields.indices.contains(focus) else { return }
    switch fields[focus].value {
    case .text(var input):
      if fields[focus].isProposed { input = input.emptied }
      input.paste(secret)
      fields[focus].value = .text(input)
    case .secret(var input):
      input.paste(secret)
      fields[focus].value = .secret(input)
    case .card(.expiry) where asKeys: card?.typeExpiry(secret)
    case .card(let part): _ = card?.edit(.paste(secret), in: part)
    case .choice, .toggle: return
    }
    markChanged()
  }

  /// A choice is complete at once; what is typed speaks when the field is left.
  private mutating func markChanged() {
    switch fields[focus].value {
    case .text, .secret: fields[focus].wasTyped = true
    case .choice, .toggle: fields[focus].wasTouched = true
    case .card: fields[focus].note = nil
    }
    fields[focus].isProposed = false
  }

  /// Whether something would be lost if the form went away.
  package var isTyped: Bool {
    card?.isTyped ?? false
      || fields.contains { $0.isVisible && $0.wasTyped && $0.count > 0 }
  }

  package mutating func setError(_ id: String, _ error: Reason?) {
    for index in fields.indices where fields[index].id == id { fields[index].error = error }
  }

  /// Takes an expiry that was picked instead of what was typed, and goes to the next field.
  package mutating func pick(_ expiry: CardExpiry) {
    _ = card?.pick(expiry)
    markChanged()
    _ = move(1)
  }

  package mutating func setNote(_ id: String, _ note: FieldNote?) {
    for index in fields.indices where fields[index].id == id { fields[index].note = note }
  }

  /// Whether anything secret is typed.
  package var holdsSecret: Bool {
    fields.contains { field in
      switch field.value {
      case .secret(let input): input.count > 0
      case .card(let part): part.isSecret && card.map { $0.line(part).count > 0 } ?? false
      case .text, .choice, .toggle: false
      }
    }
  }

  /// Wipes all secrets that were typed.
  package mutating func wipe() {
    for index in fields.indices {
      if case .secret(var input) = fields[index].value {
        input.wipe()
        fields[index].value = .secret(input)
      }
    }
    _ = card?.clear(CardField.allCases.filter(\.isSecret))
  }

  /// Wipes what has to be typed again after a failure: of a card only its CVV.
  package mutating func wipeAfterFailure() {
    guard card != nil else { return wipe() }
    _ = card?.clear([.cvv])
    if let cvv = fields.firstIndex(where: { $0.value == .card(.cvv) && $0.isVisible }) {
      focus = cvv
    }
  }

  /// Empties the fields of the card, and begins with the first of them again.
  package mutating func clearCard() {
    let first = fields.firstIndex { field in
      if case .card = field.value { field.isVisible } else { false }
    }
    if let first { focus = first }
    _ = card?.reset()
  }

  /// In their place are new ones: the old ones end with the dialog that had them.
  package mutating func forgetSecrets() {
    for index in fields.indices {
      if case .secret(let input) = fields[index].value {
        fields[index].value = .secret(input.emptied)
        fields[index].note = nil
      }
    }
    card?.forgetSecrets()
  }

  private func step(_ key: Key) -> Int? {
    switch key.code {
    case .left: -1
    case .right, .character(0x20): 1
    default: nil
    }
  }

  /// The card knows which of its fields has the focus.
  private mutating func focusCard() {
    guard card != nil, fields.indices.contains(focus) else { return }
    if case .card(let part) = fields[focus].value {
      _ = card?.setFocus(part)
    } else {
      _ = card?.setFocus(nil)
    }
  }

  /// A field that changes, and is left at once if the focus is elsewhere.
  package mutating func select(_ id: String, _ option: Int) {
    guard let index = fields.firstIndex(where: { $0.id == id && $0.isVisible }),
      case .choice(let options, _) = fields[index].value, options.indices.contains(option)
    else { return }
    focus = index
    fields[index].value = .choice(options: options, selected: option)
    markChanged()
  }

  /// Enter goes to the next field, and submits from the last one.
  private mutating func submitOrAdvance() -> Reaction {
    let visible = fields.indices.filter { fields[$0].isVisible }
    if visible.isEmpty || focus == visible.last { return .submit }
    return move(1)
  }

  private mutating func move(_ step: Int) -> Reaction {
    let visible = fields.indices.filter { fields[$0].isVisible }
    guard let here = visible.firstIndex(of: focus), visible.count > 1 else { return .moved }
    fields[focus].wasTouched = true
    focus = visible[(here + step + visible.count) % visible.count]
    return .moved
  }
}

extension CardField {
  /// Whether what is typed there must stay in locked memory and is not kept while the wallet is
  /// locked.
  package var isSecret: Bool { self == .number || self == .cvv }
}

extension CardEntryForm {
  /// Replaces the expiry by a line that counts as typed.
  fileprivate mutating func typeExpiry(_ line: Secret) {
    let text = line.withBytes { String(decoding: $0, as: UTF8.self) }
    if let expiry = CardExpiry(written: text), !pick(expiry).isEmpty { return }
    _ = edit(.end, in: .expiry)
    _ = edit(.deleteToStart, in: .expiry)
    for scalar in text.unicodeScalars { _ = edit(.insert(scalar), in: .expiry) }
  }
}

extension LineEdit {
  /// What an editing key does; nil: it is none.
  fileprivate init?(_ key: Key) {
    let isWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    switch (key.code, key.modifiers) {
    case (.character(let value), []), (.character(let value), .shift):
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self = .insert(scalar)
    case (.backspace, []): self = .deleteBackward
    case (.delete, _): self = .deleteForward
    case (.left, _): self = isWord ? .wordLeft : .left
    case (.right, _): self = isWord ? .wordRight : .right
    case (.home, _), (.character(0x61), .control): self = .start
    case (.end, _), (.character(0x65), .control): self = .end
    case (.character(0x75), .control): self = .deleteToStart
    case (.character(0x77), .control): self = .deleteWord
    default: return nil
    }
  }
}

extension Key {
  /// Whether the key inserts a character into a text.
  fileprivate var isTyped: Bool {
    if case .character = code { return modifiers.isEmpty || modifiers == .shift }
    return false
  }
}
