import Canvas
import Glibc
import ScreenApp
import ScreenKit
import Script
import Secrets
import TerminalRuntime
import WalletModel
import WalletUI
import Words

/// A wallet for visitors. A script plays until somebody presses a key. Then the visitor gets a new
/// wallet, which is closed when they leave. The banner is on every frame.
final class KioskProgram: TerminalProgram {
  /// What the kiosk needs from outside.
  struct Plan {
    var words: Words
    /// The seconds without a key after which a visitor has left.
    var idle = 60
    /// The operator's PIN; nil: there is no operator.
    var pin: Secret?
    /// The scripts to play. There is at least one, and the first one is played first.
    var scripts: [Script]
    /// Starts a script on a new wallet.
    var play: (Script) throws -> PlayProgram
    /// Opens a new wallet for a visitor. The script gives its language and appearance.
    var open: (Script) throws -> ScreenProgram
    /// The time in nanoseconds of CLOCK_BOOTTIME.
    var now: () -> UInt64 = Monotonic.now
  }

  enum Mode {
    case attract(PlayProgram)
    case visit(ScreenProgram, KioskTour)
    case pin(SecretInput)
    case maintenance(Int)
  }

  let plan: Plan
  var mode: Mode
  var statistics = KioskStatistics()
  var isDirty = true
  var status: Int32?
  var scriptIndex = 0
  /// When a key was pressed last.
  var lastKey: UInt64
  /// When the first key of the operator's chord was pressed.
  var chord: UInt64?
  /// Whether the last PIN was wrong.
  var pinWasWrong = false
  /// When the next script starts; nil: one is playing.
  private var attractRestart: UInt64?
  private var attractStart: UInt64
  private var beatDue: UInt64 = 0
  private let startTime: UInt64

  init(_ plan: Plan) throws {
    self.plan = plan
    let now = plan.now()
    (startTime, attractStart, lastKey) = (now, now, now)
    mode = .attract(try plan.play(plan.scripts[0]))
  }

  var script: Script { plan.scripts[scriptIndex] }
  var uptime: UInt64 { plan.now() - startTime }

  private var program: (any TerminalProgram)? {
    switch mode {
    case .attract(let play): play
    case .visit(let wallet, _): wallet
    case .pin, .maintenance: nil
    }
  }

  // MARK: Opening and closing

  /// Closes the open wallet and wipes what it holds.
  func close() {
    switch mode {
    case .attract(let play): play.end()
    case .visit(let wallet, _):
      wallet.end()
      statistics.visitEnded(at: lastKey)
    case .pin(var input): input.wipe()
    case .maintenance: break
    }
    attractRestart = nil
    isDirty = true
  }

  func attract() {
    close()
    let now = plan.now()
    attractStart = now
    do {
      mode = .attract(try plan.play(script))
    } catch {
      status = ExitCode.internalError.rawValue
    }
  }

  private func visit() {
    close()
    do {
      mode = .visit(try plan.open(script), KioskTour(script))
      statistics.visitBegan(at: plan.now())
    } catch {
      status = ExitCode.internalError.rawValue
    }
  }

  // MARK: Events

  func handle(_ event: InputEvent) {
    switch event {
    case .key(let key): handle(key)
    case .paste(let secret):
      lastKey = plan.now()
      if case .visit(let wallet, _) = mode { return wallet.handle(event) }
      secret.wipe()
      if case .attract = mode { visit() }
    // The kiosk has no mouse, and its theme does not depend on the terminal.
    case .mouse, .background: return
    // These events exist only in line mode.
    case .choice, .words: return
    case .resize: isDirty = true
    case .focus, .resumed: program?.handle(event)
    }
  }

  private func handle(_ key: Key) {
    lastKey = plan.now()
    statistics.keys += 1
    if isChord(key) { return }
    switch mode {
    case .attract: visit()
    case .visit(let wallet, var tour):
      let before = tour.hint(plan.words)?.keys
      tour.follow(key, Kiosk.keymap)
      mode = .visit(wallet, tour)
      if tour.hint(plan.words)?.keys != before { isDirty = true }
      wallet.handle(.key(key))
    case .pin(let input): pinKey(key, input)
    case .maintenance(let selected): maintenanceKey(key, selected)
    }
  }

