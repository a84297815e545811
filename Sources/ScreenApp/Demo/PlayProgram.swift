package import Canvas
import Player
package import Script
package import Secrets
import TerminalRuntime
package import Themes
import WalletModel

/// A script on a terminal. It runs the program of the screen and sends it the keys of the script
/// until the user presses a key.
///
/// Esc and Ctrl-C end it. Any other key, a click or a paste gives the wallet to the user and has no
/// other effect.
package final class PlayProgram: TerminalProgram {
  private var program: ScreenProgram
  private let open: () throws -> ScreenProgram
  private let now: () -> UInt64
  /// nil: the user has taken over.
  private var playback: Playback?
  private var nextStepTime: UInt64?
  private var shown: Canvas?
  private var isDirty = true
  private var status: Int32?
  /// Why the script failed.
  package private(set) var failure: Playback.Failure?

  /// - Parameters:
  ///   - now: The time in nanoseconds of CLOCK_BOOTTIME.
  ///   - open: Creates the program on a new wallet and starts it.
  package init(
    _ playback: Playback, now: @escaping () -> UInt64 = Monotonic.now,
    open: @escaping () throws -> ScreenProgram
  ) throws {
    self.playback = playback
    self.now = now
    self.open = open
    program = try open()
  }

  package func handle(_ event: InputEvent) {
    switch event {
    case .key(let key) where playback != nil:
      if key == Key(.escape) || key == .control("c") {
        status = 0
        return
      }
      handOver()
    case .mouse(let mouse) where playback != nil:
      if mouse.action == .press { handOver() }
    case .paste(let secret) where playback != nil:
      secret.wipe()
      handOver()
    // The size of the wallet is set when the next frame is drawn.
    case .resize: isDirty = true
    default: program.handle(event)  // All else is for the wallet, during a playback too.
    }
  }

  private func handOver() {
    playback = nil
    nextStepTime = nil
    isDirty = true
    program.handOver()
  }

  package func wake() { program.wake() }

  package func timerFired(now: UInt64) {
    if let due = program.nextDeadline, due <= now { program.timerFired(now: now) }
    carryOutNext(now)
  }

  package var nextDeadline: UInt64? {
    [program.nextDeadline, nextStepTime].compactMap { $0 }.min()
  }

  package var needsFrame: Bool { isDirty || program.needsFrame }

  package func frame(_ size: Size, _ depth: ColorDepth) -> Canvas {
    isDirty = false
    guard let playback else { return program.frame(size, depth) }
    let script = playback.script
    let frame = program.frame(script.size(on: size), depth)
    shown = frame
    if frame.size == size { return frame }
    return CaptionBand.compose(
      frame, playback.caption, rows: script.captionRows, on: size, program.theme(for: depth))
  }

  package func painted() {
    program.painted()
    // The screen may now show what the script waits for.
    carryOutNext(now())
  }

  /// Carries out the steps of the script that are due.
  private func carryOutNext(_ now: UInt64) {
    guard var playback, status == nil else { return }
    defer { if self.playback != nil { self.playback = playback } }
    let caption = playback.caption
    let view = Playback.View(has: program.has) { [shown] in shown?.lines ?? [] }
    // The next step is carried out after the current state was painted.
    guard !program.needsFrame else {
      nextStepTime = nil
      return
    }
    switch playback.next(at: now, view) {
    case .rest(let end): nextStepTime = end
    case .key(let key):
      program.handle(.key(key))
      nextStepTime = now
    case .take(let source):
      if let secret = program.secret(source) { program.handle(.paste(secret)) }
      nextStepTime = now
    case .mark: nextStepTime = now
    case .reset: restart()
    case .failed(let failure):
      self.failure = failure
      status = ExitCode.script.rawValue
    case .done: status = 0
    }
    if playback.caption != caption { isDirty = true }
    if program.exitCode != nil, let failure = playback.failureAtEnd(view) {
      self.failure = failure
      status = ExitCode.script.rawValue
    }
  }

  private func restart() {
    guard let new = try? open() else {
      status = ExitCode.internalError.rawValue
      return
    }
    program.end()
    program = new
    isDirty = true
    nextStepTime = now()
  }

  /// Closes the wallet and wipes what it holds.
  package func end() { program.end() }

  /// The theme of the next frame at this colour depth.
  package func theme(for depth: ColorDepth) -> Theme { program.theme(for: depth) }

  package func conceal() { program.conceal() }
  package func willTerminate() { program.willTerminate() }
  package func takeRequest() -> Secret? { program.takeRequest() }

  package var suspendRequested: Bool {
    get { program.suspendRequested }
    set { program.suspendRequested = newValue }
  }

  /// A script opens no editor.
  package var errand: (() -> Void)? { playback == nil ? program.errand : nil }

  package var exitCode: Int32? { status ?? program.exitCode }
  package var title: String? { program.title }
  package var wantsMouse: Bool? { program.wantsMouse }

  package var isWorking: Bool { program.isWorking }
}
