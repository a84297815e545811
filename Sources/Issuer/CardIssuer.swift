package import Secrets
import WalletAPI
import WalletModel

/// Making cards, changing them, and showing their secrets.
struct CardIssuer: CardEngine, IssuerFeature {
  let core: IssuerCore

  func createCard(_ operation: CreateCard, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    var letter: String?
    let record = try settle { writer throws(WalletError) in
      try create(operation.body, writer, context, &letter)
    }
    publish(.cardsChanged([record.card.id]))
    if let letter { publishMessage(letter) }
    return shown(record, [])
  }

  private func create(
    _ request: CardRequest, _ writer: any LedgerWriter, _ context: RequestContext,
    _ letter: inout String?
  ) throws(WalletError) -> Result<CardRecord, WalletError> {
    let customer = context.customerID
    let profile = try writer.get(CustomerProfile.self, of: customer)
    let known = try writer.all(ProgramRecord.self, of: customer).first {
      $0.program.name == request.programName
    }
    let errors = request.fieldErrors(program: known?.program, market: profile.market)
    if let error = WalletError.invalid(errors) { return .failure(error) }
    guard var program = known, program.program.allowableCards > 0 else {
      return .failure(
        WalletError(.programExhausted, detail: .card(.noMoreCards, request.programName)))
    }
    program.program.allowableCards -= 1
    let account = try account(Currency(request.currency), writer, customer)
    let record = try make(request, program, account: account, writer, customer, &letter)
    try writer.put(program, of: customer)
    try audit(
      writer, .done, CreateCard.contract, record.card, context, note: record.card.status.rawValue)
    return .success(record)
  }

  /// A card with a new number.
  ///
  /// - Parameter letter: The message that brings a physical card; nil: none does.
  func make(
    _ request: CardRequest, _ program: ProgramRecord, account: AccountID,
    _ writer: any LedgerWriter, _ customer: CustomerID, _ letter: inout String?
  ) throws(WalletError) -> CardRecord {
    let profile = try writer.get(CustomerProfile.self, of: customer)
    let pan = try newNumber(program.bin, writer)
    let card = newCard(request, program, profile, account: account, lastFour: lastFour(of: pan))
    let record = try writer.add(CardRecord(card: card), pan: pan, of: customer)
    if let pin = request.cardPin { try writer.set(pin, .pin(of: record), of: customer) }
    if card.cardType == .physical { letter = try sca.post(record, pan, writer, customer) }
    return record
  }

  private func newCard(
    _ request: CardRequest, _ program: ProgramRecord, _ profile: CustomerProfile,
    account: AccountID, lastFour: String
  ) -> Card {
    let now = clock.now()
    let today = now.civil()
    var card = Card(
      id: CardID(random.id()), status: .active,
      expiry: CardExpiry(month: today.month, year: today.year + 3), lastFour: lastFour,
      bin: program.bin, customerID: profile.customerID, cardType: program.program.cardType,
      programName: program.program.name, currency: Currency(request.currency),
      createdDate: now, accountID: account,
      scheme: program.program.scheme, holderName: profile.name)
    if card.cardType == .physical {
      card.status = program.program.isDigital ? .digital : .issued
      card.deliveryAddress = request.deliveryAddress
    } else {
      card.activationDate = now
    }
    // A17: if it is missing, the phone number of the customer's profile is used.
    card.mobile = request.mobile ?? profile.mobile
    card.externalID = request.externalID
    card.alias = request.alias ?? ""
    card.isPinSet = request.cardPin != nil
    card.tokenizations = []
    return card
  }

  /// A number in the programme's test range that no card has.
  private func newNumber(_ bin: String, _ writer: any LedgerWriter) throws(WalletError) -> Secret {
    while true {
      let pan = CardNumbers.pan(bin: bin, random)
      if try writer.place(ofNumber: pan, nil) == nil { return pan }
    }
  }

  /// The customer's account in this currency. It is created if there is none.
  private func account(_ currency: Currency, _ writer: any LedgerWriter, _ customer: CustomerID)
    throws(WalletError) -> AccountID
  {
    let accounts = try writer.all(Account.self, of: customer)
    if let account = accounts.first(where: { $0.currency == currency }) { return account.id }
    let balance =
      environment.isSimulation ? Shop.openingBalance(in: currency) : Money(0, currency)
    let account = Account(
      id: AccountID(String(random.id().prefix(8))), customerID: customer, totalBalance: balance,
      availableBalance: balance)
    try writer.put(account, of: customer)
    return account.id
  }
}

/// The last four digits, which are not secret.
package func lastFour(of pan: Secret) -> String {
  pan.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) }
}
