import Canvas
import IssuerConnectors
import Languages
import Secrets
import Testing
import WalletModel
import Words

@testable import WalletUI

/// Accounts at card issuers on the screen: setting up, header, and what an issuer cannot do.
@Suite struct IssuerScreenTests {
  private static let key = "rk_test_0123456789"

  private func start() -> State {
    var state = Fixture.state()
    state.gate = .start(StartState(defaultPath: "~/wallet.vault"))
    return state
  }

  /// The form of the start screen, filled in.
  private func filled(_ form: String = "4", again: String = "correct horse") throws -> State {
    var state = start()
    state.type(form)
    try #require(state.top(Dialog.self) != nil)
    state.press(Key(.right), Key(.right), Key(.tab))
    state.type(Self.key)
    state.press(Key(.tab))
    state.type("work")
    state.press(Key(.tab), Key(.tab))
    state.type("correct horse")
    state.press(Key(.tab))
    state.type(again)
    return state
  }

  @Test func theFormAsksForATestAndAVault() throws {
    var state = try filled()
    #expect(!screen(state).contains(Self.key), "the key is not shown")
    guard case .addAccount(let account, let vault)? = state.press(.control("s")).last else {
      Issue.record("nothing was asked for")
      return
    }
    #expect(account.issuer == .stripe && account.name == "work" && !account.isReadOnly)
    #expect(account.key.withBytes { $0.elementsEqual(Self.key.utf8) })
    #expect(vault?.path == "~/wallet.vault")
    let wrong = WalletError(.unauthorized)
    _ = reduce(&state, .opened(state.wallet, wrong))
    #expect(screen(state).contains(state.words.short(wrong).prefix(20)), "the form says why")
  }

  @Test func anOrderAsksForACardholderAndForNoPIN() throws {
    var state = Fixture.state()
    Fixture.useIssuer(&state)
    state.type("c")
    let form = try #require(state.top(Dialog.self)).form
    func isVisible(_ id: String) -> Bool { form.fields.contains { $0.id == id && $0.isVisible } }
    #expect(isVisible("cardholder") && isVisible("paymentLimit"))
    #expect(!isVisible("cardPin") && !isVisible("mobile"))
    state.press(Key(.tab), Key(.tab), Key(.tab))
    state.type("ich_2")
    let effects = state.press(.control("s"))
    let request = try #require(effects.first?.intent?.base as? CardCreation).request
    #expect(request.cardholder == "ich_2")
  }

  @Test func nothingSpentIsInTheCurrencyOfTheCard() {
    var state = Fixture.state(focus: 0)
    (state.payments, state.month) = (PaymentBook(), WalletMonth())
    var details = Fixture.details(Fixture.cards[0])
    details.card.currency = Currency("USD")
    _ = reduce(&state, .loaded(details.card.id, .success(details)))
    state.answer(PaymentReading.settle(&state), TransactionPage([]))
    #expect(state.month.summary?.spent == Money(0, Currency("USD")))
  }

  @Test func aRevokedKeyIsAnOutageAndNoSignOut() {
    var state = Fixture.state()
    Fixture.useIssuer(&state)
    let error = WalletError(
      .unauthorized, .text("Stripe doesn't accept the key", "Stripe akzeptiert den Schlüssel nicht")
    )
    _ = SignInAgain.readRefused(error, &state)
    #expect(screen(state).contains("Stripe doesn't accept the key"))
    #expect(state.connection != .signedOut)
    #expect(!screen(state).contains("signed out"))
  }

  @Test func ofSeveralWalletsThatOfTheCardDecides() throws {
    var state = Fixture.several()
    let lithic = IssuerKind.lithic.connector(isSandbox: true).capabilities
    state.wallet.memberCapabilities = ["work": lithic]
    let command = try #require(state.command("card.pin"))
    // The fourth card is at work.
    #expect(state.refusal(of: command) == lithic.refusal(.showPin)?.english)
    state.press(Key(.up))
    #expect(state.list.focused?.wallet == "private")
    #expect(CommandFeatures.refusal(of: command.id, at: command.place, state) == nil)
  }

  @Test func aLiveKeyAmongSeveralWalletsIsShownAtEverySize() {
    for size in GoldenTests.sizes {
      var state = Fixture.several(size)
      func header(_ state: State) -> String {
        screen(state).split(separator: "\n").first.map(String.init) ?? ""
      }
      #expect(!header(state).contains(state.words.liveKey))
      state.wallet.isLive = true
      #expect(header(state).contains(state.words.liveKey), "\(size)")
    }
  }

  @Test func thePassphraseIsAskedForWithoutAChoice() throws {
    for size in GoldenTests.sizes {
      var state = Fixture.state(size, focus: 0)
      Fixture.useIssuer(&state)
      let way = ScaVerification(method: .password, channel: .passphrase)
      var event = Fixture.event()
      event.availableVerifications = [way]
      let effects = ScaFlow.ask(
        for: .pin(Fixture.cards[0].id), event, &state)
      #expect(!effects.isEmpty)
      var challenge = Fixture.challenge(event)
      challenge.verification = way
      _ = ScaFlow.challenged(event.id, .success(challenge), &state)
      state.type("correct horse r")
      let shown = screen(state)
      #expect(shown.contains("●●●●●●●●●●●●●●●") && !shown.contains("horse"), "\(size)")
      let typed = try #require(state.top(ScaFlow.self))
      guard case .code(_, let input, _) = typed.step else {
        Issue.record("no passphrase is asked for")
        return
      }
      #expect(input.secret.withBytes { $0.elementsEqual("correct horse r".utf8) })
      state.press(Key(.escape))
      #expect(state.overlays.isEmpty)
    }
  }

