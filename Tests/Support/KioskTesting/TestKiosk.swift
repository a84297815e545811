import Arguments
import Canvas
import Glibc
import Player
import Script
import Secrets
import Synchronization
import TerminalRuntime
import Waiting
import Words

@testable import KioskApp
@testable import ScreenApp

/// A kiosk without a terminal and with a clock that the test controls. The program, the reducer,
/// effects on their threads and the wallet in memory are real.
final class TestKiosk {
  /// Nanoseconds. The wallet's threads read it, too.
  final class Time: Sendable {
    private let nanoseconds = Mutex<UInt64>(1_000_000_000_000)
    var now: UInt64 { nanoseconds.withLock { $0 } }
    func pass(_ span: UInt64) { nanoseconds.withLock { $0 += span } }
  }

  static let second: UInt64 = 1_000_000_000

  let time = Time()
  let waker = Waker()
  let program: KioskProgram
  var size = Size(120, 40)
  private(set) var shown: Canvas?
  /// The number of frames, and the frames without the banner.
  private(set) var frames = 0
  private(set) var bare: [Canvas] = []

  /// - Parameter isRestricted: false: visitors get an ordinary demo, as a control.
  init(
    _ text: String = TestKiosk.script, pin: Secret? = nil, idle: Int = 60, isRestricted: Bool = true
  )
    throws
  {
    let (script, problems) = Array(text.utf8).withUnsafeBufferPointer {
      Script.read($0, file: "test.walletscript")
    }
    guard problems.isEmpty else { throw WrongScript(problems: "\(problems)") }
    let invocation = Invocation(command: Subcommand("kiosk", ""))
    let time = time
    let waker = waker
    let now: @Sendable () -> UInt64 = { time.now }
    let open = { (script: Script, isKiosk: Bool) in
      try ScriptEnvironment(script, invocation, isKiosk: isKiosk).program(waker, ScriptClock(now))
    }
    var plan = KioskProgram.Plan(
      words: .english, scripts: [script],
      play: { script in
        try PlayProgram(Playback(script), now: now) { try open(script, true) }
      }, open: { try open($0, isRestricted) })
    plan.idle = idle
    plan.pin = pin
    plan.now = now
    program = try KioskProgram(plan)
  }

  static let script = """
    caption "Press j."
    key j j
    pause 20s
    """

  var hasLeft: Bool { program.exitCode != nil || program.suspendRequested }

  /// One round of the loop: results, timers, a frame.
  func turn() {
    waker.clear()
    program.wake()
    if let due = program.nextDeadline, due <= time.now { program.timerFired(now: time.now) }
    guard program.needsFrame else { return }
    let frame = program.frame(size, .indexed256)
    frames += 1
    shown = frame
    if !hasBanner(frame) { bare.append(frame) }
    program.painted()
  }

  private func hasBanner(_ frame: Canvas) -> Bool {
    let banner = " KIOSK · sample cards".prefix(frame.size.width)
    return frame.size == size && frame.text(row: size.height - 1).hasPrefix(banner)
      && frame.secrets.allSatisfy { $0.origin.y < size.height - 1 }
  }

  var lines: [String] { shown?.lines ?? [] }

  func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  private struct WrongScript: Error {
    let problems: String
  }

  /// Runs rounds until the condition is met, without moving the clock. Answers arrive from other
  /// threads.
  func wait(_ text: String, _ isSo: (() -> Bool)? = nil) throws {
    try waitForAnswers("\(text)\n" + lines.joined(separator: "\n")) {
      turn()
      return isSo?() ?? has(text)
    }
  }

  func press(_ keys: Key...) {
    for key in keys { program.handle(.key(key)) }
    turn()
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  /// Moves the clock from deadline to deadline like a terminal's loop. At each deadline, answers
  /// have a moment of real time.
  func pass(seconds: Int) {
    let end = time.now + UInt64(seconds) * Self.second
    while time.now < end {
      repeat { turn() } while waitBriefly(for: waker.descriptor) || program.needsFrame
      let next = min(end, max(program.nextDeadline ?? end, time.now + 1_000_000))
      time.pass(next - time.now)
    }
    turn()
  }
}
