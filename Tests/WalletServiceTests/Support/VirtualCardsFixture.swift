import Conformance
import DeviceKeys
import Issuer
import Synchronization
import VaultLedger
import WalletAPI
import WalletModel
import WalletService

/// A demo wallet with a persona and a funding source, and any number of devices.
final class VirtualCardsFixture: Sendable {
  let clock = TestClock(IssuerClock.system.now())
  let backend: TamperingBackend
  let persona: Persona
  let source: FundingSource

  init() async throws {
    let time = clock.issuer
    backend = TamperingBackend(
      LocalBackend(
        ledger: try Vault.demo(clock: time), clock: time, monotonicClock: clock.monotonic))
    let wallet = WalletService(backend: backend, context: backend.real.context)
    persona = try await wallet.send(CreatePersona(PersonaRequest(name: "Shopping")))
    let card = EnteredCard(
      number: secret("4242424242424242"), expiry: CardExpiry(month: 9, year: 2035),
      cvv: secret("123"))
    defer { card.wipe() }
    source = try await wallet.virtualCards.complete(
      try await wallet.send(SetUpFundingSource(FundingSourceRequest(.entered(card)))))
  }

  /// The wallet on a device with keys of its own.
  func wallet(
    _ store: any DeviceKeyStore = MemoryDeviceKeyStore(), cache: (any CacheStore)? = nil
  ) -> WalletService {
    WalletService(
      backend: backend, context: backend.real.context, keys: store, cache: cache,
      clock: clock.monotonic)
  }

  func device(
    _ store: any DeviceKeyStore = MemoryDeviceKeyStore(), cache: (any CacheStore)? = nil
  ) -> VirtualCardService { wallet(store, cache: cache).virtualCards }

  func order(alias: String = "Shoes", metadata: String? = nil) -> VirtualCardOrder {
    VirtualCardOrder(
      personaID: persona.id, fundingSourceID: source.id, cardHolder: "Ana Petrova", alias: alias,
      billingAddress: VirtualBillingAddress(
        addressLine1: "7 Secret Lane", city: "Hidden Falls", postalCode: "90210", country: "US"),
      metadata: metadata)
  }

  /// A card that is made.
  func made(_ device: VirtualCardService, alias: String = "Shoes") async throws -> VirtualCard {
    let begun = try await device.provision(order(alias: alias))
    clock.advance(milliseconds: 5000)
    guard let card = try await wallet().send(GetProvisionalCard(begun.id)).card else {
      throw WalletError(.virtualCardNotFound)
    }
    return card
  }
}

/// The backend of the fixture, which can answer with other cards, or not at all.
final class TamperingBackend: WalletBackend {
  let real: LocalBackend
  private let change = Mutex<(@Sendable (inout VirtualCardPage) -> Void)?>(nil)
  private let failure = Mutex<(@Sendable (any WalletOperation) -> WalletError?)?>(nil)
  private let calls = Mutex((all: 0, failed: 0))
  private let listeners = Mutex<[NewsQueue]>([])

  init(_ real: LocalBackend) {
    self.real = real
    real.observe { [weak self] in self?.send($0) }
  }

  /// From now on pages are changed like this.
  func tamper(_ body: (@Sendable (inout VirtualCardPage) -> Void)?) {
    change.withLock { $0 = body }
  }

  /// From now on nothing is answered; nil: again.
  func fail(_ error: WalletError?) { refuse { _ in error } }

  /// From now on operations fail with what `body` returns; nil: they are carried out.
  func refuse(_ body: @escaping @Sendable (any WalletOperation) -> WalletError?) {
    failure.withLock { $0 = body }
  }

  var count: Int { calls.withLock { $0.all } }
  /// The calls that were not answered.
  var failures: Int { calls.withLock { $0.failed } }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    calls.withLock { $0.all += 1 }
    if let failure = failure.withLock({ $0 })?(operation) {
      calls.withLock { $0.failed += 1 }
      throw failure
    }
    let response = try await real.perform(operation, context)
    guard var page = response as? VirtualCardPage, let change = change.withLock({ $0 }) else {
      return response
    }
    change(&page)
    return page as? O.Response ?? response
  }

  /// Reports an event, as after each change.
  func send(_ event: WalletEvent) {
    for listener in listeners.withLock({ $0 }) { listener.put(event) }
  }

  func events() -> AsyncStream<WalletEvent> {
    let listener = NewsQueue()
    listeners.withLock { $0.append(listener) }
    return listener.stream {}
  }
}

extension WalletService {
  /// Number and CVV of a virtual card, with the code that the phone gets.
  func revealed(_ card: VirtualCard) async throws -> SecureDetailsView {
    try await confirmed { service throws(WalletError) in
      try await service.virtualCards.secureDetails(card)
    }
  }
}
