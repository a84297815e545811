package import Canvas
package import Secrets
import Themes
package import WalletModel

/// A field of a form.
package struct FormField: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case text(TextInput)
    case secret(SecretInput)
    /// One of several options.
    case choice(options: [String], selected: Int)
    case toggle(Bool)
  }

  /// The name in errors: `deliveryAddress.city`.
  package let id: String
  package let label: String
  /// What is expected. Shown while the field is empty.
  package let hint: String
  package var value: Value
  /// What is wrong. Set after the user left the field or submitted the form.
  package var error: Reason?
  package var wasTouched = false
  /// Whether something was typed into it that would be lost.
  var wasTyped = false
  /// What is to be said of what stands there, besides mistakes.
  var note: FieldNote?
  package var isVisible = true
  /// Whether the value is only a proposal, which the first typed character replaces.
  var isProposed = false

  package init(_ id: String, _ label: String, hint: String = "", _ value: Value) {
    self.id = id
    self.label = label
    self.hint = hint
    self.value = value
  }

  package static func text(
    _ id: String, _ label: String, hint: String = "", _ text: String = "", limit: Int = 120,
    of alphabet: TextInput.Alphabet = .any
  ) -> FormField {
    FormField(id, label, hint: hint, .text(TextInput(text, limit: limit, of: alphabet)))
  }

  package static func digits(_ id: String, _ label: String, hint: String = "", _ count: Int)
    -> FormField
  { FormField(id, label, hint: hint, .secret(SecretInput(digits: count))) }
}

/// A remark below a field, with a bar where it is about a share of something.
struct FieldNote: Sendable, Equatable {
  let text: String
  /// Tenths of the bar that are filled; nil: there is no bar.
  let tenths: Int?
  let role: Role
}

extension FormField {
  /// What is typed into it, so far as that counts characters.
  var count: Int {
    switch value {
    case .text(let input): input.text.unicodeScalars.count
    case .secret(let input): input.count
    case .choice, .toggle: 0
    }
  }
}

/// Fields, one of which has the focus.
package struct Form: Sendable, Equatable {
  package var fields: [FormField]
  package private(set) var focus: Int

  /// The result of a key.
  package enum Reaction: Equatable, Sendable {
    case changed, moved, submit, ignored
  }

  package init(_ fields: [FormField]) {
    self.fields = fields
    focus = fields.firstIndex { $0.isVisible } ?? 0
  }

  package subscript(id: String) -> FormField.Value? { fields.first { $0.id == id }?.value }

  /// The text of a field, without spaces around it; nil: it is empty.
  package func text(_ id: String) -> String? {
    guard case .text(let input) = self[id] else { return nil }
    let trimmed = input.text.drop { $0 == " " }
    let end = trimmed.lastIndex { $0 != " " }.map(trimmed.index(after:))
    let result = end.map { String(trimmed[..<$0]) } ?? ""
    return result.isEmpty ? nil : result
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

  package mutating func setChoice(_ id: String, options: [String]) {
    for index in fields.indices where fields[index].id == id {
      guard case .choice(_, let selected) = fields[index].value else { continue }
      fields[index].value = .choice(options: options, selected: min(selected, options.count - 1))
    }
  }

  /// Shows each error at its field; only at touched fields unless `all`. Returns the errors that
  /// belong to no visible field.
  package mutating func show(_ errors: [FieldError], all: Bool) -> [FieldError] {
    for index in fields.indices {
      let error = errors.first { $0.field == fields[index].id }?.error
      fields[index].error = all || fields[index].wasTouched ? error : nil
    }
    return errors.filter { error in
      !fields.contains { $0.id == error.field && $0.isVisible }
    }
  }

  package mutating func focusFirstError() {
    if let index = fields.firstIndex(where: { $0.isVisible && $0.error != nil }) { focus = index }
  }

  /// A click on a field focuses it. A second click chooses the next option.
  package mutating func click(_ index: Int) -> Reaction {
    guard fields.indices.contains(index), fields[index].isVisible else { return .ignored }
    if index == focus { return handle(.character(" ")) }
    fields[focus].wasTouched = true
    focus = index
    return .moved
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
    }
    markChanged()
    return .changed
  }

  package mutating func paste(_ secret: Secret) {
    guard fields.indices.contains(focus) else { return }
    switch fields[focus].value {
    case .text(var input):
      if fields[focus].isProposed { input = input.emptied }
      input.paste(secret)
      fields[focus].value = .text(input)
    case .secret(var input):
      input.paste(secret)
      fields[focus].value = .secret(input)
    case .choice, .toggle: return
    }
    markChanged()
  }

  /// A choice is complete at once; what is typed speaks when the field is left.
  private mutating func markChanged() {
    switch fields[focus].value {
    case .text, .secret: fields[focus].wasTyped = true
    case .choice, .toggle: fields[focus].wasTouched = true
    }
    fields[focus].isProposed = false
  }

  /// Whether something would be lost if the form went away.
  var isTyped: Bool { fields.contains { $0.isVisible && $0.wasTyped && $0.count > 0 } }

  mutating func setNote(_ id: String, _ note: FieldNote?) {
    for index in fields.indices where fields[index].id == id { fields[index].note = note }
  }

  /// Whether anything secret is typed.
  var holdsSecret: Bool {
    fields.contains { field in
      if case .secret(let input) = field.value { input.count > 0 } else { false }
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
  }

  /// In their place are new ones: the old ones end with the dialog that had them.
  mutating func forgetSecrets() {
    for index in fields.indices {
      if case .secret(let input) = fields[index].value {
        fields[index].value = .secret(input.emptied)
        fields[index].note = nil
      }
    }
  }

  private func step(_ key: Key) -> Int? {
    switch key.code {
    case .left: -1
    case .right, .character(0x20): 1
    default: nil
    }
  }

  /// Enter goes to the next field, and submits from the last one.
  private mutating func submitOrAdvance() -> Reaction {
    let visible = fields.indices.filter { fields[$0].isVisible }
    if focus == visible.last { return .submit }
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

extension Key {
  /// Whether the key inserts a character into a text.
  fileprivate var isTyped: Bool {
    if case .character = code { return modifiers.isEmpty || modifiers == .shift }
    return false
  }
}
