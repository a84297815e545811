package import Canvas
import FrontEnd
import Player
package import Script
package import Secrets
import TerminalRuntime
package import Themes
import WalletUI

/// A script on a terminal: the wallet's own program, with keys from the script until somebody
/// presses one.
///
/// Esc and ctrl-c end it; any other key, a click or a paste hands the wallet over, and does nothing
/// else.
package final class PlayProgram: TerminalProgram {
  private var program: ScreenProgram
  private let open: () throws -> ScreenProgram
  private let now: () -> UInt64
  /// nil: handed over.
  private var playback: Playback?
  private var turn: UInt64?
  private var shown: Canvas?
  private var isDirty = true
  private var status: Int32?
  /// Why the script did not go on.
  package private(set) var failure: Playback.Failure?

  /// - Parameters:
  ///   - now: Nanoseconds of CLOCK_BOOTTIME.
  ///   - open: Makes the wallet's program on a new wallet, started.
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
    // The frame says how large the wallet is.
    case .resize: isDirty = true
    default: program.handle(event)
    }
  }

  private func handOver() {
    playback = nil
    turn = nil
    isDirty = true
    program.handOver()
  }

  package func wake() { program.wake() }

  package func timerFired(now: UInt64) {
    if let due = program.nextDeadline, due <= now { program.timerFired(now: now) }
    goOn(now)
  }

  package var nextDeadline: UInt64? {
    [program.nextDeadline, turn].compactMap { $0 }.min()
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
    // What is waited for may have come.
    goOn(now())
  }

  /// Does what the script wants next, as far as it is time for it.
  private func goOn(_ now: UInt64) {
    guard var playback, status == nil else { return }
    defer { if self.playback != nil { self.playback = playback } }
    let caption = playback.caption
    let view = Playback.View(has: program.has) { [shown] in shown?.lines ?? [] }
    // What is due is done once the frame of what was before has been painted.
    guard !program.needsFrame else {
      turn = nil
      return
    }
    switch playback.next(at: now, view) {
    case .rest(let end): turn = end
    case .key(let key):
      program.handle(.key(key))
      turn = now
    case .take(let source):
      if let secret = program.secret(source) { program.handle(.paste(secret)) }
      turn = now
    case .mark: turn = now
    case .reset: restart()
    case .failed(let failure):
      self.failure = failure
      status = ExitCode.script.rawValue
    case .done: status = 0
    }
    if playback.caption != caption { isDirty = true }
    if program.exitCode != nil, let failure = playback.ended(view) {
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
    turn = now()
  }

  /// Its wallet goes, with all that it holds.
  package func end() { program.end() }

  /// What a frame of that depth is painted with now.
  package func theme(for depth: ColorDepth) -> Theme { program.theme(for: depth) }

  package func conceal() { program.conceal() }
  package func dies() { program.dies() }
  package func takeClipboard() -> Secret? { program.takeClipboard() }

  package var suspendRequested: Bool {
    get { program.suspendRequested }
    set { program.suspendRequested = newValue }
  }

  package var exitCode: Int32? { status ?? program.exitCode }
  package var title: String? { program.title }
  package var wantsMouse: Bool? { program.wantsMouse }
}
