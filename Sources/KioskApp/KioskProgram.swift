import Canvas
import FrontEnd
import Glibc
import ScreenApp
import Script
import Secrets
import TerminalRuntime
import WalletUI
import Words

/// A wallet for strangers: a script plays until somebody presses a key; who comes then has a wallet
/// of their own, which is gone when they are. No frame is without the banner.
final class KioskProgram: TerminalProgram {
  /// What it runs on.
  struct Plan {
    var words: Words
    /// Seconds without a key until a visitor has left.
    var idle = 60
    /// What lets an operator in; nil: nobody.
    var pin: Secret?
    /// Not empty; the first one is played first.
    var scripts: [Script]
    /// A script that plays on a new wallet.
    var play: (Script) throws -> PlayProgram
    /// A new wallet for a visitor; the script says its language and looks.
    var open: (Script) throws -> ScreenProgram
    /// Nanoseconds of CLOCK_BOOTTIME.
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
  /// When it was pressed last.
  var lastKey: UInt64
  /// When the first key of the operator's chord was pressed.
  var chord: UInt64?
  /// What becomes of a PIN that was wrong.
  var wasWrong = false
  /// When the attract loop goes on; nil: it does.
  private var attractAgain: UInt64?
  private var attractBegun: UInt64
  private var beatDue: UInt64 = 0
  private let begun: UInt64

  init(_ plan: Plan) throws {
    self.plan = plan
    let now = plan.now()
    (begun, attractBegun, lastKey) = (now, now, now)
    mode = .attract(try plan.play(plan.scripts[0]))
  }

  var script: Script { plan.scripts[scriptIndex] }
  var uptime: UInt64 { plan.now() - begun }

  private var program: (any TerminalProgram)? {
    switch mode {
    case .attract(let play): play
    case .visit(let wallet, _): wallet
    case .pin, .maintenance: nil
    }
  }

  // MARK: Coming and going

  /// The wallet that is open goes, with all that it holds.
  private func close() {
    switch mode {
    case .attract(let play): play.end()
    case .visit(let wallet, _):
      wallet.end()
      statistics.left(at: lastKey)
    case .pin(var input): input.wipe()
    case .maintenance: break
    }
    attractAgain = nil
    isDirty = true
  }

  func attract() {
    close()
    let now = plan.now()
    attractBegun = now
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
      statistics.came(at: plan.now())
    } catch {
      status = ExitCode.internalError.rawValue
    }
  }

  func operate() {
    close()
    wasWrong = false
    mode = .pin(SecretInput(digits: KioskPin.digits.upperBound))
  }

  func maintain() {
    close()
    mode = .maintenance(0)
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
    // There is no mouse here, and the theme is not the terminal's.
    case .mouse, .background: return
    // Nor is there a screen that is read out line by line.
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

  /// Seconds before the end at which a visitor is told.
  private var warning: UInt64 { UInt64(min(15, plan.idle / 2)) }
  private static let second: UInt64 = 1_000_000_000
  /// Nobody operates for longer without a key.
  private static let operatorIdle = 60

  private var idleEnd: UInt64? {
    switch mode {
    case .attract: nil
    case .visit: lastKey + UInt64(plan.idle) * Self.second
    case .pin, .maintenance: lastKey + UInt64(Self.operatorIdle) * Self.second
    }
  }

  /// Seconds left, once a visitor is to be told.
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
    if let again = attractAgain {
      if again <= now { attract() }
    } else if let due = program?.nextDeadline, due <= now {
      program?.timerFired(now: now)
    }
    if case .attract(let play) = mode { playAgain(play) }
  }

  private func beat(_ now: UInt64) {
    Watched.beat()
    beatDue = now + Watched.beatInterval
  }

  var nextDeadline: UInt64? {
    var deadlines = [beatDue]
    if let end = idleEnd {
      deadlines.append(end)
      let now = plan.now()
      let warned = end - min(end, warning * Self.second)
      // A second from now, on a second of the countdown.
      if now >= warned, now < end {
        deadlines.append(end - (end - now - 1) / Self.second * Self.second)
      }
      if now < warned { deadlines.append(warned) }
    }
    if case .pin = mode { deadlines.append(plan.now() + Self.second) }
    if let attractAgain {
      deadlines.append(attractAgain)
    } else if let due = program?.nextDeadline {
      deadlines.append(due)
    }
    return deadlines.min()
  }

  /// A script that ends too soon, as one that fails at once does, is not played without a pause.
  private static let shortest = 3 * second

  private func playAgain(_ play: PlayProgram) {
    guard attractAgain == nil, play.exitCode != nil else { return }
    if play.failure != nil { Watched[.scriptFailures] += 1 }
    attractAgain = max(plan.now(), attractBegun + Self.shortest)
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

  /// A visitor's wallet that wants to end would be a way out: there is none, but were there one, it
  /// would be seen here.
  var exitCode: Int32? {
    if case .visit(let wallet, _) = mode { return status ?? wallet.exitCode }
    return status
  }

  var wantsMouse: Bool? { false }
}

/// What an operator asks for: how it is used. Visits outlive a restart by the watchdog.
struct KioskStatistics {
  var keys = 0
  private var came: UInt64?
  private(set) var longest: UInt64 = 0
  private(set) var last: UInt64 = 0

  mutating func came(at now: UInt64) {
    came = now
    Watched[.visits] += 1
  }

  mutating func left(at now: UInt64) {
    guard let came else { return }
    last = now - min(now, came)
    longest = max(longest, last)
    self.came = nil
  }
}
