import FakeIssuer
import Glibc
import IssuerConnectors
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// One account at a card issuer, served to many clients.
@Suite(.timeLimit(.minutes(10))) struct GatewayTests {
  private static func path(_ kind: IssuerKind) -> String {
    switch kind {
    case .lithic, .privacy: "/v1/cards"
    case .stripe: "/v1/issuing/cards"
    case .increase: "/cards"
    }
  }

  private static func order(_ kind: IssuerKind) -> CreateCard {
    CreateCard(CardRequest(programName: "\(kind.name) virtual", currency: "USD"))
  }

  @Test(arguments: IssuerKind.allCases)
  func oneClientSeesWhatAnotherOneChanges(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 3)
    let ana = try served.signIn().accessToken
    let boris = try served.signIn(as: "boris").accessToken
    let cards = try served.perform(ListCards(CardQuery()), ana).cards
    // The vault has cards of its own, which are not shown.
    #expect(cards.count == 3)
    #expect(try served.perform(ListCards(CardQuery()), boris).cards == cards)
    let card = try #require(cards.first)
    let stream = try Stream(served, boris)
    #expect(stream.reads(": walletd"))
    let locked = try served.perform(SetCardStatus(card.id, .locked, reason: "Lost"), ana) {
      $0.expectedVersion = card.version
    }
    #expect(locked.status == .locked && locked.version == card.version + 1)
    #expect(stream.reads("\"\(card.id)\""))
    #expect(try served.perform(GetCard(card.id), boris) == locked)
    // What boris saw before is not what he would change.
    let error = #expect(throws: WalletError.self) {
      try served.perform(SetCardStatus(card.id, .cancelled, reason: "Over"), boris) {
        $0.expectedVersion = card.version
      }
    }
    #expect(error?.code == .versionConflict)
  }

  @Test(arguments: IssuerKind.allCases)
  func aKeyHasItsEffectOnce(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 1)
    let token = try served.signIn().accessToken
    let first = try served.perform(Self.order(kind), token) { $0.idempotencyKey = "key-1" }
    let again = try served.perform(Self.order(kind), token) { $0.idempotencyKey = "key-1" }
    #expect(again == first)
    #expect(try served.issuer.cards().count == 2)
    // The control: another key makes another card.
    _ = try served.perform(Self.order(kind), token) { $0.idempotencyKey = "key-2" }
    #expect(try served.issuer.cards().count == 3)
    let error = #expect(throws: WalletError.self) {
      try served.perform(
        CreateCard(
          CardRequest(programName: "\(kind.name) virtual", currency: "USD", alias: "Other")), token
      ) { $0.idempotencyKey = "key-1" }
    }
    #expect(error?.code == .keyReused)
    #expect(
      try served.perform(SettleChange("key-1"), token) == .done(status: 201, cardID: first.id))
  }

  /// All attempts of the gateway are lost, and the client repeats the request.
  @Test(arguments: IssuerKind.allCases)
  func anOrderWhoseAnswersAreLostMakesOneCard(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 1)
    let token = try served.signIn().accessToken
    _ = try served.perform(ListCards(CardQuery()), token)
    try served.issuer.fault("lose", ["method": "POST", "path": Self.path(kind), "times": 4])
    let bytes = served.bytes(Self.order(kind), token) { $0.idempotencyKey = "lost" }
    let answer = try #require(GatewayServer.response(try served.raw(bytes)))
    if kind == .increase {
      // It can say what was made with the key.
      #expect(answer.status == 201)
    } else {
      // It may have happened.
      #expect(answer.status == 504)
    }
    let made = try #require(GatewayServer.response(try served.raw(bytes)))
    #expect(made.status == 201)
    #expect(try served.issuer.cards().count == 2)
  }

  @Test(arguments: IssuerKind.allCases)
  func whatBecameOfALostChangeIsToldHonestly(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 1)
    let token = try served.signIn().accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    // Neither the change nor the card can be read.
    try served.issuer.fault("lose", ["path": Self.path(kind) + "/", "times": 100])
    try served.issuer.fault("lose", ["path": Self.path(kind), "method": "POST", "times": 100])
    let order = served.bytes(Self.order(kind), token) { $0.idempotencyKey = "lost" }
    _ = try served.raw(order)
    let settled = Result { try served.perform(SettleChange("lost"), token) }
    if kind == .increase || kind == .privacy {
      // It is in the issuer's list.
      let last = try #require(try served.issuer.cards().last)
      let made = try #require((last["id"] ?? last["token"]) as? String)
      #expect(try settled.get() == .done(status: 201, cardID: CardID(made)))
    } else {
      // The same order with the same key is lost again.
      let error = #expect(throws: WalletError.self) { try settled.get() }
      #expect(error?.code == .unavailable)
    }
    // A key that nobody has used is closed.
    #expect(try served.perform(SettleChange("never"), token) == .unknown)
    let error = #expect(throws: WalletError.self) {
      try served.perform(SetCardStatus(card.id, .locked, reason: "Lost"), token) {
        $0.idempotencyKey = "never"
      }
    }
    #expect(error?.code == .keyClosed)
    try served.issuer.noFaults()
    let known = try served.perform(SettleChange("lost"), token)
    #expect(known != .pending && known != .unknown)
    #expect(try served.issuer.cards().count == 2)
    let locked = try served.perform(SetCardStatus(card.id, .locked, reason: "Lost"), token) {
      ($0.idempotencyKey, $0.expectedVersion) = ("lock", card.version)
    }
    #expect(locked.status == .locked)
    #expect(
      try served.perform(SettleChange("lock"), token) == .done(status: 200, cardID: card.id))
  }

  @Test(arguments: IssuerKind.allCases)
  func aRevokedKeyIsReportedAndShownNowhere(_ kind: IssuerKind) throws {
    let served = try GatewayServer(kind, cards: 1)
    let token = try served.signIn().accessToken
    _ = try served.perform(ListCards(CardQuery()), token)
    try served.issuer.control("POST", "/_test/revoke")
    let answer = try served.send(ListCards(CardQuery()).wireRequest(Self.nobody), token)
    // The client's own sign-in is good.
    #expect(answer.status == 409)
    let body = text(answer.body)
    #expect(body.contains("\(kind.name) doesn't accept the key"))
    _ = try served.perform(GetProfile(), token)
    let all = body + answer.headers.map { "\($0.name): \($0.value)" }.joined()
    let log = served.log.lines.joined(separator: "\n")
    #expect(!all.contains(served.issuer.key) && !log.contains(served.issuer.key))
    // The control: the search finds what is there.
    #expect(all.contains("application/json") && log.contains("/profile/prepaid/cards"))
  }

  private static let nobody = RequestContext(
    customerID: CustomerID(""), sessionID: "", deviceID: "")

  @Test func anIssuerThatCannotBeReachedIsNamed() throws {
    let served = try GatewayServer(.lithic, cards: 1)
    let token = try served.signIn().accessToken
    try served.issuer.fault("cut before")
    let error = #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), token)
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.english == "The server can't reach Lithic")
  }

  @Test func nothingChangesWithAReadOnlyAccount() throws {
    let served = try GatewayServer(.stripe, cards: 1, isReadOnly: true)
    let token = try served.signIn().accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let error = #expect(throws: WalletError.self) {
      try served.perform(SetCardStatus(card.id, .locked, reason: "Lost"), token)
    }
    #expect(error?.code == .actionRefused)
    #expect(try served.issuer.requests().allSatisfy { $0.hasPrefix("GET ") })
  }

  @Test func detailsNeedACodeOfTheVault() throws {
    let served = try GatewayServer(.lithic, cards: 1) { $0.isSimulator = true }
    let token = try served.signIn().accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let before = try served.issuer.requests().count
    let reference = try served.confirm(GetSecureDetails(card.id), token)
    #expect(try served.issuer.requests().count == before)
    let details = try served.perform(GetSecureDetails(card.id), token) { $0.sca = reference }
    #expect(text(details.pan).hasSuffix(card.lastFour))
    // Without the scope nothing is asked.
    let less = try served.signIn([.wallet]).accessToken
    let error = #expect(throws: WalletError.self) {
      try served.perform(GetSecureDetails(card.id), less)
    }
    #expect(error?.code == .scopeMissing)
  }

  @Test func paymentsOfTheSandboxArePossible() throws {
    let served = try GatewayServer(.lithic, cards: 1)
    let token = try served.signIn().accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let merchant = try #require(try served.perform(ListMerchants(), token).first)
    _ = try served.perform(Authorize(.card(card.id), at: merchant.id, ShopAmount(420)), token)
    #expect(try served.perform(ListTransactions(card.id), token).transactions.count == 1)
    // Other simulated parts are not there.
    for operation: any WalletOperation in [ListPhoneMessages(), ListPersonas()] {
      #expect(try served.send(operation.wireRequest(Self.nobody), token).status == 404)
    }
  }

  /// There are more requests than threads. All wait for the issuer.
  @Test func aSlowIssuerHoldsNoThreadOfTheServer() throws {
    let served = try GatewayServer(.increase, cards: 1)
    let token = try served.signIn().accessToken
    try served.issuer.fault("slow", ["seconds": 6])
    let bytes = served.bytes(ListCards(CardQuery()), token)
    let sockets = try (0..<24).map { _ in try served.connected(bytes) }
    defer { for socket in sockets { close(socket) } }
    try until { try !served.issuer.requests().isEmpty }
    for _ in 0..<24 {
      #expect(text(try served.send("GET", "/healthz").body) == "ok\n")
      _ = try served.perform(GetProfile(), token)
    }
    var byte: UInt8 = 0
    for socket in sockets {
      #expect(recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) == -1)
    }
    try served.issuer.noFaults()
    for socket in sockets { #expect(served.everything(socket).hasPrefix("HTTP/1.1 200")) }
    // Those that arrived before a list was read share it.
    #expect(try served.issuer.requests().count < 24)
  }

  @Test func theEndOfTheServerEndsRequestsToTheIssuer() throws {
    let served = try GatewayServer(.increase, cards: 1)
    let token = try served.signIn().accessToken
    try served.issuer.fault("slow", ["seconds": 600])
    let waiting = try served.connected(served.bytes(ListCards(CardQuery()), token))
    defer { close(waiting) }
    try until { try !served.issuer.requests().isEmpty }
    served.server.stop(within: 2)
    #expect(served.everything(waiting).hasPrefix("HTTP/1.1 503"))
  }

  @Test func oneLookForNewsIsEnoughForAllClients() async throws {
    let served = try GatewayServer(.lithic, cards: 1)
    let token = try served.signIn().accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let streams = try (0..<8).map { _ in try Stream(served, token) }
    for stream in streams { #expect(stream.reads(": walletd")) }
    // How often events are asked for depends on how long this takes.
    func reads() throws -> Int {
      try served.issuer.requests().count { !$0.contains("/events") }
    }
    let before = try reads()
    try await served.elsewhere(SetCardStatus(card.id, .locked, reason: "Lost"))
    for stream in streams { #expect(stream.reads("\"\(card.id)\"")) }
    // The change itself, and what a look reads.
    #expect(try reads() - before < 8)
  }
}
