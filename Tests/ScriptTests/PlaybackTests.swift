import Canvas
import Languages
import Testing

@testable import Script

/// The instructions of a script, and their times.
struct PlaybackTests {
  /// A screen and a clock. Pauses are skipped.
  private struct TestPlayback {
    var playback: Playback
    var now: UInt64 = 5_000_000_000
    var lines = ["one card", "two"]
    var has: Set<Script.Source> = []

    init(_ text: String, speed: Double? = nil) {
      let read = Array(text.utf8).withUnsafeBufferPointer { Script.read($0, file: "x") }
      #expect(read.problems == [])
      playback = Playback(read.script, speed: speed)
    }

    mutating func turn() -> Playback.Instruction {
      playback.next(at: now, Playback.View(has: { [has] in has.contains($0) }) { [lines] in lines })
    }

    /// The next instruction that is not a pause, and the milliseconds before it.
    mutating func next() -> (turn: Playback.Instruction, after: UInt64) {
      let start = now
      while true {
        let turn = turn()
        guard case .rest(let end) = turn else { return (turn, (now - start) / 1_000_000) }
        now = max(end, now)
      }
    }
  }

  @Test func stepsTakeTheirTime() {
    var stage = TestPlayback("key j\ntype \"ab\"\npause 2s\nmark m\nreset")
    #expect(stage.next() == (.key(.character("j")), 0))
    #expect(stage.next() == (.key(.character("a")), 500))
    #expect(stage.next() == (.key(.character("b")), 90))
    #expect(stage.next() == (.mark("m"), 2500))
    #expect(stage.next() == (.reset, 0))
    #expect(stage.next() == (.done, 500))
    #expect(stage.next() == (.done, 0))
  }

  @Test(
    arguments: [
      ("empty", []), ("one", [1, 2]), ("other", [5, 6, 7]), ("last", []), ("none", nil),
    ] as [(String, [Int]?)]) func thePartToAMarkBeginsAtTheResetBeforeIt(
      _ mark: String, _ lines: [Int]?
    )
  {
    let text =
      "mark empty\nkey j\nmark one\nreset\nkey k\nmark two\nkey l\nmark other\nreset\nmark last"
    let script = TestPlayback(text).playback.script
    #expect(script.part(to: mark)?.steps.map(\.line) == lines)
  }

  @Test func theSpeedChangesTheTimeOfSteps() {
    var stage = TestPlayback("set speed 2\nkey j\npause 2s\nkey k")
    #expect(stage.next() == (.key(.character("j")), 0))
    #expect(stage.next() == (.key(.character("k")), 1250))
    var faster = TestPlayback("set speed 2\nkey j\npause 2s\nkey k", speed: 10)
    #expect(faster.next() == (.key(.character("j")), 0))
    #expect(faster.next() == (.key(.character("k")), 250))
  }

  @Test func captionsStayForTheirReadingTime() {
    var stage = TestPlayback("caption \"1234567890\"\ncaption\nkey j")
    #expect(stage.playback.caption == "")
    _ = stage.turn()
    #expect(stage.playback.caption == "1234567890")
    #expect(stage.next() == (.key(.character("j")), 900 + 450))
    #expect(stage.playback.caption == "")
  }

  @Test func aWaitEndsWhenItsConditionIsMet() {
    var stage = TestPlayback("wait \"three\" 4s\nkey j")
    #expect(stage.turn() == .rest(until: stage.now + 4_000_000_000))
    stage.now += 1_000_000_000
    #expect(stage.turn() == .rest(until: stage.now + 3_000_000_000))
    stage.lines.append("and three")
    #expect(stage.next() == (.key(.character("j")), 300))
  }

  @Test(arguments: [
    ("wait \"three\" 4s", "waited for \"three\" (4 s)", 4000),
    ("wait not \"one\"", "waited for not \"one\" (10 s)", 10_000),
    ("wait /^thr/ 1500ms", "waited for /^thr/ (1.5 s)", 1500),
    ("expect not /^o.e/", "expected not /^o.e/", 0),
    ("type code", "waited for the code (10 s)", 10_000),
  ])
  func whatDoesNotComeFails(text: String, message: String, after: UInt64) {
    var stage = TestPlayback("set speed 7\nmark m\n" + text)
    #expect(stage.next() == (.mark("m"), 0))
    let turn = stage.next()
    guard case (.failed(let failure), let time) = turn else {
      Issue.record("it goes on: \(turn)")
      return
    }
    #expect(failure.line == 3 && failure.message.english == message && time == after)
    #expect(failure.screen == ["one card", "two"])
  }

  @Test func aCodeIsTypedWhenItHasArrived() {
    var stage = TestPlayback("type code")
    #expect(stage.turn() == .rest(until: stage.now + 10_000_000_000))
    stage.has = [.code]
    #expect(stage.next() == (.take(.code), 0))
    #expect(stage.next() == (.done, 500))
  }

  @Test(arguments: [
    ("\"one\"", true), ("\"One\"", false), ("\"one card two\"", false), ("not \"three\"", true),
    ("not \"two\"", false), ("/^two$/", true), ("/o(n|w)e? c/", true), ("/^card/", false),
    ("not /three|four/", true),
  ])
  func expected(pattern: String, isMet: Bool) {
    var stage = TestPlayback("expect " + pattern)
    let (turn, _) = stage.next()
    if isMet { #expect(turn == .done) } else { #expect(turn != .done) }
  }

  @Test(arguments: [
    ("set size 80x22\nreset", Size(120, 40), Size(80, 22)),
    ("set size 80x22+\nreset", Size(120, 40), Size(120, 40)),
    ("set size 80x22+\ncaption \"x\"", Size(120, 40), Size(120, 38)),
    ("set size 80x22+\ncaption \"x\"", Size(60, 30), Size(80, 28)),
    ("reset", Size(120, 40), Size(120, 40)),
  ])
  func theWalletIsAsLarge(text: String, terminal: Size, wallet: Size) {
    let script = Array(text.utf8).withUnsafeBufferPointer { Script.read($0, file: "x") }.script
    #expect(script.size(on: terminal) == wallet)
  }
}
