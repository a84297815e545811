import DeviceKeys
import Issuer
import Synchronization
import VaultLedger
import WalletAPI
import WalletModel
import WalletService

/// Compares listing prepaid cards with listing virtual cards, in one process.
enum VirtualCardMeasurement {
  /// Prints one line of JSON. Times are in seconds, each the shortest of five.
  static func print(_ count: Int) async throws {
    let ledger = try Vault.demo(cards: count)
    while try ledger.backgroundStep() != nil {}
    let time = Mutex(IssuerClock.system.now().adding(seconds: -600 * 86_400))
    let clock = IssuerClock(now: { time.withLock { $0 } }, boot: IssuerClock.system.boot)
    let key = DeviceKey()
    var maker = Maker(
      issuer: Issuer(
        ledger: ledger, environment: IssuerEnvironment(clock: clock, isSimulation: true)),
      context: RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d"),
      key: DevicePublicKey(keyID: key.id, bytes: key.publicKey))
    try maker.prepare()
    for made in 0..<count {
      // No more are allowed in a day.
      if made % 20 == 0 { time.withLock { $0 = $0.adding(seconds: 90_000) } }
      try maker.makeCard(made)
    }
    let store = MemoryDeviceKeyStore()
    var ring = DeviceKeyRing()
    ring.add(key)
    store.save(ring)
    let backend = LocalBackend(ledger: ledger)
    let service = WalletService(backend: backend, context: backend.context, keys: store)
    // Both lists are kept.
    var listed: [Card] = []
    let prepaid = try await fastest {
      listed = []
      while listed.count < count {
        listed += try await service.cards.getAll(CardQuery(limit: 100, offset: listed.count)).cards
      }
    }
    var cards: [VirtualCard] = []
    let virtual = try await fastest { cards = try await list(service, count) }
    guard Set(cards.map(\.id)).count == count else { throw WalletError(.internalError) }
    let opening = try await fastest(of: 1) {
      let opened = try await service.virtualCards.open(cards)
      guard opened.allSatisfy({ $0.opened != nil }) else { throw WalletError(.internalError) }
    }
    say(
      #"{"cards":\#(count),"prepaid":\#(prepaid),"virtual":\#(virtual),"opening":\#(opening)}"#)
  }

  private static func list(_ service: WalletService, _ count: Int) async throws -> [VirtualCard] {
    var cards: [VirtualCard] = []
    var query = VirtualCardQuery(limit: 100)
    repeat {
      let page = try await service.virtualCards.page(query)
      cards += page.cards
      query.nextToken = page.nextToken
    } while query.nextToken != nil
    return cards
  }

  private static func fastest(of runs: Int = 5, _ body: () async throws -> Void) async throws
    -> Double
  {
    var best = Double.infinity
    for _ in 0..<runs {
      let clock = ContinuousClock()
      let start = clock.now
      try await body()
      let took = (clock.now - start).components
      best = min(best, Double(took.seconds) + Double(took.attoseconds) / 1e18)
    }
    return best
  }

  private struct Maker {
    let issuer: Issuer
    let context: RequestContext
    let key: DevicePublicKey
    var persona = ""
    var source = ""

    mutating func prepare() throws(WalletError) {
      persona = try issuer.perform(CreatePersona(PersonaRequest(name: "Shopping")), context).id
      let card = EnteredCard(
        number: secret("4242424242424242"), expiry: CardExpiry(month: 9, year: 2035),
        cvv: secret("123"))
      let provisional = try issuer.perform(
        SetUpFundingSource(FundingSourceRequest(.entered(card))), context)
      guard let data = provisional.provisioningData else { throw WalletError(.internalError) }
      source = try issuer.perform(
        CompleteFundingSource(provisional.id, FundingCompletion(data)), context
      ).id
    }

    func makeCard(_ number: Int) throws(WalletError) {
      let proof = try issuer.perform(
        GetOwnershipProof(persona, ProofRequest(audience: OwnershipProof.virtualCardAudience)),
        context)
      let request = VirtualCardRequest(
        ownershipProofs: [proof.proof], fundingSourceID: source, cardHolder: "ANA PETROVA",
        alias: "Card \(number)", publicKey: key)
      _ = try issuer.perform(ProvisionVirtualCard(request), context)
    }
  }
}