  func wake() { program?.wake() }

  // MARK: Time

  /// How many seconds before the end the visitor is warned.
  private var warning: UInt64 { UInt64(min(15, plan.idle / 2)) }
  private static let second: UInt64 = 1_000_000_000
  /// The seconds without a key after which the operator's menu closes.
  private static let operatorIdle = 60

  private var idleEnd: UInt64? {
    switch mode {
    case .attract: nil
    case .visit: lastKey + UInt64(plan.idle) * Self.second
    case .pin, .maintenance: lastKey + UInt64(Self.operatorIdle) * Self.second
    }
  }

  /// The seconds left, if a visitor has to be warned.
  var secondsLeft: Int? {
    guard case .visit = mode, let end = idleEnd else { return nil }
    let now = plan.now()
    let left = (max(end, now) - now + Self.second - 1) / Self.second
    return left <= warning ? Int(left) : nil
  }

  func timerFired(now: UInt64) {
    if beatDue <= now { beat(now) }
    if let end = idleEnd {
      if end <= now { return attract() }
      if end <= now + (warning + 1) * Self.second { isDirty = true }
    }
    if case .pin = mode { isDirty = true }
    if let again = attractRestart {
      if again <= now { attract() }
    } else if let due = program?.nextDeadline, due <= now {
      program?.timerFired(now: now)
    }
    if case .attract(let play) = mode { playAgain(play) }
  }

  private func beat(_ now: UInt64) {
    Watchdog.beat()
    beatDue = now + Watchdog.beatInterval
  }

  var nextDeadline: UInt64? {
    var deadlines = [beatDue]
    if let end = idleEnd {
      deadlines.append(end)
      let now = plan.now()
      let warned = end - min(end, warning * Self.second)
      // The next second of the countdown.
      if now >= warned, now < end {
        deadlines.append(end - (end - now - 1) / Self.second * Self.second)
      }
      if now < warned { deadlines.append(warned) }
    }
    if case .pin = mode { deadlines.append(plan.now() + Self.second) }
    if let attractRestart {
      deadlines.append(attractRestart)
    } else if let due = program?.nextDeadline {
      deadlines.append(due)
    }
    return deadlines.min()
  }

  /// A script that ends sooner, for example because it fails at once, is followed by a pause.
  private static let shortestRun = 3 * second

  private func playAgain(_ play: PlayProgram) {
    guard attractRestart == nil, play.exitCode != nil else { return }
    if play.failure != nil { Watchdog[.scriptFailures] += 1 }
    attractRestart = max(plan.now(), attractStart + Self.shortestRun)
  }

  // MARK: Frames

  var needsFrame: Bool { isDirty || program?.needsFrame == true }

  func frame(_ size: Size, _ depth: ColorDepth) -> Canvas {
    isDirty = false
    return compose(size, depth)
  }

  func painted() {
    if beatDue == 0 { beat(plan.now()) }
    program?.painted()
    if case .attract(let play) = mode { playAgain(play) }
  }

  func conceal() { program?.conceal() }

  var suspendRequested: Bool {
    get { program?.suspendRequested ?? false }
    set { program?.suspendRequested = newValue }
  }

  /// A visitor's wallet must not be able to end the program. If it could, that would be visible
  /// here, and tests would find it.
  var exitCode: Int32? {
    if case .visit(let wallet, _) = mode { return status ?? wallet.exitCode }
    return status
  }

  var wantsMouse: Bool? { false }
}

/// Usage figures for the operator. The number of visits is kept when the watchdog restarts the
/// program.
struct KioskStatistics {
  var keys = 0
  private var visitBegan: UInt64?
  private(set) var longest: UInt64 = 0
  private(set) var last: UInt64 = 0

  mutating func visitBegan(at now: UInt64) {
    visitBegan = now
    Watchdog[.visits] += 1
  }

  mutating func visitEnded(at now: UInt64) {
    guard let visitBegan else { return }
    last = now - min(now, visitBegan)
    longest = max(longest, last)
    self.visitBegan = nil
  }
}
