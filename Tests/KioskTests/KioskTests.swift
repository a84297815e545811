import Canvas
import Secrets
import TerminalRuntime
import Testing
import WalletUI

@testable import KioskApp
@testable import ScreenApp

/// One after the other, and in a process of their own: what outlives a restart is one for the
/// process, and so is what it uses.
@Suite("The kiosk", .serialized)
struct KioskTests {
  private func digits(_ text: StaticString) -> Secret {
    text.withUTF8Buffer { Secret(copying: UnsafeRawBufferPointer($0)) }
  }

  @Test func playsUntilAKeyAndGivesANewWallet() throws {
    let room = try Room()
    try room.wait("1 of 6")
    #expect(room.has("press any key to try it"))
    room.pass(seconds: 5)
    try room.wait("3 of 6")
    room.press(.character("u"))
    // The key did nothing else, and the script's moves are gone.
    try room.wait("1 of 6")
    #expect(room.has("starts over after 60 s"))
    try room.wait("Next: j")
    #expect(room.has("Press j."))
    #expect(room.bare.isEmpty)
  }

  @Test func aTourPointsAtTheNextKey() throws {
    let room = try Room(
      """
      caption "One."
      key j
      caption "Two."
      type "lu"
      type code
      """)
    room.press(.character(" "))
    try room.wait("Next: j")
    #expect(room.has("One."))
    // Another key for the same command.
    room.press(Key(.down))
    try room.wait("Next: l")
    #expect(room.has("Two."))
    room.press(.character("x"))
    try room.wait("Next: l")
    room.press(.character("l"), .character("u"))
    try room.wait("Next: the code on the phone")
    for _ in 0..<5 { room.press(.character("7")) }
    try room.wait("Next: the code on the phone")
    room.press(.character("7"))
    try room.wait("The wallet is yours")
  }

  @Test func whoGoesTheirOwnWayIsLeftAlone() throws {
    let room = try Room()
    room.press(.character(" "))
    try room.wait("Next: j")
    for _ in 0..<8 { room.press(Key(.end), Key(.home)) }
    try room.wait("The wallet is yours")
  }

  @Test func startsOverWhenNobodyPressesAKey() throws {
    let room = try Room(idle: 30)
    room.press(.character(" "))
    try room.wait("1 of 6")
    room.press(.character("l"))
    try room.wait("Everyday locked")
    room.pass(seconds: 14)
    #expect(room.has("starts over after 30 s"))
    room.pass(seconds: 3)
    #expect(room.has("starts over in 13 s"))
    room.press(.character("k"))
    #expect(room.has("starts over after 30 s"))
    room.pass(seconds: 30)
    #expect(room.has("press any key to try it"))
    room.press(.character(" "))
    try room.wait("Everyday") {
      room.lines.contains { $0.contains("Everyday") && $0.contains("Active") }
    }
  }

  /// Neither locks nor asks for anything while it is somebody's.
  @Test func doesNotLockByItself() throws {
    let room = try Room(idle: 3600)
    room.press(.character(" "))
    try room.wait("1 of 6")
    room.pass(seconds: 600)
    #expect(room.has("1 of 6"))
  }

