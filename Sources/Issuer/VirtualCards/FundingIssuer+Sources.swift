import WalletAPI
import WalletModel

/// Funding sources that were set up (F22, F29).
extension FundingIssuer {
  func fundingSource(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> FundingSourceRecord
  {
    guard let record = try reader.get(FundingSourceRecord.self, id, of: context.customerID) else {
      throw WalletError(.fundingSourceNotFound)
    }
    return record
  }

  /// The funding source as it is now: a card that has expired must be given again.
  func shown(_ record: FundingSourceRecord) -> FundingSource {
    var source = record.source
    if record.expiry.isPast(at: clock.now()), !source.flags.contains(.refresh) {
      source.flags.append(.refresh)
    }
    return source
  }

  func listFundingSources(_ operation: ListFundingSources, _ context: RequestContext)
    throws(WalletError) -> [FundingSource]
  {
    try ledger.read { reader throws(WalletError) in
      let page = try reader.page(FundingSourceRecord.self, of: context.customerID, LedgerQuery())
      return page.items.map(shown) + page.damaged.map { .damaged(id: $0.id.rawValue) }
    }
  }

  func getFundingSource(_ operation: GetFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  {
    try ledger.read { reader throws(WalletError) in
      shown(try fundingSource(operation.id, reader, context))
    }
  }

  func cancelFundingSource(_ operation: CancelFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  {
    let (source, isSent) = try ledger.write { writer throws(WalletError) in
      var record = try fundingSource(operation.id, writer, context)
      // Repeating it has no effect.
      guard record.source.state == .active else { return (shown(record), false) }
      let isSent = try deactivate(&record, writer, context)
      try audit(
        writer, .done, CancelFundingSource.contract, nil, context,
        note: record.source.state.rawValue)
      return (shown(record), isSent)
    }
    publish(.virtualCardsChanged([source.id]))
    if isSent { publish(.phoneMessage) }
    return source
  }

  // MARK: What a funding source asks for

  func reviewUnfundedFundingSource(
    _ operation: ReviewUnfundedFundingSource, _ context: RequestContext
  ) throws(WalletError) -> FundingSource {
    try change(operation.id, ReviewUnfundedFundingSource.contract, context) {
      record, _ in
      record.source.flags.removeAll { $0 == .unfunded }
    }
  }

  func refreshFundingSource(_ operation: RefreshFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  {
    let request = operation.body
    if let error = WalletError.invalid(fieldErrors(request)) { throw error }
    try VirtualCardLimits.check(request.currency)
    return try change(operation.id, RefreshFundingSource.contract, context) {
      record, writer throws(WalletError) in
      // Another card is another funding source.
      let card = try fundingCard(request, writer, context)
      guard CardNumbers.isSame(card.panHash, record.panHash) else {
        throw WalletError(.unacceptableFundingSource)
      }
      record.expiry = card.expiry
      record.source.flags.removeAll { $0 == .refresh }
    }
  }

  func requireFundingSourceRefresh(
    _ operation: RequireFundingSourceRefresh, _ context: RequestContext
  ) throws(WalletError) -> FundingSource {
    try change(operation.id, RequireFundingSourceRefresh.contract, context) {
      record, _ in
      if !record.source.flags.contains(.refresh) { record.source.flags.append(.refresh) }
    }
  }

  /// Changes an ACTIVE funding source. Its version shows whether anything has changed.
  private func change(
    _ id: String, _ contract: Contract, _ context: RequestContext,
    _ body: (inout FundingSourceRecord, any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) -> FundingSource {
    var isSent = false
    let source = try ledger.write { writer throws(WalletError) in
      var record = try fundingSource(id, writer, context)
      guard record.source.state == .active else { throw WalletError(.fundingSourceState) }
      let before = record
      try body(&record, writer)
      if record != before {
        record.source.version += 1
        record.source.updatedAt = clock.now()
        try writer.put(record, of: context.customerID)
        try audit(
          writer, .done, contract, nil, context,
          note: record.source.flags.first?.rawValue ?? record.source.state.rawValue)
        isSent = try notify(record, writer, context)
      }
      return shown(record)
    }
    publish(.virtualCardsChanged([source.id]))
    if isSent { publish(.phoneMessage) }
    return source
  }

  /// The source is ACTIVE. Returns whether the phone got a message.
  @discardableResult
  private func deactivate(
    _ record: inout FundingSourceRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    record.source.state = .inactive
    record.source.version += 1
    record.source.updatedAt = clock.now()
    try writer.put(record, of: context.customerID)
    return try notify(record, writer, context)
  }

  /// A saved card that is removed pays for nothing any more. Returns whether it was a funding
  /// source.
  func cancelFundingSources(
    ofSavedCard id: String, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    let records = try writer.page(
      FundingSourceRecord.self, of: context.customerID, LedgerQuery()
    ).items.filter { $0.savedCardID == id && $0.source.state == .active }
    for var record in records { try deactivate(&record, writer, context) }
    return !records.isEmpty
  }

  /// Sends a push message about a funding source that has changed, if the rules allow it. Returns
  /// whether it was sent.
  func notify(
    _ record: FundingSourceRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Bool {
    let source = shown(record)
    let words = [source.state.rawValue] + source.flags.map(\.rawValue)
    return try notify(
      .fundingSourceChanged(FundingSourceNotice(source)),
      "Funding source ··\(source.lastFour): \(words.joined(separator: ", ")).", writer, context)
  }
}
