import WalletAPI
import WalletModel

/// Reading cards, programmes, accounts and payments.
extension CardIssuer {
  func listCards(_ operation: ListCards, _ context: RequestContext)
    throws(WalletError) -> CardList
  {
    let query = operation.query
    if let error = WalletError.invalid(query.fieldErrors) { throw error }
    let filters = query.cardType != nil || !query.statuses.isEmpty
    let matches: (CardRecord) -> Bool = { [self] record in
      (query.cardType == nil || record.card.cardType == query.cardType)
        && (query.statuses.isEmpty || query.statuses.contains(current(record).card.status))
    }
    var page = try ledger.read { reader throws(WalletError) in
      var page = try reader.cards(
        of: context.customerID, from: query.offset, limit: query.limit,
        matching: filters ? matches : nil)
      try countSpending(of: &page.items, reader, context.customerID)
      return page
    }
    let count = page.items.count
    let cards = [Card](unsafeUninitializedCapacity: count) { cards, filled in
      // From the end: a record that is taken out of the list is not copied, and it is large.
      while let record = page.items.popLast() {
        cards.initializeElement(at: page.items.count, to: shown(consume record, query.include))
      }
      filled = count
    }
    return CardList(
      cards: cards, meta: PagingResultMeta(query, of: page.total ?? 0), damaged: page.damaged)
  }

  func getCard(_ operation: GetCard, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let record = try ledger.read { reader throws(WalletError) in
      try find(operation.id, in: reader, context)
    }
    return shown(record, operation.include)
  }

  func getPrograms(_ operation: GetPrograms, _ context: RequestContext)
    throws(WalletError) -> [CardProgram]
  {
    let records = try ledger.read { reader throws(WalletError) in
      try reader.all(ProgramRecord.self, of: context.customerID)
    }
    return records.map(\.program).filter {
      operation.cardType == nil || $0.cardType == operation.cardType
    }
  }

  func getAccount(_ operation: GetAccount, _ context: RequestContext)
    throws(WalletError) -> Account
  {
    try ledger.read { reader throws(WalletError) in
      let stored = try reader.get(Account.self, operation.id.rawValue, of: context.customerID)
      guard var account = stored else {
        throw WalletError(.notFound, detail: .card(.unknownAccount))
      }
      // The simulator makes one account for each customer and currency.
      account.externalID = "\(context.customerID.rawValue.prefix(36))-\(account.currency.code)"
      if operation.part == .balances { return account }
      let cards = try reader.cards(
        of: context.customerID, from: 0, limit: Account.searchedCards, matching: nil)
      for record in cards.items where record.card.accountID == account.id {
        account.instruments.append(AccountInstrument(current(record).card))
      }
      return account
    }
  }

  func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      let record = try find(operation.id, in: reader, context)
      return try reader.transactions(of: record.payments, context.customerID, operation.query)
    }
  }
}
