/// A word of a list in a record. An unknown word is read all the same: a list never stops because of
/// it, and the rules of a request refuse it.
package enum Word<Value: WireWord & CaseIterable>: WireEnum {
  case known(Value)
  /// As it came; empty: it was not there.
  indirect case other(String)

  package init(_ value: Value) { self = .known(value) }

  package static var allCases: [Word] { Value.allCases.map { .known($0) } }

  package var rawValue: String {
    switch self {
    case .known(let value): value.rawValue
    case .other(let word): word
    }
  }

  /// nil: the word is unknown.
  package var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// Why a request with it is refused; nil: it is known.
  package func error(_ field: String) -> FieldError? {
    if value != nil { return nil }
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return FieldError(field, .field(.oneOf, words))
  }
}
