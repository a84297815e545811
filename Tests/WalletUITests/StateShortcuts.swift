import Canvas
import ScreenKit
import Themes
import WalletModel

@testable import WalletUI

/// The values that tests read often.
extension State {
  var focusedRow: CardRow? { cards.list.focused }
  var focusedID: CardID? { cards.list.focused?.id }
  var activityScreen: ActivityScreen? { screen(ActivityScreen.self) }
  var paymentPage: PaymentPage? { shown as? PaymentPage }

  /// The same line by line.
  var linear: State {
    var state = self
    state.settings.isLinear = true
    return state
  }

  /// The last region of this role, which is above the others.
  func rect(of role: Region.Role) -> Rect? {
    render(self, .plain).regions.last { $0.role == role }?.rect
  }

  /// The text in this region, with one blank for several blanks and for line ends.
  func content(of role: Region.Role) -> String {
    guard let box = rect(of: role) else { return "" }
    let lines = text[box.y..<box.maxY].map {
      String(Array($0).dropFirst(box.x + 1).prefix(box.width - 2))
    }
    return lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  /// Whether a line of the screen has this text.
  func shows(_ part: String) -> Bool { text.contains { $0.contains(part) } }

  var lineInput: LineInput { LineMode.input(self) }

  func refusal(of action: CardAction) -> String? { CardRefusals.refusal(of: action, self) }
}
