import Canvas
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// The cards of several wallets in one list.
@Suite struct SeveralWalletsTests {
  private static let lost = WalletEvent.walletLost(
    "work", WalletError(.netOffline), silence: 60_000)

  @Test(arguments: [Size(120, 40), Size(100, 30), Size(80, 24), Size(60, 20)])
  func eachRowNamesItsWallet(_ size: Size) {
    let text = screen(Fixture.several(size))
    for name in ["private", "work", "lab"] { #expect(text.contains(name), "\(name) at \(size)") }
    // One wallet has no such column.
    let one = screen(Fixture.state(size))
    for name in ["private", "work"] { #expect(!one.contains(name)) }
  }

  @Test func theFilterFindsAWallet() {
    var state = Fixture.several()
    state.type("/work")
    #expect(state.list.count == 2)
    state.press(Key(.enter))
    #expect(state.list.focused?.wallet == "work")
  }

  /// The cards of the lost wallet stay, and cannot be changed; the others can.
  @Test func aLostWalletRefusesOnlyItsCards() {
    var state = Fixture.several()
    _ = reduce(&state, .event(Self.lost))
    #expect(state.toasts.current?.text.contains("work") == true)
    #expect(state.connection == .up)
    #expect(state.list.rows.count == 6)
    state.press(.character("l"))
    #expect(state.pending.isEmpty)
    #expect(screen(state).contains("an't reach work (since 12:40)"))
    state.list.select(0)
    #expect(!state.press(.character("l")).isEmpty)
    #expect(state.pending[Fixture.cards[0].id]?.action == .lock)
  }

  @Test func theHeaderSaysWhichIsLostAndUntilWhen() {
    var state = Fixture.several()
    _ = reduce(&state, .event(Self.lost))
    #expect(screen(state).contains("work not reachable since 12:40"))
    _ = reduce(&state, .event(.walletLost("lab", WalletError(.unauthorized))))
    #expect(screen(state).contains("2 of 3 wallets not reachable"))
    _ = reduce(&state, .event(.walletRestored("lab")))
    let effects = reduce(&state, .event(.walletRestored("work")))
    #expect(!effects.isEmpty, "everything is read again")
    #expect(!screen(state).contains("not reachable"))
    // Once more is no news.
    #expect(reduce(&state, .event(.walletRestored("work"))).isEmpty)
  }

  @Test func whatIsRevealedOfALostWalletIsHidden() {
    var state = Fixture.revealed()
    let card = Fixture.cards[2]
    state.wallet.members = ["private", "work"]
    var listed = card
    listed.wallet = "work"
    CardReading.update(listed, &state)
    _ = reduce(&state, .event(.walletLost("private", WalletError(.netOffline))))
    #expect(state.reveal != nil)
    _ = reduce(&state, .event(Self.lost))
    #expect(state.reveal == nil)
  }

  @Test func aProgrammeNamesItsWallet() {
    var state = Fixture.several()
    var programs = Fixture.programs
    programs[0].wallet = "lab"
    programs[0].name = CardProgram.fullName(programs[0].name, in: "lab")
    _ = reduce(&state, .programs(.success(programs)))
    state.type("c")
    #expect(screen(state).contains("Skrill Virtual Mastercard, EEA · lab"))
  }
}
