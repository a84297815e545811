import Arguments
import FrontEnd
import Secrets
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

/// Strong Customer Authentication on the command line: the user chooses a way, gets a code and
/// enters it.
struct Verification: Sendable {
  static let options = [
    CommandOption(
      "method", .choice("WAY", ["sms", "email", "authenticator"]), "how to get the code"),
    CommandOption(
      "code-file", .text("FILE"), "read the code from a file or named pipe; - is stdin"),
  ]

  static let note = """
    This takes a one-time code. walletui asks for it on the terminal, or reads it from \
    --code-file after it was sent: it waits for a named pipe or -. `walletui phone` shows the \
    messages of the simulated phone; with --demo they are shown here.
    """

  /// The note for operations that need no code with walletd, but may need one with other servers.
  static let noteAboutCodes = """
    If the server requires a one-time code, walletui asks for it on the terminal, or reads it from \
    --code-file after it was sent: it waits for a named pipe or -.
    """

  private let invocation: Invocation
  private let wallet: WalletService

  init(_ invocation: Invocation, _ wallet: WalletService) {
    self.invocation = invocation
    self.wallet = wallet
  }

  private var codeFile: String? { invocation.text("code-file") }
  private var words: Words { invocation.words }

  /// Runs an operation. If it requires a code, runs it again after the code was accepted, with the
  /// service that the code authorises.
  func around<Response: Sendable>(
    _ operation: (WalletService) async throws(WalletError) -> Response
  ) async throws(WalletError) -> Response {
    try await wallet.withSCA(operation) { event throws(WalletError) in
      try await authenticate(event)
    }
  }

  /// The same for one operation.
  func send<O: WalletOperation>(_ operation: O, expectedVersion: Int? = nil)
    async throws(WalletError) -> O.Response
  {
    try await around { wallet throws(WalletError) in
      try await wallet.send(operation, expectedVersion: expectedVersion)
    }
  }

  private func authenticate(_ event: ScaEvent) async throws(WalletError) {
    let console = codeFile == nil ? Console.open() : nil
    defer { console?.close() }
    guard codeFile != nil || console != nil else {
      var error = WalletError.scaRequired(event)
      error.details = [
        .text(
          "there's no terminal to ask for the code on",
          "es gibt kein Terminal, um nach dem Code zu fragen"
        )
      ]
      error.advice = .text(
        "Give --method and --code-file.", "Geben Sie --method und --code-file an.")
      throw error
    }
    let way = try way(event, console)
    let challenge = try await wallet.send(CreateChallenge(event.reference, way))
    try await tell(challenge, console)
    while true {
      let code = try code(console)
      defer { code.wipe() }
      if console != nil, code.withBytes({ $0.count == 1 && $0.first == 0x72 }) {
        try await resend(event, way, console)
        continue
      }
      // A text that cannot be a code is not sent, so that it does not count as an attempt.
      guard code.isDigits(count: 6) else {
        guard let console else {
          throw WalletError(
            .scaRejected, detail: .text("a code has six digits", "ein Code hat sechs Ziffern"))
        }
        console.say(words.codes.aCodeHasSixDigits + "\n")
        continue
      }
      let attempt = try await wallet.send(SubmitAttempt(event.reference, code: code))
      switch attempt.status {
      case .verified: return
      case .rejected where console != nil:
        let left = max(0, attempt.allowableAttempts - attempt.currentAttempts)
        console?.say(words.codes.codeNotValid(left: left) + "\n")
      case .rejected, .other:
        // A reason that repeats the message is left out.
        let reason = attempt.statusReason.flatMap {
          $0 == Reason.message(.scaRejected).english ? nil : Reason.verbatim($0)
        }
        throw WalletError(.scaRejected, details: reason.map { [$0] } ?? [])
      case .failed: throw WalletError(.scaBlocked, retryAfter: attempt.retryAfter)
      }
    }
  }

  /// The way that was requested or chosen on the terminal, otherwise the first one.
  private func way(_ event: ScaEvent, _ console: Console?) throws(WalletError) -> ScaVerification {
    let offered = event.ways
    if let channel = invocation.text("method").flatMap({ ScaChannel(rawValue: $0.uppercased()) }) {
      if let way = offered.first(where: { $0.channel == channel }) { return way }
      let known = offered.compactMap { $0.channel?.rawValue.lowercased() }
      throw WalletError.usage(
        "codes don't come by \(channel.rawValue.lowercased()) here",
        "Codes kommen hier nicht per \(channel.rawValue.lowercased())",
        advice: .text(
          "Choose one of: \(known.joined(separator: ", ")).",
          "Wählen Sie eines von: \(known.joined(separator: ", "))."))
    }
    guard let first = offered.first else { throw event.noWay }
    guard let console, offered.count > 1 else { return first }
    console.say(words.codes.howShouldItCome + "\n")
    for (index, way) in offered.enumerated() {
      console.say("  \(index + 1)  \(Text.clean(words.codes.wayInside(way)))\n")
    }
    while true {
      let answer = try console.line("1–\(offered.count): ")
      if let number = Int(answer), offered.indices.contains(number - 1) {
        return offered[number - 1]
      }
    }
  }

  private func code(_ console: Console?) throws(WalletError) -> Secret {
    if let codeFile {
      return try SecretFile.digits(of: codeFile, what: .text("code", "Code"), words)
    }
    guard let console else { throw WalletError(.scaRequired) }
    return try console.digits(words.codes.askCode)
  }

  private func resend(_ event: ScaEvent, _ way: ScaVerification, _ console: Console?)
    async throws(WalletError)
  {
    do {
      try await tell(
        try await wallet.send(CreateChallenge(event.reference, way)), console)
    } catch {
      guard error.code == .rateLimited, let console else { throw error }
      let wait =
        error.retryAfter.map { " " + words.vault.tryAgain(after: Report.duration($0)) } ?? ""
      console.say(Text.clean(words.errors.message(error)) + "." + wait + "\n")
    }
  }

  /// Tells the user where the code is.
  private func tell(_ challenge: ScaChallenge, _ console: Console?) async throws(WalletError) {
    let way = challenge.verification
    if way.channel == .authenticator {
      console?.say(words.codes.openYourApp + "\n")
      return
    }
    console?.say(Text.clean(words.codes.codeWasSent(by: way)) + "\n")
    try await PhoneHint(invocation, wallet).tell(console)
  }
}
