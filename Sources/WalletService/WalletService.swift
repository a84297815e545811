package import DeviceKeys
package import PhoneWallet
package import Threads
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
  private let session: WalletSession

  /// - Parameters:
  ///   - context: Who asks. Idempotency keys, SCA references and versions are added per call.
  ///   - book: Where changes are written down before they are sent; nil: no answer can be lost.
  ///   - keys: Where the keys of this device are kept.
  ///   - cache: Where lists of virtual cards are kept for times without a connection; nil: nowhere.
  ///   - devices: Where the simulated devices are kept.
  ///   - policy: How long secrets may be looked at.
  ///   - clock: Measures those times and the pauses between reads; tests hold it.
  package init(
    backend: any WalletBackend, context: RequestContext, book: (any ChangeBook)? = nil,
    keys: any DeviceKeyStore = MemoryDeviceKeyStore(), cache: (any CacheStore)? = nil,
    devices: any DeviceStore = MemoryDeviceStore(), policy: RevealPolicy = RevealPolicy(),
    clock: MonotonicClock = .reveal
  ) {
    session = WalletSession(
      backend: backend, context: context, book: book, policy: policy, clock: clock)
    cards = CardService(session: session)
    authentication = AuthenticationService(session: session)
    changes = ChangeService(session: session)
    shop = ShopService(session: session)
    payments = PaymentService(session: session)
    phones = PhoneService(devices)
    virtualCards = VirtualCardService(
      session: session, keyring: DeviceKeyring(keys),
      cache: cache.map { VirtualCardCache($0) })
  }

  /// The time by which the wallet dates its records: that of its server if it is known, or `local`.
  package func time(local: Timestamp) -> Timestamp { session.backend.serverTime ?? local }

  /// What changed, from now on, whoever changed it.
  package func events() -> AsyncStream<WalletEvent> { session.backend.events() }

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
