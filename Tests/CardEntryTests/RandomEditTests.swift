import CardEntry
import SeededGenerator
import Testing

/// Random edits of a number, compared with a simple model: an array of digits and a caret.
struct RandomEditTests {
  enum Step {
    case type(Character)
    case paste(String)
    case edit(LineEdit)

    static func random(_ chance: inout SeededGenerator, digits: String) -> Step {
      let digit = digits.randomElement(using: &chance) ?? "0"
      switch Int.random(in: 0..<40, using: &chance) {
      case 0..<14: return .type(digit)
      case 14: return .type("x")
      case 15, 16:
        let count = Int.random(in: 0...9, using: &chance)
        return .paste(
          String((0..<count).map { _ in (digits + " -x").randomElement(using: &chance) ?? "0" }))
      case 17..<21: return .edit(.deleteBackward)
      case 21..<24: return .edit(.deleteForward)
      case 24: return .edit(.deleteWord)
      case 25 where Bool.random(using: &chance): return .edit(.deleteToStart)
      case 26..<29: return .edit(.left)
      case 29..<32: return .edit(.right)
      case 32, 33: return .edit(.start)
      case 34: return .edit(.end)
      case 35: return .edit(.wordLeft)
      case 36: return .edit(.wordRight)
      default: return .edit(.column(Int.random(in: -1...24, using: &chance)))
      }
    }
  }

  /// Mistakes that the comparison has to find.
  enum Mistake: CaseIterable {
    case isNotCut, isNotRegrouped, separatorAtTheEnd, caretOnSeparator, deletesBehindCaret
    case wordEndsOneLater
  }

  struct Model {
    let isSaving: Bool
    var mistake: Mistake?
    var digits: [Character] = []
    var caret = 0

    var isAmex: Bool {
      digits.starts(with: "34") || digits.starts(with: "37")
    }
    var limit: Int { isAmex ? 15 : isSaving ? 19 : 16 }
    /// The places with a separator before them.
    var breaks: [Int] {
      let all = isAmex && mistake != .isNotRegrouped ? [4, 10] : [4, 8, 12, 16]
      let end = mistake == .separatorAtTheEnd ? digits.count + 1 : digits.count
      return all.filter { $0 < end }
    }
    func column(_ index: Int) -> Int {
      index + breaks.filter { mistake == .caretOnSeparator ? $0 < index : $0 <= index }.count
    }
    var text: String {
      var text = ""
      for index in 0...digits.count {
        if breaks.contains(index) { text += " " }
        if index < digits.count { text.append(digits[index]) }
      }
      return text
    }

    mutating func insert(_ digit: Character) {
      guard digit.isNumber, digits.count < limit else { return }
      digits.insert(digit, at: caret)
      caret += 1
      cut()
    }

    mutating func cut() {
      if mistake != .isNotCut { digits = Array(digits.prefix(limit)) }
      caret = min(caret, digits.count)
    }

    mutating func remove(from start: Int, to end: Int) {
      for _ in start..<end { digits.remove(at: start) }
      if mistake != .deletesBehindCaret { caret = start }
      cut()
    }

    var wordStart: Int { ([0] + breaks).last { $0 < caret } ?? 0 }

    mutating func apply(_ step: Step) {
      switch step {
      case .type(let character): insert(character)
      case .paste(let text): for character in text { insert(character) }
      case .edit(.deleteBackward): if caret > 0 { remove(from: caret - 1, to: caret) }
      case .edit(.deleteForward): if caret < digits.count { remove(from: caret, to: caret + 1) }
      case .edit(.deleteWord): if caret > 0 { remove(from: wordStart, to: caret) }
      case .edit(.deleteToStart): if caret > 0 { remove(from: 0, to: caret) }
      case .edit(.left): caret = max(0, caret - 1)
      case .edit(.right): caret = min(digits.count, caret + 1)
      case .edit(.start): caret = 0
      case .edit(.end): caret = digits.count
      case .edit(.wordLeft): caret = wordStart
      case .edit(.wordRight):
        caret = breaks.first { $0 > caret } ?? digits.count
        if mistake == .wordEndsOneLater { caret = min(digits.count, caret + 1) }
      case .edit(.column(let wanted)):
        caret = (0...digits.count).last { column($0) <= wanted } ?? 0
      case .edit: break
      }
    }
  }

  /// The number of the first edit after which model and line differ; nil: none.
  private func firstDifference(
    _ count: Int, seed: UInt64, isSaving: Bool, _ mistake: Mistake? = nil
  ) -> Int? {
    let rules = CardEntryRules(isSaving ? .saving() : .payment(allBrands))
    let grammar = LineGrammar.number(rules)
    var chance = SeededGenerator(seed: seed)
    var line = EntryLine(grammar)
    var model = Model(isSaving: isSaving, mistake: mistake)
    // Saved cards: digits of brands with 15 or 19 digits.
    let digits = isSaving ? "03479" : "0123456789334477"
    for number in 0..<count {
      let step = Step.random(&chance, digits: digits)
      let before = line
      let oldText = line.text(grammar)
      model.apply(step)
      let effect =
        switch step {
        case .type(let character):
          line.apply(.insert(character.unicodeScalars.first ?? "x"), grammar)
        case .paste(let pasted): line.apply(.paste(secret(pasted)), grammar)
        case .edit(let edit): line.apply(edit, grammar)
        }
      let display = line.display(grammar)
      guard line.text(grammar) == model.text, display.caret == model.column(model.caret),
        line.caret == model.caret, line.count == model.digits.count,
        // Changes are reported, and make another state.
        effect.changed || line.text(grammar) == oldText, !effect.changed || line != before
      else { return number }
    }
    return nil
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func caretAndDigitsAreAlwaysRight(_ seed: UInt64) {
    #expect(firstDifference(10_000, seed: seed, isSaving: seed % 2 == 1) == nil)
  }

  @Test(arguments: Mistake.allCases)
  func everyMistakeIsFound(_ mistake: Mistake) {
    #expect(firstDifference(10_000, seed: 1, isSaving: false, mistake) != nil)
  }
}
