import Canvas
import Languages
import PhoneWallet
import ScreenKit
import Testing
import WalletModel
import Words

@testable import WalletUI

/// Putting a card into a wallet of a simulated device with `w`.
@Suite struct PhoneWalletTests {
  private static let card = Fixture.cards[1]
  private static let answer = CardTokenization(
    activationData: Base64.encode([1, 2, 3]), scheme: .visa,
    customer: TokenizedCustomer(name: "Ana Petrova"), cardLastDigits: "1177")

  /// With reduced motion: each step begins at once.
  private static func state(
    _ kinds: [SimulatedDevice.Kind] = [.iPhone], _ size: Size = Size(120, 40)
  ) -> State {
    var state = Fixture.state(size, focus: 1)
    state.settings.reducesMotion = true
    state.phones.wallets.devices = kinds.map { SimulatedDevice($0) }
    return state
  }

  private static func token(_ reference: String = "token-1") -> MobileWalletTokenization {
    MobileWalletTokenization(dpanRef: reference, walletType: .applePay, status: .completed)
  }

  /// The state after the device has said who it is, and the request for a token.
  private static func asked(_ state: inout State) throws -> Tokenization {
    let query = try #require(state.submit("w").query(DeviceRequestQuery.self))
    let request = try SimulatedPhone(named: query.device.id).request(query.wallet)
    return try #require(state.answer(query, request).intent(Tokenization.self))
  }

  private static func stages(_ state: State) throws -> [Bool] {
    let adding = try #require(state.top(PhoneAdding.self))
    return adding.steps.indices.map { $0 < adding.times.done }
  }

  /// Chooses the first row with an id that begins like this.
  private static func choose(_ id: String, _ state: inout State) throws -> [Effect] {
    state.type("w")
    let picker = try #require(state.top(PhoneWalletPicker.self))
    let row = try #require(picker.list(state).rows.first { $0.id.hasPrefix(id) })
    state.pop()
    return picker.chose(row, &state)
  }

  private static func rows(_ state: State) -> [PickerList.Row] {
    let card = CardRow(Fixture.cards[1], state.words)
    return PhoneWalletPicker(card: card).list(state).rows
  }

