import Canvas
import ScreenKit
import WalletAPI
import WalletModel

@testable import WalletUI

/// The values that tests read often.
extension State {
  var focusedRow: CardRow? { list.focused }
  var focusedID: CardID? { list.focused?.id }
  var activity: ActivityScreen? { screen(ActivityScreen.self) }
  var paymentPage: PaymentPage? { shown as? PaymentPage }
  /// Whether a line of the screen has this text.
  func shows(_ part: String) -> Bool { text.contains { $0.contains(part) } }
  var lineInput: LineInput { LineMode.input(self) }

  func refusal(of action: CardAction) -> String? { CardRefusals.refusal(of: action, self) }
}
