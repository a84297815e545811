package import WalletAPI
package import WalletModel

/// Changes that another issuer carries out: each has its effect once, and none is forgotten.
extension Issuer {
  /// The most changes of a customer that wait for answers.
  private static let mostSent = 256

  /// The answer that a request with the same key has had; nil: it had none.
  ///
  /// - Throws: `.keyReused` if that was another request, `.keyClosed` if the key was closed, or the
  ///   refusal that was answered.
  package func earlierAnswer<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response?
  {
    guard let key = context.idempotencyKey, O.contract.retry.takesKey else { return nil }
    try check(key)
    let known = try ledger.read { reader throws(WalletError) in
      try reader.get(ChangeRecord.self, key, of: context.customerID)
    }
    guard let known, !isOver(known.made) else { return nil }
    return try again(O.self, known, hash(operation, context)).get()
  }

  /// Records a change before it is sent. The same change with the same key may be sent again.
  ///
  /// - Parameter wanted: What `sentChange` returns later, to find out what became of it.
  /// - Returns: Whether this is the first attempt.
  /// - Throws: `.keyReused` if another change with this key was sent, `.keyClosed` if the key was
  ///   closed, `.rateLimited` if too many changes wait for answers.
  package func recordSent<O: WalletOperation>(
    _ operation: O, account: String, wanted: [UInt8], _ context: RequestContext
  ) throws(WalletError) -> Bool {
    guard let key = context.idempotencyKey else { return true }
    let request = hash(operation, context)
    return try ledger.write { writer throws(WalletError) in
      if let known = try writer.get(ChangeRecord.self, key, of: context.customerID),
        !isOver(known.made)
      {
        throw WalletError(known.outcome == nil ? .keyClosed : .keyReused)
      }
      if let known = try writer.get(SentChangeRecord.self, key, of: context.customerID),
        !isOver(known.made)
      {
        guard known.request == request else { throw WalletError(.keyReused) }
        var again = known
        again.last = clock.moment
        _ = try writer.put(again, of: context.customerID)
        return false
      }
      var sent = try writer.all(SentChangeRecord.self, of: context.customerID)
      for old in sent where isOver(old.made) { try writer.remove(old, of: context.customerID) }
      sent.removeAll { isOver($0.made) }
      guard sent.count < Self.mostSent else {
        throw WalletError(.rateLimited, .card(.tooManyChanges), retryAfter: 60)
      }
      try makeRoom(writer, context)
      _ = try writer.put(
        SentChangeRecord(
          key: key, account: account, operation: O.contract.name, request: request,
          cardID: operation.cardID, wanted: wanted, made: clock.moment), of: context.customerID)
      return true
    }
  }

  /// Keeps the answer to a change that was sent.
  package func recordAnswer<O: WalletOperation>(
    _ response: O.Response, to operation: O, _ context: RequestContext
  ) throws(WalletError) {
    guard let key = context.idempotencyKey else { return }
    let request = hash(operation, context)
    try ledger.write { writer throws(WalletError) in
      try removeSent(key, writer, context)
      try keep(response, of: operation, request, key, writer, context)
    }
  }

  /// The change was certainly not carried out.
  package func forgetSent(_ context: RequestContext) throws(WalletError) {
    guard let key = context.idempotencyKey else { return }
    try ledger.write { writer throws(WalletError) in try removeSent(key, writer, context) }
  }

  /// A change of this account whose answer has not come; nil: there is none with this key.
  package func sentChange(_ key: String, account: String, _ context: RequestContext)
    throws(WalletError) -> SentChangeRecord?
  {
    try check(key)
    let sent = try ledger.read { reader throws(WalletError) in
      try reader.get(SentChangeRecord.self, key, of: context.customerID)
    }
    guard let sent, sent.account == account, !isOver(sent.made) else { return nil }
    return sent
  }

  /// Whether this change is the one that was sent with its key.
  package func isSame<O: WalletOperation>(
    _ operation: O, _ sent: SentChangeRecord, _ context: RequestContext
  ) -> Bool {
    sent.request == hash(operation, context)
  }

  /// The changes of this account whose answers have not come.
  package func sentChanges(account: String, _ context: RequestContext)
    throws(WalletError) -> [SentChangeRecord]
  {
    try ledger.read { reader throws(WalletError) in
      try reader.all(SentChangeRecord.self, of: context.customerID).filter {
        $0.account == account && !isOver($0.made)
      }
    }
  }

  /// What became of a change that was sent is known now.
  ///
  /// - Parameter card: The card that was made or changed; nil: nothing was, and the key is closed.
  package func settleSent(_ change: SentChangeRecord, card: Card?, _ context: RequestContext)
    throws(WalletError)
  {
    let outcome = card.map { card in
      ChangeRecord.Outcome(
        request: change.request, status: change.cardID == nil ? 201 : 200,
        answer: .body(JSONWriter.bytes(card)), cardID: card.id)
    }
    try ledger.write { writer throws(WalletError) in
      try removeSent(change.key, writer, context)
      try makeRoom(writer, context)
      try writer.put(
        ChangeRecord(key: change.key, made: clock.moment, outcome: outcome),
        of: context.customerID)
    }
  }

  /// How long ago it was sent first, in seconds.
  package func age(of change: SentChangeRecord) -> Int64 {
    clock.moment.elapsed(since: change.made) / 1000
  }

  /// How long ago it was sent last, in seconds.
  package func silence(of change: SentChangeRecord) -> Int64 {
    clock.moment.elapsed(since: change.last ?? change.made) / 1000
  }

  private func removeSent(_ key: String, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    if let sent = try writer.get(SentChangeRecord.self, key, of: context.customerID) {
      try writer.remove(sent, of: context.customerID)
    }
  }
}
