import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

@Suite struct LockTests {
  @Test func aLockIsShownAtOnceAndConfirmed() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let effects = state.type("l")
    #expect(effects == [.perform(.setStatus(id, .lock, version: 1, undoable: true), nil)])
    #expect(state.focusedRow?.status == .locked)
    #expect(state.cards.pending[id]?.before == .active)
    let locked = Fixture.card(0, .locked)
    state.done(.setStatus(id, .lock, version: 1, undoable: true), .card(locked))
    #expect(state.cards.pending.isEmpty)
    #expect(state.focusedRow?.version == 2)
    let unlock = StatusChange(id: id, action: .unlock, version: 2, isUndoable: false)
    #expect(state.view.undo == Undo(unlock, of: locked))
    #expect(
      state.type("z") == [.perform(.setStatus(id, .unlock, version: 2, undoable: false), nil)])
    #expect(state.focusedRow?.status == .active)
  }

  /// `z` would undo a change of somebody else, with the version that they made.
  @Test func undoDoesNotRevertAForeignChange() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("l")
    var card = Fixture.card(0, .locked)
    let lock = AnyIntent.setStatus(id, .lock, version: 1, undoable: true)
    state.done(lock, .card(card))
    state.row(card)
    #expect(state.view.undo != nil && screen(state).contains("z undo"), "one's own news")
    card.version = 4
    state.row(card)
    #expect(state.view.undo == nil)
    #expect(!screen(state).contains("z undo"))
    #expect(state.type("z").isEmpty)
    #expect(state.focusedRow?.status == .locked)
  }

  @Test func aFailedLockIsRevertedWithTheReason() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("l")
    state.fail(.setStatus(id, .lock, version: 1, undoable: true), .diskFull)
    #expect(state.focusedRow?.status == .active)
    #expect(state.toasts.current?.text.contains("disk is full") == true)
    #expect(state.toasts.current?.detail?.contains("WUI-DISK-FULL") == true)
    #expect(state.view.undo == nil)
  }

  @Test func eventsOfAPendingCardWait() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("l")
    #expect(reduce(&state, .event(.cardsChanged([id]))).isEmpty)
    state.row(Fixture.cards[0])
    #expect(state.focusedRow?.status == .locked)
  }

  @Test(arguments: [true, false])
  func codesAreReadIfThePhoneIsVisible(_ isShown: Bool) {
    var state = Fixture.state()
    state.wallet.showsPhone = isShown
    #expect(reduce(&state, .event(.phoneMessage)).isEmpty == !isShown)
  }

  @Test func impossibleCommandsSayWhy() {
    var state = Fixture.state(focus: 2)
    #expect(state.type("l").isEmpty)
    #expect(state.toasts.current?.text == "Already locked")
    #expect(CommandRegistry.command("card.unlock")?.disabled(state) == nil)
    #expect(CommandRegistry.command("card.pin.change")?.disabled(state) == "unlock it first")
  }

  @Test func unlockingACardThatWasNeverActivatedIsShownAsDigital() {
    var state = Fixture.state(focus: 3).typing("l")
    #expect(state.focusedRow?.status == .locked)
    let locked = Fixture.card(3, .locked, version: 1)
    let intent = AnyIntent.setStatus(locked.id, .lock, version: 1, undoable: true)
    state.done(intent, .card(locked))
    state.type("u")
    #expect(state.focusedRow?.status == .digital)
  }
}

@Suite struct IdleTests {
  @Test func warnsThenLocksAndForgets() {
    var state = Fixture.state()
    state.pass(seconds: 104)
    #expect(state.idleSecondsLeft == nil)
    state.pass(seconds: 1)
    #expect(state.idleSecondsLeft == 15)
    state.pass(seconds: 15)
    #expect(state.gate.passphrase?.reason == .idle)
    #expect(state.cards.list.rows.isEmpty && state.cards.details[Fixture.cards[0].id] == nil)
    #expect(state.nextDeadline == nil, "a locked wallet sleeps")
  }

  @Test func onlyKeysCountAsActivity() {
    var state = Fixture.state()
    state.pass(seconds: 110)
    _ = reduce(&state, .event(.cardsChanged(nil)))
    #expect(state.idleSecondsLeft == 10)
    state.press(Key(.down))
    #expect(state.idleSecondsLeft == nil)
  }

