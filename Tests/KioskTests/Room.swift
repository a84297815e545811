import Arguments
import Canvas
import Glibc
import Player
import Script
import Secrets
import Synchronization
import TerminalRuntime
import Testing
import WalletUI
import Words

@testable import KioskApp
@testable import ScreenApp

/// A kiosk without a terminal, and with a clock that stands until it is moved. All else is real: its
/// program, the reducer, effects on their threads, the wallet in memory.
final class Room {
  /// Nanoseconds; read by the wallet's threads, too.
  final class Time: Sendable {
    private let nanoseconds = Mutex<UInt64>(1_000_000_000_000)
    var now: UInt64 { nanoseconds.withLock { $0 } }
    func pass(_ span: UInt64) { nanoseconds.withLock { $0 += span } }
  }

  static let second: UInt64 = 1_000_000_000

  let time = Time()
  let waker = Waker()
  let kiosk: KioskProgram
  var size = Size(120, 40)
  private(set) var shown: Canvas?
  /// Frames so far, and those without the banner.
  private(set) var frames = 0
  private(set) var bare: [Canvas] = []

  /// - Parameter isGuarded: false: what a visitor gets is a demo like any other, as a control.
  init(_ text: String = Room.script, pin: Secret? = nil, idle: Int = 60, isGuarded: Bool = true)
    throws
  {
    let (script, problems) = Array(text.utf8).withUnsafeBufferPointer {
      Script.read($0, file: "test.walletscript")
    }
    #expect(problems.isEmpty)
    let invocation = Invocation(command: Subcommand("kiosk", ""))
    let time = time
    let waker = waker
    let now: @Sendable () -> UInt64 = { time.now }
    let open = { (script: Script, isKiosk: Bool) in
      try Stage(script, invocation, isKiosk: isKiosk).program(waker, StageClock(now))
    }
    var plan = KioskProgram.Plan(
      words: .english, scripts: [script],
      play: { script in
        try PlayProgram(Playback(script), now: now) { try open(script, true) }
      }, open: { try open($0, isGuarded) })
    plan.idle = idle
    plan.pin = pin
    plan.now = now
    kiosk = try KioskProgram(plan)
  }

  static let script = """
    caption "Press j."
    key j j
    pause 20s
    """

  var hasLeft: Bool { kiosk.exitCode != nil || kiosk.suspendRequested }

  /// What the loop does after it has read what there was: results, timers, a frame.
  func turn() {
    waker.clear()
    kiosk.wake()
    if let due = kiosk.nextDeadline, due <= time.now { kiosk.timerFired(now: time.now) }
    guard kiosk.needsFrame else { return }
    let frame = kiosk.frame(size, .indexed256)
    frames += 1
    shown = frame
    if !hasBanner(frame) { bare.append(frame) }
    kiosk.painted()
  }

  private func hasBanner(_ frame: Canvas) -> Bool {
    let banner = " KIOSK · sample cards".prefix(frame.size.width)
    return frame.size == size && frame.text(row: size.height - 1).hasPrefix(banner)
      && frame.secrets.allSatisfy { $0.origin.y < size.height - 1 }
  }

  var lines: [String] { shown?.lines ?? [] }

  func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Turns until it is so, without moving the clock: answers come on threads of their own.
  func wait(_ text: String, _ isSo: (() -> Bool)? = nil) throws {
    var ready = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<2000 {
      turn()
      if isSo?() ?? has(text) { return }
      if !kiosk.needsFrame { poll(&ready, 1, 10) }
    }
    throw Missing(what: text, lines: lines)
  }

  struct Missing: Error, CustomStringConvertible {
    let what: String
    let lines: [String]
    var description: String { "no \(what)\n" + lines.joined(separator: "\n") }
  }

  func press(_ keys: Key...) {
    for key in keys { kiosk.handle(.key(key)) }
    turn()
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  /// Moves the clock from deadline to deadline, as a terminal's loop would live through it; answers
  /// have a moment of real time at each.
  func pass(seconds: Int) {
    let end = time.now + UInt64(seconds) * Self.second
    var ready = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    while time.now < end {
      repeat { turn() } while poll(&ready, 1, 1) == 1 || kiosk.needsFrame
      let next = min(end, max(kiosk.nextDeadline ?? end, time.now + 1_000_000))
      time.pass(next - time.now)
    }
    turn()
  }
}
