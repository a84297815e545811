package import Languages
import TextLayout

/// Selects virtual cards by id and state (F18): `state = ISSUED and not id beginsWith "a"`.
///
/// | | |
/// |---|---|
/// | members | `id`, `state` |
/// | comparisons | `=` `!=` `<` `<=` `>` `>=` `contains` `notContains` `beginsWith` `between A and B` |
/// | connections, the strongest first | `not`, `and`, `or`; parentheses |
/// | values | a word, or a text in `"`, in which `\` comes before `"` and `\` |
///
/// Words of the language are read in upper and lower case. Values are compared byte by byte in UTF-8;
/// those of `state` are read as upper case.
package struct CardFilter: Sendable, Equatable {
  package enum Member: String, Sendable, CaseIterable {
    case id, state
  }

  package enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case contains, notContains, beginsWith
    /// Both ends belong to it.
    case between
  }

  indirect enum Node: Sendable, Equatable {
    /// `to` is for `between` only.
    case compare(Member, Comparison, [UInt8], to: [UInt8])
    case not(Node)
    case all([Node])
    case any([Node])
  }

  /// The greatest numbers of characters, of comparisons, and of nested `not` and parentheses.
  package static let maximumLength = 1_000
  package static let maximumComparisons = 64
  package static let maximumDepth = 32

  let root: Node
  /// As it was written.
  package let text: String

  /// - Throws: `CardFilterMistake`, with the place of the first mistake.
  package init(parsing text: String) throws(CardFilterMistake) {
    var parser = try CardFilterParser(text)
    self.root = try parser.whole()
    self.text = text
  }

  /// Looks at each byte of a value at most once for each byte of the text that it contains.
  package func matches(id: String, state: String) -> Bool {
    root.matches(Array(id.utf8), Array(state.utf8))
  }

  package static func == (one: CardFilter, other: CardFilter) -> Bool { one.root == other.root }
}

/// Where a filter cannot be read, and why.
package struct CardFilterMistake: Error, Sendable, Equatable {
  /// In characters from the beginning of the text: 0 to the number of characters.
  package let position: Int
  package let reason: LocalizedText
}

extension CardFilter.Node {
  fileprivate func matches(_ id: [UInt8], _ state: [UInt8]) -> Bool {
    switch self {
    case .not(let node): !node.matches(id, state)
    case .all(let nodes): nodes.allSatisfy { $0.matches(id, state) }
    case .any(let nodes): nodes.contains { $0.matches(id, state) }
    case .compare(let member, let comparison, let operand, let last):
      comparison.holds(member == .id ? id : state, operand, last)
    }
  }
}

extension CardFilter.Comparison {
  fileprivate func holds(_ value: [UInt8], _ operand: [UInt8], _ last: [UInt8]) -> Bool {
    switch self {
    case .equal: value == operand
    case .notEqual: value != operand
    case .less: value.lexicographicallyPrecedes(operand)
    case .atMost: !operand.lexicographicallyPrecedes(value)
    case .greater: operand.lexicographicallyPrecedes(value)
    case .atLeast: !value.lexicographicallyPrecedes(operand)
    case .contains: value.contains(part: operand)
    case .notContains: !value.contains(part: operand)
    case .beginsWith: value.starts(with: operand)
    case .between:
      !value.lexicographicallyPrecedes(operand) && !last.lexicographicallyPrecedes(value)
    }
  }
}