  /// Somebody else could press Enter later.
  @Test func inputAtTheGateIsWiped() throws {
    var state = Fixture.vault()
    state.press(.control("l"))
    state.type("secret words")
    let typed = try #require(state.gate.passphrase)
    state.pass(seconds: 119)
    #expect(typed.input.secret.matches(secret("secret words")))
    #expect(state.nextDeadline != nil)
    state.pass(seconds: 1)
    #expect(typed.input.secret.isEmpty)
    let gate = try #require(state.gate.passphrase)
    #expect(gate.input.count == 0 && state.nextDeadline == nil)
    #expect(state.press(Key(.enter)).isEmpty)
  }

  @Test(arguments: [("2", 0), ("4", 1)])
  func inputAtTheFirstStartIsWiped(_ choice: String, _ tabs: Int) throws {
    var state = Fixture.state()
    state.gate = .start(StartState(defaultPath: "/tmp/w"))
    state.type(choice)
    for _ in 0..<tabs { state.press(Key(.tab)) }
    state.type("secret words")
    let typed = try #require(state.top(Dialog.self)?.form.secret("passphrase"))
    state.pass(seconds: 119)
    #expect(typed.secret.matches(secret("secret words")))
    #expect(state.nextDeadline != nil)
    state.pass(seconds: 1)
    #expect(typed.secret.isEmpty && state.view.overlays.count == 1)
    let emptied = try #require(state.top(Dialog.self))
    #expect(emptied.form.secret("passphrase")?.count == 0 && state.nextDeadline == nil)
    #expect(emptied.form.text("path") == "/tmp/w")
  }

  @Test func aLockedWalletForgetsNameAndPayments() {
    var state = Fixture.state()
    state.cards.profile = CustomerProfileInfo(name: "ANA PETROVA", market: .eu)
    state.paying.shop.merchants = [Fixture.merchant]
    state.paying.shop.last = ShopState.Purchase(merchantID: "cafe", amount: ShopAmount(4_20))
    state.press(.control("l"))
    #expect(
      state.cards.profile == nil && state.cards.programs.isEmpty
        && state.paying.shop.merchants.isEmpty)
    #expect(state.paying.shop.last == nil)
  }

  @Test func aLockedVaultIsClosedAndAsksForItsPassphrase() throws {
    var state = Fixture.vault()
    #expect(state.press(.control("l")) == [.closeVault])
    let effects = state.type("secret words") + state.press(Key(.enter))
    #expect(effects.contains(typed: "secret words") { .openVault(path: "/tmp/w", passphrase: $0) })
    _ = reduce(&state, .opened(state.wallet, WalletError(.vaultPassphrase)))
    let gate = try #require(state.gate.passphrase)
    #expect(gate.failure?.code == .vaultPassphrase && gate.input.count == 0)
  }

  /// Another program has put a file in the vault's place: the passphrase opens that file.
  @Test(arguments: [true, false])
  func aReplacedVaultIsLockedWithTheReason(_ isChange: Bool) throws {
    let id = Fixture.cards[0].id
    let error = WalletError(.vaultReplaced)
    let action =
      isChange
      ? Action.performed(
        .setStatus(id, .lock, version: 1, undoable: true), .failure(error))
      : .answer(CardRowQuery(id: id), .failure(error))
    var state = Fixture.vault(focus: 0)
    #expect(reduce(&state, action) == [.closeVault])
    let gate = try #require(state.gate.passphrase)
    #expect(gate.path == "/tmp/w" && gate.failure?.code == .vaultReplaced)
    #expect(screen(state).contains("file was replaced"))
    // Later answers change nothing.
    _ = reduce(&state, action)
    #expect(state.gate.passphrase?.failure?.code == .vaultReplaced)
    let effects = state.type("secret words") + state.press(Key(.enter))
    #expect(effects.contains(typed: "secret words") { .openVault(path: "/tmp/w", passphrase: $0) })
    // The control: a server's vault is not here.
    var remote = Fixture.state(focus: 0)
    remote.wallet = WalletInfo(name: "w", isDemo: false, path: nil, showsPhone: false)
    _ = reduce(&remote, action)
    #expect(remote.gate == .open)
  }
}
