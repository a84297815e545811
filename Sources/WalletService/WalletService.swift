package import DeviceKeys
package import PhoneWallet
package import Threads
package import WalletAPI
package import WalletModel

/// What front ends call: the services over any backend, in one session.
package struct WalletService: Sendable {
  package let phones: PhoneService
  private(set) var session: WalletSession
  private let keyring: DeviceKeyring
  private let cache: VirtualCardCache?

  /// - Parameters:
  ///   - context: Who asks. Idempotency keys and versions are added per call.
  ///   - book: Where changes are written down before they are sent; nil: no answer can be lost.
  ///   - keys: Where the keys of this device are kept.
  ///   - cache: Where lists of virtual cards are kept for times without a connection; nil: nowhere.
  ///   - devices: Where the simulated devices are kept.
  ///   - policy: How long secrets may be looked at.
  ///   - clock: Measures those times; tests hold it.
  package init(
    backend: any WalletBackend, context: RequestContext, book: (any ChangeBook)? = nil,
    keys: any DeviceKeyStore = MemoryDeviceKeyStore(), cache: (any CacheStore)? = nil,
    devices: any DeviceStore = MemoryDeviceStore(), policy: RevealPolicy = RevealPolicy(),
    clock: MonotonicClock = .reveal
  ) {
    session = WalletSession(
      backend: backend, context: context, policy: policy, clock: clock, book: book)
    phones = PhoneService(devices)
    keyring = DeviceKeyring(keys)
    self.cache = cache.map { VirtualCardCache($0) }
  }

  package var cards: CardService { CardService(session: session, phones: phones) }
  package var changes: ChangeService { ChangeService(session: session) }
  package var virtualCards: VirtualCardService {
    VirtualCardService(session: session, keyring: keyring, cache: cache)
  }

  /// Sends a request. A change gets an idempotency key. If its answer can be lost, the change is
  /// recorded first. The secrets of a request stay the caller's to wipe.
  ///
  /// What needs Strong Customer Authentication throws `.scaRequired` with the event. Once that is
  /// verified, the same request is sent again with the service that it authorises (B05, B09).
  ///
  /// - Parameter expectedVersion: The version of the card or payment that the caller last saw.
  ///   Another one is refused with `.versionConflict` (R8); nil: any.
  package func send<O: WalletOperation>(_ operation: O, expectedVersion: Int? = nil)
    async throws(WalletError) -> O.Response
  { try await session.send(operation, expectedVersion: expectedVersion) }

  /// The same service, all of whose requests say that `event` authorised them (B09); nil: none did.
  package func authorized(by event: ScaReference?) -> WalletService {
    var service = self
    service.session.context.sca = event
    return service
  }

  /// The time by which the wallet dates its records: that of its server if it is known, or `local`.
  package func time(local: Timestamp) -> Timestamp { session.backend.serverTime ?? local }

  /// What changed, from now on, whoever changed it.
  package func events() -> AsyncStream<WalletEvent> { session.backend.events() }

  /// The SCA handshake in one piece, for callers that can wait (B05, B09): runs `operation`; when
  /// it needs an event verified, hands that to `authenticate` and then runs the same operation
  /// again, with this service authorised by the event. Once: a second `.scaRequired` is thrown.
  ///
  /// The screen takes the same steps through its reducer instead.
  package func withSCA<Response: Sendable>(
    _ operation: (WalletService) async throws(WalletError) -> Response,
    authenticate: (ScaEvent) async throws(WalletError) -> Void
  ) async throws(WalletError) -> Response {
    do {
      return try await operation(self)
    } catch {
      guard error.code == .scaRequired, let event = error.scaEvent else { throw error }
      try await authenticate(event)
      return try await operation(authorized(by: event.reference))
    }
  }
}
