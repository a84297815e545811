package import WalletModel

extension ListAllTransactions {
  package typealias Response = TransactionPage
  package init(ids: [String], query: TransactionQuery, body: NoBody) { self.init(query) }
}

extension GetTransaction {
  package typealias Response = Transaction
  package var wireIDs: [String] { [id.rawValue] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(TransactionID(ids[0])) }
}

extension ListMerchants {
  package typealias Response = [Merchant]
  package typealias Answer = FullList<Merchant>
}

extension ListRates {
  package typealias Response = [ConversionRate]
  package typealias Answer = FullList<ConversionRate>
}

extension Authorize {
  package typealias Response = ShopReceipt
  package var body: AuthorizationRequest {
    switch card {
    case .card(let id): .card(CardPayment(cardID: id, merchantID: merchantID, amount: amount))
    case .token(let id, let dpanRef):
      .card(CardPayment(cardID: id, dpanRef: dpanRef, merchantID: merchantID, amount: amount))
    case .number(let number, let expiry, let csc, let postalCode):
      .number(
        NumberPayment(
          cardNumber: number, expiry: GivenExpiry(expiry), csc: csc,
          billingAddress: postalCode.map { BillingAddress(postalCode: $0) },
          merchantID: merchantID, amount: amount))
    }
  }
  package init(ids: [String], query: NoQuery, body: AuthorizationRequest) {
    switch body {
    case .card(let payment):
      let token = payment.dpanRef.map { PresentedCard.token(payment.cardID, dpanRef: $0) }
      self.init(token ?? .card(payment.cardID), at: payment.merchantID, payment.amount)
    case .number(let payment):
      let card = PresentedCard.number(
        payment.cardNumber, expiry: payment.expiry.expiry, csc: payment.csc,
        postalCode: payment.billingAddress?.postalCode)
      self.init(card, at: payment.merchantID, payment.amount)
    }
  }
}

extension IncrementAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var body: ShopAmount { amount }
  package init(ids: [String], query: NoQuery, body: ShopAmount) { self.init(ids[0], body) }
}

extension ReverseAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var body: ShopAmount { amount }
  package init(ids: [String], query: NoQuery, body: ShopAmount) { self.init(ids[0], body) }
}

extension ExpireAuthorization {
  package typealias Response = ShopReceipt
}

extension DebitAuthorization {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var body: ShopAmount { amount }
  package init(ids: [String], query: NoQuery, body: ShopAmount) { self.init(ids[0], body) }
}

extension TopUp {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [card.rawValue] }
  package var body: TopUpAmount { TopUpAmount(amount) }
  package init(ids: [String], query: NoQuery, body: TopUpAmount) {
    self.init(CardID(ids[0]), body.amount)
  }
}

extension RefundDebit {
  package typealias Response = ShopReceipt
  package var wireIDs: [String] { [id] }
  package var body: ShopAmount { amount }
  package init(ids: [String], query: NoQuery, body: ShopAmount) { self.init(ids[0], body) }
}