  @Test func aPastedKeyIsTaken() throws {
    var state = start()
    state.type("4")
    state.press(Key(.tab))
    _ = reduce(&state, .input(.paste(secret("rk_test_0123456789"))))
    let typed = try #require(state.top(Dialog.self)?.form.secret("key"))
    #expect(typed.count == Self.key.count)
    #expect(!screen(state).contains(Self.key))
  }

  @Test func passphrasesMustBeTheSame() throws {
    var state = try filled(again: "another one")
    #expect(state.press(.control("s")).isEmpty)
    #expect(screen(state).contains("Doesn't match"))
  }

  @Test func theHeaderNamesTheIssuerAtEverySize() {
    for size in GoldenTests.sizes {
      for language in [Words.english, Words(.german)] {
        var state = Fixture.state(size)
        state.settings.words = language
        Fixture.useIssuer(&state, isSandbox: false, isReadOnly: true)
        let header = screen(state).split(separator: "\n").first.map(String.init) ?? ""
        #expect(header.contains("Stripe"), "\(size) \(header)")
        #expect(header.contains(language.liveKey), "\(size) \(header)")
        #expect(header.contains(language.readOnlySwitch.lowercased()), "\(size) \(header)")
        // It stays beside the warning before the idle lock.
        state.pass(seconds: state.settings.idleSeconds - 5)
        let warned = screen(state).split(separator: "\n").first.map(String.init) ?? ""
        #expect(warned.contains(language.liveKey), "\(size) \(warned)")
      }
    }
  }

  @Test func whatTheIssuerCannotDoHasItsReason() throws {
    var state = Fixture.state()
    let pin = try #require(CommandRegistry.command("card.pin"))
    #expect(state.refusal(of: pin) == nil, "the control: walletui's own issuer shows PINs")
    Fixture.useIssuer(&state)
    #expect(state.refusal(of: pin) == "Stripe never shows a PIN")
    let lock = try #require(CommandRegistry.command("card.unlock"))
    #expect(state.refusal(of: lock) == nil)
    #expect(state.type("p").isEmpty)
    #expect(screen(state).contains("Stripe never shows a PIN"))
    state.type(":pin")
    let rows = CommandMenu(.palette).list(state).rows
    let refused = rows.firstIndex { $0.id == "card.pin" }
    let possible = rows.lastIndex { $0.refusal == nil }
    #expect(try #require(refused) > #require(possible), "impossible ones are last")
  }

  @Test func aReadOnlyAccountChangesNothing() {
    var state = Fixture.state()
    Fixture.useIssuer(&state, isReadOnly: true)
    for id in ["card.lock", "card.unlock", "card.cancel", "card.create", "card.rename"] {
      #expect(state.refusal(of: CommandRegistry.command(id)!) == "read-only", "\(id)")
    }
    #expect(state.refusal(of: CommandRegistry.command("card.reveal")!) == nil)
  }

  @Test(arguments: ["2", "3", "4"]) func aScreenThatTheIssuerDoesNotHaveSaysSo(_ key: String) {
    var state = Fixture.state(Size(60, 20))
    Fixture.useIssuer(&state)
    #expect(state.type(key).isEmpty, "nothing is asked for")
    #expect(screen(state).contains("Stripe has only cards of its own"), "\(screen(state))")
  }

  @Test func everyFeatureOfACommandBelongsToACommand() {
    for id in CommandFeatures.commands {
      #expect(CommandRegistry.command(id) != nil, "\(id)")
    }
  }

  @Test func anotherAccountForgetsWhatWasRead() throws {
    var state = Fixture.state()
    Fixture.useIssuer(&state)
    state.type(":cards of a card issuer")
    state.press(Key(.enter))
    _ = try #require(state.top(IssuerAccountPicker.self))
    state.type("lithic")
    #expect(state.press(Key(.enter)) == [.openAccount("lithic", in: nil)])
    var info = state.wallet
    info.account = IssuerAccountInfo(
      name: "lithic", issuer: .lithic, isSandbox: true, isReadOnly: false)
    info.news = ["Accepted"]
    _ = reduce(&state, .opened(info, nil))
    #expect(state.list.rows.isEmpty)
    #expect(screen(state).contains("Accepted") && screen(state).contains("Lithic"))
  }

  @Test func namedAccountsAreListedAndOpened() throws {
    var state = Fixture.state()
    let wallet = NamedWallet(
      name: "company", server: nil, login: nil, vault: "/v", issuer: "work", problem: nil)
    state.gate = .start(StartState(defaultPath: "/v", wallets: [wallet]))
    state.type("6")
    #expect(screen(state).contains("At a card issuer") && screen(state).contains("Cards of work"))
    state.press(Key(.enter))
    state.type("correct horse")
    guard case .openAccount("work", let vault?)? = state.press(.control("s")).last else {
      Issue.record("it was not opened")
      return
    }
    #expect(vault.path == "/v")
  }
}
