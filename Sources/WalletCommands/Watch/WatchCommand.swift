import Arguments
import FrontEnd
import Glibc
import Notifications
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct WatchCommand: WalletCommand {
  let path = "watch"
  let summary = "Wait for payments and changes of cards, and write a line for each."
  let options: [CommandOption] = [ScreenOptions.notify]
  let answer: String? = """
    a line for each event with `event`: `payment`, `decline`, `card`, `virtualCard`, \
    `connectionLost`, `connectionRestored`, `newsLate` or `newsOnTime`. With a payment: `id`, \
    `card` (the last four digits), `cardId`, `state`, `merchant`, `amount`, `currency`, \
    `declineReason`, `declineRule`; with a card: `card`, `cardId`, `name`, `status`
    """
  let notes: [String] = [
    """
    For status bars and scripts: each line is written at once. The command runs until it is \
    stopped, nobody reads what it writes, or the sign-in ends. Of a card's number a line has \
    the last four digits at most. A pending payment comes again if its amount changes.
    """,
    """
    --notify uses `notify-send` on a desktop, else the terminal on standard error: a notification \
    where it is known to show them, else the bell.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    let events = wallet.events()
    var watch = try await WalletWatch(wallet)
    let notifier =
      invocation.has("notify")
      ? Notifier.find(
        hasTerminal: Streams.current.error.isTerminal, Streams.current.environment)
      : Notifier(way: .none)
    var line = AlertLine(
      words: invocation.words, isJSON: invocation.wantsJSON, notifier: notifier)
    if invocation.has("notify"), notifier.way == .none {
      Output.note(invocation.words.notifications.noNotifications)
    }
    Output.note(invocation.words.notifications.watches(watch.cardCount))
    let follower = NewsFollower(words: invocation.words, report: line.write)
    try await follower.follow(events, [.cards, .virtualCards]) {
      (topic, ids) throws(WalletError) in
      let alerts = try await watch.changes(about: topic, ids: ids)
      line.lastFour = watch.lastFour
      for alert in alerts { try line.write(alert) }
    }
  }
}

/// Writes what happened as one line.
struct AlertLine {
  let words: Words
  let isJSON: Bool
  var notifier = Notifier(way: .none)
  /// The last four digits of a card; nil: it is not known.
  var lastFour: (CardID) -> String? = { _ in nil }

  func write(_ alert: WalletAlert) throws(WalletError) {
    try writeLine(alert)
    notifier.show(
      words.notifications.notification(NotificationWords.Notification(alert)),
      output: Streams.current.error)
  }

  private func writeLine(_ alert: WalletAlert) throws(WalletError) {
    if isJSON {
      let members = members(alert).map { name, value in
        Output.quoted(name) + ":" + (value.map(Output.quoted) ?? "null")
      }
      return try Output.json(
        piece: Output.head + "{" + members.joined(separator: ",") + "}" + Output.tail)
    }
    try Output.line(text(alert).map { Text.clean($0) }.joined(separator: "  "))
  }

  private func card(_ lastFour: String?) -> String { lastFour.map { "·· " + $0 } ?? "" }

  private func text(_ alert: WalletAlert) -> [String] {
    switch alert {
    case .payment(let payment, _):
      var amount = payment.billedAmount
      if payment.type != .refund { amount.minorUnits = 0 &- amount.minorUnits }
      return [
        card(lastFour(payment.cardID)), payment.description, words.money(amount),
        words.commandLine.paymentState(payment),
      ]
    case .cardStatus(let card):
      return [self.card(card.lastFour), card.title, words.cards.status(card.status)]
    case .virtualCardMade(let card):
      return [self.card(card.lastFour), words.notifications.virtualCardIsNew]
    case .connectionLost(let error): return [words.errors.message(error)]
    case .connectionRestored: return [words.start.serverIsBack]
    case .newsLate: return [words.start.newsAreLate, words.start.newsAreAskedFor]
    case .newsOnTime: return [words.start.newsAreOnTime]
    }
  }

  private func members(_ alert: WalletAlert) -> [(String, String?)] {
    switch alert {
    case .payment(let payment, _):
      var amount = payment.billedAmount
      if payment.type != .refund { amount.minorUnits = 0 &- amount.minorUnits }
      return [
        ("event", payment.type == .decline ? "decline" : "payment"),
        ("id", payment.id.rawValue), ("card", lastFour(payment.cardID)),
        ("cardId", payment.cardID.rawValue),
        ("state", payment.type.rawValue),
        ("merchant", payment.description), ("amount", amount.signedDecimal),
        ("currency", amount.currency.code), ("declineReason", payment.declineReason?.rawValue),
        ("declineRule", payment.declineRule?.line), ("time", payment.updatedAt.description),
      ]
    case .cardStatus(let card):
      return [
        ("event", "card"), ("card", card.lastFour), ("cardId", card.id.rawValue),
        ("name", card.title), ("status", card.status.rawValue),
      ]
    case .virtualCardMade(let card):
      return [
        ("event", "virtualCard"), ("card", card.lastFour), ("cardId", card.id),
        ("status", card.state.rawValue),
      ]
    case .connectionLost(let error):
      return [("event", "connectionLost"), ("reason", Words.english.errors.message(error))]
    case .connectionRestored: return [("event", "connectionRestored")]
    case .newsLate: return [("event", "newsLate")]
    case .newsOnTime: return [("event", "newsOnTime")]
    }
  }
}
