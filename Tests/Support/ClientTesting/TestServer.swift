import Conformance
import Foundation
import RemoteBackend
import Secrets
import Synchronization
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

@testable import Issuer

/// A server in this process with a clock that the test controls, and users with a wallet each.
final class TestServer: Sendable {
  let clock = TestClock(IssuerClock.system.now())
  let url: String
  private let ledger: VaultLedger
  private let server: WalletServer
  private let people = Atomic<Int>(0)
  private static let most = 100
  static let password = "correct horse"
  static let clientSecret = "hush"
  private static let hash = ServerUser.hash(secret(password), isDemo: true) ?? ""

  /// - Parameter burst: The requests that a customer may send at once.
  init(burst: Int = 1_000_000) throws {
    ledger = try Vault.demo()
    var options = WalletServer.Options()
    options.clock = clock.issuer
    options.isSimulator = true
    options.signIns = 100_000
    options.burst = burst
    options.setGenerousLimits()
    let most = Velocity(100_000, days: 1)
    options.virtualCards.personas = most.maximum
    options.virtualCards.allFundingSources = most.maximum
    options.virtualCards.fundingSources = most
    options.virtualCards.fundingSourceFailures = most
    options.virtualCards.pendingFundingSources = most
    options.virtualCards.cards = most
    options.clients = [
      ServerClient(id: "walletui", secret: secret(TestServer.clientSecret))
    ]
    options.users = (0..<TestServer.most).map {
      ServerUser(name: "p\($0)", customer: CustomerID("p\($0)"), passwordHash: TestServer.hash)
    }
    server = try WalletServer.start(ledger, options)
    url = "http://127.0.0.1:\(server.port)"
  }

  deinit { server.stop(within: 0) }

  /// Adds a user with an empty wallet. Returns the name.
  func customer() throws -> String {
    let number = people.add(1, ordering: .relaxed).oldValue
    let profile = CustomerProfile(
      customerID: CustomerID("p\(number)"), name: "TEST PERSON", mobile: "+359 88 123 4412",
      email: "test@example.com", market: .eu)
    try ledger.add(profile) { writer throws(WalletError) in
      try writer.put(TestServer.program("V", .virtual), of: profile.customerID)
      try writer.put(TestServer.program("P", .physical), of: profile.customerID)
    }
    return profile.customerID.rawValue
  }

  /// Puts money into the account of a card.
  func fund(_ card: Card) throws {
    _ = try ledger.write { writer throws(WalletError) in
      try writer.put(
        Account(
          id: card.accountID, customerID: card.customerID,
          totalBalance: Money(100_00, card.currency),
          availableBalance: Money(100_00, card.currency)), of: card.customerID)
    }
  }

  /// Signs a user in through `url`; a new one if there is no name.
  func person(
    _ name: String? = nil, at url: String, _ change: (inout RemoteProfile) -> Void = { _ in }
  ) async throws -> Person {
    let name = if let name { name } else { try customer() }
    var profile = try RemoteProfile(server: url, insecureLoopback: true)
    profile.clientSecret = secret(TestServer.clientSecret)
    profile.setGenerousLimits()
    change(&profile)
    let wallet = try await RemoteBackend.signIn(
      profile, user: name, password: secret(TestServer.password))
    return Person(name: name, wallet: wallet, place: self)
  }

  private static func program(_ name: String, _ type: CardType) -> ProgramRecord {
    ProgramRecord(
      program: CardProgram(
        cardType: type, scheme: .mastercard, name: name, currencies: [Currency("EUR")],
        allowableCards: 1_000_000, isDigital: false),
      bin: type == .virtual ? "555555" : "222300")
  }
}

/// The steps of a user before an operation is possible.
struct Person: Sendable {
  let name: String
  let wallet: RemoteBackend
  let place: TestServer

  func perform<O: WalletOperation>(_ operation: O, sca: ScaReference? = nil)
    async throws -> O.Response
  {
    var context = wallet.context
    context.sca = sca
    return try await wallet.perform(operation, context)
  }

  func card(_ type: CardType = .virtual) async throws -> Card {
    var request = CardRequest(programName: type == .virtual ? "V" : "P", currency: "EUR")
    if type == .physical {
      request.deliveryAddress = DeliveryAddress(
        address1: "12 Vitosha Blvd", city: "Sofia", countryCode: "BG", postalCode: "1000")
    }
    return try await perform(CreateCard(request))
  }

  /// The latest secret on the phone: a code, or the CVV of a letter.
  func code(_ channel: ScaChannel = .sms) async throws -> Secret {
    let messages = try await perform(ListPhoneMessages())
    guard let code = messages.first(where: { $0.channel == channel })?.code else {
      throw WalletError(.notFound, details: [.verbatim("The phone shows no code.")])
    }
    return code
  }

  func event<O: WalletOperation>(of operation: O) async throws -> ScaEvent {
    let error = await wallet.failure(operation)
    guard let event = error?.scaEvent else { throw error ?? WalletError(.internalError) }
    return event
  }

  /// An event whose code was sent and not entered yet.
  func challenged<O: WalletOperation>(_ operation: O) async throws -> (ScaReference, Secret) {
    let event = try await event(of: operation)
    _ = try await perform(CreateChallenge(event.reference, .sms))
    return (event.reference, try await code())
  }

  /// A grant.
  func permission<O: WalletOperation>(for operation: O) async throws -> ScaReference {
    let (reference, code) = try await challenged(operation)
    _ = try await perform(SubmitAttempt(reference, code: code))
    return reference
  }
}

extension ScaVerification {
  static let sms = ScaVerification(method: .otp, channel: .sms)
}
