package import WalletAPI
package import WalletModel

/// The wallet of the demo and of `vault init --sample`. The cards are always the same; their dates
/// are relative to today.
package struct SampleWallet: Sendable {
  /// The named cards. Further cards are generated.
  package static let cardCount = 6

  static let ownerName = "ANA PETROVA"

  let now: Timestamp

  package init(clock: IssuerClock) { now = clock.now() }

  package var profile: CustomerProfile {
    CustomerProfile(
      customerID: CustomerID("8860412"), name: Self.ownerName, mobile: "+359 88 123 4412",
      email: "ana.petrova@example.com", market: .eu)
  }

  /// The owner of a new vault, unless another is given.
  package var blankProfile: CustomerProfile {
    CustomerProfile(
      customerID: CustomerID("1"), name: "CARD HOLDER", mobile: "+359 000000000",
      email: "card.holder@example.com", market: .eu)
  }

  /// Adds programmes but no cards. Accounts are created with cards.
  package func fillBlank(_ writer: any LedgerWriter, _ owner: CustomerProfile)
    throws(WalletError)
  {
    for program in Self.programs { try writer.put(program, of: owner.customerID) }
  }

  /// Adds programmes, an account, the six cards and their payments.
  package func fill(
    _ writer: any LedgerWriter, _ issuer: IssuerKeys, _ owner: CustomerProfile
  ) throws(WalletError) {
    let customer = owner.customerID
    for program in Self.programs { try writer.put(program, of: customer) }
    let balance = Money(284_10, Currency("EUR"))
    let account = Account(
      id: Self.accountID, customerID: customer, totalBalance: balance, availableBalance: balance)
    try writer.put(account, of: customer)
    var all: [PaymentRecord] = []
    for index in 0..<Self.cardCount {
      var random = SampleRandom(0x57a1_1e70 + UInt64(index))
      let sample = Self.cards[index]
      let card = card(sample, index, owner, &random)
      let pan = CardNumbers.pan(
        bin: card.bin, middle: random.below(1_000_000), lastFour: sample.lastFour)
      var record = CardRecord(card: card)
      if card.status == .locked { record.statusBeforeLock = .active }
      record = try writer.add(record, pan: pan, of: customer)
      if card.isPinSet { try writer.set(random.digits(4), .pin(of: record), of: customer) }
      all += payments(sample, record.card, &random).map { PaymentRecord($0, of: record.payments) }
      if card.status == .issued || card.status == .digital {
        let cvv = CardNumbers.cvv(pan: pan, expiry: card.expiry, key: issuer.cvv)
        let letter = ScaIssuer.letter(card, id: random.id(), time: card.createdDate ?? now)
        try writer.add(letter, code: cvv, of: customer)
      }
    }
    // In the order in which they would have been made. To add one by one would read the one before.
    for record in all.sorted(by: { $0.payment.sortDate < $1.payment.sortDate }) {
      try writer.put(record, of: customer)
    }
  }

  static let accountID = AccountID("EUR-8860412")

  static let programs: [ProgramRecord] = [
    program("SKRILL-VIRTUAL-MC-EEA", .virtual, .mastercard, allowable: 5, bin: "555555"),
    program("SKRILL-PHYSICAL-MC-EEA", .physical, .mastercard, allowable: 2, bin: "222300"),
    program("SKRILL-VIRTUAL-VISA-EEA", .virtual, .visa, allowable: 3, bin: "400000"),
    program(
      "SKRILL-PHYSICAL-VISA-EEA", .physical, .visa, allowable: 2, bin: "400000", digital: true),
    program("BRAND-PHYSICAL-MC", .physical, .mastercard, allowable: 1, bin: "222300"),
    program("BRAND-VIRTUAL-MC", .virtual, .mastercard, allowable: 0, bin: "555555"),
  ]

  private static func program(
    _ name: String, _ type: CardType, _ scheme: CardScheme, allowable: Int, bin: String,
    digital: Bool = false
  ) -> ProgramRecord {
    ProgramRecord(
      program: CardProgram(
        cardType: type, scheme: scheme, name: name,
        currencies: name.hasPrefix("BRAND")
          ? [Currency("EUR"), Currency("USD")] : [Currency("EUR")],
        allowableCards: allowable, isDigital: digital),
      bin: bin)
  }
}
