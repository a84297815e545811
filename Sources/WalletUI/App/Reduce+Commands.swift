import Canvas
import Words

extension State {
  /// Nanoseconds after a first key until the possible next keys are shown: whoever knows them is faster.
  static let prefixDelay: UInt64 = 300_000_000

  /// Whether keys run commands here: nothing lies over the panes.
  var takesCommands: Bool { gate == .open && overlays.isEmpty && !isGuarded }

  /// The commands that there are.
  package var commands: [Command] { kiosk == nil ? CommandRegistry.all : Kiosk.commands }

  /// nil: there is none here.
  package func command(_ id: Command.ID) -> Command? {
    guard let command = CommandRegistry.command(id) else { return nil }
    return kiosk != nil && Kiosk.off.contains(id) ? nil : command
  }

  /// Whether a command belongs to the screen that is seen, or to all screens.
  func isHere(_ command: Command) -> Bool {
    command.place.isGeneral || type(of: shown).place == command.place
  }

  /// Why a command is not possible now; nil: it is.
  package func refusal(of command: Command) -> String? {
    isHere(command)
      ? command.disabled(self) : Screens.screen(of: command.place)?.elsewhere(self)
  }

  /// What can follow after the keys that were pressed, once one waits for the next.
  package var shownPrefix: Prefix? {
    prefix.flatMap { clock.now >= $0.since + State.prefixDelay ? $0 : nil }
  }

  /// When the possible next keys are to be shown; nil: there are none, or they are shown already.
  var prefixDeadline: UInt64? {
    prefix.flatMap {
      clock.now < $0.since + State.prefixDelay ? $0.since + State.prefixDelay : nil
    }
  }

  /// A key where commands are run: it runs one, or is the first of several. Esc leaves these.
  mutating func commandKey(_ key: Key) -> [Effect] {
    let before = prefix
    prefix = nil
    if before != nil, key.code == .escape { return [] }
    let keys = (before?.keys ?? []) + [key]
    switch keymap.match(keys) {
    case .command(let command): return run(command)
    case .prefix:
      prefix = Prefix(keys: keys, since: before?.since ?? clock.now)
      return []
    case .nothing: return [.bell]
    }
  }

  package mutating func run(_ id: Command.ID) -> [Effect] {
    command(id).map { run($0) } ?? []
  }

  /// Runs a command, or says why it is not possible now. Hides what was revealed, but for a few
  /// commands.
  package mutating func run(_ command: Command) -> [Effect] {
    if let reason = refusal(of: command) {
      toasts.show(.info, words.notNow(command.text(words).title), detail: reason, clock: clock)
      return []
    }
    if !Reveal.staysAfter.contains(command.id) { concealReveal() }
    return command.run(&self)
  }

  /// The key of a command, for texts: `^R`; the command's name where it has no key.
  package func press(_ id: Command.ID) -> String {
    keymap.label(id) ?? "“\(CommandRegistry.command(id)?.text(words).title ?? id)”"
  }

  /// Ends the program, where it may be ended.
  mutating func quit() {
    if kiosk == nil { exit = 0 }
  }
}
