package import WalletModel

/// A card's payments (F26). `nextToken` leads to the next page of the same query.
package struct ListTransactions: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "LIST_TRANSACTIONS", .get, "/profile/prepaid/cards/:id/transactions")
  package let id: CardID
  package let query: TransactionQuery
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ query: TransactionQuery = TransactionQuery()) {
    self.id = id
    self.query = query
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  { try engine.listTransactions(self, context) }
}

/// The payments with all of the customer's cards (F21).
package struct ListAllTransactions: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "LIST_ALL_TRANSACTIONS", .get, "/profile/prepaid/transactions")
  package let query: TransactionQuery
  package init(_ query: TransactionQuery = TransactionQuery()) { self.query = query }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  { try engine.listAllTransactions(self, context) }
}

/// G01.
package struct ListMerchants: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "LIST_MERCHANTS", .get, "/simulator/merchants")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  { try engine.listMerchants(self, context) }
}

/// G02.
package struct ListRates: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "LIST_RATES", .get, "/simulator/conversion-rates")
  package init() {}
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  { try engine.listRates(self, context) }
}

/// G03: a payment. A card that cannot pay is an answer (`approved` false), not an error.
package struct Authorize: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "AUTHORIZE", .post, "/simulator/authorizations")
  package let card: PresentedCard
  package let merchantID: String
  package let amount: ShopAmount
  package var cardID: CardID? {
    if case .card(let id) = card { id } else { nil }
  }
  package init(_ card: PresentedCard, at merchantID: String, _ amount: ShopAmount) {
    self.card = card
    self.merchantID = merchantID
    self.amount = amount
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.authorize(self, context) }
}

/// G04: reserves more.
package struct IncrementAuthorization: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "INCREMENT_AUTHORIZATION", .post, "/simulator/authorizations/:id/increments")
  /// The authorisation's.
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.increment(self, context) }
}

/// G05: gives back a part of what is reserved, or all of it.
package struct ReverseAuthorization: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "REVERSE_AUTHORIZATION", .post, "/simulator/authorizations/:id/reversals")
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.reverse(self, context) }
}

/// G06: what the shop never debited is given back.
package struct ExpireAuthorization: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "EXPIRE_AUTHORIZATION", .post, "/simulator/authorizations/:id/expiry")
  package let id: String
  package init(_ id: String) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.expire(self, context) }
}

/// G07: the shop takes its money, perhaps more than it reserved.
package struct DebitAuthorization: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "DEBIT_AUTHORIZATION", .post, "/simulator/authorizations/:id/debits")
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.debit(self, context) }
}

/// G08: the shop gives money back.
package struct RefundDebit: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "REFUND_DEBIT", .post, "/simulator/debits/:id/refunds")
  /// The debit's.
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try engine.refund(self, context) }
}