  private static func store(_ token: MobileWalletTokenization, _ state: inout State) {
    var card = Self.card
    card.tokenizations = [token]
    state.cards.details.store(
      CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
  }

  @Test func devicesAndTheirWalletsAreOffered() {
    let state = Self.state([.iPhone, .iPhone, .samsung]).typing("w")
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
    #expect(state.submit("w/delete").isEmpty)
    #expect(state.top(Dialog.self)?.isDangerous == true && state.phones.wallets.devices.count == 1)
    #expect(screen(state).contains("Delete iPhone"))
    let deletion = try #require(state.press(Key(.enter)).intent(DeviceDeletion.self))
    state.done(deletion, [])
    #expect(state.phones.wallets.devices.isEmpty && state.view.overlays.isEmpty)
  }

  @Test func aWalletThatHasTheCardSaysSo() throws {
    var state = Self.state([.iPhone, .watch])
    state.phones.wallets.devices[0].add(DeviceToken("token-1"))
    var card = Self.card
    card.tokenizations = [Self.token()]
    state.cards.details.store(
      CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    state.type("w")
    let list = try #require(state.top(PhoneWalletPicker.self)?.list(state))
    let refused = list.rows.filter { $0.refusal != nil }
    #expect(refused.map(\.refusal) == ["already in it"])
    #expect(refused.first?.id.hasSuffix(state.phones.wallets.devices[0].id) == true)
    // The watch is another device.
    #expect(list.rows.first?.id.hasSuffix(state.phones.wallets.devices[1].id) == true)
    // A token that was begun and not completed can be begun again, and so can one that was removed.
    for status in [MobileWalletStatus.initiated, .completed] {
      card.tokenizations?[0].status = status
      card.tokenizations?[0].removedAt = status == .completed ? Fixture.now : nil
      state.cards.details.store(
        CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
      #expect(
        state.top(PhoneWalletPicker.self)?.list(state).rows.contains { $0.refusal != nil } == false)
    }
  }

  @Test func aDeviceWithoutRoomSaysSo() {
    var state = Self.state()
    for number in 0..<SimulatedDevice.room {
      state.phones.wallets.devices[0].add(DeviceToken("\(number)"))
    }
    state.type("w")
    let list = state.top(PhoneWalletPicker.self)?.list(state)
    #expect(list?.rows.compactMap(\.refusal) == ["no room for a card"])
    #expect(list?.rows.contains { $0.id.hasPrefix("own ") } == false)
  }

  @Test func aLockedCardIsNotPutIntoAPhone() {
    var state = Fixture.state(focus: 2)
    #expect(state.type("w").isEmpty && state.view.overlays.isEmpty)
    #expect(PhoneWallets.refusal(state) == "locked")
  }

  @Test func theStepsEndWithACardThatIsReady() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    #expect(try Self.stages(state) == [true, true, false, false, false, false, false])
    #expect(screen(state).contains("Add Groceries to Apple Pay"))
    #expect(screen(state).contains("leaf, then subordinate"))
    let effects = state.done(intent, .success(Self.answer))
    #expect(try Self.stages(state) == [true, true, true, true, false, false, false])
    let storing = try #require(effects.query(StoringQuery.self))
    let activation = try #require(state.answer(storing, Self.token()).intent(TokenActivation.self))
    #expect(activation.token == Self.token())
    state.done(activation, .success(Self.token()))
    #expect(try Self.stages(state).allSatisfy { $0 })
    #expect(screen(state).contains("Groceries is in Apple Pay"))
    state.press(Key(.enter))
    #expect(state.view.overlays.isEmpty)
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
    state.done(intent, .failure(WalletError(.actionRefused)))
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(adding.failure?.code == .actionRefused && !adding.times.isRunning)
    #expect(adding.times.done == 2)
  }

  @Test func whatWasClosedGoesNoFurther() throws {
    var state = Self.state()
    let intent = try Self.asked(&state)
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    let effects = state.done(intent, .success(Self.answer))
    #expect(!effects.contains { $0.query(StoringQuery.self) != nil } && state.view.overlays.isEmpty)
  }

  /// A wallet is made, the card is pushed, and the network asks who its owner is.
  @Test func aPhoneWithoutAWalletGetsOneAndProvesWhoPays() throws {
    var state = Self.state([.android])
    #expect(Self.rows(state).first?.text.contains("makes a wallet for Google Pay") == true)
    let making = try #require(try Self.choose("add ", &state).query(WalletMakingQuery.self))
    var device = making.device
    device.makeWallet(making.wallet)
    let request = try #require(state.answer(making, device).query(DeviceRequestQuery.self))
    #expect(request.device.missing.isEmpty)
    let sent = try SimulatedPhone(named: device.id).request(.googlePay)
    let tokenization = try #require(state.answer(request, sent).intent(Tokenization.self))
    let storing = try #require(
      state.done(tokenization, .success(Self.answer)).query(StoringQuery.self))
    var token = Self.token()
    token.walletType = .googlePay
    let verification = try #require(state.answer(storing, token).intent(TokenVerification.self))
    #expect(verification.dpanRef == token.dpanRef)
    #expect(try Self.stages(state) == [true, true, true, true, true, true, false, false])
    #expect(screen(state).contains("Waiting for you…"))
    state.done(verification, .success(Self.card))
    #expect(try Self.stages(state).allSatisfy { $0 })
    #expect(screen(state).contains("Groceries is in Google Pay"))
  }

  @Test func aTokenThatWaitsIsVerifiedWithACode() throws {
    var state = Self.state([.android])
    state.phones.wallets.devices[0].makeWallet(.googlePay)
    state.phones.wallets.devices[0].add(DeviceToken("t", nil, wallet: .googlePay))
    Self.store(
      MobileWalletTokenization(dpanRef: "t", walletType: .googlePay, status: .initiated), &state)
    #expect(Self.rows(state).first?.title == "Verify it is you, for Google Pay")
    let verification = try #require(try Self.choose("add ", &state).intent(TokenVerification.self))
    #expect(try Self.stages(state) == [true, false, false])
    // Without consent it stays as it was.
    var error = WalletError(.scaRequired)
    error.scaEvent = Fixture.event()
    _ = reduce(&state, .performed(AnyIntent(verification), .failure(error)))
    #expect(state.top(ScaFlow.self) != nil)
    state.press(Key(.escape))
    #expect(screen(state).contains("can't pay until you verify"))
    state.press(Key(.enter))
    #expect(state.view.overlays.isEmpty)
    _ = try Self.choose("add ", &state)
    state.done(verification, .failure(WalletError(.actionRefused)))
    #expect(state.top(PhoneAdding.self)?.failure?.code == .actionRefused)
  }

