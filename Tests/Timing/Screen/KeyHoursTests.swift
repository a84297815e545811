import Arguments
import Canvas
import Glibc
import Script
import SeededGenerator
import TerminalRuntime
import Testing
import Waiting

@testable import KioskTesting
@testable import ScreenApp

/// The wallet on the screen without a terminal, with a clock that the test moves.
private final class TestScreen {
  private let time = TestKiosk.Time()
  private let waker = Waker()
  let program: ScreenProgram
  private let size = Size(120, 40)
  private(set) var frames = 0
  private(set) var keys = 0

  init() throws {
    let (script, problems) = Array("key j".utf8).withUnsafeBufferPointer {
      Script.read($0, file: "test.walletscript")
    }
    try #require(problems.isEmpty)
    let time = time
    program = try ScriptEnvironment(script, Invocation(command: Subcommand("demo", "")))
      .program(waker, ScriptClock { time.now })
  }

  private func turn() {
    waker.clear()
    program.wake()
    if let due = program.nextDeadline, due <= time.now { program.timerFired(now: time.now) }
    guard program.needsFrame else { return }
    _ = program.frame(size, .indexed256)
    frames += 1
    program.painted()
  }

  /// Presses a key each second. Answers have a moment of real time.
  func press(_ sequence: [Key]) {
    var ready = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    for key in sequence {
      program.handle(.key(key))
      keys += 1
      repeat { turn() } while poll(&ready, 1, 1) == 1 || program.needsFrame
      time.pass(TestKiosk.second)
    }
  }
}

extension SerializedTests {
  @Suite struct KeyHoursTests {
    /// What a user does, without what creates cards, pays or leaves the wallet.
    private static let habits: [[Key]] = [
      keys("j"), keys("k"), keys("G"), keys("g"), [Key(.tab)], [Key(.enter)], keys("l"), keys("u"),
      keys("z"), keys("/vi"), keys("/t") + [Key(.enter)], keys(":pin"), keys("?lo"), keys("5jto"),
      keys("2j1"), keys("mm"), keys("!"), keys("T") + [Key(.down), Key(.down)],
      keys("r") + [Key(.enter)], keys("p"), keys("c"), keys("P12"), keys("X"), keys("a"),
    ]

    private static func keys(_ text: String) -> [Key] {
      text.unicodeScalars.map { .character($0) }
    }

    /// R16: eight hours of keys, one each second, need no additional memory, files or threads.
    @Test func hoursOfKeysNeedNoAdditionalMemory() throws {
      let screen = try TestScreen()
      var chance = SeededGenerator(seed: 20_261_122)
      func use(_ count: Int) throws {
        let end = screen.keys + count
        while screen.keys < end {
          let habit = try #require(Self.habits.randomElement(using: &chance))
          screen.press(habit + [Key(.escape), Key(.escape), Key(.escape)])
          try #require(screen.program.exitCode == nil)
        }
      }
      try use(Effort.pick(long: 1_000, torture: 3_600))
      let early = try ProcessUse()
      let frames = screen.frames
      try use(Effort.pick(long: 2_000, torture: 8 * 3_600))
      let late = try ProcessUse()
      #expect(screen.frames > 2 * frames, "the screen has shown the keys")
      #expect(late.resident < early.resident + max(early.resident / 20, 4 << 20))
      #expect(late.arena <= early.arena + 8192)
      #expect(late.descriptors <= early.descriptors + 2)
      #expect(late.threads <= early.threads + 2)
      print("hours of keys: \(early) early, \(late) late, \(screen.keys) keys")
    }
  }
}
