import PhoneWallet
import WalletAPI
import WalletModel
import Words

/// What is said of a card on its way.
struct PhoneAddingText {
  let state: State
  let adding: PhoneAdding

  private var words: Words { state.words }
  var isWatch: Bool { adding.device.kind == .watch }
  var wallet: String { words.phoneWallet(adding.wallet) }
  var device: String { state.phoneWallets.name(of: adding.device, words) }

  var title: String {
    adding.steps.contains(.confirmation)
      ? words.addTo(wallet, adding.card.title) : words.verifyFor(wallet)
  }
  var place: String {
    words.stepOf(min(adding.times.done + 1, adding.steps.count), adding.steps.count)
  }

  /// - Parameter isShort: Each has one line.
  func facts(isShort: Bool) -> [CardFacts.Line] {
    let card = adding.card
    // `Ana` of `ANA PETROVA`.
    let first = state.profile?.name.split(separator: " ").first.map(String.init) ?? ""
    let holder = first.prefix(1) + first.dropFirst().lowercased()
    let device = holder.isEmpty ? device : words.deviceOf(device, String(holder))
    return [
      (words.card, "\(card.title), \(words.scheme(card.scheme)) ··\(card.lastFour)"),
      (words.deviceLabel(isWatch: isWatch), device),
      (words.numberLabel, isShort ? words.ownNumber : words.numberStays(isWatch: isWatch)),
      (words.alreadyLabel, adding.already.isEmpty ? words.onNoPhone : adding.already),
      (words.startedLabel, words.second(adding.started, offset: state.clock.utcOffset)),
    ].map { CardFacts.Line(label: $0.0, value: $0.1) }
  }

  var steps: [ProgressStep] {
    adding.times.steps(adding.steps.map(step), state)
  }

  private func step(_ step: PhoneAdding.Step) -> (text: String, detail: String) {
    switch step {
    case .allowed:
      adding.steps.contains(.confirmation)
        ? (words.stepAllowed(isWatch: isWatch), words.stepAllowedHow)
        : (words.stepWaits, words.stepWaitsHow)
    case .wallet: (words.stepWallet(wallet), words.stepWalletHow)
    case .request:
      adding.wallet == .applePay
        ? (words.stepCertificates(isWatch: isWatch), words.stepCertificatesHow)
        : (words.stepDevice, words.stepDeviceHow(isVisa: adding.card.scheme == .visa))
    case .confirmation: (words.stepConfirmed, words.stepConfirmedHow)
    case .issuing: (words.stepToken(isWatch: isWatch), words.stepTokenHow(adding.wallet))
    case .storing:
      (
        words.stepStored(isWatch: isWatch),
        words.stepStoredHow(adding.wallet, isWatch: isWatch)
      )
    case .verification: (words.stepVerified, words.stepVerifiedHow)
    case .activation:
      adding.steps.contains(.verification)
        ? (words.stepActivated, words.stepCompletedHow)
        : (words.stepActivated, words.stepActivatedHow(isWatch: isWatch))
    case .ready: (words.stepReady, words.stepReadyHow(wallet))
    }
  }

  /// Nothing is sent: a token is there already, and waits.
  private var isOfToken: Bool { !adding.steps.contains(.request) }
  var sentTitle: String {
    isOfToken ? words.tokenSection : words.whatDeviceSent(isWatch: isWatch)
  }
  var sentNote: String { isOfToken ? "" : words.asIssuerGotIt }

  /// Lines of what the device sends and what the issuer answers, all of them; or those of the token
  /// that waits.
  var sentCount: Int { isOfToken ? 2 : adding.wallet == .applePay ? 4 : 3 }

  /// What the issuer knows of the token that waits. Its reference stays.
  private var token: [CardFacts.Line] {
    guard let reference = adding.waiting else { return [] }
    let card = state.details[adding.card.id]?.card
    let known = card?.token(reference).map { $0.shown(on: card?.status ?? .active, state) }
    return [
      CardFacts.Line(label: words.reference, value: reference),
      CardFacts.Line(label: words.statusLabel, value: known ?? "—"),
    ]
  }

  /// What was sent and answered, as far as it is no secret: a nonce is used once, and certificates
  /// are public.
  var sent: [CardFacts.Line] {
    if isOfToken { return token }
    guard let request = adding.request else { return [] }
    func count(_ text: String?) -> Int { text.flatMap(Base64.decode)?.count ?? 0 }
    func line(_ label: String, _ value: String) -> CardFacts.Line {
      CardFacts.Line(label: label, value: value)
    }
    let answer = adding.answer.map { line(words.answerLabel, parts($0)) }
    guard request.walletType == .applePay else {
      return [
        line(words.deviceIDLabel, request.clientDeviceID ?? "—"),
        line(words.accountLabel, request.clientWalletAccountID ?? "—"),
      ] + (answer.map { [$0] } ?? [])
    }
    let certificates = count(request.leafCertificate) + count(request.subordinateCertificate)
    let nonce = request.nonce.flatMap(Base64.decode) ?? []
    return [
      line(words.certificatesLabel, words.leafThenSubordinate(words.number(certificates))),
      line(words.nonceLabel, nonce.map { Hex.encode([$0]) }.joined(separator: " ")),
      line(
        words.signatureLabel,
        words.signatureOf(
          words.number(count(request.nonceSignature)), isChecked: adding.answer != nil)),
    ] + (answer.map { [$0] } ?? [])
  }

  /// The sealed parts of the answer.
  private func parts(_ answer: CardTokenization) -> String {
    [
      (answer.encryptedPassData, words.passData), (answer.ephemeralPublicKey, words.oneTimeKey),
      (answer.opaquePaymentCard, words.opaqueCard), (answer.activationData, words.activationData),
    ].compactMap { $0.0 == nil ? nil : $0.1 }.joined(separator: ", ")
  }

  /// What became of it, or what holds afterwards.
  var message: (text: String, isFailure: Bool) {
    if let failure = adding.failure {
      return ("\(words.sentence(failure)) \(words.advice(failure))", true)
    }
    if adding.times.isRunning || adding.isReady {
      return (words.canBeRemoved(isWatch: isWatch), false)
    }
    return (adding.isVerifying ? words.stillToVerify : words.nothingWasAdded, false)
  }

  var hints: [(String, String)] {
    let request = adding.request == nil ? [] : [("d", words.showRequest)]
    guard adding.times.isRunning else { return [("Enter", words.closeHint)] + request }
    let isIssued = adding.times.done > (adding.steps.firstIndex(of: .issuing) ?? 0)
    return request + [("Esc", isIssued ? words.stopShort : words.stopHint)]
  }

  /// The hints below the panes.
  var footerHints: [Hint] {
    func hint(_ id: Command.ID) -> Hint? {
      guard let word = state.command(id)?.text(words).hint else { return nil }
      return state.keymap.label(id).map { Hint($0, word, runs: id) }
    }
    return [
      hint("help"), Hint("Tab", words.otherPhones),
      adding.request == nil ? nil : Hint("y", words.copyRequest), hint("palette"), hint("quit"),
    ].compactMap(\.self)
  }
}
