import Arguments
import Canvas
import FrontEnd
import Glibc
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// The authenticator app, and the simulated phone.
extension Commands {
  static let authentication = [scaStatus, scaEnrol, scaConfirm]

  private static let scaStatus = Subcommand(
    "sca status", "Say whether an authenticator app is enrolled.",
    answer: "`Authenticator`"
  ) { invocation throws(WalletError) in
    try print(
      try await invocation.wallet(readOnly: true).authentication.authenticator(), invocation)
    return .ok
  }

  private static let scaEnrol = Subcommand(
    "sca enrol", "Enrol an authenticator app (TOTP).", options: Verification.options,
    answer: "`AuthenticatorEnrolment`",
    notes: [
      Verification.note,
      """
      A QR code for the app is shown on the terminal and erased once it has been scanned. With \
      --json the key is written to standard output instead; `sca confirm` ends the enrolment then.
      """,
    ]
  ) { invocation throws(WalletError) in
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet()
    let enrolment = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await wallet.authentication.enrolAuthenticator(sca: sca)
    }
    defer {
      enrolment.uri.wipe()
      enrolment.secret.wipe()
    }
    guard !invocation.wantsJSON, let console else {
      try write(enrolment)
      return .ok
    }
    try EnrolmentDisplay(console, invocation.words).show(enrolment)
    let code = try console.secret(invocation.words.askAppCode, echo: .dots, capacity: 16)
    defer { code.wipe() }
    try print(try await wallet.authentication.confirmAuthenticator(code: code), invocation)
    return .ok
  }

  private static func write(_ enrolment: AuthenticatorEnrolment) throws(WalletError) {
    try Output.json(piece: "\(Output.head){\"secret\": \"")
    try Output.json(secret: enrolment.secret)
    try Output.json(piece: "\", \"uri\": \"")
    try Output.json(secret: enrolment.uri)
    try Output.json(piece: "\"}\(Output.tail)")
  }

  private static let scaConfirm = Subcommand(
    "sca confirm", "End an enrolment with a code from the app.",
    options: [
      CommandOption("code-file", .text("FILE"), "read the code from a file; - is stdin")
    ],
    answer: "`Authenticator`"
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let code: Secret
    if let path = invocation.text("code-file") {
      code = try SecretFile.firstLine(of: path, what: "code", invocation.words)
    } else {
      let console = try needed(Console.open(), "--code-file FILE")
      defer { console.close() }
      code = try console.secret(invocation.words.askAppCode, echo: .dots, capacity: 16)
    }
    defer { code.wipe() }
    try print(try await wallet.authentication.confirmAuthenticator(code: code), invocation)
    return .ok
  }

  private static func print(_ state: AuthenticatorState, _ invocation: Invocation)
    throws(WalletError)
  {
    if invocation.wantsJSON { return try Output.json(["authenticator": state]) }
    let words = invocation.words
    switch state {
    case .none: try Output.line(words.noAuthenticator)
    case .pending: try Output.line(words.enrolmentStarted)
    case .enrolled: try Output.line(words.authenticatorEnrolled)
    case .other: try Output.line(words.authenticatorUnknown)
    }
  }

  static let phone = Subcommand(
    "phone", "The simulated phone: the messages it has received, newest first.",
    options: [
      CommandOption("follow", "stay, and show new messages as they come")
    ],
    answer: """
      a list of `channel`, `code` (null once it was used or has expired), `id`, `sender`, `text` \
      and `time`; with --follow one of them a line
      """,
    notes: ["With --json and --follow each message is one line of JSON."]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet(readOnly: true)
    guard invocation.has("follow") else {
      let messages = try await wallet.authentication.phoneMessages()
      if invocation.wantsJSON {
        try PhoneText.writeJSON(messages)
      } else {
        for message in messages { try PhoneText.write(message, invocation.words) }
        if messages.isEmpty { try Output.line(invocation.words.noMessagesAtAll) }
      }
      return .ok
    }
    try await follow(wallet, invocation)
    return .ok
  }

  /// Writes messages as they come, until nobody is signed in any more. A server that is away is waited
  /// for: the news finds it again. One that has no answer now is asked again after 1, 2 … 30 s.
  private static func follow(_ wallet: WalletService, _ invocation: Invocation)
    async throws(WalletError)
  {
    let words = invocation.words
    let events = wallet.events()
    var seen = try write(try await wallet.authentication.phoneMessages(), besides: [], invocation)
    var isAway = false
    func leaves(_ error: WalletError) {
      if !isAway { Output.note(Text.clean(words.waits(for: words.message(error)))) }
      isAway = true
    }
    for await event in events {
      if case .connectionLost(let error, _) = event {
        leaves(error)
        continue
      }
      var pause = 1
      asking: while true {
        do throws(WalletError) {
          let messages = try await wallet.authentication.phoneMessages()
          if isAway { Output.note(words.serverIsBack + ".") }
          isAway = false
          seen = try write(messages, besides: seen, invocation)
          break asking
        } catch {
          guard error.code.isUnreachable || error.code == .unavailable else { throw error }
          leaves(error)
          if error.code.isUnreachable { break asking }
        }
        try? await Task.sleep(for: .seconds(pause))
        pause = min(2 * pause, 30)
      }
    }
  }

  /// Writes what is new, oldest first; answers the ids of all.
  private static func write(
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
