import CHarden
import CTerminal
import Canvas
import Glibc
import Secrets

/// The program without a screen, for screen readers: the frame's lines are printed as text, and
/// input is read line by line. No cursor movement and no colours are used.
final class LineLoop {
  private let program: any TerminalProgram
  private let terminal: LineDevice
  private let waker: Waker
  private let signals: Int32
  private let timer = ct_timer_open()
  private let texts: LineTexts
  // The current line of input, which may contain a secret.
  private let input = Secret(capacity: LineLoop.inputRoom)
  private static let inputRoom = 4096
  /// Enough rows for every list of commands and every dialog.
  private static let size = Size(200, 90)

  private var printed = Transcript()
  private var canvas = Canvas(Size(1, 1))
  /// Secrets that the user may print, and whether they were printed.
  private var offered: Set<ObjectIdentifier> = []
  private var werePrinted = false
  /// Whether anything but the time has changed since lines were printed.
  private var hasChanged = true
  private var waitsSince: UInt64?
  private var terminalIsGone = false

  init(
    _ program: any TerminalProgram, terminal: LineDevice, waker: Waker, signals: Int32,
    texts: LineTexts
  ) {
    self.program = program
    self.terminal = terminal
    self.waker = waker
    self.signals = signals
    self.texts = texts
  }

  deinit { close(timer) }

  func run() -> Int32 {
    program.handle(.resize(Self.size))
    terminal.say([texts.greeting])
    printChanges()
    while true {
      if terminalIsGone {
        leave()
        return 128 + SIGHUP
      }
      if let code = program.exitCode {
        leave()
        return code
      }
      if program.suspendRequested { suspend(group: true) }
      if let errand = program.errand { lend(to: errand) }
      if let sequence = program.takeRequest() {
        terminal.send(sequence)
        sequence.wipe()
      }
      // The result of the last line is printed before the next prompt.
      if !program.needsFrame { ask() }
      if program.exitCode == nil, !program.suspendRequested, program.errand == nil { wait() }
    }
  }

  // MARK: Output

  /// Lines are printed after `quietTime` (in milliseconds) without a change, or after `longestWait`
  /// (in nanoseconds), so that related lines come together.
  private static let quietTime: Int32 = 40
  private static let longestWait: UInt64 = 300_000_000

  private func printChanges() {
    canvas = program.frame(Self.size, .mono)
    program.painted()
    let now = Transcript(canvas)
    terminal.say(now.changes(since: printed, isTime: !hasChanged).map(words))
    printed = now
    hasChanged = false
    waitsSince = nil
    announceSecrets()
  }

  private func words(_ line: Transcript.Line) -> String {
    line.hasFocus ? "\(line.text), \(texts.selected)" : line.text
  }

  private func announceSecrets() {
    let secrets = Set(
      canvas.secrets.filter { !$0.secret.isEmpty }.map { ObjectIdentifier($0.secret) })
    if secrets.isEmpty && !offered.isEmpty {
      terminal.say([werePrinted ? texts.secretsWerePrinted : texts.secretsAreGone])
      werePrinted = false
    } else if !secrets.isSubset(of: offered) {
      terminal.say([texts.secretsAreThere])
    }
    offered = secrets
  }

  /// Prints the lines with secrets. The user asked for them and knows that they stay.
  private func printSecrets() {
    canvas = program.frame(Self.size, .mono)
    for line in SecretLines(canvas).lines {
      terminal.say(line)
      line.wipe()
      werePrinted = true
    }
  }

  private func ask() {
    switch program.lineInput {
    case .keys: terminal.ask(texts.prompt, isHidden: false)
    case .text(let label), .search(let label): terminal.ask("\(label): ", isHidden: false)
    case .code(let label), .secret(let label): terminal.ask("\(label): ", isHidden: true)
    case .options(let label, let options, let chosen):
      let list = options.enumerated().map { index, option in
        "\(index + 1). \(option)\(index == chosen ? " *" : "")"
      }
      terminal.ask("\(label): \(list.joined(separator: "; ")): ", isHidden: false)
    }
  }

  // MARK: Input

