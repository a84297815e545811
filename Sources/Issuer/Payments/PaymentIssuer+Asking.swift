import WalletAPI
import WalletModel

/// The questions of banks, and their answers.
extension PaymentIssuer {
  func listAuthentications(_ operation: ListAuthentications, _ context: RequestContext)
    throws(WalletError) -> [CardAuthentication]
  {
    try ledger.read { reader throws(WalletError) in
      let query = LedgerQuery(isBackwards: true, limit: 100)
      let handles = try reader.page(PaymentHandleRecord.self, of: context.customerID, query).items
      let cards = try reader.page(CardRegistrationRecord.self, of: context.customerID, query).items
      let sources = try reader.page(ProvisionalFundingRecord.self, of: context.customerID, query)
        .items
      let all =
        handles.compactMap(\.authentication) + cards.compactMap(\.authentication)
        + sources.compactMap(\.authentication)
      return all.map(payers.shown).filter { $0.question != nil }
    }
  }

  func getAuthentication(_ operation: GetAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try ledger.read { reader throws(WalletError) in
      payers.shown(try question(operation.id, reader, of: context.customerID).authentication)
    }
  }

  /// What an authentication belongs to.
  enum Subject {
    case handle(PaymentHandleRecord)
    case registration(CardRegistrationRecord)
    case fundingSource(ProvisionalFundingRecord)
  }

  func question(_ id: String, _ reader: any LedgerReader, of customer: CustomerID)
    throws(WalletError) -> (subject: Subject, authentication: AuthenticationRecord)
  {
    if let record = try reader.get(PaymentHandleRecord.self, id, of: customer),
      let authentication = record.authentication
    {
      return (.handle(current(record)), authentication)
    }
    if let record = try reader.get(CardRegistrationRecord.self, id, of: customer),
      let authentication = record.authentication
    {
      return (.registration(record), authentication)
    }
    if let record = try reader.get(ProvisionalFundingRecord.self, id, of: customer),
      let authentication = record.authentication
    {
      return (.fundingSource(record), authentication)
    }
    throw WalletError(.notFound)
  }

  func answerAuthentication(_ operation: AnswerAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try change(operation.id, of: context.customerID) {
      authentication, _ throws(WalletError) in
      try payers.answer(operation.attempt, operation.reply, &authentication)
    }
  }

  func confirmPayment(_ operation: ConfirmPayment, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try change(operation.id, of: context.customerID) {
      authentication, writer throws(WalletError) in
      guard operation.amount == authentication.money,
        operation.merchant == authentication.merchant
      else {
        throw WalletError(.fieldErrors, fieldErrors: [FieldError("amount", .field(.otherPayment))])
      }
      // Nobody gives a code for nothing.
      try payers.checkConsent(authentication)
      var card: Card?
      if case .handle(let record) = try question(
        operation.id, writer, of: context.customerID
      ).subject,
        let own = record.ownCard
      {
        card = try find(own, in: writer, context).card
      }
      if let refusal = try sca.useGrant(operation, card, writer, context) { throw refusal }
      try payers.confirm(&authentication)
      try audit(writer, .done, ConfirmPayment.contract, card, context, note: "CONFIRMED")
    }
  }

  /// Changes an authentication, and what it belongs to. An event for a code is kept although the
  /// request is refused.
  func change(
    _ id: String, of customer: CustomerID,
    _ body: (inout AuthenticationRecord, any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) -> CardAuthentication {
    let (authentication, event) = try settle {
      writer throws(WalletError) -> Result<(AuthenticationRecord, WalletEvent), WalletError> in
      var (subject, authentication) = try question(id, writer, of: customer)
      do throws(WalletError) {
        try body(&authentication, writer)
      } catch {
        guard error.scaEvent != nil else { throw error }
        return .failure(error)
      }
      switch subject {
      case .handle(var record):
        record.authentication = authentication
        settle(&record)
        try writer.put(record, of: customer)
        return .success((authentication, .paymentsChanged))
      case .registration(var record):
        record.authentication = authentication
        SavedCardIssuer(core: core).settle(&record)
        try writer.put(record, of: customer)
        return .success((authentication, .savedCardsChanged))
      case .fundingSource(var record):
        record.authentication = authentication
        FundingIssuer(core: core).settle(&record)
        try writer.put(record, of: customer)
        return .success((authentication, .virtualCardsChanged))
      }
    }
    publish(event)
    return payers.shown(authentication)
  }
}
