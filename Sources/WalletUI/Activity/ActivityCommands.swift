import Canvas
import Words

extension Command.Place {
  package static let activity = Command.Place("activity")
}

enum ActivityCommands {
  static let all: [Command] = [
    Command(
      "activity.range", \.paymentsRange, keys: [.character("t")], place: .activity,
      disabled: { $0.unreadable },
      run: { ActivityScreen.nextRange(&$0) }),
    Command(
      "activity.order", \.paymentsOrder, keys: [.character("o")], place: .activity,
      disabled: { $0.unreadable },
      run: { ActivityScreen.reverseOrder(&$0) }),
    Command(
      "activity.card", \.paymentsOfCard, keys: [.character("f")], place: .activity,
      disabled: { ActivityScreen.cardFilterRefusal($0) },
      run: { ActivityScreen.toggleCard(&$0) }),
  ]
}
