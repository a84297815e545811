import Languages
import SeededGenerator
import Testing

@testable import WalletModel

@Suite struct CardFilterTests {
  @Test(arguments: [
    ("state = ISSUED", true), ("state == issued", true), ("STATE != issued", false),
    ("id beginsWith \"ab\"", true), ("id BEGINSWITH b", false), ("id contains bc", true),
    ("id notContains bc", false), ("id notcontains x", true), ("id between aa and ac", true),
    ("id between \"abcd\" and ac", false), ("id between abc and abc", true),
    ("id < abd", true), ("id <= abc", true), ("id > abc", false), ("id >= abc", true),
    ("id<abc", false), ("id!=abc", false), ("not id = abc", false), ("not not id = abc", true),
    ("state = CLOSED or id = abc", true), ("state = CLOSED and id = abc", false),
    // `and` before `or`.
    ("id = abc or id = abc and id = x", true), ("(id = abc or id = abc) and id = x", false),
    // `not` before `and`.
    ("not id = x and id = abc", true), ("not (id = x or id = abc)", false),
    ("state = ISSUED and not id beginsWith \"a\"", false),
    // Words of the language are values, too, at the place of a value.
    ("id != and and id != \"or\"", true), ("id contains \"\"", true), ("id = \"a\\bc\"", true),
  ])
  func selects(_ text: String, _ expected: Bool) throws {
    #expect(try CardFilter(parsing: text).matches(id: "abc", state: "ISSUED") == expected)
  }

  @Test func quotationMarksAreEscaped() throws {
    let filter = try CardFilter(parsing: #"id = "a\"b\\c""#)
    #expect(filter.matches(id: #"a"b\c"#, state: ""))
    #expect(!filter.matches(id: #"a"b\\c"#, state: ""))
  }

  /// A state that this version does not know can be looked for.
  @Test func unknownStatesAreCompared() throws {
    #expect(try CardFilter(parsing: "state = melted").matches(id: "", state: "MELTED"))
  }

  @Test(arguments: [
    ("", 0, "“id” or “state” is expected here"),
    ("  ", 2, "“id” or “state” is expected here"),
    ("pan = 1", 0, "“id” or “state” is expected here"),
    ("\"id\" = 1", 0, "“id” or “state” is expected here"),
    ("id", 2, "A comparison is expected here, like = or contains"),
    ("id like a", 3, "A comparison is expected here, like = or contains"),
    ("id \"=\" a", 3, "A comparison is expected here, like = or contains"),
    ("id ! a", 3, "A comparison is expected here, like = or contains"),
    ("id =", 4, "A value is expected here"),
    ("id = (", 5, "A value is expected here"),
    ("id = a b", 7, "“and”, “or” or the end is expected here"),
    ("id = a )", 7, "“and”, “or” or the end is expected here"),
    ("(id = a", 7, "“)” is missing here"),
    ("id = a and", 10, "“id” or “state” is expected here"),
    ("id between a", 12, "“and” and the upper end are expected here"),
    ("id between a or b", 13, "“and” and the upper end are expected here"),
    ("id = \"a", 5, "The text has no closing quotation mark"),
    ("id = \"a\\", 5, "The text has no closing quotation mark"),
    ("id = ä, ö", 8, "“and”, “or” or the end is expected here"),
  ])
  func mistakesHaveAPlace(_ text: String, _ position: Int, _ reason: String) {
    let mistake = #expect(throws: CardFilterMistake.self) { try CardFilter(parsing: text) }
    #expect(mistake?.position == position)
    #expect(mistake?.reason.english == reason)
  }

  @Test func sizeIsBounded() throws {
    func depth(_ levels: Int) -> String {
      String(repeating: "(", count: levels) + "id=a" + String(repeating: ")", count: levels)
    }
    #expect(throws: Never.self) { try CardFilter(parsing: depth(31)) }
    #expect(throws: CardFilterMistake.self) { try CardFilter(parsing: depth(32)) }
    let nots = String(repeating: "not ", count: 32) + "id=a"
    #expect(throws: CardFilterMistake.self) { try CardFilter(parsing: nots) }
    func many(_ count: Int) -> String {
      (0..<count).map { _ in "id=a" }.joined(separator: " or ")
    }
    #expect(throws: Never.self) { try CardFilter(parsing: many(64)) }
    #expect(throws: CardFilterMistake.self) { try CardFilter(parsing: many(65)) }
    let long = "id=" + String(repeating: "a", count: 997)
    #expect(throws: Never.self) { try CardFilter(parsing: long) }
    #expect(throws: CardFilterMistake.self) { try CardFilter(parsing: long + "a") }
  }

  /// 10,000 random expressions say the same as a plain evaluator, written in one of many ways.
  @Test func randomExpressions() throws {
    var generator = SeededGenerator(seed: 17)
    var selected = 0
    for _ in 0..<10_000 {
      let expression = Expression.random(depth: 4, &generator)
      let text = expression.written(&generator)
      guard text.count <= CardFilter.maximumLength else { continue }
      let filter = try CardFilter(parsing: text)
      for _ in 0..<4 {
        let id = Self.words.randomElement(using: &generator) ?? ""
        let state = Self.states.randomElement(using: &generator) ?? ""
        let expected = expression.holds(id: id, state: state)
        #expect(filter.matches(id: id, state: state) == expected, "\(text) for \(id) \(state)")
        if expected { selected += 1 }
      }
    }
    // Neither answer is rare.
    #expect((8_000...32_000).contains(selected))
  }

  /// Any text is read or refused at a place within it.
  @Test func randomTexts() {
    var generator = SeededGenerator(seed: 18)
    let pieces = [
      "id", "state", " ", "=", "!", "<", "\"", "\\", "(", ")", "and", "or", "not", "between", "ä",
      "👩‍👩‍👧", "\n", "\u{0}", "beginsWith", "a",
    ]
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      do {
        _ = try CardFilter(parsing: text)
        read += 1
      } catch {
        #expect((0...text.count).contains(error.position), "\(text)")
      }
    }
    #expect(read > 0)
  }

