import Canvas
import ScreenKit
import TextLayout
import Themes
import ThreeDSecure
import WalletModel
import Words

/// How paying with a handle, or saving a card, works, and numbers to try it with. It fills the space
/// of a list that is empty, and the third column.
struct WebGuide: CachedView {
  enum Matter { case paying, saving }

  let matter: Matter

  func pane(_ rect: Rect, on surface: Surface) {
    let texts = surface.words.payments
    let title = matter == .paying ? texts.howPayingWorks : texts.howSavingWorks
    let inside = surface.pane(rect, title: title, focused: false)
    surface.canvas.mark(.details, title, rect)
    surface.draw(self, in: inside)
  }

  /// The parts that there is room for.
  func draw(on surface: Surface, in rect: Rect) {
    var y = rect.y
    let texts = surface.words.payments
    let steps = matter == .paying ? texts.payingSteps : texts.savingSteps
    for (index, step) in steps.enumerated() {
      let lines = Text.wrap(step, to: rect.width - 3)
      guard y + lines.count <= rect.maxY else { return }
      surface.canvas.write("\(index + 1)", rect.x, y, surface.theme[.accent])
      for line in lines {
        surface.canvas.write(line, rect.x + 3, y, surface.theme[.text])
        y += 1
      }
    }
    TestNumbers().draw(
      on: surface, in: Rect(rect.x, y + 1, rect.width, max(0, rect.maxY - y - 1)))
  }
}

/// Test numbers, with what the bank does.
struct TestNumbers: CachedView {
  /// What each number shows, most instructive first.
  private static let scenarios: [Scenario] = [
    .frictionless, .oneTimeCode, .outOfBand, .singleSelect, .multiSelect, .failed, .requestTimeout,
  ]
  private static let brands: [CardBrand] = [.visa, .mastercard, .amex]

  func draw(on surface: Surface, in rect: Rect) {
    var y = rect.y
    let (texts, theme) = (surface.words.payments, surface.theme)
    for brand in Self.brands {
      let rows = Self.scenarios.compactMap { scenario -> (number: String, meaning: String)? in
        guard let digits = scenario.testNumber(brand).map({ Array($0) }) else { return nil }
        let groups = PAN.groups(brand: brand, count: digits.count).map { String(digits[$0]) }
        return (groups.joined(separator: " "), texts.shown(by: scenario))
      }
      guard y + 3 <= rect.maxY else { return }
      surface.section(
        texts.numbersToTry, detail: texts.brandName(brand), Rect(rect.x, y, rect.width, 1))
      y += 1
      let column = (rows.map(\.number.count).max() ?? 0) + 2
      for (number, meaning) in rows.prefix(rect.maxY - y) {
        surface.canvas.write(number, rect.x, y, theme[.text])
        surface.canvas.write(
          Text.truncate(meaning, to: rect.width - column), rect.x + column, y, theme[.muted])
        y += 1
      }
      y += 1
    }
  }
}
