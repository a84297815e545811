import Canvas
import Words

extension Command.Place {
  package static let activity = Command.Place("activity")
}

enum ActivityCommands {
  static let all: [Command] = [
    Command("activity.sort", \.activity.sortPayments, keys: [.character("s")], place: .activity) {
      ActivityScreen.sortDifferently(&$0)
    },
    Command(
      "activity.month.before", \.activity.earlierMonth, keys: [.character("[")], place: .activity,
      disabled: { ActivityScreen.noMonth(before: true, $0) },
      run: { ActivityScreen.changeMonth(by: -1, &$0) }),
    Command(
      "activity.month.after", \.activity.laterMonth, keys: [.character("]")], place: .activity,
      disabled: { ActivityScreen.noMonth(before: false, $0) },
      run: { ActivityScreen.changeMonth(by: 1, &$0) }),
    Command(
      "activity.card", \.activity.cardOfPayment, keys: [.character("f")], place: .activity,
      disabled: { PaymentCard.refusal($0) },
      run: { PaymentCard.show(&$0) }),
  ]
}