  static let words = ["", "a", "ab", "abc", "b", "B", "ba", "\"", "a\\b", "ä", "z z", "and", "not"]
  static let states = ["ISSUED", "FAILED", "CLOSED", "SUSPENDED", "NEWS"]

  /// What a filter means, evaluated without regard to the filter's own code.
  private indirect enum Expression {
    case leaf(member: String, comparison: String, value: String, last: String)
    case not(Expression)
    case all([Expression])
    case any([Expression])

    static func random(depth: Int, _ generator: inout SeededGenerator) -> Expression {
      func some(_ generator: inout SeededGenerator) -> [Expression] {
        (0..<Int.random(in: 2...3, using: &generator)).map { _ in
          random(depth: depth - 1, &generator)
        }
      }
      switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
      case 3: return .not(random(depth: depth - 1, &generator))
      case 4: return .all(some(&generator))
      case 5: return .any(some(&generator))
      default:
        let isState = Bool.random(using: &generator)
        let values = isState ? states : words
        return .leaf(
          member: isState ? "state" : "id",
          comparison: CardFilter.Comparison.allCases.map(\.rawValue).randomElement(
            using: &generator) ?? "",
          value: values.randomElement(using: &generator) ?? "",
          last: values.randomElement(using: &generator) ?? "")
      }
    }

    func holds(id: String, state: String) -> Bool {
      switch self {
      case .not(let inner): return !inner.holds(id: id, state: state)
      case .all(let inner): return !inner.contains { !$0.holds(id: id, state: state) }
      case .any(let inner): return inner.contains { $0.holds(id: id, state: state) }
      case .leaf(let member, let comparison, let value, let last):
        let text = member == "id" ? id : state
        func order(_ one: String, _ other: String) -> Int {
          for (a, b) in zip(one.utf8, other.utf8) where a != b { return a < b ? -1 : 1 }
          return one.utf8.count - other.utf8.count
        }
        let parts = (0...text.utf8.count).map { Array(Array(text.utf8)[$0...]) }
        let isInside = parts.contains { Array($0.prefix(value.utf8.count)) == Array(value.utf8) }
        return switch comparison {
        case "=": order(text, value) == 0
        case "!=": order(text, value) != 0
        case "<": order(text, value) < 0
        case "<=": order(text, value) <= 0
        case ">": order(text, value) > 0
        case ">=": order(text, value) >= 0
        case "contains": isInside
        case "notContains": !isInside
        case "beginsWith":
          Array(text.utf8.prefix(value.utf8.count)) == Array(value.utf8)
        default: order(text, value) >= 0 && order(text, last) <= 0
        }
      }
    }

    /// With parentheses where they are needed, and sometimes where they are not.
    func written(_ generator: inout SeededGenerator) -> String {
      func space(_ generator: inout SeededGenerator) -> String {
        [" ", "  ", "\t", "\n"].randomElement(using: &generator) ?? " "
      }
      func cased(_ word: String, _ generator: inout SeededGenerator) -> String {
        [word, word.uppercased(), word.lowercased()].randomElement(using: &generator) ?? word
      }
      func quoted(_ text: String, _ generator: inout SeededGenerator) -> String {
        let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter }
        if isPlain, Bool.random(using: &generator) { return text }
        return "\""
          + text.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) } + "\""
      }
      switch self {
      case .leaf(let member, let comparison, let value, let last):
        var parts = [
          cased(member, &generator), cased(comparison, &generator), quoted(value, &generator),
        ]
        if comparison == "between" {
          parts += [cased("and", &generator), quoted(last, &generator)]
        }
        let text = parts.reduce(into: "") {
          $0 += ($0.isEmpty ? "" : space(&generator)) + $1
        }
        return Bool.random(using: &generator) ? text : "( \(text))"
      case .not(let inner):
        return cased("not", &generator) + " (" + inner.written(&generator) + ")"
      case .all(let inner):
        return inner.map { "(\($0.written(&generator)))" }.joined(
          separator: space(&generator) + cased("and", &generator) + space(&generator))
      case .any(let inner):
        // A conjunction needs none.
        return inner.map { part in
          if case .all = part { return part.written(&generator) }
          return "(\(part.written(&generator)))"
        }.joined(separator: space(&generator) + cased("or", &generator) + space(&generator))
      }
    }
  }
}
