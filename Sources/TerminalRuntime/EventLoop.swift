import CHarden
import CTerminal
import Canvas
import Glibc
import Secrets

/// The main loop. One round: wait, handle everything that has arrived, then paint once.
final class EventLoop {
  private let program: any TerminalProgram
  private let device: TerminalDevice
  private let screen: TerminalScreen
  private let output: OutputBuffer
  private let waker: Waker
  private let signals: Int32
  private let timer = ct_timer_open()
  private let options: TerminalOptions
  private var decoder: InputDecoder
  // The input buffer. It may contain typed digits, so it is in locked memory and wiped after each
  // read.
  private static let inputRoom = 4096
  private let input = harden_arena_alloc(EventLoop.inputRoom)
  private var armed: UInt64 = 0
  private var mouseIsOn = false
  /// The title that was set last; nil: it was not set by us.
  private var title: String?
  private var mustPaint = true
  private var isFirst = true
  /// When the terminal was asked for its background colour.
  private var asked: UInt64 = 0
  private var hasLeft = true
  private var terminalIsGone = false
  private var marker = TestMarker()

  init(
    _ program: any TerminalProgram, device: TerminalDevice, screen: TerminalScreen, waker: Waker,
    signals: Int32,
    options: TerminalOptions
  ) {
    self.program = program
    self.device = device
    self.screen = screen
    output = screen.output
    self.waker = waker
    self.signals = signals
    self.options = options
    decoder = InputDecoder(
      keys: TerminalKeys.load(), hasBracketedPaste: screen.modes.hasBracketedPaste,
      isRemote: getenv("SSH_CONNECTION") != nil)
  }

  deinit {
    harden_arena_free(input, Self.inputRoom)
    close(timer)
  }

  func run() -> Int32 {
    enter(again: false)
    if options.asksBackground && !screen.modes.backgroundQuery.isEmpty { ask() }
    program.handle(.resize(screen.size))
    while true {
      if terminalIsGone || output.isBroken {
        leave()
        // The same status as after SIGHUP, which the kernel does not always send.
        return 128 + SIGHUP
      }
      if let code = program.exitCode {
        leave()
        return code
      }
      if program.suspendRequested { suspend(group: true) }
      if let errand = program.errand { lend(to: errand) }
      updateMouse()
      paint()
      updateTitle()
      sendRequest()
      // Keys that arrived while the first frame was made may have ended the program.
      if program.exitCode == nil, !program.suspendRequested, program.errand == nil { wait() }
    }
  }

  private func ask() {
    output.send(screen.modes.backgroundQuery)
    decoder.awaitsAnswer = true
    asked = Monotonic.now()
  }

