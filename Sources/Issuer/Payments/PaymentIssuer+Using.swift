import Secrets
import WalletAPI
import WalletModel

/// Using a handle: its token, and the charge by the shop.
extension PaymentIssuer {
  var tokens: IssuedTokens { IssuedTokens(key: ledger.keys.requests) }

  /// What the shop charges.
  func token(of id: String) -> Secret { tokens.make(.handle, id) }

  /// The id in a token; nil: it is no token of this issuer.
  func id(of token: Secret) -> String? { tokens.text(.handle, of: token) }

  func getPaymentToken(_ operation: GetPaymentToken, _ context: RequestContext)
    throws(WalletError) -> Secret
  {
    try ledger.read { reader throws(WalletError) in
      let record = try handle(operation.id, reader, context)
      do throws(PaymentError) {
        guard case .token = try record.handle.result(at: clock.now()) else {
          throw PaymentError(.handleStatus, record.handle.status.rawValue)
        }
      } catch {
        throw error.walletError
      }
      return token(of: record.handle.id)
    }
  }

  func usePaymentHandle(_ operation: UsePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    guard let id = id(of: operation.token) else { throw WalletError(.notFound) }
    let record = try settle {
      writer throws(WalletError) -> Result<PaymentHandleRecord, WalletError> in
      var record = try handle(id, writer, context)
      guard record.handle.status == .payable else {
        let error = PaymentError(.handleStatus, record.handle.status.rawValue)
        return .failure(error.walletError)
      }
      try use(&record, writer, context)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, UsePaymentHandle.contract, nil, context,
        note: record.handle.status.rawValue)
      return .success(record)
    }
    publish(.paymentsChanged)
    if let own = record.ownCard { publish(.cardsChanged([own])) }
    return record.handle
  }

  private func use(
    _ record: inout PaymentHandleRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    func end(_ code: Int?) {
      record.handle.status = code == nil ? .completed : .failed
      record.handle.errorCode = code
    }
    func end(after seconds: Int, _ code: Int?) {
      guard seconds > 0 else { return end(code) }
      record.handle.status = .processing
      record.endsAt = clock.now().adding(seconds: Int64(seconds))
      record.endsWith = code
    }
    // A verification moves no money.
    if record.handle.transactionType == .verification || record.handle.money.minorUnits == 0 {
      return end(nil)
    }
    switch SimulatedOutcome(amount: record.handle.money.minorUnits) {
    case .declined(let code): end(code)
    case .failed(let code, let seconds): end(after: seconds, code)
    case .needsAuthentication: end(3060)
    case .approved(let seconds):
      guard let own = record.ownCard else { return end(after: seconds, nil) }
      let reason = try ShopSimulator(core: core).charge(
        own, record.handle, writer, context)
      end(after: seconds, reason?.paymentCode)
    }
  }
}

extension DeclineReason {
  /// The code with which a payment service declines (D58).
  var paymentCode: Int {
    switch self {
    case .insufficientFunds: 3022
    case .cardExpired, .expiryCheckFailed: 3012
    case .cscCheckFailed: 3023
    case .avsCheckFailed: 3007
    default: 3009
    }
  }
}
