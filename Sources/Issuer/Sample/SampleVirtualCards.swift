import DeviceKeys
import Secrets
import Synchronization
import WalletAPI
package import WalletModel

/// The virtual cards of the demo. Operations make them, as their owner would have in the last
/// weeks.
package struct SampleVirtualCards: Sendable {
  private let ledger: any Ledger
  private let time: SampleTime
  private let now: Timestamp
  private let boot: @Sendable () -> Int64
  private let random: IssuerRandom
  private let context: RequestContext

  /// - Parameters:
  ///   - clock: Gives the present.
  ///   - random: Where ids, numbers and the device's key come from.
  package init(_ ledger: any Ledger, clock: IssuerClock, random: IssuerRandom) {
    self.ledger = ledger
    self.random = random
    now = clock.now()
    time = SampleTime(now)
    boot = clock.boot
    context = RequestContext(
      customerID: ledger.owner, sessionID: random.id(), deviceID: "local")
  }

  private struct Payment {
    let merchantID: String
    /// Minor units of the merchant's currency.
    let amount: Int64
    let hoursAgo: Int64
    /// Whether the shop has taken the money.
    var isDebited = true
  }

  private struct Sample {
    let name: String
    let isOfWork: Bool
    let daysAgo: Int64
    var rules = SpendingRules()
    var isPaused = false
    var isClosed = false
    /// It was made on another device.
    var isForeign = false
    var payments: [Payment] = []
  }

  private static let samples: [Sample] = [
    Sample(
      name: "Hotel Vienna", isOfWork: true, daysAgo: 40,
      rules: SpendingRules(merchantID: "hotel-sacher"), isClosed: true,
      payments: [Payment(merchantID: "hotel-sacher", amount: 184_00, hoursAgo: 38 * 24)]),
    Sample(
      name: "Old phone", isOfWork: true, daysAgo: 21, isForeign: true,
      payments: [Payment(merchantID: "brooklyn-books", amount: 48_20, hoursAgo: 20)]),
    Sample(
      name: "Trains", isOfWork: true, daysAgo: 20,
      rules: SpendingRules(merchantID: "oebb", monthlyLimit: 60_00), isPaused: true,
      payments: [Payment(merchantID: "oebb", amount: 39_90, hoursAgo: 9)]),
    Sample(
      name: "Camping stove", isOfWork: false, daysAgo: 6,
      rules: SpendingRules(isSingleUse: true, monthlyLimit: 150_00)),
    Sample(
      name: "Music", isOfWork: false, daysAgo: 19,
      rules: SpendingRules(merchantID: "spotify", monthlyLimit: 12_00),
      payments: [Payment(merchantID: "spotify", amount: 9_46, hoursAgo: 7)]),
    Sample(
      name: "Zalando", isOfWork: false, daysAgo: 18,
      rules: SpendingRules(merchantID: "zalando", monthlyLimit: 250_00),
      payments: [
        Payment(merchantID: "zalando", amount: 59_95, hoursAgo: 5),
        Payment(merchantID: "cafe-lumiere", amount: 4_20, hoursAgo: 4),
        Payment(merchantID: "zalando", amount: 22_90, hoursAgo: 3, isDebited: false),
      ]),
  ]

  /// Adds two personas, a funding source, the cards, and the key of this device, in one transaction.
  package func add() throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      try add(NestedTransactionLedger(ledger, writer))
    }
  }

  private func add(_ ledger: any Ledger) throws(WalletError) {
    let past = IssuerClock(now: { [time] in time.now }, boot: boot)
    let issuer = Issuer(
      ledger: ledger,
      environment: IssuerEnvironment(clock: past, random: random, isSimulation: true))
    let ring = try ring()
    try LedgerDeviceKeyStore(ledger, clock: past).save(ring)
    let other = try self.ring()
    defer {
      ring.wipe()
      other.wipe()
    }
    time.set(now.adding(seconds: -41 * Self.day))
    // The phone says nothing of the past.
    _ = try perform(issuer, SetNoticeRules(NoticeRules([NoticeRule(.disable)])))
    let shopping = try perform(issuer, CreatePersona(PersonaRequest(name: "Shopping")))
    let work = try perform(issuer, CreatePersona(PersonaRequest(name: "Work")))
    let source = try fundingSource(issuer)
    for sample in Self.samples {
      let key = sample.isForeign ? other : ring
      try add(issuer, sample, of: sample.isOfWork ? work : shopping, source, key, ledger)
    }
    _ = try perform(issuer, SetNoticeRules(NoticeRules()))
  }

  private static let day: Int64 = 86_400

  private func ring() throws(WalletError) -> DeviceKeyRing {
    let packed = Secret(count: 32) { random.fill($0) }
    defer { packed.wipe() }
    guard let ring = DeviceKeyRing(packed: packed) else { throw WalletError(.internalError) }
    return ring
  }

  private func fundingSource(_ issuer: Issuer) throws(WalletError) -> FundingSource {
    let today = now.civil()
    let card = EnteredCard(
      number: Self.secret(TestFundingCard.visa.rawValue),
      expiry: CardExpiry(month: today.month, year: today.year + 4), cvv: Self.secret("123"))
    defer { card.wipe() }
    let provisional = try perform(issuer, SetUpFundingSource(FundingSourceRequest(.entered(card))))
    guard let data = provisional.provisioningData else { throw WalletError(.internalError) }
    return try perform(issuer, CompleteFundingSource(provisional.id, FundingCompletion(data)))
  }

  private func add(
    _ issuer: Issuer, _ sample: Sample, of persona: Persona, _ source: FundingSource,
    _ ring: DeviceKeyRing, _ ledger: any Ledger
  ) throws(WalletError) {
    guard let key = ring.newest else { throw WalletError(.internalError) }
    time.set(now.adding(seconds: -sample.daysAgo * Self.day))
    let proof = try perform(
      issuer,
      GetOwnershipProof(persona.id, ProofRequest(audience: OwnershipProof.virtualCardAudience)))
    let request = VirtualCardRequest(
      ownershipProofs: [proof.proof], fundingSourceID: source.id,
      cardHolder: SampleWallet.ownerName, alias: sample.name, rules: sample.rules,
      publicKey: DevicePublicKey(keyID: key.id, bytes: key.publicKey))
    let provisional = try perform(issuer, ProvisionVirtualCard(request))
    time.advance(by: issuer.environment.makingSeconds)
    guard let card = try perform(issuer, GetProvisionalCard(provisional.id)).card else {
      throw WalletError(.internalError)
    }
    for payment in sample.payments { try pay(payment, with: card, issuer, ledger) }
    if sample.isPaused {
      _ = try perform(issuer, UpdateVirtualCard(card.id, VirtualCardUpdate(isPaused: .value(true))))
    }
    if sample.isClosed { _ = try perform(issuer, CancelVirtualCard(card.id)) }
  }

  private func pay(
    _ payment: Payment, with card: VirtualCard, _ issuer: Issuer, _ ledger: any Ledger
  ) throws(WalletError) {
    time.set(now.adding(seconds: -payment.hoursAgo * 3_600))
    // A ledger has payments in the order in which they were made: the later ones are added again.
    let owner = ledger.owner
    let later = try ledger.write { writer throws(WalletError) in
      let query = LedgerQuery(from: time.now, to: now)
      let later = try writer.page(PaymentRecord.self, of: owner, query).items
      for record in later { try writer.remove(record, of: owner) }
      return later
    }
    let amount = ShopAmount(payment.amount)
    let receipt = try perform(
      issuer, Authorize(.card(CardID(card.id)), at: payment.merchantID, amount))
    if payment.isDebited, receipt.declineReason == nil {
      _ = try perform(issuer, DebitAuthorization(receipt.id, amount))
    }
    try ledger.write { writer throws(WalletError) in
      for record in later { try writer.add(record.payment, of: record.card, owner) }
    }
  }

  private func perform<O: WalletOperation>(_ issuer: Issuer, _ operation: O)
    throws(WalletError) -> O.Response
  {
    var context = context
    context.idempotencyKey = random.id()
    return try issuer.perform(operation, context)
  }

  private static func secret(_ text: String) -> Secret {
    Secret(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
  }
}

/// A time that the sample sets.
private final class SampleTime: Sendable {
  private let time: Mutex<Timestamp>
  init(_ time: Timestamp) { self.time = Mutex(time) }
  var now: Timestamp { time.withLock { $0 } }
  func set(_ time: Timestamp) { self.time.withLock { $0 = time } }
  func advance(by seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
}
