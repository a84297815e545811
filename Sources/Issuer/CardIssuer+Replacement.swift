import Secrets
import WalletAPI
import WalletModel

extension CardIssuer {
  func replaceCard(_ operation: ReplaceCard, _ context: RequestContext)
    throws(WalletError) -> Card
  { try CardReplacer(cards: self).replace(operation, context) }
}

/// A card in the place of one that was lost, stolen, damaged or suspended.
private struct CardReplacer: IssuerFeature {
  let cards: CardIssuer
  var core: IssuerCore { cards.core }

  func replace(_ operation: ReplaceCard, _ context: RequestContext) throws(WalletError) -> Card {
    var letter: String?
    let record = try settle { writer throws(WalletError) in
      try replace(operation, writer, context, &letter)
    }
    publish(.cardsChanged([operation.id, record.card.id]))
    if let letter { publishMessage(letter) }
    return shown(record, [])
  }

  /// All of it in one transaction: a fault leaves the old card as it was.
  private func replace(
    _ operation: ReplaceCard, _ writer: any LedgerWriter, _ context: RequestContext,
    _ letter: inout String?
  ) throws(WalletError) -> Result<CardRecord, WalletError> {
    let customer = context.customerID
    var old = try findForChange(operation.id, writer, context)
    guard let reason = operation.reason.value else {
      let error = operation.reason.error("reason")
      return .failure(WalletError(.fieldErrors, fieldErrors: error.map { [$0] } ?? []))
    }
    try context.check(version: old.card.version)
    if let refusal = refusal(of: reason, old.card, writer, customer) {
      return .failure(refusal)
    }
    guard
      let program = try writer.all(ProgramRecord.self, of: customer).first(where: {
        $0.program.name == old.card.programName
      })
    else {
      return .failure(
        WalletError(.programExhausted, detail: .card(.noMoreCards, old.card.programName)))
    }
    var request = CardRequest(
      programName: old.card.programName, currency: old.card.currency.code, mobile: old.card.mobile,
      externalID: old.card.externalID, deliveryAddress: old.card.deliveryAddress,
      alias: old.card.alias)
    request.cardPin = try writer.secret(.pin(of: old), of: customer)
    defer { request.cardPin?.wipe() }
    var new = try cards.make(
      request, program, account: old.card.accountID, writer, customer, &letter)
    (new.card.rules, new.card.autoLockDays) = (old.card.rules, old.card.autoLockDays)
    if new.card.autoLockDays != nil { new.times.daysSet = clock.now() }
    let couldPay =
      [CardStatus.active, .digital].contains(old.card.status) && old.card.unlockedUntil == nil
    if !couldPay, new.card.status != .issued {
      // No code was asked for: the new card can do no more than the old one.
      new.statusBeforeLock = new.card.status
      new.card.status = .locked
      let isLocked = old.card.status == .locked
      new.card.statusReason = isLocked ? old.card.statusReason : StatusReason.locked.rawValue
    }
    cards.change(&old, to: .cancelled, reason: reason.statusReason.rawValue)
    old.card.replacedBy = CardReference(new.card.id, lastFour: new.card.lastFour)
    new.card.replaces = CardReference(old.card.id, lastFour: old.card.lastFour)
    for record in [old, new] {
      try writer.put(record, of: customer)
      try mark(record, writer, customer)
    }
    try audit(writer, .done, ReplaceCard.contract, old.card, context, note: reason.rawValue)
    try countSpending(of: &new, writer, customer)
    return .success(new)
  }

  /// Why the card cannot be replaced; nil: it can.
  private func refusal(
    of reason: ReplacementReason, _ card: Card, _ writer: any LedgerWriter, _ customer: CustomerID
  ) -> WalletError? {
    guard ReplacementReason.possible(for: card.status).contains(reason) else {
      return WalletError(.actionRefused, detail: ActionRefusal.hasStatus(card.status).reason)
    }
    // A programme counts only the cards that are ordered.
    let dayAgo = clock.now().adding(seconds: -86_400)
    return writer.cards(replacedBy: card, after: dayAgo, of: customer).count
      < IssuerLimits.replacements
      ? nil : WalletError(.rateLimited, .card(.tooManyCards), retryAfter: 3600)
  }
}

extension LedgerReader {
  /// The cards that were replaced one by the other after this time, and the last one by `card`; the
  /// newest first. One that cannot be read ends them, so that it does not keep a list from being read.
  func cards(replacedBy card: Card, after time: Timestamp, of customer: CustomerID) -> [CardRecord]
  {
    var (found, last) = ([CardRecord](), card)
    while let before = last.replaces, let made = last.createdDate, made > time,
      let record = try? self.card(before.id, of: customer)
    {
      found.append(record)
      last = record.card
    }
    return found
  }
}
