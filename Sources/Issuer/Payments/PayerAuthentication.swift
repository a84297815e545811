import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// The simulated banks of all cards: begins the authentication of a person, and judges the answers.
struct PayerAuthentication: IssuerFeature {
  let core: IssuerCore

  /// What a bank is asked about a card.
  struct Inquiry {
    /// Of the payment handle or the registration.
    var id: String
    var brand: CardBrand
    /// nil: the number is not a test number, or not known.
    var scenario: Scenario?
    var money: Money
    var merchant: String
    var maskedCard: String
    var accountID: String
    var simulator: SimulatorType
    var render: RenderType
    var preference: ChallengePreference?
    var isForced = false
    /// D34.
    var merchantIsConfigured = true
    var isOwnCard: Bool
    /// Whether the amount is only authorised and released, to check the card.
    var isCheck = false
  }

  /// Asks the directory server, and for a challenge shows it to the person (D34, D47).
  ///
  /// - Returns: nil: the brand or the merchant has no 3-D Secure, and the payment goes on without it.
  func begin(
    _ inquiry: Inquiry, _ writer: any LedgerWriter, _ context: RequestContext,
    _ message: inout String?
  ) throws(WalletError) -> AuthenticationRecord? {
    let participation = DirectoryServer.participation(
      inquiry.brand,
      // The owner of a card of this wallet is asked by the wallet, whatever the merchant has.
      merchantIsConfigured: inquiry.merchantIsConfigured || inquiry.isOwnCard,
      isForced: inquiry.isForced)
    if participation == .skip || participation == .merchantNotConfigured { return nil }
    let now = clock.moment
    let profile = try writer.get(CustomerProfile.self, of: context.customerID)
    var record = AuthenticationRecord(
      authentication: Authentication(
        id: inquiry.id, transactionID: random.id(), accountID: inquiry.accountID,
        brand: inquiry.brand, acsURL: path(inquiry.id), random: random.fill),
      merchant: inquiry.merchant, money: inquiry.money, maskedCard: inquiry.maskedCard,
      target: Masks.mobile(profile.mobile), isOwnCard: inquiry.isOwnCard, created: now.wall)
    _ = record.authentication.apply(.fingerprint, requested: now, now: now)
    guard participation == .authenticate else {
      _ = record.authentication.apply(
        .authenticate(.result(.unavailable)), requested: now, now: now)
      return record
    }
    let answer = DirectoryServer.answer(
      DirectoryInquiry(
        numberScenario: inquiry.scenario, amount: inquiry.money.minorUnits,
        simulator: inquiry.simulator, render: inquiry.render, preference: inquiry.preference,
        isForced: inquiry.isForced, isWalletCard: inquiry.isOwnCard))
    // A slow directory server is simulated by the time at which it was asked, so that nobody waits.
    let asked = Moment(
      wall: Timestamp(milliseconds: now.wall.milliseconds - answer.delay),
      boot: now.boot - answer.delay)
    let reply = record.authentication.apply(
      .authenticate(answer.decision), requested: asked, now: now)
    record.isLate = reply == .late
    switch record.authentication.state {
    case .completed: _ = record.authentication.apply(.finalize, requested: now, now: now)
    case .pending:
      _ = record.authentication.apply(.present, requested: now, now: now)
      if record.authentication.challenge?.asksForCode == true {
        message = try send(inquiry, writer, context)
      }
    case .created, .fingerprinted, .challenged, .answered, .finalized, .failed, .cancelled,
      .timedOut:
      break
    }
    return record
  }

  /// The documented code, as the bank sends it to the simulated phone.
  private func send(_ inquiry: Inquiry, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError) -> String?
  {
    guard case .code(let code) = ChallengeSolution.documented(.oneTimeCode) else { return nil }
    let card = "card ··\(inquiry.maskedCard.suffix(4))"
    let matter =
      inquiry.isCheck
      ? "to check \(card) for \(inquiry.merchant). Nothing is paid."
      : "to pay \(inquiry.money.decimal) \(inquiry.money.currency.code) at \(inquiry.merchant) "
        + "with \(card)."
    let record = PhoneMessageRecord(
      id: random.id(), channel: .sms, sender: "Your bank", time: clock.now(),
      text: "Code %@ \(matter) Don't share it.", codeFrom: clock.moment)
    try writer.add(record, code: code, of: context.customerID)
    return record.id
  }

