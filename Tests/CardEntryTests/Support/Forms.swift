import CardEntry
import WalletModel

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
    let mask = isMasked(field) ? UInt8(ascii: "*") : nil
    let text = line(field).withText(grammar(field), mask: mask) { bytes in
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
    let caret = text.index(text.startIndex, offsetBy: display(field).caret)
    return text[..<caret] + "|" + text[caret...]
  }

  mutating func fillValidly() {
    type(visa, .number)
    type("ANA PETROVA", .name)
    type("1229", .expiry)
    type("123", .cvv)
  }
}
