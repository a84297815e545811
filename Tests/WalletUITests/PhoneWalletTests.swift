import Canvas
import Languages
import PhoneWallet
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// Putting a card into a wallet of a simulated device with `w`.
@Suite struct PhoneWalletTests {
  private static let card = Fixture.cards[1]
  private static let answer = CardTokenization(
    activationData: Base64.encode([1, 2, 3]), scheme: .visa,
    customer: TokenizedCustomer(name: "Ana Petrova"), cardLastDigits: "1177")

  private static func state(_ kinds: [SimulatedDevice.Kind] = [.iPhone]) -> State {
    var state = Fixture.state(focus: 1)
    state.phoneWallets.devices = kinds.map { SimulatedDevice($0) }
    return state
  }

  private static func token(_ reference: String = "token-1") -> MobileWalletTokenization {
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

  private static func stages(_ state: State) throws -> [Bool] {
    let adding = try #require(state.top(PhoneAdding.self))
    return PhoneAdding.Step.allCases.map { $0.rawValue < adding.times.done }
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

  /// `/` is the sign before the line, and no part of what is searched.
  @Test func deletingADeviceIsAskedAbout() throws {
    var state = Self.state()
    state.type("w/delete")
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(state.top(Dialog.self)?.isDangerous == true && state.phoneWallets.devices.count == 1)
    #expect(screen(state).contains("Delete iPhone"))
    let deletion = try #require(state.press(Key(.enter)).first?.intent?.base as? DeviceDeletion)
    _ = reduce(&state, .done(deletion, []))
    #expect(state.phoneWallets.devices.isEmpty && state.overlays.isEmpty)
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
    #expect(refused.map(\.refusal) == ["already in it"])
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
    let phones = PhoneWallets()
    #expect(phones.refusal(.applePay, of: device, for: nil, Fixture.settings.words) != nil)
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
    #expect(state.top(ScaFlow.self) != nil && !screen(state).contains("leaf, then subordinate"))
    state.press(Key(.escape))
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(!adding.times.isRunning && screen(state).contains("Nothing was added."))
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
    #expect(phones.map(\.value) == ["completed · iPhone", "completed"])
  }

  @Test func theStepsAreGerman() throws {
    var state = Self.state()
    state.settings.words = Words(.german)
    _ = try Self.asked(&state)
    #expect(screen(state).contains("Groceries in Apple Pay aufnehmen"))
    #expect(screen(state).contains("Zertifikate"))
  }

  @Test(arguments: [Size(40, 12), Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60)])
  func theStepThatHappensIsInSight(_ size: Size) throws {
    var state = Fixture.state(size, focus: 1)
    state.phoneWallets.devices = [SimulatedDevice(.iPhone)]
    _ = try Self.asked(&state)
    #expect(screen(state).contains("You confirm it is you"), "\(screen(state))")
  }
}
