import Secrets
import WalletAPI
import WalletModel

/// Challenges and attempts (B12–B17).
extension ScaIssuer {
  func createChallenge(_ operation: CreateChallenge, _ context: RequestContext)
    throws(WalletError) -> ScaChallenge
  {
    var message: String?
    let challenge = try settle { writer throws(WalletError) in
      try self.challenge(operation, writer, context, &message)
    }
    if let message { publishMessage(message) }
    return challenge
  }

  private func challenge(
    _ operation: CreateChallenge, _ writer: any LedgerWriter, _ context: RequestContext,
    _ message: inout String?
  ) throws(WalletError) -> Result<ScaChallenge, WalletError> {
    let customer = context.customerID
    let now = clock.moment
    var event = try liveEvent(operation.reference, writer, context)
    var account = try counted(writer, customer, now)
    let profile = try writer.get(CustomerProfile.self, of: customer)
    let left = blockLeft(account, now)
    if left > 0 { return .failure(blocked(left)) }
    let wanted = operation.verification
    guard event.verified == nil,
      let way = verifications(profile, account).first(where: {
        $0.method == wanted.method && $0.channel == wanted.channel
      })
    else {
      let problem = FieldError(
        "verification", .verbatim("must be one of the event's availableVerifications"))
      return .failure(
        event.verified == nil
          ? WalletError(.fieldErrors, fieldErrors: [problem]) : WalletError(.scaExpired))
    }
    var hash: [UInt8] = []
    if way.channel != .authenticator {
      if let refusal = countChallenge(&account, event, now) { return .failure(refusal) }
      try writer.put(account, of: customer)
      let code = CardNumbers.digits(6, random)
      let id = random.id()
      hash = codeHash(code, event, message: id)
      message = id
      event.lastSent = now
      try send(code, as: id, way, event, writer, context)
    }
    if let old = event.challenge?.messageID { try removeCode(of: old, writer, customer) }
    event.challenge = ScaChallengeRecord(
      verification: way, created: now, codeHash: hash, messageID: message)
    event.touched = now
    try writer.put(event, of: customer)
    return .success(published(event, way, account, now))
  }

  /// nil if another code may be sent. Codes may be sent again three times, 30 s apart. Then there
  /// is a cool-down, after which the count starts again (B13). It is counted for each account, so a
  /// new event does not reset it.
  private func countChallenge(
    _ account: inout ScaAccount, _ event: ScaEventRecord, _ now: Moment
  ) -> WalletError? {
    let last = account.lastChallenge
    let sinceLast = last.map { now.shortest(since: $0) } ?? .max
    if sinceLast >= IssuerLimits.cooldown * 1000 { account.challenges = 0 }
    if account.challenges >= IssuerLimits.challenges {
      let left = IssuerLimits.cooldown * 1000 - sinceLast
      return WalletError(.challengeLimit, retryAfter: Int((left + 999) / 1000))
    }
    if let sent = event.lastSent {
      let left = IssuerLimits.resend * 1000 - now.shortest(since: sent)
      if left > 0 {
        return WalletError(
          .rateLimited, .authentication(.codeJustSent), retryAfter: Int((left + 999) / 1000))
      }
    }
    account.challenges += 1
    account.lastChallenge = now
    return nil
  }

  private func published(
    _ event: ScaEventRecord, _ way: ScaVerification, _ account: ScaAccount, _ now: Moment
  ) -> ScaChallenge {
    ScaChallenge(
      eventID: event.id, walletOperationID: event.walletOperationID, verification: way,
      allowableChallenges: IssuerLimits.challenges, currentChallenges: account.challenges,
      creationTime: now.wall, expirationTime: now.wall.adding(seconds: IssuerLimits.code),
      attemptsLeft: max(0, IssuerLimits.attempts - account.failures),
      resendTime: now.wall.adding(seconds: IssuerLimits.resend))
  }

  func submitAttempt(_ operation: SubmitAttempt, _ context: RequestContext)
    throws(WalletError) -> ScaAttempt
  {
    try settle { writer throws(WalletError) in
      .success(try attempt(operation, writer, context))
    }
  }

