import Canvas

/// A wallet that strangers use. Everything that leads out of it, or to the machine that it runs on,
/// is removed, not hidden: there is no such command, no key for one, and no such effect.
package struct Kiosk: Hashable, Sendable {
  /// Commands that end or suspend the program, or reach files, the clipboard or the mouse.
  package static let off: Set<Command.ID> = [
    "quit", "suspend", "mouse", "reveal.copy", "settings", "virtual.import", "virtual.keys",
    "virtual.metadata",
  ]

  static let commands = CommandRegistry.all.filter { !off.contains($0.id) }

  package static let keymap = Keymap([], without: off)

  /// A year, in seconds.
  private static let never = 365 * 86_400

  package init() {}

  /// Turns this wallet into a kiosk. It cannot be undone in the same state.
  package static func enter(_ state: inout State) {
    state.kiosk = Kiosk()
    state.keymap = Kiosk.keymap
    state.settings.copy = []
    state.configuration = ConfigurationState()
    // The kiosk program watches for idle users, and starts over instead of locking.
    state.settings.idleSeconds = Kiosk.never
    state.wantsMouse = false
  }
}

extension Effect {
  /// Whether a kiosk must not carry it out. Each effect is listed, so that nobody adds one without
  /// deciding this.
  var isForbiddenInKiosk: Bool {
    switch self {
    case .openVault, .createVault, .signIn, .signInAgain, .connect, .copy, .configure, .scan,
      .keyFile, .edit, .notify:
      true
    case .query, .perform, .openDemo, .closeVault, .clearCopy, .cancel, .loadThemes, .bell: false
    }
  }
}
