import Canvas
import Secrets
import TerminalRuntime
import Testing
import WalletUI

@testable import KioskApp
@testable import KioskTesting
@testable import ScreenApp

/// The tests run one after the other, because the watchdog's counters belong to the process.
@Suite("The kiosk", .serialized)
struct KioskTests {
  private func digits(_ text: StaticString) -> Secret {
    text.withUTF8Buffer { Secret(copying: UnsafeRawBufferPointer($0)) }
  }

  @Test func aKeyEndsTheScriptAndOpensANewWallet() throws {
    let kiosk = try TestKiosk()
    try kiosk.wait("1 of 6")
    #expect(kiosk.has("press any key to try it"))
    kiosk.pass(seconds: 5)
    try kiosk.wait("3 of 6")
    kiosk.press(.character("u"))
    // The key had no other effect, and the moves of the script are gone.
    try kiosk.wait("1 of 6")
    #expect(kiosk.has("starts over after 60 s without a key"))
    try kiosk.wait("Next: j")
    #expect(kiosk.has("Press j."))
    #expect(kiosk.bare.isEmpty)
  }

  @Test func theTourNamesTheNextKey() throws {
    let kiosk = try TestKiosk(
      """
      caption "One."
      key j
      caption "Two."
      type "lu"
      type code
      """)
    kiosk.press(.character(" "))
    try kiosk.wait("Next: j")
    #expect(kiosk.has("One."))
    // Another key for the same command.
    kiosk.press(Key(.down))
    try kiosk.wait("Next: l")
    #expect(kiosk.has("Two."))
    kiosk.press(.character("x"))
    try kiosk.wait("Next: l")
    kiosk.press(.character("l"), .character("u"))
    try kiosk.wait("Next: the code on the phone")
    for _ in 0..<5 { kiosk.press(.character("7")) }
    try kiosk.wait("Next: the code on the phone")
    kiosk.press(.character("7"))
    try kiosk.wait("It's your turn")
  }

  @Test func wrongKeysEndTheTour() throws {
    let kiosk = try TestKiosk()
    kiosk.press(.character(" "))
    try kiosk.wait("Next: j")
    for _ in 0..<8 { kiosk.press(Key(.end), Key(.home)) }
    try kiosk.wait("It's your turn")
  }

  @Test func theKioskStartsOverWithoutKeys() throws {
    let kiosk = try TestKiosk(idle: 30)
    kiosk.press(.character(" "))
    try kiosk.wait("1 of 6")
    kiosk.press(.character("l"))
    try kiosk.wait("Everyday locked")
    kiosk.pass(seconds: 14)
    #expect(kiosk.has("starts over after 30 s without a key"))
    kiosk.pass(seconds: 3)
    #expect(kiosk.has("starts over in 13 s"))
    kiosk.press(.character("k"))
    #expect(kiosk.has("starts over after 30 s without a key"))
    kiosk.pass(seconds: 30)
    #expect(kiosk.has("press any key to try it"))
    kiosk.press(.character(" "))
    try kiosk.wait("Everyday") {
      kiosk.lines.contains { $0.contains("Everyday") && $0.contains("Active") }
    }
  }

  /// While a visitor uses the wallet it does not lock.
  @Test func theWalletDoesNotLockByItself() throws {
    let kiosk = try TestKiosk(idle: 3600)
    kiosk.press(.character(" "))
    try kiosk.wait("1 of 6")
    kiosk.pass(seconds: 600)
    #expect(kiosk.has("1 of 6"))
  }

  @Test func itHasAllCommandsThatDoNotLeadOut() {
    let known = Set(CommandRegistry.all.map(\.id))
    #expect(Kiosk.allowed.subtracting(known).isEmpty)
    let leadOut: Set = [
      "quit", "suspend", "mouse", "reveal.copy", "settings", "virtual.import", "virtual.keys",
      "virtual.metadata", "payment.note",
    ]
    #expect(Kiosk.off == leadOut)
  }