  /// Carries out an answer.
  ///
  /// - Throws: `.authenticationOver` if nothing is asked, or another answer is expected.
  func answer(_ attempt: Int, _ reply: ChallengeReply, _ record: inout AuthenticationRecord)
    throws(WalletError)
  {
    let now = clock.moment
    guard !expire(&record), let challenge = record.authentication.challenge,
      record.authentication.state == .challenged
    else {
      // A cancelled question stays cancelled.
      if case .cancel = reply, record.authentication.state == .cancelled { return }
      throw WalletError(.authenticationOver)
    }
    if case .cancel = reply {
      return record.cancel(at: now)
    }
    var reply = reply
    if challenge.type == .outOfBand {
      reply = .confirmation(record.isConfirmed ? .confirmed : .waiting)
    }
    let verdict = AccessControlServer.verdict(
      reply, on: challenge, solution: .documented(challenge.type))
    let answer = record.authentication.apply(
      .answer(verdict, attempt: attempt), requested: now, now: now)
    guard answer != .refused else { throw WalletError(.authenticationOver) }
    if record.authentication.state == .answered {
      _ = record.authentication.apply(.finalize, requested: now, now: now)
    }
  }

  /// - Throws: `.authenticationOver` if the bank does not wait for the owner's consent. It may have
  ///   it already.
  func checkConsent(_ record: AuthenticationRecord) throws(WalletError) {
    var record = record
    guard record.authentication.challenge?.type == .outOfBand,
      record.isConfirmed || !expire(&record) && record.authentication.state == .challenged
    else { throw WalletError(.authenticationOver) }
  }

  /// The owner has agreed on another device.
  func confirm(_ record: inout AuthenticationRecord) throws(WalletError) {
    try checkConsent(record)
    if record.isConfirmed { return }
    record.isConfirmed = true
    try answer(
      record.authentication.attempts + 1, .confirmation(.confirmed), &record)
  }

  /// Ends a challenge whose time is over. Returns whether it did.
  func expire(_ record: inout AuthenticationRecord) -> Bool {
    let now = clock.moment
    guard record.authentication.timeLeft(now) == 0 else { return false }
    return record.authentication.apply(.expire, requested: now, now: now) == .changed
  }

  /// As the person is shown it.
  func shown(_ record: AuthenticationRecord) -> CardAuthentication {
    var record = record
    _ = expire(&record)
    let authentication = record.authentication
    var shown = CardAuthentication(
      id: authentication.id, status: record.isLate ? .failed : authentication.status ?? .failed,
      merchant: record.merchant, money: record.money, maskedCard: record.maskedCard,
      brand: authentication.brand, result: authentication.result, errorCode: record.errorCode,
      createdAt: record.created)
    if authentication.state == .challenged, let challenge = authentication.challenge,
      let left = authentication.timeLeft(clock.moment)
    {
      let attempt = authentication.attempts + 1
      shown.question = ChallengeQuestion(
        type: Word(challenge.type), options: challenge.options.map { Word($0) },
        target: challenge.asksForCode ? record.target : "", attempt: attempt,
        attemptsLeft: authentication.attemptsLeft,
        endsAt: Timestamp(milliseconds: clock.now().milliseconds + left),
        pagePath: challenge.isPage ? pagePath(authentication.id, attempt) : nil,
        isOwnCard: record.isOwnCard)
    }
    return shown
  }

  // MARK: The bank's page

  private func path(_ id: String) -> String {
    environment.path + "/threedsecure/v2/challenges/\(id)"
  }

  /// The page of one answer. It cannot be guessed, and another answer has another one.
  func pagePath(_ id: String, _ attempt: Int) -> String {
    path(id) + "/" + pageToken(id, attempt)
  }

  static let tokenLength = 32

  /// Hexadecimal digits.
  func pageToken(_ id: String, _ attempt: Int) -> String {
    let text = Array("3-D Secure page \(attempt) \(id)".utf8)
    let message = SecretBytes(count: text.count) { $0.copyBytes(from: text) }
    return CardNumbers.keyedHash(of: message, key: ledger.keys.requests).withBytes { hash in
      Hex.encode(hash.prefix(Self.tokenLength / 2))
    }
  }
}

extension AuthenticationRecord {
  /// D54; nil: it has not failed.
  var errorCode: Int? {
    isLate ? ThreeDSError.requestTimeout.code : authentication.error?.code
  }

  /// Whether the payment may go on.
  var isAccepted: Bool {
    authentication.state == .finalized && authentication.result?.isAccepted == true
  }

  /// Whether it has failed for good.
  var hasFailed: Bool { isLate || authentication.isOver && !isAccepted }

  mutating func cancel(at now: Moment) {
    _ = authentication.apply(.cancel, requested: now, now: now)
  }
}
