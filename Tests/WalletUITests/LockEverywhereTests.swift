import Canvas
import PhoneWallet
import ScreenKit
import Testing
import Themes
import ThreeDSecure
import WalletModel

@testable import WalletUI

/// The key for locking works over everything, and nothing typed or shown remains.
@Suite struct LockEverywhereTests {
  /// Each overlay in all its forms.
  static var overlays: [any Overlay] {
    var dialogs: [Dialog] = []
    for (focus, key) in [(0, "P"), (4, "a"), (0, "X"), (0, "c"), (0, "b")] {
      var state = Fixture.state(focus: focus)
      state.paying.shop.merchants = [Fixture.merchant]
      state.type(key)
      dialogs += state.view.overlays.compactMap { $0.base as? Dialog }
    }
    #expect(dialogs.count == 5, "each key opens one")
    var busy = dialogs[0]
    busy.isBusy = true
    let event = Fixture.event()
    let challenge = Fixture.challenge(event)
    let code = SecretInput(digits: 6)
    let steps: [ScaFlow.Step] = [
      .choose(0), .sending(0), .code(challenge, code, note: nil), .verifying(challenge), .repeating,
      .failed(WalletError(.scaExpired), again: nil),
    ]
    let flows = steps.map { step in
      var flow = ScaFlow(intent: .pin(Fixture.cards[0].id), event: event, subject: "Everyday")
      flow.step = step
      return flow
    }
    let state = Fixture.state()
    let questions = ChallengeType.allCases.map { type in
      Fixture.question(type, render: .both, clock: state.clock)
    }
    let card = CardRow(Fixture.cards[0], state.words)
    return dialogs + [busy, Fixture.payForm(state)] + flows + questions + [
      Enrolment(uri: secret("otpauth://totp/x"), secret: secret("ABCDEFGHIJKLMNOP")),
      SignInAgain(WalletError(.unauthorized)), CommandMenu(.help), CommandMenu(.palette),
      MessageHistory(), ThemePicker(before: .auto), SettingsForm(), SettingFinder(),
      NamedWalletPicker(wallets: []),
      ExpiryPicker(today: CalendarMonth(year: 2026, month: 11)),
      NoticeRulesPicker(), NoticeRulePicker(index: 0), PersonaPicker(), FundingPicker(),
      FundingPicker(isAdding: true), SavedFundingPicker(),
      FundingAttention(source: VirtualFormsFixture.source), DeviceKeyPicker(keys: ["key-1"]),
      PhoneWalletPicker(card: card),
      TokenPicker(card: card, dpanRef: nil),
      PhoneAdding(
        id: 1, card: card, wallet: .applePay, device: SimulatedDevice(.iPhone),
        steps: [.allowed, .request, .ready], already: "", times: StepTimes(3, at: 1)),
    ]
  }

  /// One of each screen.
  static let screens: [any AppScreen] = [
    CardsScreen(), VirtualCardsScreen(), SavedScreen(), PaymentsScreen(),
    ActivityScreen(), PaymentPage(Fixture.transactions(Fixture.cards[0])[0], on: .cards),
  ]

  private func vault(_ size: Size = Size(120, 40)) -> State { Fixture.vault(size, focus: 0) }

  private func expect(_ key: Key, locks state: inout State, _ what: String) {
    let effects = state.press(key)
    #expect(effects.contains(.closeVault), "\(what)")
    let gate = state.gate.passphrase
    #expect(gate?.input.count == 0 && gate?.reason == .asked, "\(what)")
    #expect(
      state.view.overlays.isEmpty && state.cards.list.rows.isEmpty && state.secrets.reveal == nil,
      "\(what)")
    #expect(state.paying.web.handles.rows.isEmpty && state.paying.web.saved.rows.isEmpty, "\(what)")
  }

  /// The types in the sources.
  @Test(arguments: [
    ("(?:Picker)?Overlay", overlays.map { "\(type(of: $0))" }),
    ("(?:App|List|ListDetails)Screen", screens.map { "\(type(of: $0))" }),
  ])
  func eachIsTried(_ kind: String, _ tried: [String]) throws {
    let conformance = try Regex(
      "(?:extension|struct) (\\w+): \(kind) \\{", as: (Substring, Substring).self)
    let declared = try ScreenListTests.sources().values.flatMap { source in
      source.matches(of: conformance).map { String($0.output.1) }
    }
    #expect(!declared.isEmpty && Set(declared) == Set(tried))
  }

  @Test(arguments: 0..<overlays.count)
  func controlLLocksOverEachOverlay(_ index: Int) {
    var state = vault()
    _ = state.push(Self.overlays[index])
    state.type("4711")
    expect(.control("l"), locks: &state, "\(Self.overlays[index])")
  }

  @Test(arguments: 0..<screens.count)
  func controlLLocksOnEachScreen(_ index: Int) {
    var state = vault()
    state.enter(Self.screens[index])
    expect(.control("l"), locks: &state, "\(Self.screens[index])")
    #expect(state.view.screens == State.firstScreens)
  }

  @Test func controlLLocksInEveryField() {
    var filtering = vault()
    filtering.type("/lid")
    #expect(filtering.cards.list.filter?.isEditing == true)
    expect(.control("l"), locks: &filtering, "a filter")

    var small = vault(Size(20, 5))
    #expect(small.isTooSmall)
    expect(.control("l"), locks: &small, "a window that is too small")
  }

  /// A configured key.
  @Test func anotherControlKeyForLockingWorksInFields() {
    var state = vault()
    state.input.keymap = Keymap([
      .init("wallet.lock", [.init([.control("k")], "wallet.lock", .builtIn)])
    ])
    state.type("P")
    state.press(.control("l"))
    #expect(state.gate == .open)
    expect(.control("k"), locks: &state, "Ctrl-K")
  }

  /// Before a wallet is open nothing is locked, and typed text stays.
  @Test func withoutAnOpenWalletNothingIsLocked() {
    var state = vault()
    state.gate = .start(StartState(defaultPath: "/tmp/w"))
    state.type("2")
    #expect(state.view.overlays.count == 1)
    #expect(!state.press(.control("l")).contains(.closeVault))
    #expect(state.view.overlays.count == 1)
  }
}
