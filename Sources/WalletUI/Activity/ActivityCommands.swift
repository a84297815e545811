import Canvas
import Words

extension Command.Place {
  package static let activity = Command.Place("activity")
}

enum ActivityCommands {
  static let all: [Command] = [
    Command("activity.sort", \.sortPayments, keys: [.character("s")], place: .activity) {
      ActivityScreen.sortDifferently(&$0)
    },
    Command(
      "activity.month.before", \.earlierMonth, keys: [.character("[")], place: .activity,
      disabled: { ActivityScreen.noMonth(before: true, $0) },
      run: { ActivityScreen.changeMonth(by: -1, &$0) }),
    Command(
      "activity.month.after", \.laterMonth, keys: [.character("]")], place: .activity,
      disabled: { ActivityScreen.noMonth(before: false, $0) },
      run: { ActivityScreen.changeMonth(by: 1, &$0) }),
    Command(
      "activity.card", \.cardOfPayment, keys: [.character("f")], place: .activity,
      disabled: { PaymentCard.refusal($0) },
      run: { PaymentCard.show(&$0) }),
  ]
}
