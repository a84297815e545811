package import Themes
package import WalletModel

/// A field of a form.
package struct FormField: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case text(TextInput)
    case secret(SecretInput)
    /// One of several options.
    case choice(options: [String], selected: Int)
    case toggle(Bool)
    /// A field of the card in `Form.card`.
    case card(CardField)
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
  /// A remark on the value that is no mistake.
  package var note: FieldNote?
  package var isVisible = true
  /// Whether it is in the row of the field before it, where there is room.
  package var sharesRow = false
  /// Whether the value is only a proposal, which the first typed character replaces.
  package var isProposed = false

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

  /// The same field in the row of the field before it, where there is room.
  package var inSameRow: FormField {
    var field = self
    field.sharesRow = true
    return field
  }
}

/// A remark below a field, with a bar where it is about a share of something.
package struct FieldNote: Sendable, Equatable {
  package let text: String
  /// Tenths of the bar that are filled; nil: there is no bar.
  let tenths: Int?
  let role: Role

  package init(text: String, tenths: Int? = nil, role: Role) {
    self.text = text
    self.tenths = tenths
    self.role = role
  }
}

extension FormField {
  /// What is typed into it, so far as that counts characters.
  var count: Int {
    switch value {
    case .text(let input): input.text.unicodeScalars.count
    case .secret(let input): input.count
    case .choice, .toggle, .card: 0
    }
  }

  /// Whether an error is about it: the error has its id, or the name that a request has for it.
  func isMeant(by error: FieldError) -> Bool {
    let name = error.field
    guard case .card(let part) = value else { return name == id || name.hasSuffix("." + id) }
    return name == id || name == part.wireName || name.hasPrefix(part.wireName + ".")
  }
}
