package import DeviceKeys
package import PhoneWallet
package import WalletAPI
package import WalletModel

/// What front ends call: one object over any backend, in one session.
package final class WalletService: Sendable {
  package let cards: CardService
  package let authentication: AuthenticationService
  package let changes: ChangeService
  package let shop: ShopService
  package let payments: PaymentService
  package let virtualCards: VirtualCardService
  package let phones: PhoneService
  let session: WalletSession

  /// - Parameters:
  ///   - context: Who asks. Idempotency keys, SCA references and versions are added per call.
  ///   - book: Where changes are written down before they are sent; nil: no answer can be lost.
  ///   - keys: Where the keys of this device are kept.
  ///   - cache: Where lists of virtual cards are kept for times without a connection; nil: nowhere.
  ///   - devices: Where the simulated devices are kept.
  ///   - conditions: Time and chance of the simulated devices.
  ///   - policy: How long secrets may be looked at.
  ///   - clock: Measures those times; tests hold it.
  package init(
    backend: any WalletBackend, context: RequestContext, book: (any ChangeBook)? = nil,
    keys: any DeviceKeyStore = MemoryDeviceKeyStore(), cache: (any CacheStore)? = nil,
    devices: any DeviceStore = MemoryDeviceStore(),
    conditions: DeviceConditions = DeviceConditions(), policy: RevealPolicy = RevealPolicy(),
    clock: RevealClock = .system
  ) {
    session = WalletSession(
      backend: backend, context: context, book: book, policy: policy, clock: clock)
    cards = CardService(session: session)
    authentication = AuthenticationService(session: session)
    changes = ChangeService(sessions: [session])
    shop = ShopService(session: session)
    payments = PaymentService(session: session)
    phones = PhoneService(devices, conditions)
    virtualCards = VirtualCardService(
      session: session, keyring: DeviceKeyring(keys),
      cache: cache.map { VirtualCardCache($0) })
  }

  /// Several wallets as one: their cards in one list.
  ///
  /// - Parameters:
  ///   - wallets: At least one, in the order of the list.
  ///   - patience: How long a list of cards waits for a slow wallet; what comes later is told as
  ///     news. nil: as long as that wallet tries.
  package init(combining wallets: [WalletMember], patience: Duration?) {
    let backend = CombinedBackend(wallets, patience: patience)
    let own = wallets[backend.primary].service
    session = WalletSession(
      backend: backend, context: own.session.context, policy: own.session.policy,
      clock: own.session.clock)
    cards = CardService(session: session)
    authentication = AuthenticationService(session: session)
    changes = ChangeService(sessions: wallets.map(\.service.session))
    shop = ShopService(session: session)
    payments = PaymentService(session: session)
    // They have keys and files of their own.
    phones = own.phones
    virtualCards = own.virtualCards
  }

  /// Of several wallets those that cannot be used now, each with its reason.
  package var unavailable: [WalletError] {
    (session.backend as? CombinedBackend)?.unavailable ?? []
  }

  /// What changed, from now on, whoever changed it.
  package func events() -> AsyncStream<WalletEvent> { session.backend.events() }

  /// What the issuer cannot do, with the reasons.
  package var capabilities: IssuerCapabilities { session.backend.capabilities }

  /// The SCA handshake in one piece, for callers that can wait (B05, B09): runs `operation`; when
  /// it needs an event verified, hands that to `authenticate` and then runs the same operation
  /// again with the event's reference. Once: a second `.scaRequired` is thrown.
  ///
  /// The screen takes the same steps through its reducer instead.
  package func withSCA<Response: Sendable>(
    _ operation: (ScaReference?) async throws(WalletError) -> Response,
    authenticate: (ScaEvent) async throws(WalletError) -> Void
  ) async throws(WalletError) -> Response {
    do {
      return try await operation(nil)
    } catch {
      guard error.code == .scaRequired, let event = error.scaEvent else { throw error }
      try await authenticate(event)
      return try await operation(event.reference)
    }
  }
}
