package import Secrets
package import WalletAPI
package import WalletModel

extension SampleWallet {
  /// The properties of one of the six named cards.
  struct Sample: Sendable {
    var alias: String
    var program: Int
    var lastFour: String
    var status: CardStatus
    /// Days ago.
    var created: Int64
    var hasPin = false
    var shops: Shops = .none
  }

  static let cards: [Sample] = [
    Sample(
      alias: "Everyday", program: 1, lastFour: "4821", status: .active, created: 302,
      hasPin: true, shops: .everyday),
    Sample(
      alias: "Groceries", program: 3, lastFour: "1177", status: .active, created: 214,
      hasPin: true, shops: .groceries),
    Sample(
      alias: "Travel", program: 2, lastFour: "0093", status: .locked, created: 263,
      hasPin: true, shops: .travel),
    Sample(
      alias: "Shopping", program: 3, lastFour: "7711", status: .digital, created: 96,
      shops: .online),
    Sample(alias: "New plastic", program: 1, lastFour: "3306", status: .issued, created: 6),
    // Its status is ACTIVE, but its expiry date has passed.
    Sample(
      alias: "Old", program: 1, lastFour: "9254", status: .active, created: 1190, hasPin: true),
  ]

  func card(
    _ sample: Sample, _ index: Int, _ owner: CustomerProfile, _ random: inout SampleRandom
  ) -> Card {
    let program = Self.programs[sample.program]
    let today = now.civil()
    var created = now.adding(seconds: -sample.created * 86_400)
    var expiry = CardExpiry(month: created.civil().month, year: created.civil().year + 3)
    var id = random.id()
    if sample.alias == "Travel" {
      // As in the sketch of the screen, if that date is in the past.
      id = "f16ba382-5c1d-4e7b-8a60-1d27c59aae24"
      let fixedDate = Timestamp(civil: CivilTime(year: 2026, month: 3, day: 3, hour: 9, minute: 12))
      if now > fixedDate { created = fixedDate }
      expiry = CardExpiry(month: 9, year: max(2029, today.year + 1))
    }
    var card = newCard(id, program, sample.lastFour, expiry, created, owner)
    card.alias = sample.alias
    card.status = sample.status
    card.isPinSet = sample.hasPin
    switch sample.status {
    case .active: card.activationDate = created.adding(seconds: 5 * 86_400)
    case .locked:
      card.activationDate = created
      card.statusDate = now.adding(seconds: -120)
      card.statusReason = StatusReason.locked.rawValue
      card.version = 4
      card.tokenizations = [
        MobileWalletTokenization(
          dpanRef: "DNITHE302630301", walletType: .applePay, status: .completed)
      ]
    default: break
    }
    if let activation = card.activationDate, card.status == .active {
      card.statusDate = activation
      card.version = 2
    }
    return card
  }

  func newCard(
    _ id: String, _ program: ProgramRecord, _ lastFour: String, _ expiry: CardExpiry,
    _ created: Timestamp, _ owner: CustomerProfile
  ) -> Card {
    var card = Card(
      id: CardID(id), status: .active, expiry: expiry, lastFour: lastFour, bin: program.bin,
      customerID: owner.customerID, cardType: program.program.cardType,
      programName: program.program.name, currency: Currency("EUR"), createdDate: created,
      accountID: Self.accountID, scheme: program.program.scheme, holderName: owner.name)
    card.mobile = owner.mobile
    card.tokenizations = []
    if program.program.cardType == .physical {
      card.deliveryAddress = DeliveryAddress(
        address1: "12 Vitosha Blvd", address2: "Floor 3", city: "Sofia", countryCode: "BG",
        postalCode: "1000")
    }
    return card
  }

