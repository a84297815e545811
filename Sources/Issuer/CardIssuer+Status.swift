import Secrets
import WalletAPI
import WalletModel

extension CardIssuer {
  func activateCard(_ operation: ActivateCard, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    do throws(WalletError) {
      let record = try settle { writer throws(WalletError) in
        try activate(operation, writer, context)
      }
      publish(.cardsChanged([operation.id]))
      return shown(record, [])
    } catch {
      // The attempt was counted, which changes the card.
      if error.code == .activationDataWrong { publish(.cardsChanged([operation.id])) }
      throw error
    }
  }

  private func activate(
    _ operation: ActivateCard, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Result<CardRecord, WalletError> {
    var record = try findForChange(operation.id, writer, context)
    let request = operation.body
    if let error = WalletError.invalid(request.fieldErrors) { return .failure(error) }
    if let refusal = record.card.refusal(of: .activate) {
      return .failure(
        WalletError(
          .activationRefused, detail: refusal.reason,
          advice: record.card.status == .suspended ? Self.replaceCard : nil))
    }
    try context.check(version: record.card.version)
    let pan = try writer.pan(of: record, context.customerID)
    let cvv = CardNumbers.cvv(pan: pan, expiry: record.card.expiry, key: ledger.keys.cvv)
    // Both are checked before an answer, which does not say which was wrong.
    let isCvvRight = cvv.matches(request.cvv)
    let isLastFourRight = lastFour(of: pan) == request.lastFourDigits
    guard isCvvRight && isLastFourRight else {
      return .failure(try countWrongActivation(&record, writer, context))
    }
    let now = clock.now()
    record.card.activationDate = now
    record.activationFailures = 0
    change(&record, to: .active, reason: "Activated")
    try writer.put(record, of: context.customerID)
    try audit(writer, .done, ActivateCard.contract, record.card, context, note: "ACTIVE")
    return .success(record)
  }

  /// The only advice for a suspended card.
  private static let replaceCard = Reason.card(.replaceIt)

  /// A22: wrong data is counted, and the third time suspends the card.
  private func countWrongActivation(
    _ record: inout CardRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> WalletError {
    record.activationFailures += 1
    let left = IssuerLimits.activations - record.activationFailures
    if left <= 0 {
      change(&record, to: .suspended, reason: "Wrong activation data")
    } else {
      record.card.version += 1
    }
    try writer.put(record, of: context.customerID)
    try audit(
      writer, .refused, ActivateCard.contract, record.card, context, note: "WRONG-DATA")
    guard left > 0 else {
      return WalletError(
        .activationDataWrong, detail: .card(.suspendedNow), advice: Self.replaceCard)
    }
    return WalletError(
      .activationDataWrong,
      detail: left == 1 ? .card(.oneAttemptLeft) : .card(.attemptsLeft, "\(left)"))
  }

  func setCardStatus(_ operation: SetCardStatus, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let request = CardUpdateRequest.status(operation.status, reason: operation.reason)
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      if let error = WalletError.invalid(request.fieldErrors) { return .failure(error) }
      try context.check(version: record.card.version)
      let wasForAWhile = record.card.unlockedUntil != nil
      if let refusal = apply(operation, to: &record) { return .failure(refusal) }
      try writer.put(record, of: context.customerID)
      if wasForAWhile || record.card.unlockedUntil != nil {
        try mark(record, writer, context.customerID)
      }
      try audit(
        writer, .done, SetCardStatus.contract, record.card, context,
        note: record.card.status.rawValue)
      return .success(record)
    }
    publish(.cardsChanged([record.card.id]))
    return shown(record, [])
  }

  func renameCard(_ operation: RenameCard, _ context: RequestContext) throws(WalletError) -> Card {
    let request = CardUpdateRequest.alias(operation.alias)
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      if let error = WalletError.invalid(request.fieldErrors) { return .failure(error) }
      try context.check(version: record.card.version)
      record.card.alias = operation.alias
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try audit(writer, .done, RenameCard.contract, record.card, context, note: "RENAMED")
      return .success(record)
    }
    publish(.cardsChanged([record.card.id]))
    return shown(record, [])
  }

  /// Changes the status, or takes the last change of it back.
  ///
  /// - Returns: Why that is not possible; nil: it was done.
  private func apply(_ operation: SetCardStatus, to record: inout CardRecord) -> WalletError? {
    let isTakenBack = operation.reason == StatusReason.changeTakenBack.rawValue
    let timeIsOver = WalletError(.transitionRefused, detail: .card(.timeIsOver))
    if isTakenBack, record.canTakeBack(to: operation.status) {
      return record.takeBack(clock.moment) ? nil : timeIsOver
    }
    guard let target = target(operation.status, from: record) else {
      let from = record.card.status.rawValue
      return WalletError(
        .transitionRefused, detail: .card(.cannotBecome, from, operation.status.rawValue))
    }
    // Cards that earlier versions have locked keep only their time.
    if isTakenBack, operation.status == .active, record.isUnlockOver(clock.moment) {
      return timeIsOver
    }
    if target == .locked { record.statusBeforeLock = record.card.status }
    change(&record, to: target, reason: operation.reason, isReversible: target != .cancelled)
    return nil
  }

  /// A24: unlocking restores the previous status, so that a DIGITAL card is not activated.
  private func target(_ wanted: CardStatus, from record: CardRecord) -> CardStatus? {
    let status = record.card.status
    if wanted == .active, status != .locked, record.card.unlockedUntil != nil { return status }
    guard status.customerTargets.contains(wanted) else { return nil }
    if wanted == .active && status == .locked { return record.statusBeforeLock ?? .active }
    return wanted
  }

  /// - Parameter isReversible: Whether it can be taken back.
  func change(
    _ record: inout CardRecord, to status: CardStatus, reason: String, isReversible: Bool = false
  ) {
    let isTakenBack =
      status == record.statusBeforeLock && reason == StatusReason.changeTakenBack.rawValue
    if isReversible { record.keepStatus() } else { record.before = [] }
    record.card.status = status
    record.card.statusReason = reason
    record.card.statusDate = clock.now()
    record.card.version += 1
    if status != .locked { record.statusBeforeLock = nil }
    // A lock interrupts an unlock for a while. Taking the lock back continues it; any other change
    // ends it.
    if status != .locked, !isTakenBack { record.endUnlock() }
  }
}
