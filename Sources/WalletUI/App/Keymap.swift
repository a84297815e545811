package import Canvas

/// Which keys run which commands: the built-in ones with the changes of the configuration.
///
/// An immutable value. The time to look a key up does not depend on the number of bindings.
package struct Keymap: Sendable {
  /// Where a binding comes from.
  package enum Origin: Hashable, Sendable {
    case builtIn
    /// A place in the configuration. Lines and columns count from 1.
    case file(line: Int, column: Int)
  }

  /// A sequence of keys and the command that it runs.
  package struct Binding: Hashable, Sendable {
    package let keys: [Key]
    package let command: Command.ID
    package let origin: Origin

    package init(_ keys: [Key], _ command: Command.ID, _ origin: Origin) {
      self.keys = keys
      self.command = command
      self.origin = origin
    }
  }

  /// The keys of one command in a configuration. They replace the built-in ones. If it lists none,
  /// the command has no key.
  package struct Change: Sendable {
    package let command: Command.ID
    package let bindings: [Binding]

    package init(_ command: Command.ID, _ bindings: [Binding]) {
      self.command = command
      self.bindings = bindings
    }
  }

  /// Two bindings that exclude each other.
  package struct Conflict: Equatable, Sendable {
    package let kept: Binding
    package let dropped: Binding
  }

  /// What a sequence of keys means.
  package enum Meaning: Sendable {
    case command(Command)
    /// The sequence is incomplete.
    case prefix
    case nothing
  }

  package static let builtIn = Keymap([])

  /// Keys that cannot be rebound, so that a configuration cannot make the program unusable.
  package static let fixed: [Key: Command.ID] = [Key(.escape): "back", .control("c"): "quit"]

  /// All bindings in force, by command, in the order of the registry and of the file.
  package let bindings: [Binding]
  /// The same without those that a command has from another screen's.
  private let own: [Binding]
  package let conflicts: [Conflict]
  private let root: [Key: Node]
  private let labels: [Command.ID: [String]]
  /// The commands that have the keys of another screen's command, by that command.
  private let sharing: [Command.ID: [Command]]

  private indirect enum Node: Sendable {
    case command(Command)
    case keys([Key: Node])
  }

  /// - Parameters:
  ///   - changes: In the order of the file. Later ones take precedence, and all take precedence
  ///     over the built-in keys.
  ///   - off: Commands that have no keys, not even fixed ones.
  package init(_ changes: [Change], without off: Set<Command.ID> = []) {
    let changed = Set(changes.map(\.command))
    let builtIn = CommandRegistry.all.filter { !off.contains($0.id) }.flatMap { command in
      command.keys.filter { !changed.contains(command.id) || Keymap.fixed[$0] == command.id }
        .map { Binding([$0], command.id, .builtIn) }
    }
    // By the first key: only those with the same one can exclude each other.
    var kept: [Key: [Binding]] = [:]
    var conflicts: [Conflict] = []
    // The bindings with precedence come first.
    for binding in builtIn.filter({ Keymap.fixed[$0.keys[0]] != nil })
      + changes.reversed().flatMap(\.bindings)
      + builtIn.filter({ Keymap.fixed[$0.keys[0]] == nil })
    {
      let rivals = kept[binding.keys[0]] ?? []
      if let winner = rivals.first(where: { $0.excludes(binding) }) {
        if winner.command != binding.command || winner.keys != binding.keys {
          conflicts.append(Conflict(kept: winner, dropped: binding))
        }
      } else {
        kept[binding.keys[0]] = rivals + [binding]
      }
    }
    self.conflicts = conflicts
    let inOrder = Dictionary(grouping: changes.flatMap(\.bindings) + builtIn, by: \.command)
    let own = CommandRegistry.all.flatMap { command in
      (inOrder[command.id] ?? []).filter { kept[$0.keys[0]]?.contains($0) == true }
    }
    let sharing = CommandRegistry.all.filter {
      $0.sharesKeysOf != nil && !changed.contains($0.id) && !off.contains($0.id)
    }
    let shared = Set(sharing.map(\.id))
    let byCommand = Dictionary(grouping: own, by: \.command)
    bindings = CommandRegistry.all.flatMap { command in
      guard shared.contains(command.id), let other = command.sharesKeysOf else {
        return byCommand[command.id] ?? []
      }
      return (byCommand[other] ?? []).map { Binding($0.keys, command.id, $0.origin) }
    }
    labels = Dictionary(grouping: bindings, by: \.command).mapValues { $0.map(\.label) }
    self.own = own
    self.sharing = Dictionary(grouping: sharing) { $0.sharesKeysOf ?? $0.id }
    root = Keymap.tree(own)
  }

  private static func tree(_ bindings: [Binding], depth: Int = 0) -> [Key: Node] {
    Dictionary(grouping: bindings) { $0.keys[depth] }.compactMapValues { those in
      if let only = those.first, only.keys.count == depth + 1 {
        return CommandRegistry.command(only.command).map { .command($0) }
      }
      return .keys(tree(those, depth: depth + 1))
    }
  }

  package func match(_ keys: [Key]) -> Meaning {
    var level = root
    for (index, key) in keys.enumerated() {
      switch level[key] {
      case .command(let command): return index == keys.count - 1 ? .command(command) : .nothing
      case .keys(let next): level = next
      case nil: return .nothing
      }
    }
    return .prefix
  }

  /// The command that a single key runs.
  package func command(for key: Key) -> Command? {
    if case .command(let command)? = root[key] { return command }
    return nil
  }

  /// What the keys of a command run at a place.
  func command(for command: Command, at place: Command.Place) -> Command {
    sharing[command.id]?.first { $0.place == place } ?? command
  }

  /// The bindings that can follow these keys.
  package func continuations(of keys: [Key]) -> [Binding] {
    own.filter { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
  }

  /// The labels of a command's keys, the preferred one first. Empty: it has no key.
  package func labels(_ id: Command.ID) -> [String] { labels[id] ?? [] }

  package func label(_ id: Command.ID) -> String? { labels[id]?.first }
}

extension Keymap.Binding {
  package var label: String { Key.label(keys) }

  /// The spelling in a configuration.
  package var name: String { keys.map(\.name).joined(separator: " ") }

  /// Whether the two cannot both be in force: the keys are the same, or one sequence starts with
  /// the other.
  fileprivate func excludes(_ other: Self) -> Bool {
    keys.starts(with: other.keys) || other.keys.starts(with: keys)
  }
}

extension Key {
  /// The label of a sequence: `gg`, `Space c`.
  package static func label(_ keys: [Key]) -> String {
    let parts = keys.map(\.label)
    return parts.joined(separator: parts.allSatisfy { $0.count == 1 } ? "" : " ")
  }
}
