import WalletAPI
import WalletModel

/// When a card is locked by itself, and what it may pay for.
extension CardIssuer {
  func unlockCardFor(_ operation: UnlockCardFor, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    if let reason = Rules.range(operation.seconds, CardControls.unlockSeconds) {
      throw WalletError(.fieldErrors, fieldErrors: [FieldError("seconds", reason)])
    }
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      try context.check(version: record.card.version)
      if let refusal = record.card.refusal(of: .unlock) {
        return .failure(WalletError(.transitionRefused, detail: refusal.reason))
      }
      let now = clock.moment
      let target =
        record.card.status == .locked ? record.statusBeforeLock ?? .active : record.card.status
      change(
        &record, to: target, reason: StatusReason.unlockedForAWhile.rawValue, isReversible: true)
      record.card.unlockedUntil = now.wall.adding(seconds: Int64(operation.seconds))
      record.times.unlockedAt = now
      try writer.put(record, of: context.customerID)
      try mark(record, writer, context.customerID)
      try audit(
        writer, .done, UnlockCardFor.contract, record.card, context, note: "\(operation.seconds)")
      return .success(record)
    }
    publish(.cardsChanged([operation.id]))
    return shown(record, [])
  }

  func setCardControls(_ operation: SetCardControls, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let update = operation.update
    if let error = WalletError.invalid(update.fieldErrors) { throw error }
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      try context.check(version: record.card.version)
      if record.card.status.customerTargets.isEmpty {
        return .failure(
          WalletError(.actionRefused, detail: ActionRefusal.hasStatus(record.card.status).reason)
        )
      }
      if let refusal = record.setDays(update, clock.moment) { return .failure(refusal) }
      let rules = update.applied(to: record.card.rules)
      if rules.allowsMore(than: record.card.rules),
        let refusal = try sca.useGrant(operation, record.card, writer, context)
      {
        return .failure(refusal)
      }
      record.card.rules = rules
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try mark(record, writer, context.customerID)
      try countSpending(of: &record, writer, context.customerID)
      try audit(
        writer, .done, SetCardControls.contract, record.card, context, note: "CONTROLS")
      return .success(record)
    }
    publish(.cardsChanged([operation.id]))
    return shown(record, [])
  }
}

extension CardRecord {
  /// Sets the days without use. They are counted from now on at the earliest; taking the last change
  /// of them back goes on with the count before it.
  ///
  /// - Returns: Why that is not possible; nil: it was done.
  fileprivate mutating func setDays(_ update: CardControlsUpdate, _ now: Moment) -> WalletError? {
    if case .absent = update.autoLockDays { return nil }
    let before = DaysBefore(days: card.autoLockDays, since: times.daysSet)
    let days = update.autoLockDays.applied(to: nil)
    card.autoLockDays = days
    guard update.takesBack, let last = times.daysBefore, last.days == days else {
      times.daysSet = days == nil ? nil : now.wall
      times.daysBefore = before
      return nil
    }
    times.daysSet = last.since
    times.daysBefore = nil
    return isDueForLock(now)
      ? WalletError(.actionRefused, detail: .card(.timeIsOver)) : nil
  }
}
