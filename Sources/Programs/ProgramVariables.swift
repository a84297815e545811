/// What a program gets of this process's environment, in which a shell may keep tokens.
package enum ProgramVariables: Sendable {
  /// Where programs and its own files are, the language, the display whose clipboard it reaches, and
  /// the bus that leads to it.
  case needed
  /// Everything: for a program that the operator has written and configures in this way.
  case all

  private static let names: Set<Substring> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "TERM", "LANG", "LANGUAGE",
    "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
    "XDG_SESSION_TYPE", "TESSDATA_PREFIX",
  ]

  /// - Parameter all: Variables as `NAME=value`.
  func of(_ all: [String]) -> [String] {
    switch self {
    case .all: all
    case .needed:
      all.filter { variable in
        let name = variable.prefix { $0 != "=" }
        return Self.names.contains(name) || name.hasPrefix("LC_")
      }
    }
  }
}
