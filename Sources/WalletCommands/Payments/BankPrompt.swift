import Arguments
import FrontEnd
import Secrets
import TextLayout
import Threads
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService
import Words

/// The question of a card's bank on the terminal: a code, a choice, a consent elsewhere, or a page
/// (D27, D47, D48).
struct BankPrompt {
  static let options =
    [
      CommandOption(
        "answer-file", .text("FILE"),
        "read the answer to the bank from a file or named pipe: a code, or the ids of the choices "
          + "with commas; - is stdin")
    ] + Verification.options

  static let note = """
    If the bank asks something first, walletui asks that on the terminal, or reads the answer from \
    --answer-file. Ctrl-C cancels it at the bank, too. A consent takes a one-time code of the wallet.
    """

  let invocation: Invocation
  let wallet: WalletService

  private var answerFile: String? { invocation.text("answer-file") }
  private var hasCodeFile: Bool { invocation.has("code-file") }
  private var words: Words { invocation.words }

  /// The command that answers a question later.
  static func command(_ id: String) -> String { "walletui pay confirm \(Text.clean(id))" }

  /// Asks until the bank has no further question.
  ///
  /// - Parameter id: Of the payment handle or the registration.
  /// - Returns: The authentication after the last answer. It is still pending if there is nobody to
  ///   ask.
  /// - Throws: `.authenticationCancelled` after Ctrl-C, when the bank knows it. `.scaRejected` if
  ///   the answer in the file is wrong.
  func ask(_ id: String) async throws(WalletError) -> CardAuthentication {
    var shown = try await wallet.send(GetAuthentication(id))
    let console = answerFile == nil && !hasCodeFile ? Console.open() : nil
    defer { console?.close() }
    guard let first = shown.question else { return shown }
    let hasFile = first.type.value == .outOfBand ? hasCodeFile : answerFile != nil
    guard console != nil || hasFile else { return shown }
    console?.say(
      Text.clean(
        words.payments.bankAsks(shown.merchant, shown.money, "··" + shown.maskedCard.suffix(4)))
        + "\n")
    if first.type.value?.asksForCode == true {
      console?.say(text(.code(target: first.target)) + "\n")
      try await PhoneHint(invocation, wallet).tell(console)
    }
    do throws(WalletError) {
      while let question = shown.question {
        let next = try await answer(question, shown, console)
        if let asked = next.question, asked.attempt > question.attempt {
          let wrong = text(.wrong(attemptsLeft: asked.attemptsLeft))
          guard let console else { throw WalletError(.scaRejected, detail: .verbatim(wrong)) }
          console.say(wrong + "\n")
        }
        shown = next
      }
    } catch {
      guard error.code == .cancelled, let question = shown.question else { throw error }
      _ = try await wallet.send(AnswerAuthentication(id, attempt: question.attempt, .cancel))
      throw WalletError(.authenticationCancelled)
    }
    return shown
  }

  private func answer(
    _ question: ChallengeQuestion, _ shown: CardAuthentication, _ console: Console?
  ) async throws(WalletError) -> CardAuthentication {
    guard let type = question.type.value else {
      throw WalletError.usage(
        "the bank asks in a way that this walletui doesn't know",
        "die Bank fragt auf eine Weise, die dieses walletui nicht kennt")
    }
    if type == .outOfBand { return try await confirm(shown, console) }
    if let console, let address = address(of: question) {
      if let next = try await wait(words.payments.openPage(address), shown, console) { return next }
    }
    return try await wallet.send(
      AnswerAuthentication(shown.id, attempt: question.attempt, try reply(type, question, console)))
  }

  /// The page of the bank, which is on the server; nil: it has none, the wallet is on this machine,
  /// or the path would lead to another server.
  private func address(of question: ChallengeQuestion) -> String? {
    guard let server = WalletOpener(invocation).remote?.origin, let path = question.pagePath
    else { return nil }
    return Wire.address(ofPage: path, at: server)
  }

  // MARK: Answers that are typed

