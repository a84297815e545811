import WalletAPI
import WalletModel

/// SCA events and grants: what has to be authorised, and whether it was (B04–B09).
struct ScaIssuer: ScaEngine, IssuerFeature {
  let core: IssuerCore

  /// Uses up the request's grant.
  ///
  /// - Parameters:
  ///   - operation: The complete request. A grant is valid for this request only (dynamic linking,
  ///     PSD2 RTS, article 5).
  ///   - target: What the person confirms, if it is not the operation's.
  ///   - isRemembered: Whether an earlier code of this sign-in for an operation of this kind is
  ///     enough, and a new one counts later.
  /// - Returns: nil if the grant is valid. Otherwise the error to answer with: a new event that
  ///   needs a code, or why the grant is not valid.
  func useGrant<O: WalletOperation>(
    _ operation: O, _ card: Card?, target: String? = nil, isRemembered: Bool = false,
    _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> WalletError? {
    let request = hash(operation)
    guard let reference = context.sca else {
      let now = clock.moment
      let event = ScaEventRecord(
        id: ScaEventID(random.id()), walletOperationID: WalletOperationID(random.id()),
        sessionID: context.sessionID, deviceID: context.deviceID, action: O.contract.name,
        cardID: card?.id, cardVersion: card?.version, request: request,
        target: target ?? operation.target, isRemembered: isRemembered, created: now, touched: now)
      if isRemembered, try remembersCode(like: event, writer, context) { return nil }
      return try add(event, writer, context)
    }
    guard
      var event = try writer.get(
        ScaEventRecord.self, reference.eventID.rawValue, of: context.customerID),
      !event.request.isEmpty
    else { return WalletError(.scaExpired) }
    guard isBound(event, reference, context), event.action == O.contract.name,
      event.cardID == card?.id, CardNumbers.isSame(event.request, request)
    else {
      return WalletError(
        .scaRejected, .authentication(.otherAction), advice: .authentication(.startAgain))
    }
    let now = clock.moment
    // A card that has changed is not the one that the user agreed to.
    guard !isOver(event, now), event.cardVersion == card?.version, !event.isConsumed else {
      return WalletError(.scaExpired)
    }
    guard let verified = event.verified else {
      let profile = try writer.get(CustomerProfile.self, of: context.customerID)
      let account = try writer.get(ScaAccount.self, of: context.customerID)
      return .scaRequired(published(event, profile, account))
    }
    guard now.longest(since: verified) <= IssuerLimits.grant * 1000 else {
      return WalletError(.scaExpired)
    }
    event.isConsumed = true
    event.touched = now
    try writer.put(event, of: context.customerID)
    return nil
  }

  /// The number and the CVV of a virtual card, once they are authorised. It is audited in the same
  /// transaction, before they are answered.
  func details(
    of card: VirtualCard, _ operation: GetVirtualCardDetails, _ writer: any LedgerWriter,
    _ context: RequestContext
  ) throws(WalletError) -> Result<SealedFields, WalletError> {
    let isRemembered = operation.memory == .signIn
    let target = "··\(card.lastFour)" + (isRemembered ? ", and of others for 5 minutes" : "")
    if let refusal = try useGrant(
      operation, nil, target: target, isRemembered: isRemembered, writer, context)
    {
      return .failure(refusal)
    }
    let entry = AuditEntry(
      time: clock.now(), phase: .done, action: GetVirtualCardDetails.contract.name,
      lastFour: card.lastFour, sessionID: context.sessionID, deviceID: context.deviceID,
      note: "SHOWN")
    try writer.put(entry, of: context.customerID)
    var details = SealedFields(algorithm: card.sealed.algorithm, keyID: card.sealed.keyID)
    details.boxes[.number] = card.sealed.boxes[.number]
    details.boxes[.csc] = card.sealed.boxes[.csc]
    return .success(details)
  }

  /// The event of a challenge or an attempt, if it has not expired.
  func liveEvent(
    _ reference: ScaReference, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> ScaEventRecord {
    guard
      let event = try reader.get(
        ScaEventRecord.self, reference.eventID.rawValue, of: context.customerID),
      !isOver(event, clock.moment)
    else { throw WalletError(.scaExpired) }
    guard isBound(event, reference, context) else {
      throw WalletError(
        .scaRejected, .authentication(.otherSignIn),
        advice: .authentication(.startAgain))
    }
    return event
  }

  private func isBound(
    _ event: ScaEventRecord, _ reference: ScaReference, _ context: RequestContext
  ) -> Bool {
    event.walletOperationID == reference.walletOperationID
      && event.sessionID == context.sessionID && event.deviceID == context.deviceID
  }

  /// Whether its lifetime or its idle time is over (B08, S11).
  func isOver(_ event: ScaEventRecord, _ now: Moment) -> Bool {
    // Events from before requests were stored.
    event.request.isEmpty
      || now.longest(since: event.created) >= IssuerLimits.event * 1000
      || now.longest(since: event.touched) >= IssuerLimits.idle * 1000
  }

  /// Milliseconds until codes are accepted again; 0: now.
  func blockLeft(_ account: ScaAccount, _ now: Moment) -> Int64 {
    guard let start = account.blockedAt else { return 0 }
    let doubled = IssuerLimits.block << Int64(min(max(account.blocks - 1, 0), 10))
    return max(0, min(doubled, IssuerLimits.longestBlock) * 1000 - now.shortest(since: start))
  }

  func blocked(_ left: Int64) -> WalletError {
    WalletError(.scaBlocked, retryAfter: Int((left + 999) / 1000))
  }

  /// Whether this sign-in has confirmed an operation of this kind lately, for all of them. While codes
  /// are blocked, none counts.
  private func remembersCode(
    like event: ScaEventRecord, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    let account = try reader.get(ScaAccount.self, of: context.customerID)
    guard blockLeft(account, event.created) == 0 else { return false }
    return try reader.all(ScaEventRecord.self, of: context.customerID).contains {
      $0.action == event.action && $0.sessionID == event.sessionID
        && $0.deviceID == event.deviceID && stillCounts($0, event.created)
    }
  }

  /// Whether its code counts for other requests.
  private func stillCounts(_ event: ScaEventRecord, _ now: Moment) -> Bool {
    guard event.isRemembered, event.isConsumed, let verified = event.verified else { return false }
    return now.longest(since: verified) < IssuerLimits.memory * 1000
  }

  /// - Returns: The error that asks for a code for the event, or why none can be asked for.
  private func add(
    _ event: ScaEventRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> WalletError {
    let now = event.created
    let account = try writer.get(ScaAccount.self, of: context.customerID)
    let left = blockLeft(account, now)
    if left > 0 { return blocked(left) }
    let profile = try writer.get(CustomerProfile.self, of: context.customerID)
    guard !verifications(profile, account).isEmpty else {
      return WalletError(
        .actionRefused, .authentication(.noCode),
        detail: .authentication(.noChannel),
        advice: .authentication(.askOperator))
    }
    try removeEvents(writer, context, now)
    try writer.put(event, of: context.customerID)
    return .scaRequired(published(event, profile, account))
  }

  /// Removes the events that are over, and then the oldest ones, so that there is room for a new
  /// one.
  private func removeEvents(
    _ writer: any LedgerWriter, _ context: RequestContext, _ now: Moment
  ) throws(WalletError) {
    let events = try writer.all(ScaEventRecord.self, of: context.customerID)
    let live = events.filter { !isOver($0, now) && (!$0.isConsumed || stillCounts($0, now)) }
    let kept = Set(live.suffix(IssuerLimits.events - 1).map(\.id))
    for event in events where !kept.contains(event.id) {
      try writer.remove(event, of: context.customerID)
    }
  }

  /// The published form of the event.
  private func published(
    _ event: ScaEventRecord, _ profile: CustomerProfile, _ account: ScaAccount
  ) -> ScaEvent {
    ScaEvent(
      id: event.id, walletOperationID: event.walletOperationID,
      availableVerifications: verifications(profile, account),
      creationTime: event.created.wall,
      expirationTime: event.created.wall.adding(seconds: IssuerLimits.event))
  }

  func verifications(_ profile: CustomerProfile, _ account: ScaAccount) -> [ScaVerification] {
    var ways: [ScaVerification] = []
    if environment.sendsMessages && !profile.mobile.isEmpty {
      ways.append(.init(method: .otp, channel: .sms, target: Masks.mobile(profile.mobile)))
    }
    if environment.sendsMessages && !profile.email.isEmpty {
      ways.append(.init(method: .otp, channel: .email, target: Masks.email(profile.email)))
    }
    if account.isEnrolled { ways.append(.init(method: .otp, channel: .authenticator)) }
    return ways
  }
}