  /// C15: the network asks also where an iPhone would not have to be verified.
  @Test func whatIsBegunAtTheDeviceEndsInAVerification() throws {
    var state = Self.state()
    #expect(try Self.choose("own ", &state).query(DeviceRequestQuery.self) != nil)
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(adding.steps.contains(.verification) && !adding.steps.contains(.activation))
  }

  /// Each step is shown for about a second, and what was stopped goes no further.
  @Test func aStepTakesASecond() throws {
    func asks(_ effects: [Effect]) -> DeviceRequestQuery? {
      effects.query(DeviceRequestQuery.self)
    }
    var state = Self.state()
    state.settings.reducesMotion = false
    #expect(asks(state.submit("w")) == nil)
    let end = state.clock.now + Clock.second
    #expect(asks(Self.wait(0.9, &state)) == nil)
    #expect(state.nextDeadline.map { $0 <= end } == true)
    #expect(try Self.stages(state)[0] == false)
    let query = try #require(asks(Self.wait(0.1, &state)))
    #expect(try Self.stages(state)[0])
    let request = try SimulatedPhone(named: query.device.id).request(query.wallet)
    // An answer that comes late is not held.
    _ = Self.wait(2, &state)
    #expect(state.answer(query, request).first?.intent != nil)
    var stopped = Self.state()
    stopped.settings.reducesMotion = false
    stopped.type("w")
    stopped.press(Key(.enter), Key(.escape))
    #expect(asks(Self.wait(3, &stopped)) == nil && stopped.view.overlays.isEmpty)
  }

  /// Each tick does one thing that is due.
  private static func wait(_ seconds: Double, _ state: inout State) -> [Effect] {
    var clock = state.clock
    clock.now += UInt64(seconds * Double(Clock.second))
    return (0..<4).flatMap { _ in reduce(&state, .tick(clock)) }
  }

  /// The device fills beside the steps, where there is room for it.
  @Test func theSimulatedDeviceIsBesideTheSteps() throws {
    var state = Self.state()
    _ = try Self.asked(&state)
    let shown = screen(state)
    #expect(shown.contains("Simulated iPhone") && shown.contains("m hides it"))
    #expect(shown.contains("Adding your card…") || shown.contains("Waiting for you…"))
    state.type("m")
    #expect(!screen(state).contains("m hides it"))
    #expect(screen(state).contains("Add Groceries to Apple Pay"))
    state.type("m")
    #expect(screen(state).contains("m hides it"))
    var small = Self.state([.iPhone], Size(80, 24))
    _ = try Self.asked(&small)
    #expect(!screen(small).contains("Simulated iPhone"))
  }

  @Test func theCardSaysWhichDeviceHasItAndWhatItCanDo() {
    var state = Self.state()
    state.phones.wallets.devices[0].add(DeviceToken("DNITHE0042"))
    var card = Self.card
    card.tokenizations = [Self.token("DNITHE0042"), Self.token("elsewhere")]
    func values(_ status: CardStatus) -> [String] {
      CardFacts(state: state).phones(card, on: status).map(\.value)
    }
    #expect(values(.active) == ["● active · ··0042 · iPhone", "● active"])
    card.tokenizations?[1].isFrozen = true
    #expect(values(.active) == ["● active · ··0042 · iPhone", "■ frozen"])
    // A lock that is not confirmed yet is shown with its effect.
    #expect(values(.locked) == ["■ suspended · ··0042 · iPhone", "■ frozen"])
    card.tokenizations?[0].removedAt = Fixture.now
    #expect(values(.active)[0] == "✕ removed · ··0042 · iPhone")
    #expect(values(.cancelled)[1] == "✕ ended")
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
    var state = Self.state([.iPhone], size)
    _ = try Self.asked(&state)
    #expect(screen(state).contains("You confirm it is you"), "\(screen(state))")
  }
}
