import Canvas
import CardEntry
import ScreenKit
import Testing
import TextLayout
import Themes
import ThreeDSecure
import WalletAPI
import WalletModel

@testable import WalletService
@testable import WalletUI

/// The screens with goldens.
enum Scene: String, CaseIterable {
  case main, details, filtered, choose, code, revealed, pin, create, cancel, help, palette
  case messages, locked, start, empty, damaged, toast
  case limits, limitsForm, replace
  case themes, settings
  case signIn, offline, pending, waiting, again, conflict
  case activity, payment, pay
  case cardEntry, cardSaving, cardScanned, expiryPicker, saveOptions
  case bankCode, bankApp, bankChoice, bankPage
  case webEmpty, webPayments, webFailed, webToken, savedEmpty, savedCards
  case virtualEmpty, virtualCards, virtualMaking, virtualPage, virtualKey, virtualMistake
  case virtualOrder, virtualEdit, virtualConflict, virtualPersonas, virtualSources, virtualKeys

  /// Those without are in the pictures of the documentation, which are compared as well.
  static let withGoldens = allCases.filter { $0 != .limitsForm && $0 != .replace }

  /// Those with a golden for each colour depth.
  ///
  /// They are ten because no fewer show every style: each draws one that no other of them draws, and
  /// `SceneStylesTests` checks both.
  static let withStyles: [Scene] = [
    .activity,  // The line of a day.
    .cardScanned,  // Something good in a text.
    .code,  // The phone.
    .conflict,  // A warning.
    .create,  // A field with a mistake.
    .damaged,  // The face of a card of no known scheme.
    .toast,  // Something good in a toast.
    .virtualMistake,  // A state of no known meaning.
    .waiting,  // An operation that takes long.
    .webToken,  // A revealed secret.
  ]

  /// The scene with a wallet on a server; nil: the scene does not depend on the wallet.
  private func remote(_ size: Size, _ change: (inout State) -> Void) -> State? {
    var state = remoteState(size)
    change(&state)
    let lock = AnyIntent.setStatus(Fixture.cards[0].id, .lock, version: 1, undoable: true)
    switch self {
    case .signIn:
      state.wallet.user = nil
      state.gate = .passphrase(
        PassphraseState(path: "", name: "https://wallet.example", reason: .start, asksUser: true))
      state.type("ana")
    case .offline:
      _ = reduce(&state, .event(.connectionLost(WalletError(.netOffline))))
      state.pass(seconds: 40)
    case .pending:
      _ = reduce(&state, .changes([recorded(0)]))
      state.pass(seconds: 70)
    case .waiting:
      state.type("l")
      let clock = Clock(now: state.clock.now + 1_300_000_000, wall: state.clock.wall)
      _ = reduce(&state, .tick(clock))
    case .again:
      state.type("l")
      state.fail(lock, .unauthorized)
      state.type("abc")
    case .conflict:
      state.type("l")
      state.fail(lock, .versionConflict)
      state.row(Fixture.card(0, .locked, version: 4))
    default: return nil
    }
    return state
  }

  /// The scenes of a card with limits.
  private func limited(_ size: Size, _ change: (inout State) -> Void) -> State? {
    guard self == .limits || self == .limitsForm else { return nil }
    var state = Fixture.state(size, focus: 0)
    change(&state)
    Fixture.limit(&state)
    if self == .limitsForm { state.type("L") }
    return state
  }