  private func attempt(
    _ operation: SubmitAttempt, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> ScaAttempt {
    let customer = context.customerID
    let now = clock.moment
    var event = try liveEvent(operation.reference, writer, context)
    var account = try counted(writer, customer, now)
    // B17: each attempt counts, including the current one. A correct code is the last attempt.
    func answer(_ status: ScaAttemptStatus, forgiven: Int? = nil) -> ScaAttempt {
      ScaAttempt(
        eventID: event.id, walletOperationID: event.walletOperationID, status: status,
        statusReason: status == .verified ? nil : Reason.message(.scaRejected).english,
        allowableAttempts: IssuerLimits.attempts, currentAttempts: forgiven ?? account.failures,
        creationTime: now.wall,
        retryAfter: status == .failed ? blocked(blockLeft(account, now)).retryAfter : nil)
    }
    if blockLeft(account, now) > 0 { return answer(.failed) }
    // There is no code to guess, so the attempt is not counted.
    guard event.verified == nil, let challenge = event.challenge,
      now.longest(since: challenge.created) < IssuerLimits.code * 1000
    else { return answer(.rejected) }

    event.touched = now
    let isRight = try isRight(operation.code, event, challenge, &account, writer, context)
    let attempts = account.failures + 1
    if isRight {
      event.verified = now
      clear(&account)
    } else {
      countFailure(&account, now)
      if account.blockedAt != nil { event.challenge = nil }
    }
    if let message = challenge.messageID, isRight || account.blockedAt != nil {
      try removeCode(of: message, writer, customer)
    }
    try writer.put(event, of: customer)
    try writer.put(account, of: customer)
    let card = try event.cardID.flatMap { id throws(WalletError) in
      try writer.card(id, of: customer)?.card
    }
    try audit(
      writer, isRight ? .done : .refused, event.action, card, context,
      note: isRight ? "CODE-RIGHT" : "CODE-WRONG")
    if isRight { return answer(.verified, forgiven: attempts) }
    return answer(account.blockedAt != nil ? .failed : .rejected)
  }

  private func isRight(
    _ code: Secret, _ event: ScaEventRecord, _ challenge: ScaChallengeRecord,
    _ account: inout ScaAccount, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    guard code.isDigits(count: 6) else { return false }
    if challenge.verification.channel == .authenticator {
      guard let secret = try reader.secret(.authenticator(.current), of: context.customerID),
        let step = Totp.step(
          of: code, secret: secret, now: clock.now(), after: account.lastStep)
      else { return false }
      account.lastStep = step
      return true
    }
    return CardNumbers.isSame(
      codeHash(code, event, message: challenge.messageID ?? ""), challenge.codeHash)
  }

  /// Counts a wrong code. The fifth in a row blocks codes, each time for twice as long.
  func countFailure(_ account: inout ScaAccount, _ now: Moment) {
    account.failures += 1
    if account.failures >= IssuerLimits.attempts {
      account.blocks += 1
      account.blockedAt = now
    }
  }

  /// A correct code resets the counters.
  func clear(_ account: inout ScaAccount) {
    account.failures = 0
    account.blocks = 0
    account.blockedAt = nil
    account.challenges = 0
    account.lastChallenge = nil
  }

  /// The current counters. When a block is over, failures start again at 0, but the next block is
  /// longer.
  func counted(_ reader: any LedgerReader, _ customer: CustomerID, _ now: Moment)
    throws(WalletError) -> ScaAccount
  {
    var account = try reader.get(ScaAccount.self, of: customer)
    if account.blockedAt != nil && blockLeft(account, now) == 0 {
      account.blockedAt = nil
      account.failures = 0
    }
    return account
  }

  /// The stored form of a code: 32 bytes that are bound to its event and message.
  private func codeHash(_ code: Secret, _ event: ScaEventRecord, message id: String) -> [UInt8] {
    let bound = Array((event.id.rawValue + id).utf8)
    let message = SecretBytes(count: code.count + bound.count) { message in
      code.withBytes { message.copyMemory(from: $0) }
      for (index, byte) in bound.enumerated() { message[message.count - 1 - index] = byte }
    }
    let hash = CardNumbers.keyedHash(of: message, key: ledger.keys.codes)
    return hash.withBytes { Array($0) }
  }
}
