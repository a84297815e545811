import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

@Suite struct AbandoningTests {
  /// The form "Change PIN" up to the request for a code.
  private static func changingPin() throws -> (State, Secret) {
    var state = Fixture.state(focus: 0)
    state.typeFields("P4711", "4711")
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    _ = reduce(&state, .performed(intent, .failure(.scaRequired(Fixture.event()))))
    return (state, try #require(intent.pin))
  }

  @Test func cancellingACodeReturnsToTheForm() throws {
    var (state, pin) = try Self.changingPin()
    state.press(Key(.escape))
    #expect(pin.isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy)
    #expect(!state.press(Key(.enter)).isEmpty, "it can be submitted again")
  }

  @Test func aConflictEndsTheForm() throws {
    var state = Fixture.state(focus: 0)
    let intent = try #require(state.submit("X4821").first?.intent)
    state.fail(intent, .versionConflict)
    #expect(state.view.overlays.isEmpty && state.view.work.isEmpty && state.cards.pending.isEmpty)
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
    var state = Fixture.vault()
    state.press(.control("l"))
    let passphrase = try #require(state.submit("secret words").last?.secret)
    _ = reduce(&state, .conceal)
    #expect(passphrase.matches(secret("secret words")), "what is typed goes, the key is still made")
  }

  @Test func aLockedWalletIgnoresLateAnswers() {
    var state = Fixture.state()
    state.press(.control("l"))
    let card = Fixture.cards[0]
    _ = reduce(&state, .cards(Fixture.cards))
    _ = reduce(&state, .loaded(card.id, .success(Fixture.details(card))))
    #expect(state.cards.list.rows.isEmpty && state.cards.details[card.id] == nil)
  }

  @Test func aCardLockedElsewhereHidesItsSecrets() {
    var (state, pin) = RevealTests.revealed()
    state.row(Fixture.card(0, .locked, version: 1))
    #expect(state.secrets.reveal == nil && pin.isEmpty)
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
    #expect(state.backend.damage == "one record was rolled back")
  }
}
