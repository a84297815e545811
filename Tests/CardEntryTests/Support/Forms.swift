import CardEntry
import Secrets
import WalletModel

extension EntryLine {
  /// The text as it is shown.
  ///
  /// - Parameter mask: Replaces each byte; nil: they are shown.
  func text(_ grammar: LineGrammar, mask: Unicode.Scalar? = nil) -> String {
    let display = display(grammar)
    let groups = secret.withBytes { bytes in
      display.groups.map { group in
        String(String.UnicodeScalarView(bytes[group].map { mask ?? Unicode.Scalar($0) }))
      }
    }
    return groups.joined(separator: display.separator)
  }
}

extension CardEntryForm {
  init(_ use: CardEntryRules.Use = .payment(allBrands), _ change: (inout CardEntryRules) -> Void) {
    var rules = CardEntryRules(use)
    change(&rules)
    self.init(rules, today: november)
  }

  init(_ use: CardEntryRules.Use = .payment(allBrands)) { self.init(use) { _ in } }

  /// Types characters one by one.
  @discardableResult
  mutating func type(_ text: String, _ field: CardField) -> [CardEntryEvent] {
    text.unicodeScalars.flatMap { edit(.insert($0), in: field) }
  }

  /// What is shown, with `|` for the caret.
  func shown(_ field: CardField) -> String {
    let text = line(field).text(grammar(field), mask: isMasked(field) ? "*" : nil)
    let caret = text.index(text.startIndex, offsetBy: display(field).caret)
    return text[..<caret] + "|" + text[caret...]
  }

  /// Edits the field. Returns what is shown then.
  mutating func edited(_ field: CardField, _ edits: LineEdit...) -> String {
    for edit in edits { _ = self.edit(edit, in: field) }
    return shown(field)
  }

  mutating func fillValidly() {
    type(visa, .number)
    type("ANA PETROVA", .name)
    type("1229", .expiry)
    type("123", .cvv)
  }
}
