import WalletAPI
import WalletModel

/// Payment handles (D18–D58), and what banks ask about them and about registrations of cards. Making
/// a handle, using it, and the questions of banks have files of their own.
struct PaymentIssuer: PaymentEngine, IssuerFeature {
  let core: IssuerCore

  var payers: PayerAuthentication { PayerAuthentication(core: core) }

  func listPaymentMethods(_ operation: ListPaymentMethods, _ context: RequestContext)
    throws(WalletError) -> [PaymentMethod]
  { Shop.paymentMethods }

  // MARK: The state of a handle

  /// The handle follows its authentication (D46, D47).
  func settle(_ record: inout PaymentHandleRecord) {
    guard record.handle.status == .initiated, var authentication = record.authentication else {
      return
    }
    _ = payers.expire(&authentication)
    record.authentication = authentication
    record.handle.needsRedirect = false
    if authentication.isAccepted {
      record.handle.status = .payable
    } else if authentication.hasFailed {
      record.handle.status = .failed
      record.handle.errorCode = authentication.errorCode
    } else {
      record.handle.needsRedirect = true
    }
  }

  /// The handle as it is now: time ends payments, questions and handles.
  func current(_ record: PaymentHandleRecord) -> PaymentHandleRecord {
    var record = record
    let now = clock.now()
    if let endsAt = record.endsAt {
      if now.milliseconds >= endsAt.milliseconds {
        record.handle.status = record.endsWith == nil ? .completed : .failed
        record.handle.errorCode = record.endsWith
        record.endsAt = nil
      }
      return record
    }
    settle(&record)
    record.handle.status = record.handle.status(at: now)
    if record.handle.status != .initiated { record.handle.needsRedirect = false }
    return record
  }

  func handle(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> PaymentHandleRecord
  {
    guard let record = try reader.get(PaymentHandleRecord.self, id, of: context.customerID) else {
      throw WalletError(.notFound)
    }
    return current(record)
  }

  func listPaymentHandles(_ operation: ListPaymentHandles, _ context: RequestContext)
    throws(WalletError) -> PaymentHandlePage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      var query = LedgerQuery(isBackwards: true, limit: operation.query.limit)
      if let place = operation.query.place { query.last = place - 1 }
      let page = try reader.page(PaymentHandleRecord.self, of: context.customerID, query)
      let damaged = page.damaged.map { PaymentHandle.damaged(id: $0.id.rawValue) }
      return PaymentHandlePage(
        page.items.map { current($0).handle } + damaged, nextToken: page.next.map { "\($0)" })
    }
  }

  func getPaymentHandle(_ operation: GetPaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    try ledger.read { reader throws(WalletError) in
      try handle(operation.id, reader, context).handle
    }
  }
}
