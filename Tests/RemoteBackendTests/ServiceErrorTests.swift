import Conformance
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import ClientTesting
@testable import RemoteBackend

/// F33: the published names that the client finds, before or instead of an answer of the issuer. The
/// issuer's are in the conformance suite.
@Suite(.serialized) struct ServiceErrorTests {
  private struct Found: Sendable, CustomTestStringConvertible {
    let name: String
    let code: ErrorCode
    let provoke: @Sendable () async throws -> Void
    var testDescription: String { name }
  }

  private static let found = [
    Found(name: "invalidConfig", code: .usage) { _ = try RemoteProfile(server: "ftp://x") },
    Found(name: "fundingSourceCreationFailed", code: .fundingSourceCreation) {
      let shop = try await Shopper()
      let begun = try await shop.setUp()
      _ = try await shop.cards.complete(
        try await shop.wallet.send(CancelProvisionalFundingSource(begun.id)))
    },
    Found(name: "noOwnershipProofAvailable", code: .noOwnershipProof) {
      let shop = try await Shopper()
      var order = try await shop.order()
      order.personaID = "nobody"
      _ = try await shop.cards.provision(order)
    },
    Found(name: "provisionFailed", code: .provisionFailed) {
      let shop = try await Shopper()
      _ = try await shop.made(holder: ProvisionalVirtualCard.failingHolder)
    },
    Found(name: "localKeyPairFailure", code: .deviceKeyMissing) {
      let shop = try await Shopper()
      let card = try await shop.made()
      _ = try await shop.onAnotherDevice.secureDetails(card)
    },
    Found(name: "getFailed", code: .damagedRecord) {
      let shop = try await Shopper()
      _ = try await shop.cards.secureDetails(.damaged(id: "card"))
    },
    Found(name: "decodingError", code: .virtualCardSealed) {
      let shop = try await Shopper()
      var card = try await shop.made()
      card.sealed.boxes[.alias]?[40] ^= 1
      _ = try await shop.cards.secureDetails(card)
    },
    Found(name: "invalidKeyArchive", code: .keyArchive) {
      let shop = try await Shopper()
      _ = try await shop.cards.importKeys(Array("walletui".utf8), passphrase: secret("p"))
    },
    Found(name: "rateLimitExceeded", code: .rateLimited) {
      let server = try TestServer(burst: 20)
      let person = try await server.person(at: server.url)
      for _ in 1...40 { _ = try await person.perform(GetVirtualCardsConfig()) }
    },
    Found(name: "requestFailed", code: .netOffline) {
      _ = try await RemoteBackend.signIn(
        try RemoteProfile(server: "http://127.0.0.1:1", insecureLoopback: true), user: "p0",
        password: secret("p"))
    },
    Found(name: "serviceError", code: .internalError) {
      try await ask(500, #"{"error":{"code":"1000","message":"No","details":[]}}"#)
    },
    Found(name: "fatalError", code: .internalError) { try await ask(500, "") },
    Found(name: "internalError", code: .internalError) {
      try await ask(
        409, #"{"error":{"code":"sudoplatform.virtual-cards.NewError","message":"Said so"}}"#)
    },
  ]

  @Test(arguments: found) private func itsCodeIsFound(_ error: Found) async throws {
    await #expect { try await error.provoke() } throws: {
      ($0 as? WalletError)?.code == error.code
    }
  }

  /// A name that nothing provokes is missing here, one that is in two lists is there twice.
  @Test func eachNameIsProvokedOrDoesNotApply() {
    let all = ServiceErrors.issued + Self.found.map(\.name) + ServiceErrors.absent.keys
    #expect(all.sorted() == ServiceErrors.names.sorted())
    #expect(Set(ServiceErrors.names).count == 50)
    #expect(ServiceErrors.absent.values.allSatisfy { !$0.isEmpty })
  }

  /// Every word of the service in the catalogue is the code of a name.
  @Test func eachWordMeansAName() {
    let codes = Set(ServiceErrors.issuedCodes + Self.found.map(\.code))
    #expect(Set(ErrorCode.all.filter { $0.rawValue.hasSuffix("Error") }).subtracting(codes) == [])
    let known = ErrorCode.all.filter { $0.rawValue.hasSuffix("Error") }
    for code in known {
      #expect(ErrorCode(rawValue: "sudoplatform.virtual-cards." + code.rawValue) == code)
      #expect(ErrorCode(rawValue: "sudoplatform." + code.rawValue + "Code") == code)
    }
  }

  /// Asks a server that always answers this.
  private static func ask(_ status: Int, _ body: String) async throws {
    let answer = WireResponse(status, headers: [], body: .plain(Array(body.utf8)))
    let backend = AnsweringBackend(answer)
    let context = RequestContext(customerID: CustomerID("c"), sessionID: "s", deviceID: "d")
    _ = try await WalletService(backend: backend, context: context).send(GetVirtualCardsConfig())
  }
}

/// Reads the same answer to everything.
private struct AnsweringBackend: WalletBackend {
  let error: WalletError
  init(_ answer: WireResponse) { error = WalletError(wire: answer) }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  { throw error }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

/// Somebody with virtual cards on a server.
private struct Shopper {
  let server: TestServer
  let person: Person
  let wallet: WalletService
  var cards: VirtualCardService { wallet.virtualCards }

  init() async throws {
    server = try TestServer()
    person = try await server.person(at: server.url)
    wallet = WalletService(backend: person.wallet, context: person.wallet.context)
  }

  var onAnotherDevice: VirtualCardService {
    WalletService(backend: person.wallet, context: person.wallet.context).virtualCards
  }

  func setUp() async throws -> ProvisionalFundingSource {
    let card = EnteredCard(
      number: secret("4242424242424242"), expiry: CardExpiry(month: 9, year: 2035),
      cvv: secret("123"))
    defer { card.wipe() }
    return try await wallet.send(SetUpFundingSource(FundingSourceRequest(.entered(card))))
  }

  func order(holder: String = "Ana Petrova") async throws -> VirtualCardOrder {
    VirtualCardOrder(
      personaID: try await wallet.send(CreatePersona(PersonaRequest(name: "Shopping"))).id,
      fundingSourceID: try await cards.complete(try await setUp()).id, cardHolder: holder,
      alias: "Shoes")
  }

  func made(holder: String = "Ana Petrova") async throws -> VirtualCard {
    let begun = try await cards.provision(try await order(holder: holder))
    server.clock.advance(milliseconds: 5000)
    return try await wallet.send(GetProvisionalCard(begun.id)).finished()
  }
}