  /// - Parameter change: Changes the wallet first.
  func state(_ size: Size, _ change: (inout State) -> Void = { _ in }) -> State {
    var state = Fixture.state(size)
    change(&state)
    let id = Fixture.cards[2].id
    let event = Fixture.event([.sms, .email, .authenticator])
    func typeCode(_ intent: AnyIntent) {
      state.requestCode(intent, event)
      let message = PhoneMessage(
        id: "1", channel: .sms, sender: "Your bank", time: Fixture.now,
        text: "Code %@ to show the PIN of card ··0093. Do not share.", code: secret("491027"))
      _ = reduce(&state, .phone([message]))
      state.type("491")
    }
    func verify(_ intent: AnyIntent, _ outcome: Outcome) {
      typeCode(intent)
      state.submit("027")
      _ = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
      state.done(intent, outcome)
    }
    let clock = Fixture.revealClock
    if let own = remote(size, change) ?? limited(size, change) { return own }
    switch self {
    case .cardEntry:
      _ = Fixture.payForm(state).open(&state)
      state.type("42424242424242")
    case .cardSaving:
      _ = Fixture.saveForm(state).open(&state)
      state.typeFields("4111111111111111", "0924")
      state.press(Key(.tab))
    case .cardScanned:
      _ = Fixture.payForm(state).open(&state)
      state.press(.control("p"))
      state.submit("~/card.png")
      _ = reduce(
        &state, .scanned(.success(ScannedCard(number: secret("4111111111111111")))))
    case .expiryPicker:
      _ = Fixture.payForm(state).open(&state)
      state.press(Key(.tab), .control("y"))
      state.type("29")
    case .saveOptions:
      state.press(.character("3"), .character("S"))
      for _ in 0..<4 { state.press(Key(.tab)) }
      state.press(.character(" "))
    case .bankCode:
      _ = Fixture.question(.oneTimeCode, clock: state.clock).open(&state)
      state.type("491")
      state.pass(seconds: 12)
    case .bankApp: _ = Fixture.question(.outOfBand, clock: state.clock).open(&state)
    case .bankChoice:
      _ = Fixture.question(.multiSelect, clock: state.clock).open(&state)
      state.type("14")
    case .bankPage:
      _ = Fixture.question(.html, render: .html, clock: state.clock).open(&state)
      BankQuestion.answered("auth-1", .wrong(attemptsLeft: 2), &state)
      state.type("491")
    case .webEmpty: state.showPayments([])
    case .webPayments: state.showPayments(Fixture.handles)
    case .webFailed:
      state.showPayments(Fixture.handles)
      state.press(.character("j"), .character("j"), .character("j"), .character("j"), Key(.enter))
    case .webToken:
      state.showPayments(Fixture.handles)
      state.revealToken(secret("1047-0af61ec0df6e44eb90f0ebb5e4ef3563.903240b9c796a9b9e846c435"))
      state.pass(seconds: 4)
    case .savedEmpty: state.showSaved([])
    case .savedCards: state.showSaved(Fixture.savedCards)
    case .virtualEmpty: state.showVirtual([])
    case .virtualCards: state.showVirtual()
    case .virtualMaking:
      state.showVirtual()
      state.orderVirtual()
    case .virtualPage:
      state.showVirtual()
      state.press(Key(.enter))
    case .virtualKey:
      state.showVirtual()
      state.virtual.list.focus("v-5")
      state.press(Key(.enter))
    case .virtualMistake:
      state.showVirtual()
      state.type("/state = ISSUED an")
    case .virtualOrder:
      state.showVirtual()
      state.type("c")
      state.answer(VirtualConfigQuery(), Fixture.virtualConfig)
      state.type("Ozone.bg")
      for _ in 0..<5 { state.press(Key(.tab)) }
      state.type("120")
    case .virtualEdit:
      state.showVirtual()
      state.type("e")
    case .virtualConflict:
      state.showVirtual()
      var now = Fixture.virtualCards[0]
      now.rules.monthlyLimit = 12_000
      now.version = 2
      let change = VirtualCardChange(
        card: Fixture.virtualCards[0], opened: nil, name: "Zalando",
        update: VirtualCardUpdate(monthlyLimit: .value(30_000)), version: 1)
      _ = VirtualConflict.open(change, Fixture.opened(now), &state)
    case .virtualPersonas:
      state.showVirtual()
      state.type("P")
    case .virtualSources:
      state.showVirtual()
      state.type("$")
    case .virtualKeys:
      state.showVirtual()
      state.type("I")
      state.answer(DeviceKeysQuery(), ["6d55bc78d59078208df0f16187e07d33"])
    case .activity: state.showActivity()
    case .payment:
      state.showActivity()
      state.press(.character("j"), .character("j"), Key(.enter))
    case .pay:
      state.type("b")
      state.answer(MerchantsQuery(), [Fixture.merchant])
    case .main, .signIn, .offline, .pending, .waiting, .again, .conflict, .limits, .limitsForm:
      break
    case .details: state.press(Key(.enter))
    case .filtered: state.type("/visa")
    case .choose: _ = reduce(&state, .performed(.details(id), .failure(.scaRequired(event))))
    case .code: typeCode(.pin(id))
    case .revealed:
      let view = SecureDetailsView(
        pan: SecretView(secret("4000000000000093"), lifetime: .seconds(30), clock: clock),
        cvv: SecretView(secret("123"), lifetime: .seconds(30), clock: clock),
        expiry: CardExpiry(month: 9, year: 2029), holderName: "ANA PETROVA")
      verify(.details(id), .details(view))
      state.pass(seconds: 4)
    case .pin:
      verify(.pin(id), .pin(SecretView(secret("4711"), lifetime: .seconds(10), clock: clock)))
    case .create:
      state.type("c")
      state.press(Key(.right), .control("s"))
    case .cancel, .replace: state.type(self == .cancel ? "X" : "R")
    case .help: state.type("?")
    case .palette: state.type(":pin")
    case .themes:
      state.type("T")
      _ = reduce(&state, .themes(Fixture.themes))
      state.press(Key(.down), Key(.down), Key(.down))
    case .settings:
      state.type(",")
      _ = reduce(&state, .configured(.read, .success(Fixture.configuration)))
      state.press(Key(.down))
    case .messages:
      state.type("l!")
    case .locked:
      state.wallet = WalletInfo(name: "cards.vault", isDemo: false, path: "/v", showsPhone: false)
      state.press(.control("l"))
      state.type("abc")
    case .start: state.gate = .start(StartState(defaultPath: "~/.local/share/walletui/vault"))
    case .empty:
      state.cards.list.removeAll()
      _ = reduce(&state, .cards([]))
    case .damaged:
      let others = Fixture.cards.filter { $0.id != id }
      _ = reduce(&state, .cards(others, damaged: [DamagedRecord(id: id, position: 2)]))
    case .toast:
      state.done(.setStatus(id, .unlock, version: 1, undoable: true), .card(Fixture.cards[2]))
    }
    return state
  }
}

