/// A wallet that strangers use. Everything that leads out of it, or to the machine that it runs on,
/// is removed, not hidden: there is no such command, no key for one, and no such effect.
package struct Kiosk: Hashable, Sendable {
  /// The commands that it has. A new one that neither ends nor suspends the program, and reaches no
  /// files, clipboard or mouse, is added here. `Contract.kiosk` allows its operations.
  package static let allowed: Set<Command.ID> = [
    "card.lock", "card.unlock", "card.reveal", "card.pin", "card.pin.change", "card.activate",
    "card.create", "card.rename", "card.limits", "card.phone", "card.replace", "card.cancel",
    "card.thaw", "card.autoLock", "card.tokens", "cards.lock", "card.next", "card.previous",
    "list.filter", "filter.next", "filter.previous", "pane.next", "phone.toggle", "shop.pay",
    "shop.again", "account.topUp",
    "virtual.pause", "virtual.reveal", "virtual.close", "virtual.new", "virtual.edit",
    "virtual.personas", "virtual.sources", "virtual.notices", "virtual.next", "virtual.previous",
    "saved.add", "saved.pay", "saved.remove", "payment.new", "payment.answer", "payment.charge",
    "payment.token",
    "activity.sort", "activity.month.before", "activity.month.after", "activity.card", "shop.debit",
    "shop.increment", "shop.reverse", "shop.expire", "shop.refund",
    "screen.cards", "screen.virtual", "screen.saved", "screen.payments", "screen.activity",
    "move.down", "move.up", "move.page.down", "move.page.up", "move.first", "move.last", "open",
    "back",
    "sca.enrol", "budgets", "card.undo", "wallet.lock", "wallet.reload", "help", "palette",
    "messages", "theme",
  ]

  /// What it lacks: all others.
  package static let off = Set(CommandRegistry.all.map(\.id)).subtracting(allowed)

  static let commands = CommandRegistry.all.filter { allowed.contains($0.id) }

  package static let keymap = Keymap([], without: off)

  /// A year, in seconds.
  private static let never = 365 * 86_400

  package init() {}

  /// Turns this wallet into a kiosk. It cannot be undone in the same state.
  package static func enter(_ state: inout State) {
    state.program.kiosk = Kiosk()
    state.input.keymap = Kiosk.keymap
    state.settings.copy = []
    state.program.configuration = ConfigurationState()
    // The kiosk program watches for idle users, and starts over instead of locking.
    state.settings.idleSeconds = Kiosk.never
    state.input.wantsMouse = false
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
