import WalletAPI
import WalletModel

/// A feature of the issuer: the operations of one of the engine's protocols. The rules that
/// features share are in this extension.
protocol IssuerFeature: Sendable {
  var core: IssuerCore { get }
}

extension IssuerFeature {
  var ledger: any Ledger { core.ledger }
  var environment: IssuerEnvironment { core.environment }
  var clock: IssuerClock { core.environment.clock }
  var random: IssuerRandom { core.environment.random }
  var sca: ScaIssuer { ScaIssuer(core: core) }

  /// A write transaction. If `body` throws, everything is rolled back. If it returns a failure, the
  /// changes are committed, such as counters, and then the failure is thrown.
  func settle<R>(
    _ body: (any LedgerWriter) throws(WalletError) -> Result<R, WalletError>
  ) throws(WalletError) -> R {
    try ledger.write(body).get()
  }

  /// Every operation needs the wallet scope, and those that show secrets also `pci-dss-1` (B21).
  func checkScope(_ contract: Contract, _ context: RequestContext)
    throws(WalletError)
  {
    if !context.scopes.contains(.wallet) {
      throw .walletScopeMissing
    }
    if contract.showsSecrets && !context.scopes.contains(.pciDss) {
      throw WalletError(.scopeMissing)
    }
  }

  func find(_ id: CardID, in reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> CardRecord
  {
    guard let record = try reader.card(id, of: context.customerID) else {
      throw WalletError(.notFound, detail: .card(.unknown))
    }
    var shown = current(record)
    try countSpending(of: &shown, reader, context.customerID)
    return shown
  }

  /// The card's current state.
  func current(_ record: consuming CardRecord) -> CardRecord {
    _ = record.lockInTime(clock.moment)
    expire(&record.card)
    record.card.autoLockAt = record.autoLockAt
    let now = clock.now()
    if record.card.tokenizations?.contains(where: { $0.isGone(at: now) }) == true {
      record.card.tokenizations?.removeAll { $0.isGone(at: now) }
    }
    return record
  }

  /// A card past its expiry date is EXPIRED, unless it was cancelled or rejected.
  private func expire(_ card: inout Card) {
    guard card.expiry.isPast(at: clock.now()), card.status != .cancelled, card.status != .rejected
    else { return }
    card.status = .expired
    card.statusReason = nil
    card.statusDate = card.expiry.end
  }

  /// The published form of a card: its current state with what was asked for (A04).
  func shown(_ record: consuming CardRecord, _ include: Set<CardInclude>) -> Card {
    _ = record.lockInTime(clock.moment)
    // In place, because a card is large.
    record.card.autoLockAt = record.autoLockAt
    // A lock has interrupted an unlock for a while.
    if record.card.status == .locked { record.card.unlockedUntil = nil }
    expire(&record.card)
    record.card.availableActions =
      include.contains(.availableActions)
      ? record.card.possibleActions.map(AvailableAction.init) : nil
    record.card.tokenizations =
      include.contains(.tokenizations) ? record.card.listedTokens(at: clock.now()) : nil
    return record.card
  }

  /// A token of a card, for a change.
  ///
  /// - Throws: `.notFound` if the card has no such token.
  func index(of dpanRef: String, in card: Card) throws(WalletError) -> Int {
    let index = card.tokenizations?.firstIndex { $0.dpanRef == dpanRef }
    guard let index else { throw WalletError(.notFound, detail: .card(.unknownToken)) }
    return index
  }
}

extension CardExpiry {
  /// The first moment after it (UTC).
  var end: Timestamp {
    Timestamp(
      civil: CivilTime(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1))
  }
}

extension Card {
  /// The tokens as they are listed: each with its state (C16).
  fileprivate func listedTokens(at now: Timestamp) -> [MobileWalletTokenization] {
    var tokens = (tokenizations ?? []).filter { !$0.isGone(at: now) }
    for index in tokens.indices { tokens[index].state = tokens[index].state(on: status) }
    return tokens
  }
}

extension MobileWalletTokenization {
  /// Whether its removal can be taken back no longer.
  fileprivate func isGone(at now: Timestamp) -> Bool {
    removedAt.map { $0.adding(seconds: TokenState.removalSeconds) <= now } ?? false
  }
}