@Suite struct GoldenTests {
  static let sizes = [
    Size(120, 40), Size(100, 30), Size(80, 24), Size(60, 20), Size(40, 15),
  ]

  /// The size of the goldens of styles.
  static let styleSize = Size(80, 24)

  static let depths = [ColorDepth.direct, .indexed256, .ansi16, .mono]

  /// The theme of the goldens of characters.
  static let usual = ThemeLibrary.load(named: "dark", depth: .indexed256).0

  @Test(arguments: Scene.withGoldens)
  func everySceneMatchesItsGoldens(_ scene: Scene) {
    Golden.check(
      characters: Self.sizes.map { render(scene.state($0), Self.usual) }, scene.rawValue)
  }

  @Test(arguments: Scene.withStyles)
  func everyStyleMatchesItsGoldens(_ scene: Scene) {
    let state = scene.state(Self.styleSize)
    let usual = render(state, Self.usual)
    for depth in Self.depths {
      let theme = ThemeLibrary.load(named: "dark", depth: depth).0
      let canvas = depth == Self.usual.depth ? usual : render(state, theme)
      Golden.check(styles: canvas, usual: usual, "\(scene.rawValue)-\(depth.rawValue)")
    }
  }

  @Test func everyTheme() {
    let state = Scene.main.state(Size(120, 40))
    let usual = render(state, Self.usual)
    for name in ["light", "terminal"] {
      for depth in [ColorDepth.indexed256, .ansi16] {
        let theme = ThemeLibrary.load(named: name, depth: depth).0
        Golden.check(
          styles: render(state, theme), usual: usual, "main-\(name)-\(depth.rawValue)")
      }
    }
  }