  /// An answer that arrives after the end would go to the shell, so a program that ends at once
  /// waits for it for a short time.
  private func awaitBackgroundAnswer() {
    guard decoder.awaitsAnswer, !terminalIsGone, !output.isBroken else { return }
    let end = asked + Self.answerTimeout
    while decoder.awaitsAnswer, !terminalIsGone {
      let now = Monotonic.now()
      guard now < end else { return }
      var ready = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32((end - now) / 1_000_000) + 1) == 1 else { return }
      readInput { _ in }
    }
  }

  private static let answerTimeout: UInt64 = 1_000_000_000

  private func paint() {
    guard !output.isBlocked, mustPaint || program.needsFrame else { return }
    mustPaint = false
    var frame = program.frame(screen.size, screen.depth)
    if isFirst, options.asksBackground {
      // Terminals can answer while the first frame is made. Then the first visible frame has the
      // right theme. A later answer changes the theme.
      readInput()
      if program.needsFrame { frame = program.frame(screen.size, screen.depth) }
    }
    isFirst = false
    screen.paint(frame)
    program.painted()
  }

  private func sendRequest() {
    guard !output.isBlocked, let sequence = program.takeRequest() else { return }
    defer { sequence.wipe() }
    output.sendSecret { room in
      sequence.withBytes { bytes in
        guard bytes.count <= room.count else { return 0 }
        room.copyMemory(from: bytes)
        return bytes.count
      }
    }
  }

  /// Sleeps until something arrives, and handles all of it.
  private func wait() {
    armTimer()
    let writable = output.isBlocked ? Int16(POLLOUT) : 0
    var ready = [
      pollfd(fd: device.descriptor, events: Int16(POLLIN) | writable, revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
    ]
    let count = sleep(&ready)
    guard count > 0 else { return }
    if ready[1].revents != 0 { takeSignals() }
    if ready[0].revents & Int16(POLLOUT) != 0 { output.drain() }
    if ready[0].revents & ~Int16(POLLOUT) != 0 { readInput() }
    if ready[2].revents != 0 {
      waker.clear()
      program.wake()
    }
    // Until the timer is readable no deadline has passed, and to find the next one takes a while.
    if ready[3].revents != 0, let deadline = program.nextDeadline {
      let now = Monotonic.now()
      if deadline <= now {
        program.timerFired(now: now)
        dropStuckSecrets()
      }
    }
  }

  /// Waits for one of these, or until an incomplete sequence is to be decided. In tests the terminal
  /// gets a marker when nothing is left to do, and another one when there is something again.
  private func sleep(_ ready: inout [pollfd]) -> Int32 {
    if TestMarker.isWanted, poll(&ready, nfds_t(ready.count), 0) == 0, decoder.deadline == nil,
      !output.isBlocked
    {
      mark(program.isWorking ? .waiting : .settled)
      if output.isBlocked { ready[0].events |= Int16(POLLOUT) }
    }
    // The time before the call: if no input has come, there was none at this time.
    let now = Monotonic.real()
    let count = poll(&ready, nfds_t(ready.count), decoder.pollLimit(at: now))
    if count > 0, !output.isBlocked { mark(.busy) }
    if count >= 0, ready[0].revents & ~Int16(POLLOUT) == 0 {
      decoder.decide(at: now) { handle($0) }
    }
    return count
  }

  private func mark(_ state: TestMarker.State) {
    if let sequence = marker.change(to: state, screen.size) { output.send(sequence) }
  }

  private func handle(_ event: InputEvent) {
    marker.handled(event)
    program.handle(event)
  }

  /// The deadline may be the end of a reveal. If the terminal takes no output now, digits in the
  /// queue must not appear later.
  private func dropStuckSecrets() {
    guard output.isBlocked, output.mayHoldSecret else { return }
    let frame = program.frame(screen.size, screen.depth)
    guard frame.secrets.isEmpty else { return }
    restartOutput()
  }

  /// Drops all queued output, also the kernel's, and starts with a clear screen.
  private func restartOutput() {
    device.discardOutput()
    output.dropAll()
    enter(again: true)
  }

  private func armTimer() {
    let deadline = program.nextDeadline ?? 0
    // A deadline in the past fires as soon as it is set; 0 turns the timer off.
    guard deadline != armed else { return }
    armed = deadline
    Monotonic.set(timer, to: deadline)
  }

  private func readInput() { readInput { handle($0) } }

  private func readInput(_ emit: (InputEvent) -> Void) {
    // Much input must not delay frames and timers without end.
    for _ in 0..<32 {
      let count = read(device.descriptor, input, Self.inputRoom)
      if count > 0 {
        marker.read(count)
        decoder.feed(
          UnsafeRawBufferPointer(start: input, count: count), at: Monotonic.real(), into: emit)
        harden_wipe(input, count)
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        if count == 0 || errno != EAGAIN { terminalIsGone = true }
        return
      }
    }
  }

  /// - Parameter continued: Whether the process was just continued; then TSTP and CONT are ignored.
  private func takeSignals(continued: Bool = false) {
    var numbers = [UInt8](repeating: 0, count: 256)
    let count = numbers.withUnsafeMutableBytes { read(signals, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    var seen = Set(numbers[..<count].map { Int32($0) })
    if continued { seen.subtract([SIGTSTP, SIGCONT]) }
    for number in seen.subtracting([SIGTSTP, SIGCONT, SIGWINCH]) {
      if !hasLeft { leave() }
      program.willTerminate()
      ct_signals_die(number)
    }
    if seen.contains(SIGTSTP) {
      suspend(group: false)
    } else if seen.contains(SIGCONT) {
      resume()
    }
    if seen.contains(SIGWINCH) { checkSize() }
  }

  private func checkSize() {
    let size = device.size
    guard size != screen.size else { return }
    screen.resize(size)
    mustPaint = true
    program.handle(.resize(size))
  }

  private func suspend(group: Bool) {
    program.suspendRequested = false
    leave()
    ct_signals_suspend(group ? 1 : 0)
    device.remember()
    takeSignals(continued: true)
    resume()
  }

  /// Another program has the terminal until this returns.
  private func lend(to errand: () -> Void) {
    leave()
    errand()
    takeSignals(continued: true)
    resume()
  }

  private func resume() {
    enter(again: true)
    checkSize()
    program.handle(.resumed)
  }

  private func enter(again: Bool) {
    if hasLeft {
      // Only now are these the settings to restore.
      let leaving = screen.modes.leave.map { CChar(bitPattern: $0) }
      harden_set_restore(device.descriptor, leaving, leaving.count)
      hasLeft = false
    } else if again {
      output.send(screen.modes.popTitle)
    }
    device.makeRaw()
    mark(.busy)
    screen.enter(again: again)
    mouseIsOn = false
    title = nil
    mustPaint = true
  }

  /// Hides secrets and restores the terminal.
  private func leave() {
    program.conceal()
    if output.isBlocked {
      device.discardOutput()
      output.dropAll()
    }
    mark(.left)
    output.sendFinally(screen.modes.leave)
    output.dropAll()
    screen.left()
    awaitBackgroundAnswer()
    device.restore()
    harden_set_restore(-1, nil, 0)
    hasLeft = true
  }

  private func updateMouse() {
    let wanted = program.wantsMouse ?? options.mouse
    // Nothing may be sent between digits that are still in the queue.
    guard wanted != mouseIsOn, !output.isBlocked else { return }
    mouseIsOn = wanted
    output.send(wanted ? screen.modes.mouseOn : screen.modes.mouseOff)
  }

  private func updateTitle() {
    guard let wanted = program.title, wanted != title, !output.isBlocked else { return }
    title = wanted
    output.send(screen.modes.title(wanted))
  }
}
