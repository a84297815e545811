import WalletAPI
import WalletModel

/// When a card is locked by itself, and what it may pay for.
extension CardIssuer {
  func unlockCardFor(_ operation: UnlockCardFor, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    try checkScope(UnlockCardFor.contract, context)
    let range = CardControls.unlockSeconds
    guard range.contains(operation.seconds) else {
      let reason = Reason.field(.range, "\(range.lowerBound)", "\(range.upperBound)")
      throw WalletError(.fieldErrors, fieldErrors: [FieldError("seconds", reason)])
    }
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      try checkVersion(record.card, context)
      if let refusal = record.card.refusal(of: .unlock) {
        return .failure(WalletError(.transitionRefused, details: [refusal.reason]))
      }
      let now = clock.moment
      let target =
        record.card.status == .locked ? record.statusBeforeLock ?? .active : record.card.status
      change(&record, to: target, reason: StatusReason.unlockedTemporarily.rawValue)
      record.card.unlockedUntil = now.wall.adding(seconds: Int64(operation.seconds))
      record.times.unlocked = now
      try writer.put(record, of: context.customerID)
      try mark(record, writer, context.customerID)
      try audit(
        writer, .done, UnlockCardFor.contract, record.card, context, note: "\(operation.seconds)")
      return .success(record)
    }
    publishTimed(record)
    return shown(record, [])
  }

  func setCardControls(_ operation: SetCardControls, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    try checkScope(SetCardControls.contract, context)
    let update = operation.update
    if let error = WalletError.invalid(update.fieldErrors) { throw error }
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      try checkVersion(record.card, context)
      if !record.card.status.takesControls {
        return .failure(
          WalletError(.actionRefused, details: [ActionRefusal.hasStatus(record.card.status).reason])
        )
      }
      let limits = update.applied(to: record.card.limits)
      if limits.allowsMore(than: record.card.limits),
        let refusal = try sca.useGrant(operation, record.card, writer, context)
      {
        return .failure(refusal)
      }
      try set(limits, of: &record, writer, context)
      record.card.autoLockDays = update.autoLockDays.applied(to: record.card.autoLockDays)
      // The days are counted from now on, at the earliest.
      if case .value = update.autoLockDays { record.times.lastUsed = clock.now() }
      if record.card.autoLockDays == nil { record.times.lastUsed = nil }
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try mark(record, writer, context.customerID)
      try audit(
        writer, .done, SetCardControls.contract, record.card, context, note: "CONTROLS")
      return .success(record)
    }
    publishTimed(record)
    return shown(record, [])
  }

  /// A monthly limit begins with what was spent in this month already.
  private func set(
    _ limits: SpendingLimits, of record: inout CardRecord, _ reader: any LedgerReader,
    _ context: RequestContext
  ) throws(WalletError) {
    let now = clock.now()
    if limits.monthlyLimit == nil {
      (record.card.spentThisMonth, record.spentMonth) = (nil, 0)
    } else if record.card.limits.monthlyLimit == nil {
      let spent = try reader.spentThisMonth(record, now, context.customerID)
      record.spent = Tally(period: now.month, amount: spent)
    }
    record.card.limits = limits
  }
}
