import WalletAPI
import WalletModel

/// Push messages of virtual cards, and which of them are sent (F32).
extension VirtualCardIssuer {
  func getNoticeRules(_ operation: GetNoticeRules, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  { try ledger.read { reader throws(WalletError) in try rules(reader, context) } }

  func setNoticeRules(_ operation: SetNoticeRules, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  {
    if let error = WalletError.invalid(operation.request.fieldErrors) { throw error }
    try ledger.write { writer throws(WalletError) in
      try writer.put(operation.request, of: context.customerID)
      try audit(
        writer, .done, SetNoticeRules.contract, nil, context,
        note: "\(operation.request.rules.count)")
    }
    return operation.request
  }
}

extension IssuerFeature {
  fileprivate func rules(_ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> NoticeRules
  {
    try reader.get(NoticeRules.self, NoticeRules.onlyID, of: context.customerID) ?? NoticeRules()
  }

  /// Sends a push message if the rules allow it. Returns whether it was sent.
  func notify(
    _ notice: VirtualCardNotice, _ text: String, _ writer: any LedgerWriter,
    _ context: RequestContext
  ) throws(WalletError) -> Bool {
    guard try rules(writer, context).allow(notice) else { return false }
    let message = PhoneMessageRecord(
      id: random.id(), channel: .pushNotification, sender: "walletui", time: clock.now(),
      text: text, codeFrom: nil, payload: notice.payload)
    try writer.add(message, of: context.customerID)
    return true
  }
}
