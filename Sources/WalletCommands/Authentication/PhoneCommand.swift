import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct PhoneCommand: WalletCommand {
  let path = "phone"
  let summary = "Show the messages on the simulated phone, newest first."
  let options: [CommandOption] = [
    CommandOption("follow", "wait for new messages and show them")
  ]
  let answer: String? = """
    a list of `channel`, `code` (null once it was used or has expired), `id`, `sender`, `text` \
    and `time`; with --follow one of them a line
    """
  let notes: [String] = ["With --json and --follow each message is one line of JSON."]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    guard invocation.has("follow") else {
      let messages = try await wallet.send(ListPhoneMessages())
      if invocation.wantsJSON {
        try PhoneText.writeJSON(messages)
      } else {
        for message in messages { try PhoneText.write(message, invocation.words) }
        if messages.isEmpty { try Output.line(invocation.words.codes.noMessagesAtAll) }
      }
      return
    }
    try await follow(wallet, invocation)
  }

  /// Writes messages as they arrive, until the sign-in ends.
  private func follow(_ wallet: WalletService, _ invocation: Invocation)
    async throws(WalletError)
  {
    let events = wallet.events()
    var seen = try write(try await wallet.send(ListPhoneMessages()), besides: [], invocation)
    try await NewsFollower(words: invocation.words).follow(events, [.phoneMessages]) {
      (_, _) throws(WalletError) in
      seen = try write(
        try await wallet.send(ListPhoneMessages()), besides: seen, invocation)
    }
  }

  /// Writes the new messages, oldest first. Returns the ids of all messages.
  private func write(
    _ messages: [PhoneMessage], besides seen: Set<String>, _ invocation: Invocation
  ) throws(WalletError) -> Set<String> {
    for message in messages.reversed() where !seen.contains(message.id) {
      if invocation.wantsJSON {
        try Output.json(piece: Output.head)
        try PhoneText.writeJSON(message)
        try Output.json(piece: Output.tail)
      } else {
        try PhoneText.write(message, invocation.words)
      }
    }
    return Set(messages.map(\.id))
  }
}
