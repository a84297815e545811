import Glibc
import Programs
package import Secrets
package import TextOutput

/// Notifies a person who looks elsewhere, with the desktop's program or with the terminal.
package struct Notifier: Sendable, Equatable {
  package enum Way: Sendable, Equatable {
    /// `notify-send`, at this path.
    case program(String)
    /// A sequence that the terminal shows as a notification.
    case terminal(TerminalNotification)
    case none
  }

  package let way: Way

  package init(way: Way) { self.way = way }

  /// The time limit of the program, in seconds.
  private static let timeout = 5.0

  /// The best way in this environment.
  ///
  /// - Parameters:
  ///   - hasTerminal: Whether notifications can be written to a terminal.
  ///   - environment: Returns the value of a variable.
  package static func find(
    hasTerminal: Bool,
    _ environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> Notifier {
    func has(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    if has("WAYLAND_DISPLAY") || has("DISPLAY"),
      let program = Programs.find("notify-send", in: environment("PATH"))
    {
      return Notifier(way: .program(program))
    }
    let term = environment("TERM") ?? ""
    guard hasTerminal, !term.isEmpty, term != "dumb" else { return Notifier(way: .none) }
    func isAny(_ starts: [String]) -> Bool { starts.contains { term.hasPrefix($0) } }
    // A multiplexer does not pass sequences on, but it shows where the bell rang.
    if has("TMUX") || has("STY") || isAny(["tmux", "screen"]) {
      return Notifier(way: .terminal(.bell))
    }
    let program = environment("TERM_PROGRAM") ?? ""
    if ["iTerm.app", "WezTerm", "ghostty"].contains(program)
      || isAny(["xterm-kitty", "xterm-ghostty"])
    {
      return Notifier(way: .terminal(.osc9))
    }
    if isAny(["foot", "rxvt-unicode"]) || has("VTE_VERSION") {
      return Notifier(way: .terminal(.osc777))
    }
    return Notifier(way: .terminal(.bell))
  }

  /// Shows a text of the program's own, without names, numbers or amounts: others may see the screen,
  /// and programs list the arguments of each other. A failure is ignored. Waits for the program.
  ///
  /// - Parameter output: The terminal; nil: it gets what `request` returns.
  package func show(_ text: String, output: TextOutput?) {
    switch way {
    case .program(let path):
      _ = Programs.run(
        path, ["--app-name=walletui", "--", "walletui", text], input: Secret(capacity: 1),
        seconds: Self.timeout)
    case .terminal(let form): try? output?.notification(text, form)
    case .none: break
    }
  }
  /// What the terminal is sent for the same text; nil: the terminal does not show it.
  package func request(_ text: String) -> Secret? {
    guard case .terminal(let form) = way else { return nil }
    var sequence = form.sequence(text)
    return sequence.withUTF8 { Secret(copying: UnsafeRawBufferPointer($0)) }
  }
}
