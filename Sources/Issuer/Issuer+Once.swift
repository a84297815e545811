import Synchronization
package import WalletAPI
package import WalletModel

/// Idempotency: a change, its key and its answer are written in one transaction.
extension Issuer {
  /// Checks the scope first, for all operations.
  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response
  {
    try checkScope(O.contract, context)
    guard let key = context.idempotencyKey, O.contract.retry.takesKey else {
      return try operation.carryOut(by: self, context)
    }
    try check(key)
    let request = hash(operation, context)
    var news: [WalletEvent] = []
    var timed: [String]?
    var messages: [String] = []
    defer {
      for event in news { core.publish(event, timed: timed) }
      for message in messages { publishMessage(message) }
    }
    return try settle { writer throws(WalletError) -> Result<O.Response, WalletError> in
      if let known = try writer.get(ChangeRecord.self, key, of: context.customerID),
        !isOver(known.made)
      {
        return again(O.self, known, request)
      }
      // First of all: a change whose answer cannot be kept must not happen.
      try makeRoom(writer, context)
      let before = writer.writes
      let nested = NestedTransactionLedger(ledger, writer)
      let issuer = Issuer(ledger: nested, environment: environment)
      let response: O.Response
      do throws(WalletError) {
        response = try operation.carryOut(by: issuer, context)
      } catch {
        if nested.hasFailedWrite { throw error }
        // A refusal that was counted is kept, so that it is not counted again. An SCA event counts
        // nothing: the same request is sent again with the grant.
        if writer.writes > before && error.scaEvent == nil {
          let answer = ChangeRecord.Answer.refusal(JSONWriter.bytes(error))
          try keep(
            answer, error.code.httpStatus, operation.cardID, request, key, writer, context)
        }
        news = issuer.takeEvents()
        return .failure(error)
      }
      let isChanged = writer.writes > before
      // If this fails, the change is rolled back.
      try keep(response, of: operation, request, key, writer, context)
      news = issuer.takeEvents()
      // Here the cards are at hand. Nearly all have no such time, and need not be read again.
      timed = try? issuer.cardsLockedLater(issuer.core.takeTimedCards(), of: context.customerID)
        .map { $0.id }
      messages = issuer.takeMessages()
      assert(
        !isChanged || issuer.isAsDeclared(O.contract, news), "\(O.contract.name) is not as declared"
      )
      return .success(response)
    }
  }

  /// Whether a change has told and audited what its contract says.
  func isAsDeclared(_ contract: Contract, _ news: [WalletEvent]) -> Bool {
    let isTold = news.contains { event in
      if case .changed(let topic, _) = event { contract.news.contains(topic) } else { false }
    }
    return (contract.news.isEmpty || isTold)
      && (!contract.isAudited || core.hasAudited.load(ordering: .relaxed))
  }

  /// The answer to a request whose key is known.
  private func again<O: WalletOperation>(
    _ type: O.Type, _ known: ChangeRecord, _ request: [UInt8]
  ) -> Result<O.Response, WalletError> {
    guard let outcome = known.outcome else { return .failure(WalletError(.keyClosed)) }
    guard outcome.request == request else { return .failure(WalletError(.keyReused)) }
    do throws(WireMalformed) {
      switch outcome.answer {
      case .card(let card):
        guard let card = O.response(of: card) else { throw WireMalformed("", "must be a card") }
        return .success(card)
      case .body(let body): return .success(try O.decode(.plain(body)))
      case .refusal(let body): return .failure(try WalletError(json: JSON.read(.plain(body))))
      }
    } catch {
      return .failure(
        WalletError(.damagedRecord, detail: .verbatim("\(error.field) \(error.reason)")))
    }
  }

  private func keep<O: WalletOperation>(
    _ response: O.Response, of operation: O, _ request: [UInt8], _ key: String,
    _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    let answer: ChangeRecord.Answer
    let card = O.card(of: response)
    if let card, card.tokenizations == nil, card.availableActions == nil,
      card.autoLockAt == nil, card.spent == CardSpending()
    {
      answer = .card(card)
    } else {
      guard case .plain(let body) = O.encode(response) else { return }
      answer = .body(body)
    }
    try keep(
      answer, O.contract.status, operation.cardID ?? card?.id, request, key, writer, context)
  }

  private func keep(
    _ answer: ChangeRecord.Answer, _ status: Int, _ cardID: CardID?, _ request: [UInt8],
    _ key: String, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    let outcome = ChangeRecord.Outcome(
      request: request, status: status, answer: answer, cardID: cardID)
    try writer.put(
      ChangeRecord(key: key, made: clock.moment, outcome: outcome), of: context.customerID)
  }

  private func check(_ key: String) throws(WalletError) {
    guard (1...64).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      let problem = Reason.verbatim("must be 1 to 64 letters, digits or signs of ASCII")
      throw WalletError(.fieldErrors, fieldErrors: [FieldError(Wire.idempotencyKey, problem)])
    }
  }

  package func settleChange(_ operation: SettleChange, _ context: RequestContext)
    throws(WalletError) -> ChangeSettlement
  {
    try check(operation.key)
    return try ledger.write { writer throws(WalletError) in
      if let known = try writer.get(ChangeRecord.self, operation.key, of: context.customerID) {
        guard let outcome = known.outcome else { return .unknown }
        if case .refusal = outcome.answer { return .unknown }
        return .done(status: outcome.status, cardID: outcome.cardID)
      }
      try makeRoom(writer, context)
      try writer.put(
        ChangeRecord(key: operation.key, made: clock.moment, outcome: nil), of: context.customerID)
      return .unknown
    }
  }
}

extension IssuerFeature {
  /// Each new change removes up to two expired ones, so that at most half of them are expired.
  ///
  /// - Throws: `.rateLimited` if the customer has too many.
  func makeRoom(_ writer: any LedgerWriter, _ context: RequestContext) throws(WalletError) {
    let left = try writer.removeChanges(of: context.customerID, where: isOver)
    guard left < environment.mostChanges else {
      throw WalletError(.rateLimited, .card(.tooManyChanges), retryAfter: 60)
    }
  }

  fileprivate func isOver(_ made: Moment) -> Bool {
    clock.moment.elapsed(since: made) >= IssuerLimits.changeKept * 1000
  }
}
