import CHarden
import CTerminal
import Canvas
import Glibc
import Secrets

/// One round: wait, drain everything that is there, then paint once.
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
  // Typed digits pass through here: locked memory, wiped after each read.
  private static let inputRoom = 4096
  private let input = harden_arena_alloc(EventLoop.inputRoom)
  private var armed: UInt64 = 0
  private var mouseIsOn = false
  /// As it was set last; nil: it is not ours.
  private var title: String?
  private var mustPaint = true
  private var isFirst = true
  /// When the terminal was asked for its background.
  private var asked: UInt64 = 0
  private var hasLeft = true
  private var terminalIsGone = false

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
      keys: TerminalKeys.load(), framesPastes: screen.modes.marksPaste)
  }

  deinit {
    harden_arena_free(input, Self.inputRoom)
    close(timer)
  }

  func run() -> Int32 {
    enter(again: false)
    if options.asksBackground && !screen.modes.question.isEmpty { ask() }
    program.handle(.resize(screen.size))
    while true {
      if terminalIsGone || output.isBroken {
        leave()
        // As if the line had been hung up, which the kernel does not always say.
        return 128 + SIGHUP
      }
      if let code = program.exitCode {
        leave()
        return code
      }
      if program.suspendRequested { suspend(group: true) }
      updateMouse()
      paint()
      updateTitle()
      sendClipboard()
      // Keys that came while the first frame was made may have ended it.
      if program.exitCode == nil && !program.suspendRequested { wait() }
    }
  }

  private func ask() {
    output.send(screen.modes.question)
    decoder.awaitsAnswer = true
    asked = Monotonic.now()
  }

  /// An answer that comes when we are gone would be typed into the shell: who leaves at once waits
  /// for it a little.
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
      // Making the first frame takes a while in which terminals answer: then the first one that
      // is seen has the right theme. Nobody waits for a slow one, whose answer changes the theme.
      readInput()
      if program.needsFrame { frame = program.frame(screen.size, screen.depth) }
    }
    isFirst = false
    screen.paint(frame)
    program.painted()
  }

  private func sendClipboard() {
    guard !output.isBlocked, let sequence = program.takeClipboard() else { return }
    defer { sequence.wipe() }
    output.sendSecret { room in
      sequence.withBytes { bytes in
        guard bytes.count <= room.count else { return 0 }
        room.copyMemory(from: bytes)
        return bytes.count
      }
    }
  }

  /// Sleeps until something is there, and handles all of it.
  private func wait() {
    armTimer()
    let writable = output.isBlocked ? Int16(POLLOUT) : 0
    var ready = [
      pollfd(fd: device.descriptor, events: Int16(POLLIN) | writable, revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&ready, nfds_t(ready.count), decoder.timeout ?? -1)
    if count == 0 { decoder.timeOut { program.handle($0) } }
    guard count > 0 else { return }
    if ready[1].revents != 0 { takeSignals() }
    if ready[0].revents & Int16(POLLOUT) != 0 { output.drain() }
    if ready[0].revents & ~Int16(POLLOUT) != 0 { readInput() }
    if ready[2].revents != 0 {
      waker.clear()
      program.wake()
    }
    if let deadline = program.nextDeadline {
      let now = Monotonic.now()
      if deadline <= now {
        program.timerFired(now: now)
        dropStuckSecrets()
      }
    }
  }

  /// The deadline may be the end of a reveal: on a terminal that takes nothing now, digits that are
  /// still queued must not come out later.
  private func dropStuckSecrets() {
    guard output.isBlocked, output.mayHoldSecret else { return }
    let frame = program.frame(screen.size, screen.depth)
    guard frame.secrets.isEmpty else { return }
    restartOutput()
  }

  /// Throws away all output on its way, in the kernel too, and starts from a clear screen.
  private func restartOutput() {
    device.discardOutput()
    output.dropAll()
    enter(again: true)
  }

  private func armTimer() {
    let deadline = program.nextDeadline ?? 0
    // A deadline that has passed comes again as soon as it is set; 0 would switch it off.
    guard deadline != armed else { return }
    armed = deadline
    ct_timer_set(timer, deadline)
  }

  private func readInput() { readInput { program.handle($0) } }

  private func readInput(_ emit: (InputEvent) -> Void) {
    // A flood must not keep frames and timers waiting for ever.
    for _ in 0..<32 {
      let count = read(device.descriptor, input, Self.inputRoom)
      if count > 0 {
        decoder.feed(UnsafeRawBufferPointer(start: input, count: count), into: emit)
        harden_wipe(input, count)
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        if count == 0 || errno != EAGAIN { terminalIsGone = true }
        return
      }
    }
  }

  /// `continued`: what stopped and continued us is no news any more.
  private func takeSignals(continued: Bool = false) {
    var numbers = [UInt8](repeating: 0, count: 256)
    let count = numbers.withUnsafeMutableBytes { read(signals, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    var seen = Set(numbers[..<count].map { Int32($0) })
    if continued { seen.subtract([SIGTSTP, SIGCONT]) }
    for number in seen.subtracting([SIGTSTP, SIGCONT, SIGWINCH]) {
      if !hasLeft { leave() }
      program.dies()
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

  private func resume() {
    enter(again: true)
    checkSize()
    program.handle(.resumed)
  }

  private func enter(again: Bool) {
    if hasLeft {
      // Only now are the settings those to be restored.
      let leaving = screen.modes.leave.map { CChar(bitPattern: $0) }
      harden_set_restore(device.descriptor, leaving, leaving.count)
      hasLeft = false
    } else if again {
      output.send(screen.modes.popTitle)
    }
    device.makeRaw()
    screen.enter(again: again)
    mouseIsOn = false
    title = nil
    mustPaint = true
  }

  /// Conceals, and gives the terminal back as it was.
  private func leave() {
    program.conceal()
    if output.isBlocked {
      device.discardOutput()
      output.dropAll()
    }
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
    // Nothing may come between digits of which some are still on their way.
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
