import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

/// A command for the card in focus, or for all cards, as a pane lists it.
struct NotedCommand: Sendable {
  let command: Command
  /// What it comes to, in a few words.
  let note: @Sendable (Words) -> String
  /// Its title for the card in focus; nil: the usual one.
  let title: @Sendable (State) -> String?
}

extension Command {
  func noted(
    _ note: @escaping @Sendable (Words) -> String,
    title: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> NotedCommand { NotedCommand(command: self, note: note, title: title) }
}

/// What can be done with the card in focus, each with the reason where it is not possible now.
struct CardActions: Equatable {
  /// An object: arrays of them are compared for each frame, and an array copies its elements for it.
  final class Entry: Equatable, Sendable {
    fileprivate let noted: NotedCommand
    /// Its key and its title.
    let hint: Hint
    /// Why not; nil: it is possible.
    let reason: String?

    fileprivate init(_ noted: NotedCommand, _ hint: Hint, _ reason: String?) {
      self.noted = noted
      self.hint = hint
      self.reason = reason
    }

    var command: Command { noted.command }
    var title: String { hint.word }

    static func == (a: Entry, b: Entry) -> Bool { a.hint == b.hint && a.reason == b.reason }
  }

  /// Those that are possible first, in the order of `CardCommands`.
  let all: [Entry]

  private static let ofCards = CardCommands.noted + [ShopCommands.notedPay]

  init(_ state: State) { self.init(state, Self.ofCards) { $0.disabled(state) } }

  init(_ state: State, _ commands: [Command]) {
    self.init(state, commands.map { $0.noted { _ in "" } }) { $0.disabled(state) }
  }

  init(_ frame: Frame, _ commands: [NotedCommand] = Self.ofCards) {
    self.init(frame.state, commands) { frame.disabled($0) }
  }

  private init(
    _ state: State, _ commands: [NotedCommand], _ disabled: (Command) -> String?
  ) {
    var (possible, impossible): ([Entry], [Entry]) = ([], [])
    for noted in commands where !state.lacks(noted.command.id) {
      let id = noted.command.id
      let title = noted.title(state) ?? noted.command.text(state.words).title
      let entry = Entry(
        noted, Hint(state.input.keymap.label(id) ?? " ", title, runs: id),
        disabled(noted.command).map { Self.reason($0, state) })
      if entry.reason == nil { possible.append(entry) } else { impossible.append(entry) }
    }
    all = possible + impossible
  }

  var possible: [Entry] { all.filter { $0.reason == nil } }
  var impossible: [Entry] { all.filter { $0.reason != nil } }

  /// As a section of a sheet.
  func lines(_ words: Words) -> [Sheet.Line] {
    [.title(heading(words), note: "")] + all.map { .action($0) }
  }

  fileprivate func heading(_ words: Words) -> String {
    all.contains { $0.reason == nil } ? words.cards.youCan : words.screen.notPossibleNow
  }

  /// Why not, in a word or two where all have the same reason.
  private static func reason(_ reason: String, _ state: State) -> String {
    if state.unreachable != nil { return state.words.cards.offline }
    guard !state.backend.unanswered.changes.isEmpty, let id = state.shown.card(state)?.id,
      let change = state.backend.unanswered[id]
    else { return reason }
    return state.words.cards.pending(change.title(state.words))
  }
}

struct CardActionsView: SurfacePart {
  let surface: Surface

  /// One action: its key, its title, and why not.
  func action(_ action: CardActions.Entry, _ rect: Rect, on ground: Role = .surface) {
    let isPossible = action.reason == nil
    let used = surface.hint(action.hint, rect.x, rect.y, on: ground, isPossible: isPossible)
    guard let reason = action.reason else { return }
    let room = rect.width - used - 1
    guard room > 4 else { return }
    surface.write(
      "·", reason, rect.x + used + 1, rect.y, theme[.muted].on(theme[ground].background),
      room: room)
  }

  /// A section of all actions, filled column by column.
  func section(_ actions: CardActions, columns: Int, _ rect: Rect) {
    surface.section(actions.heading(words), rect)
    for (action, place) in zip(actions.all, areas(actions, columns: columns, rect.splitTop(1).rest))
    where place.y < rect.maxY {
      self.action(action, place)
    }
  }

  /// Where the actions are in one column or in two. The second begins in the middle, or earlier where its
  /// texts need more room.
  func areas(_ actions: CardActions, columns: Int, _ rect: Rect) -> [Rect] {
    let rows = Self.rows(actions.all.count, columns)
    func widest(_ part: some Sequence<CardActions.Entry>) -> Int {
      part.map {
        $0.hint.width + ($0.reason.map { Text.width(of: $0) + 3 } ?? 0)
      }.max() ?? 0
    }
    let left = widest(actions.all.prefix(rows)) + 2
    let right = widest(actions.all.dropFirst(rows))
    let split =
      columns == 1
      ? rect.width : max(min(rect.width / 2, rect.width - right), min(left, rect.width / 2))
    return actions.all.indices.map { index in
      index < rows
        ? Rect(rect.x, rect.y + index, split - (columns == 1 ? 0 : 2), 1)
        : Rect(rect.x + split, rect.y + index - rows, rect.width - split, 1)
    }
  }

  static func rows(_ count: Int, _ columns: Int) -> Int { (count + columns - 1) / columns }

  /// A pane of its own: each action with a line on what it does, then the impossible ones.
  ///
  /// - Parameter title: nil: the one for actions on a card.
  func pane(_ rect: Rect, _ actions: CardActions, title: String? = nil) {
    let inside = surface.pane(rect, title: title ?? words.cards.youCan, focused: false)
    let impossible = actions.impossible
    let below = impossible.isEmpty ? 0 : impossible.count + 2
    let isTall = actions.possible.count * 2 + below <= inside.height
    var y = inside.y
    for action in actions.possible where y < inside.maxY {
      self.action(action, Rect(inside.x, y, inside.width, 1))
      if isTall {
        surface.canvas.write(
          Text.truncate(action.noted.note(words), to: inside.width - 2), inside.x + 2, y + 1,
          theme[.muted])
      }
      y += isTall ? 2 : 1
    }
    guard !impossible.isEmpty, y + 2 < inside.maxY else { return }
    if y > inside.y { y += 1 }
    surface.section(words.screen.notPossibleNow, Rect(inside.x, y, inside.width, 1))
    for (index, action) in impossible.enumerated() where y + 1 + index < inside.maxY {
      self.action(action, Rect(inside.x, y + 1 + index, inside.width, 1))
    }
  }
}

/// All actions as a part of the details.
struct CardActionsSection: CachedView {
  let actions: CardActions
  let columns: Int

  func draw(on surface: Surface, in rect: Rect) {
    CardActionsView(surface: surface).section(actions, columns: columns, rect)
  }
}