  @Test(arguments: Kiosk.off.sorted()) func whatLeadsOutIsNotThere(_ id: String) throws {
    let room = try Room()
    room.press(.character(" "))
    try room.wait("1 of 6")
    guard case .visit(let wallet, _) = room.kiosk.mode else { return #expect(Bool(false)) }
    let state = wallet.state
    #expect(state.commands.allSatisfy { $0.id != id })
    #expect(state.command(id) == nil)
    #expect(state.keymap.labels(id).isEmpty)
    var changed = state
    #expect(changed.run(id).isEmpty)
    for key in CommandRegistry.command(id)!.keys { #expect(state.keymap.command(for: key) == nil) }
    // In the demo it is.
    #expect(Keymap.builtIn.labels(id).isEmpty == false)
  }

  @Test func theOperatorsPinLeadsToAMenuThatLeaves() throws {
    Watched[.pinFailures] = 0
    Watched[.pinBlocked] = 0
    let room = try Room(pin: digits("482916"))
    try room.wait("1 of 6")
    room.press(KioskProgram.chordKey)
    room.pass(seconds: 3)
    room.press(KioskProgram.chordKey)
    #expect(!room.has("Operator"))
    room.press(KioskProgram.chordKey)
    #expect(room.has("Operator"))
    room.type("48291")
    #expect(room.has("•••••") && !room.has("4829"))
    room.press(Key(.enter))
    #expect(room.has("This is not the PIN"))
    room.type("482916")
    room.press(Key(.enter))
    #expect(room.has("Maintenance"))
    #expect(room.bare.isEmpty && !room.hasLeft)
    room.type("3")
    #expect(room.kiosk.exitCode == 0)
  }

  @Test func wrongPinsAreLimited() throws {
    Watched[.pinFailures] = 0
    Watched[.pinBlocked] = 0
    defer {
      Watched[.pinFailures] = 0
      Watched[.pinBlocked] = 0
    }
    let room = try Room(pin: digits("482916"))
    func attempt(_ pin: String) {
      room.type(pin)
      room.press(Key(.enter))
    }
    func open() { room.press(KioskProgram.chordKey, KioskProgram.chordKey) }
    open()
    for _ in 0..<3 { attempt("1111") }
    #expect(room.has("wait 30 s"))
    attempt("482916")
    #expect(room.has("wait 30 s"))
    // Neither leaving nor a visit changes that.
    room.press(Key(.escape), .character("x"))
    open()
    room.pass(seconds: 29)
    #expect(room.has("wait 1 s"))
    room.pass(seconds: 1)
    attempt("1111")
    #expect(room.has("wait 60 s"))
    room.pass(seconds: 59)
    open()
    room.pass(seconds: 1)
    attempt("482916")
    #expect(room.has("Maintenance"))
  }

  @Test func nobodyStaysInTheOperatorsPlace() throws {
    let room = try Room(pin: digits("482916"))
    room.press(KioskProgram.chordKey, KioskProgram.chordKey)
    room.type("482916")
    room.press(Key(.enter))
    #expect(room.has("Maintenance"))
    room.pass(seconds: 61)
    #expect(room.has("press any key to try it"))
  }

  @Test func withoutAPinThereIsNoOperator() throws {
    let room = try Room()
    room.press(.character(" "))
    room.press(KioskProgram.chordKey, KioskProgram.chordKey)
    #expect(!room.has("Operator"))
  }

  @Test func aScriptThatFailsIsPlayedAgainWithAPause() throws {
    let room = try Room("expect \"never\"")
    let before = Watched[.scriptFailures]
    try room.wait("1 of 6")
    room.pass(seconds: 30)
    #expect((8...11).contains(Watched[.scriptFailures] - before))
    #expect(!room.hasLeft && room.bare.isEmpty)
  }

  /// What to do is worth more than the whole title.
  @Test(arguments: [(40, "press any key "), (60, "press any key to try it ")])
  func theBannerSaysHowToBegin(_ width: Int, _ note: String) throws {
    let room = try Room()
    room.size = Size(width, 24)
    room.kiosk.handle(.resize(room.size))
    room.turn()
    let last = try #require(room.lines.last)
    #expect(last.hasPrefix(" KIOSK · sample cards ") && last.hasSuffix(" " + note), "\(last)")
  }

  @Test func theBannerStandsAtEachSize() throws {
    let room = try Room()
    room.press(.character(" "))
    try room.wait("1 of 6")
    for size in [
      Size(1, 1), Size(2, 2), Size(5, 3), Size(20, 4), Size(39, 15), Size(40, 15), Size(80, 24),
      Size(500, 200),
    ] {
      room.size = size
      room.kiosk.handle(.resize(size))
      room.turn()
      #expect(room.shown?.size == size)
    }
    #expect(room.bare.isEmpty)
  }
}
