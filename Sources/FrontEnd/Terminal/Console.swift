import CHarden
import CTerminal
import Glibc
package import Secrets
import TerminalRuntime
import TextLayout
package import TextOutput
package import WalletModel

/// Asks the user on the terminal through `/dev/tty`, so that pipes are free for data.
package struct Console: Sendable {
  /// What is shown for a typed key.
  package enum Echo: Sendable { case nothing, dots, plain }

  private let descriptor: Int32
  /// Writes text to the terminal.
  package var output: TextOutput { TextOutput(descriptor) }

  /// nil: there is no terminal, or another program has it because this one is in the background.
  /// Then the user cannot be asked.
  package static func open() -> Console? {
    guard Streams.current.hasTerminal else { return nil }
    let descriptor = Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { return nil }
    let console = Console(descriptor: descriptor)
    if tcgetpgrp(descriptor) == getpgrp() { return console }
    console.close()
    return nil
  }

  /// Closes the descriptor. The console must not be used afterwards.
  package func close() { _ = Glibc.close(descriptor) }

  /// Writes text. Control characters are made visible. Errors are ignored.
  package func say(_ text: String) { try? output.text(text) }

  /// Sends control sequences. Errors are ignored.
  package func send(_ sequences: TerminalSequence...) { send(sequences) }
  private func send(_ sequences: [TerminalSequence]) { try? output.sequences(sequences) }

  /// Columns and rows; nil: the terminal does not know them.
  package var size: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Asks for a secret, which is read directly into locked memory. `capacity` is in bytes.
  package func secret(_ question: String, echo: Echo, capacity: Int) throws(WalletError) -> Secret {
    let secret = Secret(capacity: capacity)
    defer { say("\n") }
    do {
      // What is typed before the terminal is silent is dropped, so it asks afterwards.
      try withKeys { (keys) throws(Interruption) in
        say(question)
        try edit(secret, echo, keys)
      }
    } catch {
      secret.wipe()
      throw error
    }
    return secret
  }

  /// Asks for digits: a code, a number, a CVV or a PIN.
  package func digits(_ question: String, capacity: Int = 40) throws(WalletError) -> Secret {
    try secret(question, echo: .dots, capacity: capacity).removingSeparators()
  }

  /// Asks for a text that is not secret.
  package func line(_ question: String) throws(WalletError) -> String {
    let bytes = try secret(question, echo: .plain, capacity: 200)
    return String(typed: bytes.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// Writes a text and waits for a key, which is not shown.
  ///
  /// - Parameter isOver: Asked several times a second.
  /// - Returns: nil: `isOver` was true before a key came.
  /// - Throws: `.cancelled` at Ctrl-C or Ctrl-D.
  package func key(_ text: String, orUntil isOver: () -> Bool) throws(WalletError) -> UInt8? {
    var key: UInt8?
    try withKeys { (keys) throws(Interruption) in
      say(text)
      while !isOver() {
        guard let byte = try keys.next(timeout: 100) else { continue }
        if byte == 0x03 || byte == 0x04 { throw .failure(WalletError(.cancelled)) }
        key = byte
        return
      }
    }
    return key
  }

  /// Checks that the terminal can erase what `showUntilKey` shows, before a code is used for it.
  ///
  /// - Throws: `.terminal` if it cannot.
  package static func checkErasing(_ console: Console?) throws(WalletError) {
    guard let console else {
      throw WalletError(
        .terminal,
        .text(
          "There's no terminal to show the digits on",
          "Es gibt kein Terminal, das die Ziffern zeigt"),
        advice: .text(
          "Use a terminal, or --json to write them to standard output.",
          "Nehmen Sie ein Terminal, oder --json für die Standardausgabe."))
    }
    let name = Streams.variable("TERM") ?? ""
    let size = console.size ?? (80, 24)
    if name.isEmpty || name == "dumb" || size.columns < minColumns || size.rows < minRows {
      throw WalletError(
        .terminal,
        .text(
          "This terminal can't erase the digits again",
          "Dieses Terminal kann die Ziffern nicht wieder löschen"),
        advice: .text(
          "Use one of at least \(minColumns) by \(minRows), or --json.",
          "Nehmen Sie eines mit mindestens \(minColumns) mal \(minRows), oder --json."))
    }
  }

  /// The most columns of a line that `showUntilKey` can erase on every terminal.
  package static let minColumns = 40
  private static let minRows = 8

  /// Shows secrets until a key is pressed, the window is resized, or `remaining` has passed. Then
  /// the secrets are erased and `end` runs, also after a signal. After a crash they are erased too,
  /// but `end` does not run.
  ///
  /// The secrets are on the alternate screen, which has no scrollback. Terminals without one ignore
  /// that, so each line is also erased separately: some terminals keep a screen that was cleared as
  /// a whole in their scrollback.
  ///
  /// - Parameters:
  ///   - hint: The text below the secrets, for the number of seconds that are left.
  ///   - write: Writes the lines and returns their number. A line has at most `minColumns` if the
  ///     terminal has no more.
  package func showUntilKey(
    _ remaining: () -> Duration, hint: (Int64) -> String,
    write: () throws(WalletError) -> Int, end: () -> Void
  ) throws(WalletError) {
    let size = size
    // A hint that is wrapped would take another line.
    let room = (size?.columns ?? 80) - 1
    // The number of lines; nil: unknown.
    var lines: Int?
    try withKeys(orCrash: Console.erasing(rows: Console.maxRows) + [.mainScreen]) {
      let now = self.size
      // The terminal has wrapped the lines again.
      if now?.columns != size?.columns || now?.rows != size?.rows { lines = nil }
      let erasing =
        lines.map { [.lineStart, .eraseLine] + Console.repeated([.up, .eraseLine], $0) }
        ?? Console.erasing(rows: now?.rows ?? 24)
      send(erasing + [.mainScreen])
      end()
    } _: { (keys) throws(Interruption) in
      send(.alternateScreen)
      do throws(WalletError) {
        lines = try write()
      } catch {
        throw .failure(error)
      }
      while true {
        let left = remaining().milliseconds
        if left <= 0 { return }
        send(.lineStart, .eraseToLineEnd)
        say(Text.truncate(hint((left + 999) / 1000), to: room))
        // Until the next lower number is due.
        if try keys.next(timeout: Int32((left - 1) % 1000 + 1), orResize: true) != nil { return }
      }
    }
  }

  /// More rows than any screen has.
  private static let maxRows = 300

  /// Erases all rows from the first one on, and moves the cursor to the first one.
  private static func erasing(rows: Int) -> [TerminalSequence] {
    [.home] + repeated([.eraseLine, .down], rows) + [.home]
  }

  private static func repeated(_ sequences: [TerminalSequence], _ times: Int) -> [TerminalSequence]
  {
    Array(repeatElement(sequences, count: times).joined())
  }

  private func edit(_ secret: Secret, _ echo: Echo, _ keys: Keys) throws(Interruption) {
    var line = PromptLine(secret, isRemote: Streams.variable("SSH_CONNECTION") != nil)
    while true {
      let byte = try keys.next(timeout: line.pollLimit(at: Monotonic.real()))
      let (bytes, characters) = (secret.count, secret.characterCount)
      switch line.feed(byte, at: Monotonic.real()) {
      case .entered?: return
      case .cancelled?: throw .failure(WalletError(.cancelled))
      case nil: break
      }
      let added = secret.characterCount - characters
      switch echo {
      case .nothing: break
      case _ where added < 0: for _ in added..<0 { send(.eraseLast) }
      case .dots: say(String(repeating: "•", count: added))
      case .plain: try? output.secret(secret, bytes..<secret.count)
      }
    }
  }
}

/// Why reading of keys ends.
private enum Interruption: Error {
  case failure(WalletError)
  case signal(Int32)
}

extension Console {
  /// Reads keys without echo. Then runs `end` and restores the terminal, also after an error or a
  /// signal, which is raised again. After a crash the terminal is also restored, and `orCrash` is
  /// sent.
  private func withKeys(
    orCrash: [TerminalSequence]? = nil, end: () -> Void = {},
    _ body: (Keys) throws(Interruption) -> Void
  ) throws(WalletError) {
    let restoreSequence = orCrash.map(TerminalSequence.text) ?? "\n"
    var saved = termios()
    guard tcgetattr(descriptor, &saved) == 0 else { throw WalletError(.terminal) }
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    silent.c_iflag &= ~tcflag_t(IXON)
    let signals = ct_signals_start()
    guard signals >= 0 else { throw WalletError(.terminal) }
    harden_set_restore(descriptor, restoreSequence, restoreSequence.utf8.count)
    tcsetattr(descriptor, TCSAFLUSH, &silent)
    let ending: Interruption?
    do {
      try body(Keys(descriptor: descriptor, signals: signals))
      ending = nil
    } catch {
      ending = error
    }
    end()
    tcsetattr(descriptor, TCSAFLUSH, &saved)
    harden_set_restore(-1, nil, 0)
    if case .signal(let number) = ending { ct_signals_die(number) }
    ct_signals_stop()
    if case .failure(let error) = ending { throw error }
  }

  /// Reads bytes from the terminal while it does not echo.
  fileprivate struct Keys {
    let descriptor: Int32
    let signals: Int32

    /// The next byte; nil after `timeout` milliseconds (-1: never). With `orResize` it returns 0
    /// when the window was resized.
    func next(timeout: Int32, orResize: Bool = false) throws(Interruption) -> UInt8? {
      while true {
        var polled = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&polled, 2, timeout)
        if ready == 0 { return nil }
        if ready < 0 {
          if errno == EINTR { continue }
          throw .failure(WalletError(.terminal))
        }
        if polled[1].revents != 0 {
          if try wasResized() && orResize { return 0 }
          continue
        }
        var byte: UInt8 = 0
        defer { withUnsafeMutableBytes(of: &byte) { $0[0] = 0 } }
        if read(descriptor, &byte, 1) == 1 { return byte }
        throw .failure(
          WalletError(
            .cancelled, detail: .text("the terminal went away", "das Terminal ist weg")))
      }
    }

    private func wasResized() throws(Interruption) -> Bool {
      var number: UInt8 = 0
      guard read(signals, &number, 1) == 1 else { return false }
      switch Int32(number) {
      case SIGWINCH: return true
      case SIGCONT, SIGTSTP: return false
      default: throw .signal(Int32(number))
      }
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
