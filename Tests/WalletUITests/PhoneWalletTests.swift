import Canvas
import Languages
import PhoneWallet
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// Putting a card into a wallet of a simulated device with `w`.
@Suite struct PhoneWalletTests {
  private static let card = Fixture.cards[1]
  static let answer = CardTokenization(
    activationData: Base64.encode([1, 2, 3]), scheme: .visa,
    customer: TokenizedCustomer(name: "Ana Petrova"), cardLastDigits: "1177")

  static func state(_ kinds: [SimulatedDevice.Kind] = [.iPhone]) -> State {
    var state = Fixture.state(focus: 1)
    state.phoneWallets.devices = kinds.map { SimulatedDevice($0) }
    return state
  }

  static func token(_ reference: String = "token-1") -> MobileWalletTokenization {
    MobileWalletTokenization(dpanRef: reference, walletType: .applePay, status: .completed)
  }

  /// The state after the device has said who it is, and the request for a token.
  private static func asked(_ state: inout State) throws -> Tokenization {
    state.type("w")
    let query = try #require(state.press(Key(.enter)).first?.query(DeviceRequestQuery.self))
    let request = try SimulatedPhone(named: query.device.id).request(query.wallet)
    let effects = reduce(&state, .answer(query, .success(request)))
    return try #require(effects.first?.intent?.base as? Tokenization)
  }

  static func stages(_ state: State) throws -> [Bool] {
    let adding = try #require(state.top(PhoneAdding.self))
    return adding.steps.indices.map { $0 < adding.times.done }
  }

  @Test func devicesAndTheirWalletsAreOffered() {
    var state = Self.state([.iPhone, .iPhone, .samsung])
    state.type("w")
    let text = screen(state)
    #expect(text.contains("Apple Pay") && text.contains("iPhone 2"))
    #expect(text.contains("Samsung Pay") && text.contains("Google Pay"))
    #expect(text.contains("New Apple Watch"))
    let list = state.top(PhoneWalletPicker.self)?.list(state)
    #expect(list?.rows.count { $0.id.hasPrefix("add ") } == 4)
    #expect(list?.rows.count { $0.id.hasPrefix("delete ") } == 3)
  }

