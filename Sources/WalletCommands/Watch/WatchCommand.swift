import Arguments
import FrontEnd
import Glibc
import Notifications
import TextLayout
import TextOutput
import WalletAPI
import WalletModel
import WalletService
import Words

struct WatchCommand: WalletCommand {
  let path = "watch"
  let summary = "Wait for payments and changes of cards, and write a line for each."
  let options: [CommandOption] = [
    CommandOption("notify", "show a notification for each event, without names and amounts")
  ]
  let answer: String? = """
    a line for each event with `event`: `payment`, `decline`, `card`, `virtualCard`, \
    `connectionLost` or `connectionRestored`. With a payment: `id`, `card` (the last four digits), \
    `state`, `merchant`, `amount`, `currency`, `declineReason`, `declineLimit` \
    (`PER_PAYMENT 50.00 EUR`); with a card: `card`, `name`, `status`
    """
  let notes: [String] = [
    """
    For status bars and scripts: each line is written at once. The command runs until it is \
    stopped, nobody reads what it writes, or the sign-in ends. A card has no more than its last \
    four digits in a line. A pending payment comes again if its amount changes.
    """,
    """
    --notify uses `notify-send` on a desktop, else the terminal on standard error: a notification \
    where it is known to show them, else the bell. The setting `notify` is for the screen and does \
    not count here.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet(readOnly: true)
    let events = wallet.events()
    var watch = try await WalletWatch(wallet)
    let notifier =
      invocation.has("notify")
      ? Notifier.find(hasTerminal: isatty(STDERR_FILENO) == 1) : Notifier(way: .none)
    let line = HappeningLine(
      words: invocation.words, isJSON: invocation.wantsJSON, notifier: notifier)
    if invocation.has("notify"), notifier.way == .none {
      Output.note(invocation.words.noNotifications)
    }
    Output.note(invocation.words.watches(watch.cardCount))
    let follower = NewsFollower(
      words: invocation.words,
      reports: NewsFollower.Reports(
        lost: { (error) throws(WalletError) in try line.write(.lost(error)) },
        restored: { () throws(WalletError) in try line.write(.restored) }))
    try await follower.follow(events, [.cards, .virtualCards]) {
      (topic, ids) throws(WalletError) in
      for alert in try await watch.changes(about: topic, ids: ids) {
        try line.write(alert, watch)
      }
    }
    return .ok
  }
}

/// Writes what happened as one line.
struct HappeningLine {
  let words: Words
  let isJSON: Bool
  let notifier: Notifier

  enum Connection {
    case lost(WalletError)
    case restored
  }

  func write(_ alert: WalletAlert, _ watch: WalletWatch) throws(WalletError) {
    switch alert {
    case .payment(let payment, _): try write(payment, watch.lastFour(of: payment.cardID))
    case .cardStatus(let card):
      try write(
        [self.card(card.lastFour), card.title, words.status(card.status)],
        [
          ("event", "card"), ("card", card.lastFour), ("name", card.title),
          ("status", card.status.rawValue),
        ])
    case .virtualCardMade(let card):
      try write(
        [self.card(card.lastFour), words.virtualCardIsNew],
        [("event", "virtualCard"), ("card", card.lastFour), ("status", card.state.rawValue)])
    }
    notify(Words.Notification(alert))
  }

  func write(_ connection: Connection) throws(WalletError) {
    switch connection {
    case .lost(let error):
      try write(
        [words.message(error)],
        [("event", "connectionLost"), ("reason", Words.english.message(error))])
      notify(.connectionLost)
    case .restored:
      try write([words.serverIsBack], [("event", "connectionRestored")])
      notify(.connectionRestored)
    }
  }

  private func write(_ payment: Transaction, _ lastFour: String?) throws(WalletError) {
    var amount = payment.billedAmount
    if payment.type != .refund { amount.minorUnits = 0 &- amount.minorUnits }
    try write(
      [
        card(lastFour), payment.description, words.money(amount),
        words.paymentState(payment),
      ],
      [
        ("event", payment.type == .decline ? "decline" : "payment"),
        ("id", payment.id.rawValue), ("card", lastFour), ("state", payment.type.rawValue),
        ("merchant", payment.description), ("amount", amount.signedDecimal),
        ("currency", amount.currency.code), ("declineReason", payment.declineReason?.rawValue),
        ("declineLimit", payment.declineLimit?.line), ("time", payment.updatedAt.description),
      ])
  }

  private func write(_ parts: [String], _ members: [(String, String?)]) throws(WalletError) {
    guard isJSON else {
      return try Output.line(parts.map { Text.clean($0) }.joined(separator: "  "))
    }
    let members = members.map { name, value in
      Output.quoted(name) + ":" + (value.map(Output.quoted) ?? "null")
    }
    try Output.json(
      piece: Output.head + "{" + members.joined(separator: ",") + "}" + Output.tail)
  }

  private func notify(_ kind: Words.Notification) {
    notifier.show(words.notification(kind), output: .error)
  }

  private func card(_ lastFour: String?) -> String { lastFour.map { "·· " + $0 } ?? "" }
}