  private func reply(_ type: ChallengeType, _ question: ChallengeQuestion, _ console: Console?)
    throws(WalletError) -> ChallengeReply
  {
    if type == .oneTimeCode || type == .html { return .code(try code(console)) }
    guard let console else { return .options(try chosenInFile()) }
    console.say(text(type == .singleSelect ? .chooseOne : .chooseAll) + "\n")
    for (index, option) in question.options.enumerated() {
      let name = (option.value?.text).map(words.text) ?? option.rawValue
      console.say("  \(index + 1)  \(Text.truncate(Text.clean(name), to: Self.longestName))\n")
    }
    while true {
      let line = try console.line(
        type == .singleSelect ? words.payments.askOne : words.payments.askSeveral)
      let chosen = line.split { $0 == "," || $0 == " " }.map { Int($0) ?? 0 }
      let isGood = chosen.allSatisfy { question.options.indices.contains($0 - 1) }
      if isGood, !chosen.isEmpty, type == .multiSelect || chosen.count == 1 {
        return .options(chosen.map { question.options[$0 - 1].rawValue })
      }
    }
  }

  /// Columns of a choice that this program does not know, and whose id is shown.
  private static let longestName = 60

  private func code(_ console: Console?) throws(WalletError) -> Secret {
    guard let console else {
      return try SecretFile.digits(of: answerFile ?? "-", what: .text("code", "Code"), words)
    }
    while true {
      let code = try console.digits(words.payments.askBankCode, capacity: ChallengeForm.longestCode)
      if !code.isEmpty { return code }
    }
  }

  /// The ids in the file. They are not secret, but the file is read like one.
  private func chosenInFile() throws(WalletError) -> [String] {
    let line = try SecretFile.firstLine(
      of: answerFile ?? "-", what: .text("answer", "Antwort"), words)
    return line.withBytes { bytes in
      String(decoding: bytes, as: UTF8.self).split { $0 == "," || $0 == " " }.map(String.init)
    }
  }

  // MARK: Answers elsewhere

  /// The consent of the owner, here or on another terminal.
  private func confirm(_ shown: CardAuthentication, _ console: Console?)
    async throws(WalletError) -> CardAuthentication
  {
    if let console {
      let hint =
        WalletOpener(invocation).demo
        ? words.payments.confirmHere
        : words.payments.confirmInAnotherTerminal(Self.command(shown.id))
      if let next = try await wait(hint, shown, console) { return next }
    }
    return try await consent(to: shown)
  }

  /// Consents with a one-time code.
  func consent(to shown: CardAuthentication) async throws(WalletError) -> CardAuthentication {
    try await Verification(invocation, wallet).send(ConfirmPayment(shown))
  }

  /// Waits until the question was answered elsewhere, or Enter was pressed.
  ///
  /// - Returns: nil: Enter was pressed.
  private func wait(_ hint: String, _ shown: CardAuthentication, _ console: Console)
    async throws(WalletError) -> CardAuthentication?
  {
    let news = Locked<CardAuthentication?>(nil)
    let wallet = wallet
    let watch = Task {
      while !Task.isCancelled {
        try? await Streams.current.clock.sleep(for: .milliseconds(500))
        // The server may be away for a while.
        guard let now = try? await wallet.send(GetAuthentication(shown.id)),
          now.question?.attempt != shown.question?.attempt
        else { continue }
        return news.withLock { $0 = now }
      }
    }
    defer { watch.cancel() }
    var text = hint + "\n" + words.payments.waitingForBank + "\n"
    while true {
      let key = try await console.awaitKey(text) { news.withLock { $0 != nil } }
      guard let key else { return news.withLock { $0 } }
      if key == 0x0a || key == 0x0d { return nil }
      text = ""
    }
  }

  private func text(_ text: ChallengeText) -> String { Text.clean(words.text(text.text)) }
}

extension ChallengeType {
  fileprivate var asksForCode: Bool { self == .oneTimeCode || self == .html }
}