  @Test(arguments: Kiosk.off.sorted()) func commandsThatLeadOutDoNotExist(_ id: String) throws {
    let kiosk = try TestKiosk()
    kiosk.press(.character(" "))
    try kiosk.wait("1 of 6")
    guard case .visit(let wallet, _) = kiosk.program.mode else { return #expect(Bool(false)) }
    let state = wallet.state
    #expect(state.commands.allSatisfy { $0.id != id })
    #expect(state.command(id) == nil)
    #expect(state.input.keymap.labels(id).isEmpty)
    var changed = state
    #expect(changed.run(id).isEmpty)
    for key in CommandRegistry.command(id)!.keys {
      #expect(state.input.keymap.command(for: key) == nil)
    }
    // In the demo the command exists.
    #expect(Keymap.builtIn.labels(id).isEmpty == false)
  }

  @Test func theOperatorsPinOpensTheMenu() throws {
    Watchdog[.pinFailures] = 0
    Watchdog[.pinBlocked] = 0
    let kiosk = try TestKiosk(pin: digits("482916"))
    try kiosk.wait("1 of 6")
    kiosk.press(KioskProgram.chordKey)
    kiosk.pass(seconds: 3)
    kiosk.press(KioskProgram.chordKey)
    #expect(!kiosk.has("Operator"))
    kiosk.press(KioskProgram.chordKey)
    #expect(kiosk.has("Operator"))
    kiosk.type("48291")
    #expect(kiosk.has("•••••") && !kiosk.has("4829"))
    kiosk.press(Key(.enter))
    #expect(kiosk.has("Wrong PIN"))
    kiosk.type("482916")
    kiosk.press(Key(.enter))
    #expect(kiosk.has("Maintenance"))
    #expect(kiosk.bare.isEmpty && !kiosk.hasLeft)
    kiosk.type("3")
    #expect(kiosk.program.exitCode == 0)
  }

  @Test func wrongPinsAreLimited() throws {
    Watchdog[.pinFailures] = 0
    Watchdog[.pinBlocked] = 0
    defer {
      Watchdog[.pinFailures] = 0
      Watchdog[.pinBlocked] = 0
    }
    let kiosk = try TestKiosk(pin: digits("482916"))
    func attempt(_ pin: String) {
      kiosk.type(pin)
      kiosk.press(Key(.enter))
    }
    func open() { kiosk.press(KioskProgram.chordKey, KioskProgram.chordKey) }
    open()
    for _ in 0..<3 { attempt("1111") }
    #expect(kiosk.has("Try again in 30 s"))
    attempt("482916")
    #expect(kiosk.has("Try again in 30 s"))
    // Leaving the menu or a visit does not change that.
    kiosk.press(Key(.escape), .character("x"))
    open()
    kiosk.pass(seconds: 29)
    #expect(kiosk.has("Try again in 1 s"))
    kiosk.pass(seconds: 1)
    attempt("1111")
    #expect(kiosk.has("Try again in 60 s"))
    kiosk.pass(seconds: 59)
    open()
    kiosk.pass(seconds: 1)
    attempt("482916")
    #expect(kiosk.has("Maintenance"))
  }

  @Test func theOperatorMenuClosesWithoutKeys() throws {
    let kiosk = try TestKiosk(pin: digits("482916"))
    kiosk.press(KioskProgram.chordKey, KioskProgram.chordKey)
    kiosk.type("482916")
    kiosk.press(Key(.enter))
    #expect(kiosk.has("Maintenance"))
    kiosk.pass(seconds: 61)
    #expect(kiosk.has("press any key to try it"))
  }

  @Test func withoutAPinThereIsNoOperatorMenu() throws {
    let kiosk = try TestKiosk()
    kiosk.press(.character(" "))
    kiosk.press(KioskProgram.chordKey, KioskProgram.chordKey)
    #expect(!kiosk.has("Operator"))
  }

  @Test func aFailedScriptIsPlayedAgainAfterAPause() throws {
    let kiosk = try TestKiosk("expect \"never\"")
    let before = Watchdog[.scriptFailures]
    try kiosk.wait("1 of 6")
    kiosk.pass(seconds: 30)
    #expect((8...11).contains(Watchdog[.scriptFailures] - before))
    #expect(!kiosk.hasLeft && kiosk.bare.isEmpty)
  }

  /// The instruction is more important than the complete title.
  @Test(arguments: [(40, "press any key "), (60, "press any key to try it ")])
  func theBannerExplainsHowToBegin(_ width: Int, _ note: String) throws {
    let kiosk = try TestKiosk()
    kiosk.size = Size(width, 24)
    kiosk.program.handle(.resize(kiosk.size))
    kiosk.turn()
    let last = try #require(kiosk.lines.last)
    #expect(last.hasPrefix(" KIOSK · sample cards ") && last.contains(" " + note), "\(last)")
  }

  @Test func theBannerIsVisibleAtEverySize() throws {
    let kiosk = try TestKiosk()
    kiosk.press(.character(" "))
    try kiosk.wait("1 of 6")
    for size in [
      Size(1, 1), Size(2, 2), Size(5, 3), Size(20, 4), Size(39, 15), Size(40, 15), Size(80, 24),
      Size(500, 200),
    ] {
      kiosk.size = size
      kiosk.program.handle(.resize(size))
      kiosk.turn()
      #expect(kiosk.shown?.size == size)
    }
    #expect(kiosk.bare.isEmpty)
  }
}
