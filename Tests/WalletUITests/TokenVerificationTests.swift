import Canvas
import PhoneWallet
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// Verifying a token that waits (C11), on the way into a new wallet and later.
@Suite struct TokenVerificationTests {
  /// Those of the wallet were made before.
  private static func withWallets(_ state: inout State) {
    for index in state.phoneWallets.devices.indices {
      for wallet in state.phoneWallets.devices[index].kind.wallets {
        state.phoneWallets.devices[index].makeWallet(wallet)
      }
    }
  }

  /// C12, C11: the phone makes a wallet, and the network does not know it.
  @Test func aNewGoogleWalletIsMadeAndVerified() throws {
    var state = PhoneWalletTests.state([.android])
    let device = state.phoneWallets.devices[0]
    state.type("w")
    let making = try #require(state.press(Key(.enter)).first?.query(WalletMakingQuery.self))
    #expect(screen(state).contains("step 2 of 9"))
    var made = device
    made.makeWallet(.googlePay)
    let query = try #require(
      reduce(&state, .answer(making, .success(made))).first?.query(DeviceRequestQuery.self))
    let request = try SimulatedPhone(named: device.id).request(.googlePay)
    let first = try #require(
      reduce(&state, .answer(query, .success(request))).first?.intent?.base as? Tokenization)
    let storing = try #require(
      reduce(&state, .done(first, .success(PhoneWalletTests.answer))).compactMap {
        $0.query(StoringQuery.self)
      }.first)
    #expect(storing.state == .needsIdentityVerification)
    let token = MobileWalletTokenization(
      dpanRef: "begun", walletType: .googlePay, status: .completed)
    // Nothing is reported before the person has proved who they are.
    let effects = reduce(&state, .answer(storing, .success(token)))
    let asked = effects.compactMap { $0.intent?.base as? TokenVerification }
    let verification = try #require(asked.first)
    #expect(verification.dpanRef == "begun")
    #expect(try PhoneWalletTests.stages(state).filter { $0 }.count == 6)
    try Self.verify(verification, &state)
  }

  /// The issuer completes the token, and then the device may pay with it.
  private static func verify(_ intent: TokenVerification, _ state: inout State) throws {
    var card = Fixture.cards[1]
    card.tokenizations = [
      MobileWalletTokenization(
        dpanRef: intent.dpanRef, walletType: .googlePay, status: .completed)
    ]
    let effects = reduce(&state, .done(intent, .success(card)))
    #expect(
      try !PhoneWalletTests.stages(state).allSatisfy { $0 }, "the device does not know it yet")
    let activation = try #require(effects.first?.query(DeviceActivationQuery.self))
    #expect(activation.dpanRef == intent.dpanRef)
    var devices = state.phoneWallets.devices
    devices[0].activate(intent.dpanRef)
    _ = reduce(&state, .answer(activation, .success(devices)))
    #expect(state.phoneWallets.devices == devices)
    #expect(try PhoneWalletTests.stages(state).allSatisfy { $0 })
    #expect(screen(state).contains("Groceries is in Google Pay"))
  }

  /// A card with a token that waits, in the wallet of an Android phone, and the question for a code.
  private static func waiting() throws -> (State, TokenVerification) {
    var state = PhoneWalletTests.state([.android])
    withWallets(&state)
    state.phoneWallets.devices[0].add(
      DeviceToken("begun", .needsIdentityVerification, wallet: .googlePay))
    var card = Fixture.cards[1]
    card.tokenizations = [
      MobileWalletTokenization(dpanRef: "begun", walletType: .googlePay, status: .initiated)
    ]
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    state.type("w")
    #expect(screen(state).contains("Google Pay: verify it is you"))
    let intent = state.press(Key(.enter)).first?.intent?.base as? TokenVerification
    return (state, try #require(intent))
  }

  /// C11.
  @Test func aTokenThatWaitsIsVerifiedInFourSteps() throws {
    var (state, intent) = try Self.waiting()
    #expect(intent.dpanRef == "begun")
    let text = screen(state)
    #expect(text.contains("step 2 of 4") && text.contains("Reference  "))
    #expect(text.contains("begun") && text.contains("◔ initiated"))
    try Self.verify(intent, &state)
    #expect(screen(state).contains("begun") && screen(state).contains("● active"))
  }

  @Test func withoutACodeTheTokenWaitsOn() throws {
    var (state, intent) = try Self.waiting()
    var error = WalletError(.scaRequired)
    error.scaEvent = Fixture.event()
    _ = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    #expect(state.top(ScaFlow.self) != nil)
    state.press(Key(.escape))
    #expect(screen(state).contains("can't pay until you verify"))
    #expect(state.phoneWallets.devices[0].held.map(\.state) == [.needsIdentityVerification])
  }

  @Test func whatIsNotVerifiedSaysWhy() throws {
    var (state, intent) = try Self.waiting()
    _ = reduce(&state, .done(intent, .failure(WalletError(.actionRefused))))
    let adding = try #require(state.top(PhoneAdding.self))
    #expect(adding.failure?.code == .actionRefused && adding.times.done == 1)
  }

  /// What was left after the code was accepted is completed all the same.
  @Test func theDeviceIsToldAfterTheStepsWereLeft() throws {
    var (state, intent) = try Self.waiting()
    state.press(Key(.escape))
    let effects = reduce(&state, .done(intent, .success(Fixture.cards[1])))
    #expect(effects.contains { $0.query(DeviceActivationQuery.self)?.dpanRef == "begun" })
    #expect(state.overlays.isEmpty)
  }

  @Test func theFooterOfTheListNamesWhatEnterDoes() throws {
    var (state, _) = try Self.waiting()
    state.press(Key(.escape))
    state.phoneWallets.devices += [SimulatedDevice(.iPhone), SimulatedDevice(.watch)]
    state.phoneWallets.devices[2].add("token-1")
    var card = try #require(state.details[Fixture.cards[1].id]?.card)
    card.tokenizations?.append(PhoneWalletTests.token())
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    state.type("w")
    let rows = try #require(state.top(PhoneWalletPicker.self)?.list(state).rows)
    func verbs() -> [String] {
      rows.map { row in
        let line = screen(state).split(separator: "\n").last { $0.contains("↑↓") } ?? ""
        let verb = line.firstMatch(of: /Enter (.+?) {3}/).map { String($0.1) } ?? "–"
        state.press(Key(.down))
        return verb
      }
    }
    let expected = rows.map { row in
      row.refusal != nil
        ? "–"
        : row.title.hasPrefix("New ")
          ? "make device"
          : row.title.hasPrefix("Delete ")
            ? "delete"
            : row.title.contains("verify")
              ? "verify" : row.id.hasPrefix("token ") ? "open token" : "add"
    }
    #expect(verbs() == expected)
    #expect(Set(expected) == ["add", "verify", "make device", "open token", "delete", "–"])
    // What is not possible stays in sight with its reason.
    #expect(state.press(Key(.enter)) == [.bell] || rows.last?.refusal == nil)
    #expect(state.top(PhoneWalletPicker.self) != nil)
  }
}
