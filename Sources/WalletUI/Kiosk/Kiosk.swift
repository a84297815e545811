import Canvas

/// A wallet that strangers use: what leads out of it, or to the machine that it runs on, is not
/// there. Not hidden: there is no such command, no key for one, and no such effect.
package struct Kiosk: Hashable, Sendable {
  /// Commands that end or stop the program, or reach files, the clipboard or the mouse.
  package static let off: Set<Command.ID> = ["quit", "suspend", "mouse", "reveal.copy"]

  static let commands = CommandRegistry.all.filter { !off.contains($0.id) }

  package static let keymap = Keymap([], without: off)

  /// Seconds: a year.
  private static let never = 365 * 86_400

  package init() {}

  /// From here on this wallet is one of a kiosk. There is no way back but another state.
  package static func enter(_ state: inout State) {
    state.kiosk = Kiosk()
    state.keymap = Kiosk.keymap
    state.settings.copy = []
    // Who runs the kiosk sees to that, and starts over instead.
    state.settings.idleSeconds = Kiosk.never
    state.wantsMouse = false
  }
}

extension Effect {
  /// What a kiosk never does, whoever asks for it.
  var leadsOut: Bool {
    switch self {
    case .openVault, .createVault, .signIn, .signInAgain, .copy: true
    default: false
    }
  }
}
