import Canvas
import ScreenKit
import Words

extension State {
  /// Nanoseconds from the first key of a sequence until the possible next keys are shown. A user
  /// who knows them types faster.
  static let prefixDelay: UInt64 = 300_000_000

  /// Whether keys run commands now: no overlay is open.
  var takesCommands: Bool { gate == .open && view.overlays.isEmpty && !isTooSmall }

  /// The available commands.
  package var commands: [Command] { program.kiosk == nil ? CommandRegistry.all : Kiosk.commands }

  /// nil: it is not available here.
  package func command(_ id: Command.ID) -> Command? {
    lacks(id) ? nil : CommandRegistry.command(id)
  }

  /// Whether this is a kiosk without that command.
  func lacks(_ id: Command.ID) -> Bool {
    program.kiosk != nil && Kiosk.off.contains(id)
  }

  /// Whether a command belongs to the visible screen or to all screens.
  func appliesHere(_ command: Command) -> Bool { command.applies(on: type(of: shown)) }

  /// Those that belong to the visible screen or to all screens.
  var commandsHere: [Command] {
    let screen = type(of: shown)
    return commands.filter { $0.applies(on: screen) }
  }

  /// Why a command is not possible now; nil: it is possible.
  package func refusal(of command: Command) -> String? {
    appliesHere(command)
      ? command.disabled(self) : Screens.screen(of: command.place)?.refusalElsewhere(self)
  }

  /// The first keys of a sequence, once the next keys are to be shown.
  package var shownPrefix: Prefix? {
    input.prefix.flatMap { clock.now >= $0.since + State.prefixDelay ? $0 : nil }
  }

  /// When the possible next keys are to be shown; nil: no sequence was started, or they are shown
  /// already.
  var prefixDeadline: UInt64? {
    input.prefix.flatMap {
      clock.now < $0.since + State.prefixDelay ? $0.since + State.prefixDelay : nil
    }
  }

  /// A key that runs a command, or starts or continues a sequence. Esc cancels a sequence.
  mutating func commandKey(_ key: Key) -> [Effect] {
    let before = input.prefix
    input.prefix = nil
    if before != nil, key.code == .escape { return [] }
    let keys = (before?.keys ?? []) + [key]
    switch input.keymap.match(keys) {
    case .command(let command):
      return run(input.keymap.command(for: command, at: type(of: shown).place))
    case .prefix:
      input.prefix = Prefix(keys: keys, since: before?.since ?? clock.now)
      return []
    case .nothing:
      show(
        .info, words.screen.doesNothing(Key.label(keys)),
        detail: words.screen.showsKeys(keyLabel(for: "help")), isKept: false)
      return [.bell]
    }
  }

  package mutating func run(_ id: Command.ID) -> [Effect] {
    command(id).map { run($0) } ?? []
  }

  /// Runs a command, or says why it is not possible now. Hides what was revealed, except for a few
  /// commands.
  package mutating func run(_ command: Command) -> [Effect] {
    if let reason = refusal(of: command) {
      show(.info, words.screen.standingAlone(reason))
      return []
    }
    if !Reveal.commandsKeepingReveal.contains(command.id) { concealReveal() }
    return command.run(&self)
  }

  /// The key of a command for a text: `^R`. If it has no key, the command's title.
  package func keyLabel(for id: Command.ID) -> String {
    input.keymap.label(id) ?? "“\(CommandRegistry.command(id)?.text(words).title ?? id)”"
  }

  /// Ends the program, unless this is a kiosk.
  mutating func quit() {
    if program.kiosk == nil { program.exit = 0 }
  }
}
