import Canvas
import ScreenKit
import Testing
import WalletModel

@testable import WalletUI

/// The first minutes: the ways in, the passphrase, and the hints of a new wallet.
@Suite struct StartTests {
  private func start(_ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size)
    state.gate = .start(StartState(defaultPath: "~/wallet.vault"))
    return state
  }

  @Test func everySizeShowsAllWays() {
    for size in GoldenTests.sizes + [Size(40, 12), Size(200, 60), Size(100, 30)] {
      let text = screen(start(size))
      for number in 1...4 { #expect(text.contains("\(number)  "), "\(size)\n\(text)") }
      #expect(text.contains("A demo wallet"), "what the selected one does\n\(text)")
      #expect(text.contains("Enter choose"), "\(text)")
    }
  }

  @Test func theLanguageCanBeChanged() {
    var state = start().typing("g")
    #expect(screen(state).contains("Umsehen") && screen(state).contains("g English"))
    state.type("g")
    #expect(screen(state).contains("Look around"))
  }

  @Test func themesCanBeTriedBeforeAWalletIsThere() {
    var state = start()
    #expect(state.type("T") == [.loadThemes])
    #expect(state.top(ThemePicker.self) != nil)
  }

  @Test func thePassphraseComesFirstAndIsMeasured() throws {
    var state = start().typing("2")
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields.map(\.id).prefix(2) == ["passphrase", "again"])
    #expect(dialog.form.fields.last?.id == "path")
    state.type("sun")
    #expect(screen(state).contains("5 more characters"))
    state.type("shine")
    #expect(screen(state).contains("weak · longer is better"))
    state.type(" over the bay of Varna")
    #expect(screen(state).contains("strong"))
    #expect(!screen(state).contains("Varna"))
  }

  @Test func theRepeatedPassphraseHasToMatch() throws {
    var state = start()
    state.typeFields("2correct horse", "correct house")
    state.press(Key(.tab))
    #expect(screen(state).contains("Doesn't match"))
    #expect(state.press(.control("s")).isEmpty)
    state.retype("correct horse")
    let made = state.press(.control("s"))
    #expect(
      made.contains(typed: "correct horse") {
        .createVault(path: "~/wallet.vault", passphrase: $0, owner: nil)
      })
  }

  @Test func aWalletWithoutSamplesSaysWhatItsCardsHave() {
    var state = start().typing("2")
    state.press(Key(.tab), Key(.tab), Key(.right))
    #expect(screen(state).contains("New cards come with €500.00 of simulated money."))
  }

  @Test func aServerIsSignedInTo() {
    var state = start()
    state.typeFields("3https://wallet.example", "ana", "sesame")
    let server = ServerName.address("https://wallet.example")
    let effects = state.press(Key(.enter))
    #expect(effects.contains(typed: "sesame") { .connect(to: server, user: "ana", password: $0) })
    _ = reduce(&state, .opened(state.wallet, WalletError(.unauthorized)))
    #expect(state.top(Dialog.self)?.failure?.code == .unauthorized)
    #expect(state.top(Dialog.self)?.isBusy == false)
  }

  private static let wallets = [
    NamedWallet(
      name: "home", server: nil, login: nil, vault: "~/home.vault", problem: nil),
    NamedWallet(
      name: "work", server: "https://wallet.example", login: "ana", vault: nil, problem: nil),
    NamedWallet(
      name: "shared", server: "https://wallet.example", login: nil, vault: nil, problem: nil),
    NamedWallet(
      name: "broken", server: "https://x", login: nil, vault: nil,
      problem: "c.yaml:3:5: no such key"),
  ]

  /// A start screen with profiles, whose picker has the given search text.
  private func chosen(_ typed: String) -> State {
    var state = start()
    state.gate = .start(StartState(defaultPath: "~/wallet.vault", wallets: Self.wallets))
    state.press(Key(.enter))
    state.type(typed)
    return state
  }

  @Test func profilesAreOfferedFirstAndOnlyIfThereAreSome() {
    var state = start()
    #expect(!screen(state).contains("from my settings"))
    #expect(state.type("5") == [.bell] && state.view.overlays.isEmpty)
    state.gate = .start(StartState(defaultPath: "~/wallet.vault", wallets: Self.wallets))
    #expect(screen(state).contains("home, work, shared, broken"))
    state.press(Key(.enter))
    #expect(
      state.top(NamedWalletPicker.self)?.list(state).rows.map(\.id) == [
        "work", "shared", "home", "broken",
      ])
    for size in GoldenTests.sizes + [Size(40, 12)] {
      state.view.size = size
      #expect(screen(state).contains("ana at https://wallet.example"), "\(size)")
    }
  }

  @Test func aProfileOfAServerAsksForWhatItDoesNotSay() throws {
    var state = chosen("work")
    state.press(Key(.enter))
    #expect(try #require(state.top(Dialog.self)).form.fields.map(\.id) == ["password"])
    let (server, effects) = (ServerName.profile("work"), state.submit("sesame"))
    #expect(effects.contains(typed: "sesame") { .connect(to: server, user: "ana", password: $0) })
    state = chosen("shared")
    state.press(Key(.enter))
    #expect(try #require(state.top(Dialog.self)).form.fields.map(\.id) == ["user", "password"])
  }

  @Test func aProfileOfAFileAsksForItsPassphrase() throws {
    var state = chosen("home")
    state.press(Key(.enter))
    state.type("correct horse")
    let effects = state.press(.control("s"))
    #expect(
      effects.contains(typed: "correct horse") {
        .openVault(path: "~/home.vault", passphrase: $0)
      })
  }

  @Test func aProfileWithAMistakeSaysItAndOpensNothing() {
    var state = chosen("broken")
    #expect(screen(state).contains("c.yaml:3:5: no such key"))
    #expect(state.press(Key(.enter)) == [.bell])
    #expect(state.top(Dialog.self) == nil)
  }

  @Test func aKioskConnectsNowhere() {
    let effect = Effect.connect(to: .address("s"), user: "u", password: secret("p"))
    #expect(effect.isForbiddenInKiosk)
  }

  /// A wallet without cards says so, and where a card will be it has its outline.
  @Test func anEmptyWalletHasTheOutlineOfACard() {
    for size in [Size(200, 60), Size(120, 40), Size(100, 30), Size(80, 24)] {
      var state = start(size).typing("1")
      _ = reduce(&state, .opened(state.wallet, nil))
      _ = reduce(&state, .cards([]))
      let text = screen(state)
      #expect(text.contains("· · · · · · · · · ·"), "\(size)\n\(text)")
      #expect(text.contains("No cards yet") && !text.contains("reading"), "\(size)\n\(text)")
    }
  }

  @Test func aNewWalletHasHintsForThreeKeys() {
    var state = start().typing("1")
    _ = reduce(&state, .opened(state.wallet, nil))
    _ = reduce(&state, .cards(Fixture.cards))
    #expect(screen(state).contains("Your cards are on the left"))
    state.press(Key(.down))
    #expect(screen(state).contains("r shows a card's number, after a one-time code."))
    state.press(Key(.down))
    #expect(screen(state).contains("? shows all keys."))
    state.press(Key(.down))
    #expect(!screen(state).contains("shows all keys."))
    // One that was there before has none.
    #expect(!screen(Fixture.state()).contains("Your cards are on the left"))
  }

  @Test func anEmptyNewWalletSaysHowToBegin() {
    var state = start()
    _ = reduce(&state, .opened(state.wallet, nil))
    state.cards.list.removeAll()
    _ = reduce(&state, .cards([]))
    #expect(screen(state).contains("c orders one, with simulated money on it."))
  }
}
