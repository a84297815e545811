import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

@Suite struct AbandoningTests {
  /// The form "Change PIN" up to the request for a code.
  static func changingPin() -> (State, Secret) {
    var state = Fixture.state(focus: 0)
    state.typeFields("P4711", "4711")
    let effects = state.press(Key(.enter))
    guard let intent = effects.first?.intent, let pin = intent.pin else {
      Issue.record("\(effects)")
      return (state, secret("0"))
    }
    _ = reduce(&state, .performed(intent, .failure(.scaRequired(Fixture.event()))))
    return (state, pin)
  }

  @Test func cancellingACodeReturnsToTheForm() throws {
    var (state, pin) = AbandoningTests.changingPin()
    state.press(Key(.escape))
    #expect(pin.isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy)
    #expect(!state.press(Key(.enter)).isEmpty, "it can be submitted again")
  }

  @Test func aConflictEndsTheForm() throws {
    var state = Fixture.state(focus: 0)
    state.type("X4821")
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    _ = reduce(&state, .performed(intent, .failure(WalletError(.versionConflict))))
    #expect(state.overlays.isEmpty && state.work.isEmpty && state.pending.isEmpty)
  }

  @Test func aSuspensionWipesOnlyTheSecretsOfAForm() throws {
    var state = Fixture.state()
    state.typeFields("c", "Holiday")
    state.press(Key(.tab), Key(.tab), Key(.tab))
    state.type("4711")
    let pin = try #require(state.top(Dialog.self)?.form.secret("cardPin"))
    #expect(pin.count == 4)
    state.press(.control("z"))
    let after = try #require(state.top(Dialog.self))
    #expect(pin.secret.isEmpty && after.form.secret("cardPin")?.count == 0)
    #expect(after.form.text("alias") == "Holiday")
  }

  @Test func aVaultIsOpenedWithACopyOfThePassphrase() throws {
    var state = Fixture.state()
    state.wallet = WalletInfo(name: "w", isDemo: false, path: "/tmp/w", showsPhone: false)
    state.press(.control("l"))
    state.type("secret words")
    let passphrase = try #require(state.press(Key(.enter)).last?.passphrase)
    _ = reduce(&state, .conceal)
    #expect(passphrase.matches(secret("secret words")), "what is typed goes, the key is still made")
  }

  @Test func aLockedWalletIgnoresLateAnswers() {
    var state = Fixture.state()
    state.press(.control("l"))
    let meta = PagingResultMeta(numberOfRecords: 6, limit: 200, page: 1)
    _ = reduce(&state, .page(offset: 0, .success(CardList(cards: Fixture.cards, meta: meta))))
    _ = reduce(
      &state, .loaded(Fixture.cards[0].id, .success(Fixture.details(Fixture.cards[0]))))
    #expect(state.list.rows.isEmpty && state.details[Fixture.cards[0].id] == nil)
  }

  @Test func aCardLockedElsewhereHidesItsSecrets() {
    var (state, pin) = RevealTests.revealed()
    var locked = Fixture.cards[0]
    locked.status = .locked
    _ = reduce(&state, .row(locked.id, .success(locked)))
    #expect(state.reveal == nil && pin.isEmpty)
  }

  @Test func activationDataAreCheckedByTheIssuer() {
    var state = Fixture.state(focus: 4)
    state.typeFields("a9999", "123")
    #expect(!state.press(Key(.enter)).isEmpty, "wrong last four are sent, and counted there")
  }

  @Test func damageStaysVisible() {
    var state = Fixture.state()
    state.gate = .passphrase(PassphraseState(path: "", name: "", reason: .start))
    _ = reduce(&state, .event(.damageFound(.verbatim("one record was rolled back"))))
    #expect(state.damage == "one record was rolled back")
  }
}