  private func wait() {
    Monotonic.set(timer, to: program.nextDeadline ?? 0)
    var ready = [terminal.device.descriptor, signals, waker.descriptor, timer].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&ready, nfds_t(ready.count), program.needsFrame ? Self.quietTime : -1)
    if count == 0 { return printChanges() }
    guard count > 0 else { return }
    if ready[1].revents != 0 { takeSignals() }
    if ready[2].revents != 0 {
      waker.clear()
      hasChanged = true
      program.wake()
    }
    if let deadline = program.nextDeadline, deadline <= Monotonic.now() {
      program.timerFired(now: Monotonic.now())
    }
    if ready[0].revents != 0 { readInput() }
    guard program.needsFrame else { return }
    let now = Monotonic.now()
    let since = waitsSince ?? now
    waitsSince = since
    if now > since + Self.longestWait { printChanges() }
  }

  private func readInput() {
    let room = SecretBytes(count: 512) { room in
      let count = read(terminal.device.descriptor, room.baseAddress, room.count)
      if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
      if count == 0 {
        // ^D on an empty line: there will be no more input.
        handle(.key(.control("c")))
      } else if count < 0 {
        terminalIsGone = true
      }
      for byte in room.prefix(max(0, count)) {
        if byte == 0x0a { takeLine() } else { input.append(byte) }
      }
    }
    _ = consume room
  }

  private func takeLine() {
    terminal.answered()
    let line = PromptLine.text(of: input)
    input.wipe()
    hasChanged = true
    take(line)
    line.wipe()
  }

  private func handle(_ event: InputEvent) {
    hasChanged = true
    program.handle(event)
  }

  private func take(_ line: Secret) {
    if line.isEmpty { return takeEmptyLine() }
    let isDigits = line.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
    switch program.lineInput {
    case .secret where !line.isDot: fill(line)
    case .code where line.isCode: fill(line)
    case .text where line.isText: fill(line)
    case .search where line.isText && !isDigits:
      handle(.key(.control("u")))
      handle(.paste(line.copy()))
    case .options where isDigits:
      if let number = line.number { handle(.choice(number - 1)) }
      handle(.key(Key(.enter)))
    case .keys, .text, .search, .code, .secret, .options: command(line)
    }
  }

  private func takeEmptyLine() {
    switch program.lineInput {
    case .keys, .search: terminal.say(printed.lines.map(words))
    case .text, .code, .secret, .options: handle(.key(Key(.enter)))
    }
  }

  /// Replaces the field's contents and moves to the next field.
  private func fill(_ line: Secret) {
    handle(.key(.control("u")))
    handle(.paste(line.copy()))
    handle(.key(Key(.enter)))
  }

  /// A key's name, a number, or words.
  private func command(_ line: Secret) {
    let text = line.withBytes { String(decoding: $0, as: UTF8.self) }
    if text == "." {
      handle(.key(Key(.escape)))
    } else if text == texts.showWord && !offered.isEmpty {
      printSecrets()
    } else if let number = line.number {
      handle(.choice(number - 1))
    } else if let key = try? Key(named: text) {
      handle(.key(key))
    } else {
      handle(.words(text))
    }
  }

  // MARK: Signals

  private func takeSignals(continued: Bool = false) {
    var numbers = [UInt8](repeating: 0, count: 256)
    let count = numbers.withUnsafeMutableBytes { read(signals, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    let seen = Set(numbers[..<count].map { Int32($0) })
    for number in seen.subtracting([SIGTSTP, SIGCONT, SIGWINCH]) {
      leave()
      program.willTerminate()
      ct_signals_die(number)
    }
    if seen.contains(SIGTSTP) && !continued { suspend(group: false) }
  }

  private func suspend(group: Bool) {
    program.suspendRequested = false
    leave()
    ct_signals_suspend(group ? 1 : 0)
    resume()
  }

  /// Another program has the terminal until this returns.
  private func lend(to errand: () -> Void) {
    leave()
    errand()
    resume()
  }

  private func resume() {
    terminal.enter()
    takeSignals(continued: true)
    handle(.resumed)
    printed = Transcript()
    printChanges()
  }

  private func leave() {
    program.conceal()
    terminal.leave()
    input.wipe()
  }
}

extension Secret {
  fileprivate var isDot: Bool { withBytes { $0.count == 1 && $0[0] == 0x2e } }

  /// Digits, in groups or not.
  fileprivate var isCode: Bool {
    withBytes { bytes in
      var isCode = true
      bytes.forEachScalarOfLine {
        if !("0"..."9").contains($0) && !$0.separatesDigits { isCode = false }
      }
      return isCode
    }
  }

  /// Not Escape (`.`) and not a key with Control (`^c`).
  fileprivate var isText: Bool { !isDot && withBytes { !($0.count == 2 && $0[0] == 0x5e) } }

  /// The number, if there are only a few digits.
  fileprivate var number: Int? {
    withBytes { bytes in
      guard bytes.count <= 6, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
  }
}

extension Terminal {
  /// Runs the program like `run`, but as lines of text without cursor movement, for screen readers.
  package static func runLines(
    _ program: any TerminalProgram, waker: Waker, texts: LineTexts
  ) throws(TerminalError) -> Int32 {
    let terminal = try LineDevice()
    let signals = ct_signals_start()
    guard signals >= 0 else { throw .system("too many open files") }
    defer { ct_signals_stop() }
    return LineLoop(program, terminal: terminal, waker: waker, signals: signals, texts: texts).run()
  }
}
