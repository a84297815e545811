import Themes

extension Role {
  /// What the role is used for.
  var purpose: String {
    switch self {
    case .surface: "the screen itself"
    case .text: "text"
    case .strong: "important text: names, amounts, a dialog's title"
    case .muted: "less important text: labels, hints"
    case .faint: "commands that are not possible now"
    case .accent: "the program's name, countdowns"
    case .accentFill: "the tab of the current screen"
    case .key: "keys in explanations"
    case .border: "borders"
    case .borderFocus: "the border of the part with the focus"
    case .title: "the title of the part with the focus"
    case .selection: "the selected row"
    case .selectionBar: "the bar before the selected row"
    case .success: "successes"
    case .warning: "warnings"
    case .danger: "failures, and commands that cannot be undone"
    case .info: "work in progress"
    case .statusActive: "a card that can be used"
    case .statusLocked: "a card that is locked or suspended"
    case .statusDigital: "a digital card, before its plastic has arrived"
    case .statusIssued: "an issued card that is being delivered"
    case .statusExpired: "an expired or cancelled card"
    case .statusOther: "any other status"
    case .overlay: "dialogs and lists over the screen"
    case .overlayText: "text in them"
    case .overlayMuted: "less important text in them"
    case .overlayBorder: "their borders"
    case .phoneBorder: "the border of the simulated phone"
    case .phoneText: "its messages"
    case .toastSuccess: "messages about successes"
    case .toastWarning: "messages with warnings"
    case .toastDanger: "messages about failures"
    case .toastInfo: "other messages"
    case .field: "a field to type into"
    case .fieldFocus: "the field with the focus"
    case .fieldError: "a field with a mistake"
    case .chartLow: "the chart of spending: small amounts"
    case .chartHigh: "the chart of spending: large amounts"
    case .credit: "money that comes in"
    case .secret: "revealed digits"
    }
  }
}