  @Test func aWalletThatHasTheCardSaysSo() throws {
    var state = Self.state([.iPhone, .watch])
    state.phoneWallets.devices[0].add("token-1")
    var card = Self.card
    card.tokenizations = [Self.token()]
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    state.type("w")
    let list = try #require(state.top(PhoneWalletPicker.self)?.list(state))
    let refused = list.rows.filter { $0.refusal != nil }
    #expect(refused.map(\.refusal) == ["already on this iPhone"])
    #expect(refused.first?.id.hasSuffix(state.phoneWallets.devices[0].id) == true)
    // The watch is another device.
    #expect(list.rows.first?.id.hasSuffix(state.phoneWallets.devices[1].id) == true)
    // A token that was begun and not completed can be begun again.
    card.tokenizations?[0].status = .initiated
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    #expect(
      state.top(PhoneWalletPicker.self)?.list(state).rows.contains { $0.refusal != nil } == false)
  }

  @Test func aDeviceWithoutRoomSaysSo() {
    var device = SimulatedDevice(.iPhone)
    for number in 0..<SimulatedDevice.room { device.add("\(number)") }
    #expect(WalletOffer([], in: .applePay, of: device) == .refused(.noRoom))
  }

  @Test func aLockedCardIsNotPutIntoAPhone() {
    var state = Fixture.state(focus: 2)
    #expect(state.type("w").isEmpty && state.overlays.isEmpty)
    #expect(PhoneWallets.refusal(state) == "locked")
  }

  @Test func theStepsEndWithACardThatIsReady() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    #expect(try Self.stages(state) == [true, true, false, false, false, false, false])
    #expect(screen(state).contains("Add Groceries to Apple Pay"))
    #expect(screen(state).contains("leaf, then subordinate"))
    let effects = reduce(&state, .done(intent, .success(Self.answer)))
    #expect(try Self.stages(state) == [true, true, true, true, false, false, false])
    let storing = try #require(effects.first?.query(StoringQuery.self))
    let activation = try #require(
      reduce(&state, .answer(storing, .success(Self.token()))).last?.intent?.base
        as? TokenActivation)
    #expect(activation.token == Self.token())
    _ = reduce(&state, .done(activation, .success(Self.token())))
    #expect(try Self.stages(state).allSatisfy { $0 })
    #expect(screen(state).contains("Groceries is in Apple Pay"))
    state.press(Key(.enter))
    #expect(state.overlays.isEmpty)
  }

  @Test func theCodeIsAskedAboveTheSteps() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    var error = WalletError(.scaRequired)
    error.scaEvent = Fixture.event()
    _ = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    #expect(state.top(ScaFlow.self) != nil && screen(state).contains("step 3 of 7"))
    state.press(Key(.escape))
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(!adding.times.isRunning && screen(state).contains("Nothing was added."))
  }

  /// Help was opened while the issuer was asked.
  @Test func theStepsEndWithoutACodeBelowHelpAsWell() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    state.type("?")
    var error = WalletError(.scaRequired)
    error.scaEvent = Fixture.event()
    _ = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    #expect(state.top(ScaFlow.self) != nil)
    state.press(Key(.escape))
    #expect(state.top(CommandMenu.self) != nil)
    state.press(Key(.escape))
    #expect(try #require(state.top(PhoneAdding.self)).times.isRunning == false)
    #expect(screen(state).contains("Nothing was added."))
  }

  @Test func aRefusalIsSaidAtItsStep() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    _ = reduce(&state, .done(intent, .failure(WalletError(.actionRefused))))
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(adding.failure?.code == .actionRefused && !adding.times.isRunning)
    #expect(adding.times.done == 2)
  }

  @Test func whatWasClosedGoesNoFurther() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    let effects = reduce(&state, .done(intent, .success(Self.answer)))
    #expect(!effects.contains { $0.query(StoringQuery.self) != nil } && state.overlays.isEmpty)
  }

  @Test func theCardSaysWhichDeviceHasIt() {
    var state = Self.state()
    state.phoneWallets.devices[0].add("token-1")
    var card = Self.card
    card.tokenizations = [Self.token(), Self.token("elsewhere")]
    let phones = CardFacts(state: state).phones(card)
    #expect(phones.map(\.value) == ["● active · iPhone", "● active"])
  }

  @Test func whatWasSentIsShownAndCopied() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    state.type("d")
    let shown = screen(state)
    #expect(shown.contains("walletType: APPLE_PAY") && shown.contains("leafCertificate: MI"))
    state.press(Key(.pageDown))
    #expect(screen(state).contains("nonceSignature"))
    state.press(Key(.escape))
    guard case .copy(.deviceRequest, let text)? = state.type("y").first else {
      Issue.record("nothing was copied")
      return
    }
    let nonce = try #require(intent.request.nonce)
    #expect(text.withBytes { String(decoding: $0, as: UTF8.self) }.contains("nonce: " + nonce))
  }

  @Test func theSimulatedPhoneIsShownBesideItFrom100Columns() throws {
    for (size, isShown) in [
      (Size(200, 60), true), (Size(100, 30), true), (Size(99, 40), false), (Size(60, 20), false),
    ] {
      var state = Fixture.state(size, focus: 1)
      state.phoneWallets.devices = [SimulatedDevice(.iPhone)]
      _ = try Self.asked(&state)
      #expect(screen(state).contains("Wallet  ") == isShown, "\(size)")
      state.type("m")
      #expect(!screen(state).contains("m hides it"))
    }
  }

  @Test func anotherPhoneIsChosenWithTab() throws {
    var state = Self.state()
    _ = try Self.asked(&state)
    #expect(state.press(Key(.tab)).first == .cancel(.intents))
    #expect(state.top(PhoneWalletPicker.self) != nil && state.overlays.count == 1)
  }

  @Test func lineModeReadsTheStepsAsSentences() throws {
    var state = Self.state()
    state.settings.isLinear = true
    _ = try Self.asked(&state)
    let text = screen(state)
    #expect(text.contains("Done: The phone showed its certificates"))
    #expect(text.contains("Now: You confirm it is you") && !text.contains("Simulated iPhone ─"))
  }

  @Test func theStepsAreGerman() throws {
    var state = Self.state()
    state.settings.words = Words(.german)
    _ = try Self.asked(&state)
    #expect(screen(state).contains("Groceries in Apple Pay aufnehmen"))
    #expect(screen(state).contains("Zertifikate") && screen(state).contains("Schritt 3 von 7"))
  }

  @Test(arguments: [Size(40, 12), Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60)])
  func theStepThatHappensIsInSight(_ size: Size) throws {
    var state = Fixture.state(size, focus: 1)
    state.phoneWallets.devices = [SimulatedDevice(.iPhone)]
    _ = try Self.asked(&state)
    #expect(screen(state).contains("You confirm it is you"), "\(screen(state))")
  }

  @Test func helpCommandsAndQuitAreAtTheFoot() throws {
    var state = Self.state()
    _ = try Self.asked(&state)
    let foot = screen(state).split(separator: "\n").last.map(String.init) ?? ""
    #expect(foot.contains("? help") && foot.contains("Tab other phones"), "\(foot)")
    #expect(foot.contains(": commands") && foot.contains("q quit"), "\(foot)")
    state.type("?")
    #expect(state.top(CommandMenu.self)?.kind == .help)
    state.press(Key(.escape))
    #expect(state.top(PhoneAdding.self) != nil)
    state.type(":")
    #expect(state.top(CommandMenu.self)?.kind == .palette)
    // A command that was chosen there is not hidden behind the steps.
    state.type("activity")
    let effects = state.press(Key(.enter))
    #expect(state.overlays.isEmpty && effects.contains(.cancel(.intents)))
    var other = Self.state()
    _ = try Self.asked(&other)
    other.type("q")
    #expect(other.exit == 0)
  }
}
