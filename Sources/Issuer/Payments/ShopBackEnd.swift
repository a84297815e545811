package import Secrets
package import ThreeDSecure
package import WalletAPI
package import WalletModel

/// What the back end of a shop asks of the payment service (E11–E28, D40–D47). The shop has signed
/// in by itself, and no person has: a request names the customer, or a transaction by its id.
/// Transactions are the same records as those of the wallet's operations.
package struct ShopBackEnd: IssuerFeature {
  let core: IssuerCore

  private var cards: SavedCardIssuer { SavedCardIssuer(core: core) }
  private var payments: PaymentIssuer { PaymentIssuer(core: core) }

  /// The simulated shops.
  package static let merchants = Shop.merchants

  /// The answer to a query about a transaction (E18).
  package struct TransactionReport: Sendable {
    package let order: ShopOrder
    package let registration: CardRegistration
    package let customer: CustomerID
    /// When the card was given; nil: none was.
    package let cardGiven: Timestamp?
    package let history: [ShopEvent]
    /// The card, once it was given; nil: none was, or it was rolled back.
    package let card: SavedCardRecord?
    package let authentication: Authentication?
  }

  package var now: Timestamp { clock.now() }

  private func context(_ customer: CustomerID) -> RequestContext {
    RequestContext(customerID: customer, sessionID: "shop", deviceID: "shop")
  }

  // MARK: Customers

  /// The customer with this id; nil: there is none. Without an id, the owner of the ledger.
  package func customer(_ id: String?) throws(WalletError) -> CustomerID? {
    guard let id else { return ledger.owner }
    return try ledger.allCustomers().first { $0.rawValue == id }
  }

  /// The customer with this transaction; nil: there is no such transaction of a shop.
  package func customer(ofTransaction id: String) throws(WalletError) -> CustomerID? {
    try ledger.customer { reader, customer throws(WalletError) in
      try reader.get(CardRegistrationRecord.self, id, of: customer)?.order != nil
    }
  }

  /// The customer with this payment handle; nil: there is none.
  package func customer(ofHandle id: String) throws(WalletError) -> CustomerID? {
    try ledger.customer { reader, customer throws(WalletError) in
      try reader.get(PaymentHandleRecord.self, id, of: customer) != nil
    }
  }

  // MARK: Transactions

  /// What the person has to do before a saved card pays (E33).
  package enum Consent: Sendable {
    case nothing
    /// The CVV, in the wallet.
    case cvv
    /// The bank asks again.
    case bank
  }

  /// Registers a transaction (E12, E13, E24).
  ///
  /// - Parameters:
  ///   - token: The hash of a saved card that pays (E20); nil: a card is given later.
  ///   - consent: What the saved card needs.
  /// - Throws: `.notFound` if there is no such card, `.savedCardExpired` if it cannot pay any more.
  package func register(
    _ order: ShopOrder, token: Secret?, consent: Consent = .nothing, of customer: CustomerID
  ) throws(WalletError) -> CardRegistration {
    let context = context(customer)
    var message: String?
    let registration = try ledger.write { writer throws(WalletError) in
      try cards.removeOld(writer, context)
      var record = CardRegistrationRecord(
        registration: CardRegistration(
          id: cards.registrationID(), orderNumber: order.number, use: order.use,
          createdAt: clock.now()),
        order: order)
      if let token {
        try pay(with: token, consent, &record, writer, context, &message)
      }
      record.history.append(ShopEvent(time: now))
      try writer.put(record, of: customer)
      try audit(
        writer, .done, "SHOP_REGISTER", nil, context, note: record.registration.state.rawValue)
      return record.registration
    }
    if let message { publishMessage(message) }
    publish(.savedCardsChanged)
    return registration
  }

  private func pay(
    with token: Secret, _ consent: Consent, _ record: inout CardRegistrationRecord,
    _ writer: any LedgerWriter, _ context: RequestContext, _ message: inout String?
  ) throws(WalletError) {
    guard let saved = try saved(token, writer, context.customerID) else {
      throw WalletError(.notFound)
    }
    let card = saved.card
    guard !card.expiry.isPast(at: now), !card.isOver(on: now) else {
      throw WalletError(.savedCardExpired)
    }
    record.card = saved
    record.cardGiven = now
    record.registration.maskedNumber = card.maskedNumber
    record.needsCVV = consent == .cvv
    if record.registration.use == .recurring, record.order?.recurringExpiry == nil {
      record.order?.recurringExpiry = card.expiry.endOfRecurring
    }
    if consent == .bank, let currency = record.order?.amount.currency {
      try cards.ask(
        card.brand, nil, card.maskedNumber, .both, currency, &record, writer, context, &message)
    }
    cards.settle(&record)
  }

  private func saved(_ token: Secret, _ reader: any LedgerReader, _ customer: CustomerID)
    throws(WalletError) -> SavedCardRecord?
  {
    let all = try reader.all(SavedCardRecord.self, of: customer)
    return all.first { $0.token.matches(token) }
  }

  package func transaction(_ id: String, of customer: CustomerID) throws(WalletError)
    -> TransactionReport
  {
    try ledger.read { reader throws(WalletError) in
      let record = try cards.record(id, reader, context(customer))
      guard let order = record.order else { throw WalletError(.notFound) }
      var card = record.card
      if let saved = record.registration.savedCardID {
        card = try reader.get(SavedCardRecord.self, saved, of: customer) ?? card
      }
      return TransactionReport(
        order: order, registration: record.registration, customer: customer,
        cardGiven: record.cardGiven, history: record.history, card: card,
        authentication: record.authentication?.authentication)
    }
  }

  /// A transaction after operations of its shop.
  package struct Processed: Sendable {
    package let registration: CardRegistration
    /// Why the payment was declined, as the issuer numbers it (D58). Only the shop gets it, not the
    /// app of the payer (E31).
    package let declined: Int?
    /// The number of operations so far, from 1 on.
    package let count: Int
  }

  /// Carries out operations one after the other, all or none (E16, E27). A decline is an answer: the
  /// transaction is cancelled then.
  ///
  /// - Throws: `.registrationState` if the state refuses one, with Netaxept's number (E30).
  package func process(_ id: String, _ operations: [ShopOperation], of customer: CustomerID)
    throws(WalletError) -> Processed
  {
    let context = context(customer)
    let processed = try ledger.write { writer throws(WalletError) in
      var record = try cards.record(id, writer, context)
      guard let order = record.order else { throw WalletError(.notFound) }
      var declined: Int?
      for operation in operations where declined == nil {
        declined = try carryOut(operation, order, &record, writer, context)
        record.history.append(ShopEvent(time: now, operation: operation, code: declined))
      }
      try writer.put(record, of: customer)
      try audit(
        writer, .done, "SHOP_PROCESS", nil, context, note: record.registration.state.rawValue)
      return Processed(
        registration: record.registration, declined: declined,
        count: record.history.count { $0.operation != nil })
    }
    publish(.savedCardsChanged)
    return processed
  }

  /// Returns why the issuer has declined; nil: it has not.
  private func carryOut(
    _ operation: ShopOperation, _ order: ShopOrder, _ record: inout CardRegistrationRecord,
    _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Int? {
    // No device has the app of another wallet (E37).
    if operation.begins, order.method?.agreement == .app {
      let error = FieldError("method.id", .verbatim(WalletAppError.noApp.rawValue))
      throw WalletError(.fieldErrors, fieldErrors: [error])
    }
    let state = record.registration.state
    guard let next = operation.next(from: state),
      !operation.begins || record.registration.isProcessable,
      operation == .verify || order.amount.minorUnits > 0
    else {
      var error = WalletError(.registrationState)
      error.serverCode = "\(operation.refusal(in: state, wasDeclined: record.wasDeclined))"
      throw error
    }
    if operation.begins {
      // What another service pays has no card that could be verified.
      guard record.card != nil || operation != .verify else {
        throw WalletError(.registrationState)
      }
      if operation != .verify, let code = decline(order.amount.minorUnits) {
        cards.cancel(&record)
        return code
      }
    }
    // A payment that was only authorised may still be annulled.
    let isSaved = next == .tokenized || (next == .paid && order.details?.savesCard == true)
    if isSaved, let card = record.card {
      record.registration.savedCardID = try cards.keep(card, writer, context)
    }
    record.registration.state = next
    record.registration.isProcessable = false
    if next == .tokenized || next == .cancelled { record.card = nil }
    return nil
  }

  /// D58; nil: the payment is approved.
  private func decline(_ amount: Int64) -> Int? {
    switch SimulatedOutcome(amount: amount) {
    case .approved: nil
    case .declined(let code), .failed(let code, _): code
    case .needsAuthentication: 3060
    }
  }

  /// Stores the outcome of a transaction, as the payment service has reported it (E26).
  package func takeOver(_ id: String, of customer: CustomerID) throws(WalletError) {
    let context = context(customer)
    try ledger.write { writer throws(WalletError) in
      _ = try writer.put(try cards.record(id, writer, context), of: customer)
    }
    publish(.savedCardsChanged)
  }

  /// Removes the saved card with this hash (E28).
  ///
  /// - Throws: `.notFound` if there is none.
  package func removeCard(_ token: Secret, of customer: CustomerID) throws(WalletError) {
    let context = context(customer)
    let wasSource = try ledger.write { writer throws(WalletError) in
      guard let card = try saved(token, writer, customer) else { throw WalletError(.notFound) }
      let wasSource = try cards.remove(card, writer, context)
      try audit(writer, .done, "SHOP_REMOVE_CARD", nil, context, note: "REMOVED")
      return wasSource
    }
    publish(.savedCardsChanged)
    if wasSource { publish(.virtualCardsChanged) }
  }

  /// Gives a transaction up (E26).
  ///
  /// - Throws: `.registrationState` if money was moved or a card was saved.
  package func rollBack(_ id: String, of customer: CustomerID) throws(WalletError) {
    let state = try transaction(id, of: customer).registration.state
    if state == .authorized {
      _ = try process(id, [.annul], of: customer)
    } else {
      _ = try cards.rollBackSavedCard(RollBackSavedCard(id), context(customer))
    }
  }

  package func savedCards(of customer: CustomerID) throws(WalletError) -> [SavedCardRecord] {
    try ledger.read { reader throws(WalletError) in
      try reader.all(SavedCardRecord.self, of: customer)
    }
  }

  // MARK: Payment handles

  /// A payment handle with its token.
  package struct Handle: Sendable {
    package let handle: PaymentHandle
    package let token: Secret
    /// nil: the bank was not asked.
    package let authentication: Authentication?
    /// The page of the bank; nil: there is none now.
    package let pagePath: String?
  }

  /// The accounts for the currency of a shop (D03).
  package func methods(of merchant: Merchant) -> [PaymentMethod] {
    Shop.paymentMethods.filter { $0.currency == merchant.currency }
  }

  package func createHandle(
    _ request: PaymentHandleRequest, customerToken: CustomerToken? = nil, of customer: CustomerID
  ) throws(WalletError) -> Handle {
    let made = try payments.create(request, customerToken: customerToken, context(customer))
    return try handle(made.id, of: customer)
  }

  package func handle(_ id: String, of customer: CustomerID) throws(WalletError) -> Handle {
    try ledger.read { reader throws(WalletError) in
      let record = try payments.handle(id, reader, context(customer))
      let shown = record.authentication.map(payments.payers.shown)
      return Handle(
        handle: record.handle, token: payments.token(of: id),
        authentication: record.authentication?.authentication,
        pagePath: shown?.question?.pagePath)
    }
  }

  /// The id of the handle with this token; nil: it is no token of this issuer.
  package func handleID(_ token: Secret) -> String? { payments.id(of: token) }

  /// What a device is known by before an authentication, signed by the issuer (D47).
  ///
  /// - Parameter account: Digits.
  package func fingerprintToken(_ account: String) -> (id: String, jwt: String) {
    let id = random.id()
    func part(_ bytes: [UInt8]) -> String {
      let text = Base64.encode(bytes).filter { $0 != "=" }
      return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
    let time = clock.now().milliseconds / 1000
    let claims = "{\"jti\":\"\(id)\",\"iat\":\(time),\"sub\":\"\(account)\"}"
    // The signature is for the issuer only, so its algorithm needs no registered name.
    let text = part(Array(#"{"alg":"BLAKE2b","typ":"JWT"}"#.utf8)) + "." + part(Array(claims.utf8))
    let bytes = Array(text.utf8)
    let signature = CardNumbers.keyedHash(
      of: SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }, key: ledger.keys.requests)
    return (id, text + "." + part(signature.withBytes { Array($0) }))
  }
}

extension SavedCardRecord {
  /// The hash in hexadecimal digits, as a shop pays with it (E20). It is a secret.
  package var token: Secret {
    let token = Secret(capacity: 2 * panHash.count)
    Hex.write(panHash) { token.append($0) }
    return token
  }
}

extension CardRegistrationRecord {
  /// Whether it ended because its payment was declined.
  fileprivate var wasDeclined: Bool { history.contains { $0.code != nil } }
}

extension Issuer {
  package var shopBackEnd: ShopBackEnd { ShopBackEnd(core: core) }
}