  /// Card `index` of a large demo, from `cardCount` on. It depends only on the index.
  package func addCard(
    _ index: Int, _ writer: any LedgerWriter, _ owner: CustomerProfile, keepsSecrets: Bool = true
  ) throws(WalletError) {
    var random = Self.random(index)
    let program = Self.programs[random.below(4)]
    let isPhysical = program.program.cardType == .physical
    var status = Self.status(random.below(100), isPhysical)
    // At least three years and the rest of the month for expired cards.
    let age = Int64(random.below(900) + (status == .expired ? 1140 : 0))
    let created = now.adding(seconds: -age * 86_400 - Int64(random.below(80_000)))
    let day = created.civil()
    let expiry = CardExpiry(month: day.month, year: day.year + 3)
    if status == .expired { status = .active }
    var record = CardRecord(
      card: newCard(
        random.id(), program, lastFour(of: Self.number(index)), expiry, created, owner))
    record.card.status = status
    let name = Self.names[index % Self.names.count]
    record.card.alias = "\(name) \(index / Self.names.count + 1)"
    if status != .issued && status != .digital && status != .pending {
      record.card.activationDate = created
      record.card.isPinSet = isPhysical
    }
    record.card.statusDate = created.adding(
      seconds: Int64(random.below(Int(age * 86_400) + 1)))
    if status == .locked {
      record.card.statusReason = StatusReason.locked.rawValue
      record.statusBeforeLock = .active
    }
    if status == .suspended { record.card.statusReason = "Wrong activation data" }
    guard keepsSecrets else {
      try writer.put(record, of: owner.customerID)
      return
    }
    record = try writer.add(record, pan: Self.number(index), of: owner.customerID)
    guard record.card.isPinSet else { return }
    try writer.set(random.digits(4), .pin(of: record), of: owner.customerID)
  }

  private static func status(_ percent: Int, _ isPhysical: Bool) -> CardStatus {
    switch percent {
    case 0..<74: .active
    case 74..<82: .locked
    case 82..<86: isPhysical ? .issued : .active
    case 86..<90: isPhysical ? .digital : .active
    case 90..<93: .expired
    case 93..<96: .cancelled
    case 96..<98: .suspended
    case 98: .pending
    default: .rejected
    }
  }

  private static let names = [
    "Coffee", "Rent", "Books", "Team lunch", "Hosting", "Parking", "Fuel", "Gym", "Music",
    "Cinema", "Trains", "Flights", "Hotels", "Gifts", "Kids", "Pets", "Garden", "Tools",
    "Pharmacy", "Phone", "Internet", "Power", "Insurance", "Charity", "Market", "Bakery",
    "Ski week", "Summer", "Studio", "Ads", "Licences", "Taxi", "Museum", "Concerts", "Bikes",
    "Español", "Größe", "日本",
  ]
}

// The numbers and PINs of cards that `addCard` adds. A demo does not keep them: they are computed
// when they are asked for. Encrypting and indexing them would take half of the time of `addCard`.
extension SampleWallet {
  /// What is drawn for a card: the programme, the status, two numbers for its age, its id (two
  /// values), the time of its status, and the PIN.
  private static func random(_ index: Int, behind values: Int = 0) -> SampleRandom {
    var random = SampleRandom(0xca4d_0000_0000 + UInt64(index))
    for _ in 0..<values { _ = random.next() }
    return random
  }

  private static func id(_ index: Int) -> String {
    var random = Self.random(index, behind: 4)
    return random.id()
  }

  /// The nine digits behind the programme's come from a bijection, so that no number occurs twice.
  private static func number(_ index: Int) -> Secret {
    var random = Self.random(index)
    return CardNumbers.pan(
      bin: programs[random.below(4)].bin, middle: (index * factor + offset) % billion)
  }

  private static let factor = 387_420_489
  /// Of `factor`, modulo a billion.
  private static let inverse = 513_180_409
  private static let offset = 271_828_183
  private static let billion = 1_000_000_000

  /// nil: it is not the secret of such a card, or the card has none.
  package func secret(_ name: LedgerSecret) -> Secret? {
    switch name {
    case .number(let record): return index(of: record).map(Self.number)
    case .pin(let record):
      guard record.card.isPinSet, let index = index(of: record) else { return nil }
      var random = Self.random(index, behind: 7)
      return random.digits(4)
    default: return nil
    }
  }

  /// The place of a card, less the cards that others added before it.
  private func index(of record: CardRecord) -> Int? {
    stride(from: record.position, through: Self.cardCount, by: -1)
      .first { Self.id($0) == record.recordID }
  }

  /// The id of the card with this number, which may not be there yet; nil: there is none.
  package func cardID(ofNumber pan: Secret) -> String? {
    guard pan.isDigits(count: 16) else { return nil }
    let middle = pan.withBytes { $0[6..<15].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    let index = (middle + Self.billion - Self.offset) % Self.billion * Self.inverse % Self.billion
    return index >= Self.cardCount && Self.number(index).matches(pan) ? Self.id(index) : nil
  }
}
