import Conformance
import ConnectorBackend
import FakeIssuer
import Issuer
import IssuerConnectors
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel

/// A wallet at a fake issuer, with a vault of its own that has an authenticator app.
///
/// A test uses it from one task at a time.
final class IssuerWallet: @unchecked Sendable {
  let issuer: FakeIssuer
  let ledger: any Ledger
  let clock = TestClock(IssuerClock.system.now())
  private(set) var backend: ConnectorBackend
  let account: IssuerAccountRecord
  private let sendsMessages: Bool
  /// What opens the vault; nil: passphrases confirm nothing.
  private let passphrase: String?
  private var app: Secret?

  convenience init(
    _ kind: IssuerKind, cards: Int = 0, isReadOnly: Bool = false, hasPinKey: Bool = false,
    passphrase: String? = nil, totalTime: Duration = .seconds(60)
  ) throws {
    try self.init(
      at: FakeIssuer(kind, cards: cards), isReadOnly: isReadOnly, hasPinKey: hasPinKey,
      passphrase: passphrase, totalTime: totalTime)
  }

  /// - Parameter sendsMessages: Whether the vault sends codes.
  init(
    at issuer: FakeIssuer, isReadOnly: Bool = false, hasPinKey: Bool = false,
    sendsMessages: Bool = false, passphrase: String? = nil, totalTime: Duration = .seconds(60)
  ) throws {
    self.issuer = issuer
    self.sendsMessages = sendsMessages
    self.passphrase = passphrase
    let kind = issuer.kind
    ledger = try Vault.demo(cards: 1)
    var account = IssuerAccountRecord(
      name: "test", issuer: kind.rawValue, isSandbox: true, server: issuer.url,
      isReadOnly: isReadOnly, added: clock.now)
    if hasPinKey {
      account.pinKey = try issuer.control("GET", "/_test/pin-key")["pem"] as? String
    }
    self.account = account
    let key = secret(issuer.key)
    defer { key.wipe() }
    try IssuerAccounts(ledger).put(account, key: key)
    backend = try Self.backend(
      account, issuer, ledger, clock, totalTime, sendsMessages, passphrase)
  }

  /// A new process on the same vault.
  func restart(totalTime: Duration = .seconds(60)) throws {
    backend = try Self.backend(
      account, issuer, ledger, clock, totalTime, sendsMessages, passphrase)
  }

  /// A fake issuer is asked as often as one likes.
  private static func backend(
    _ account: IssuerAccountRecord, _ issuer: FakeIssuer, _ ledger: any Ledger, _ clock: TestClock,
    _ totalTime: Duration, _ sendsMessages: Bool, _ passphrase: String?
  ) throws -> ConnectorBackend {
    let key = secret(issuer.key)
    defer { key.wipe() }
    let pinKey = try account.pinKey.map { try PinKey(pem: $0) }
    var accepts: (@Sendable (Secret) -> Bool)?
    if let passphrase {
      accepts = { typed in typed.withBytes { $0.elementsEqual(passphrase.utf8) } }
    }
    return ConnectorBackend(
      account, issuer.kind.connector(isSandbox: true, pinKey: pinKey), try issuer.connection,
      key: key,
      ledger: ledger, clock: Self.clock(clock), totalTime: totalTime,
      rate: IssuerRules.Rate(reads: 10_000, writes: 10_000), sendsMessages: sendsMessages,
      acceptsPassphrase: accepts)
  }

  private static func clock(_ clock: TestClock) -> IssuerClock {
    IssuerClock(now: { clock.now }, boot: { clock.boot })
  }

  func perform<O: WalletOperation>(
    _ operation: O, version: Int? = nil, key: String? = nil, sca: ScaReference? = nil
  ) async throws -> O.Response {
    var context = backend.context
    context.expectedVersion = version
    context.idempotencyKey = key
    context.sca = sca
    return try await backend.perform(operation, context)
  }

  func cards() async throws -> [Card] {
    var all: [Card] = []
    while true {
      let list = try await perform(ListCards(CardQuery(limit: 100, offset: all.count)))
      all += list.cards
      if list.cards.count < 100 { return all }
    }
  }

  /// Enrols an authenticator app in the vault.
  func enrol() async throws {
    let local = LocalBackend(ledger: ledger, clock: Self.clock(clock))
    func confirmed<O: WalletOperation>(_ operation: O) async throws -> O.Response {
      do {
        return try await local.perform(operation, local.context)
      } catch {
        let event = try #require(error.scaEvent)
        let reference = ScaReference(
          eventID: event.id, walletOperationID: event.walletOperationID)
        _ = try await local.perform(
          CreateChallenge(reference, try #require(event.availableVerifications.first)),
          local.context)
        let message = try #require(
          try await local.perform(ListPhoneMessages(), local.context).first)
        let code = try #require(message.code)
        _ = try await local.perform(SubmitAttempt(reference, code: code), local.context)
        var context = local.context
        context.sca = reference
        return try await local.perform(operation, context)
      }
    }
    let enrolment = try await confirmed(EnrolAuthenticator())
    app = enrolment.secret
    _ = try await local.perform(ConfirmAuthenticator(code: code()), local.context)
    clock.advance(milliseconds: 30_000)
  }

  /// A code of the authenticator app.
  func code() throws -> Secret {
    Totp.code(secret: base32Decoded(try #require(app)), now: clock.now)
  }

  /// Carries out what needs a code, with a code of the app.
  func authorised<O: WalletOperation>(_ operation: O) async throws -> O.Response {
    do {
      return try await perform(operation)
    } catch let error as WalletError {
      guard let event = error.scaEvent else { throw error }
      let reference = ScaReference(eventID: event.id, walletOperationID: event.walletOperationID)
      #expect(event.availableVerifications.map(\.channel) == [.authenticator])
      _ = try await perform(
        CreateChallenge(reference, try #require(event.availableVerifications.first)))
      _ = try await perform(SubmitAttempt(reference, code: code()))
      clock.advance(milliseconds: 30_000)
      return try await perform(operation, sca: reference)
    }
  }
}
