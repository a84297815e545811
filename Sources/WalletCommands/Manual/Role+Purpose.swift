import Themes

extension Role {
  /// What the role is used for.
  var purpose: String {
    switch self {
    case .surface: "the screen itself"
    case .text: "text"
    case .strong: "what counts: names, sums, a dialog's title"
    case .muted: "what stands back: labels, hints"
    case .faint: "what is not possible now"
    case .accent: "the program's name, countdowns"
    case .accentFill: "the screen that one is on, among the tabs"
    case .key: "keys, where they are explained"
    case .border: "frames"
    case .borderFocus: "the frame of what has the keys"
    case .title: "the title of what has the keys"
    case .selection: "the row at which one stands"
    case .selectionBar: "the bar before that row"
    case .success: "what went well"
    case .warning: "what wants attention"
    case .danger: "what failed, what cannot be undone"
    case .info: "what is under way"
    case .statusActive: "a card that can be used"
    case .statusLocked: "a card that is locked or suspended"
    case .statusDigital: "a card that is there before its plastic"
    case .statusIssued: "a card on its way"
    case .statusExpired: "a card that is over"
    case .statusOther: "any other status"
    case .overlay: "dialogs and lists over the screen"
    case .overlayText: "text in them"
    case .overlayMuted: "what stands back in them"
    case .overlayBorder: "their frames"
    case .phoneBorder: "the frame of the simulated phone"
    case .phoneText: "its messages"
    case .toastSuccess: "news that something went well"
    case .toastWarning: "news that wants attention"
    case .toastDanger: "news that something failed"
    case .toastInfo: "other news"
    case .field: "a field to type into"
    case .fieldFocus: "the field that has the keys"
    case .fieldError: "a field with a mistake"
    case .chartLow: "the chart of spending: small sums"
    case .chartHigh: "the chart of spending: large sums"
    case .credit: "money that comes in"
    case .secret: "digits that are revealed"
    }
  }
}