  /// A golden that no test reads is out of date.
  @Test func everyGoldenIsUsed() throws {
    let characters = Scene.withGoldens.flatMap { [$0.rawValue, "de-\($0.rawValue)"] }
    let styles = Scene.withStyles.flatMap { scene in
      Self.depths.map { "\(scene.rawValue)-\($0.rawValue)" }
    }
    let themes = ["light", "terminal"].flatMap { ["main-\($0)-indexed256", "main-\($0)-ansi16"] }
    let others = ["guard", "paying-40x12"]
    #expect(try Golden.names() == (characters + styles + themes + others).sorted())
  }

  @Test func aTooSmallScreenSaysItsMinimum() {
    for size in [Size(39, 20), Size(80, 11), Size(20, 5), Size(1, 1)] {
      let canvas = render(Scene.main.state(size), Self.usual)
      #expect(canvas.regions.map(\.role) == [.tooSmallScreen])
      if size.width >= 20 {
        let text = (0..<size.height).map { canvas.text(row: $0) }.joined()
        #expect(text.contains("40×12"))
      }
    }
    Golden.check(characters: [render(Scene.main.state(Size(39, 11)), Self.usual)], "guard")
  }

  /// Forms for cards and the bank's questions on the smallest screen.
  @Test func payingFitsTheSmallestScreen() {
    let scenes: [Scene] = [
      .cardEntry, .cardSaving, .cardScanned, .expiryPicker, .saveOptions, .bankCode,
      .bankApp, .bankChoice, .bankPage,
    ]
    Golden.check(
      characters: scenes.map { render($0.state(State.minimumSize), Self.usual) }, "paying-40x12")
  }

  /// At any height the number of typed digits and the keys are visible.
  @Test(arguments: [40, 60, 80, 120])
  func aCodeIsVisibleAtEveryHeight(_ width: Int) {
    for height in 12...40 {
      let size = Size(width, height)
      let canvas = render(Scene.code.state(size), .plain)
      let text = (0..<height).map { canvas.text(row: $0) }.joined(separator: "\n")
      let filled = text.ranges(of: "│ ● │").count + text.ranges(of: "[ ● ]").count
      #expect(filled == 3, "\(text)")
      #expect(text.contains("Enter show PIN  ") && text.contains("Esc back "), "\(text)")
      if height > 12 { #expect(text.contains("Expires in"), "\(text)") }
    }
  }

  /// Borders, dialogs and their contents stay inside the screen at every size.
  @Test(arguments: Scene.allCases)
  func everySceneStaysInsideEverySize(_ scene: Scene) {
    for width in stride(from: 40, through: 130, by: 7) {
      for height in stride(from: 12, through: 50, by: 5) {
        let size = Size(width, height)
        let canvas = render(scene.state(size), .plain)
        for region in canvas.regions {
          #expect(region.rect.x >= 0 && region.rect.maxX <= width, "\(region) at \(size)")
          #expect(region.rect.y >= 0 && region.rect.maxY <= height, "\(region) at \(size)")
        }
        for y in 0..<height {
          #expect(Text.width(of: canvas.text(row: y)) == width, "row \(y) of \(scene) at \(size)")
        }
      }
    }
  }

  @Test func aPinIsNeverShownWithANumber() {
    for size in GoldenTests.sizes {
      let spans = render(Scene.pin.state(size), Self.usual).secrets
      #expect(spans.reduce(0) { $0 + $1.bytes.count } == 4)
    }
  }
}
