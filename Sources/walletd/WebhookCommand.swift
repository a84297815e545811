import Arguments
import Issuer
import TextLayout
import WalletModel

/// The commands that show and repeat what was not delivered to the operator's addresses.
enum WebhookCommand: Sendable {
  case list
  /// nil: all dead letters.
  case retry(String?)

  private static let store = [
    CommandOption("store", .file("FILE"), "the vault, also while a server has it open"),
    CommandOption("passphrase-file", .file("FILE"), "read its passphrase from the first line"),
  ]

  static let all = [
    Subcommand(
      "webhooks list", "show the events that no address has accepted yet", options: store,
      notes: [
        "One line each: state (waiting or dead), event, time, failed attempts, address, problem."
      ]),
    Subcommand(
      "webhooks retry", "let dead letters be tried again",
      arguments: [CommandArgument("ID", "the event; all of them otherwise", isOptional: true)],
      options: store),
  ]

  /// nil: another command.
  init?(_ given: Invocation) {
    switch given.command.name {
    case "webhooks list": self = .list
    case "webhooks retry": self = .retry(given.arguments.first)
    default: return nil
    }
  }

  /// Lines of output.
  ///
  /// - Throws: `.notFound` if there is no such dead letter.
  func run(_ outbox: WebhookOutbox) throws(WalletError) -> [String] {
    switch self {
    case .list: return try outbox.all().map(Self.line)
    case .retry(let id):
      let count = try outbox.retry(id)
      if count == 0, id != nil {
        throw WalletError(.notFound, detail: .verbatim("there's no dead letter with this id"))
      }
      return ["\(count) to be tried again"]
    }
  }

  private static func line(_ event: WebhookRecord) -> String {
    Text.clean(
      [
        event.isDead ? "dead" : "waiting", event.eventID, "\(event.made)", "\(event.attempts)",
        event.root + event.path, event.problem ?? "-",
      ].joined(separator: " "))
  }
}
