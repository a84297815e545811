import Canvas
import ScreenKit
import TextLayout
import Themes
import ThreeDSecure
import WalletModel
import Words

/// How paying with a handle, or saving a card, works, and numbers to try it with. It fills the space
/// of a list that is empty, and the third column.
struct WebGuide: FramePart {
  enum Matter { case paying, saving }

  let frame: Frame
  let matter: Matter

  /// What each number shows, most instructive first.
  private static let scenarios: [Scenario] = [
    .frictionless, .oneTimeCode, .outOfBand, .singleSelect, .multiSelect, .failed, .requestTimeout,
  ]
  private static let brands: [CardBrand] = [.visa, .mastercard, .amex]

  func pane(_ rect: Rect) {
    let inside = frame.pane(rect, title: title, focused: false)
    frame.canvas.mark(.details, title, rect)
    draw(inside)
  }

  private var title: String {
    matter == .paying ? words.payments.howPayingWorks : words.payments.howSavingWorks
  }

  /// The parts that there is room for.
  func draw(_ rect: Rect) {
    var y = rect.y
    let steps = matter == .paying ? words.payments.payingSteps : words.payments.savingSteps
    for (index, step) in steps.enumerated() {
      let lines = Text.wrap(step, to: rect.width - 3)
      guard y + lines.count <= rect.maxY else { return }
      frame.canvas.write("\(index + 1)", rect.x, y, theme[.accent])
      frame.paragraph(
        step, Rect(rect.x + 3, y, rect.width - 3, lines.count), theme[.text])
      y += lines.count
    }
    numbers(Rect(rect.x, y + 1, rect.width, max(0, rect.maxY - y - 1)))
  }

  /// Test numbers, with what the bank does.
  func numbers(_ rect: Rect) {
    var y = rect.y
    for brand in Self.brands {
      let rows = Self.scenarios.compactMap { scenario in
        scenario.testNumber(brand).map {
          (Self.grouped($0, brand), words.payments.shown(by: scenario))
        }
      }
      guard y + 3 <= rect.maxY else { return }
      frame.section(
        words.payments.numbersToTry, detail: words.payments.brandName(brand),
        Rect(rect.x, y, rect.width, 1))
      y += 1
      let column = (rows.map { $0.0.count }.max() ?? 0) + 2
      for (number, meaning) in rows.prefix(rect.maxY - y) {
        frame.canvas.write(number, rect.x, y, theme[.text])
        frame.canvas.write(
          Text.truncate(meaning, to: rect.width - column), rect.x + column, y, theme[.muted])
        y += 1
      }
      y += 1
    }
  }

  private static func grouped(_ number: String, _ brand: CardBrand) -> String {
    PAN.groups(brand: brand, count: number.count).map { group in
      String(Array(number)[group])
    }.joined(separator: " ")
  }
}
