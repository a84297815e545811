import Canvas
import ScreenKit
import WalletModel

/// Where the parts of the screen of virtual cards are. The reducer asks it, too.
struct VirtualAreas {
  let list: Rect
  /// The frame of the details; between 60 and 99 columns their part of the list's frame. Empty:
  /// there is no room.
  let details: Rect
  /// Beside or below the details: what a card needs that cannot be read here. Empty: none does, or
  /// there is no room.
  let partial: Rect
  /// Where there are three columns: what was spent with each card, below the list; the newest
  /// payments with all of them; what can be done with the card in focus, and with all; what pays.
  let wide: Wide?
  let filter: Rect
  let rows: Rect
  /// Lines of an entry: 3 with air below it, 2, or 1 without a second line.
  let rowHeight: Int

  struct Wide {
    var month: Rect
    var payments: Rect
    var actions: Rect
    /// Empty: there is no room.
    var commands: Rect
    var sources: Rect
  }

  /// Lines from which on the three columns have panes below each other, those of the card, and of
  /// the other panes.
  private static let leastTall = 44
  private static let tallDetails = 38
  private static let leastMonth = 14
  private static let actionsHeight = 14
  private static let commandsHeight = 11
  private static let leastSources = 8

  /// Lines of the pane about a card that cannot be read, and those that the details keep above it.
  private static let partialHeight = 12
  private static let leastDetails = 22
  /// Lines of the short details below a list, with the dividing line: with a face, with facts only.
  private static let shortHeights = [9, 5]

  init(_ state: State) {
    let virtual = state.virtual
    let body = state.areas.body
    let air = state.view.size.width >= 80 ? 1 : 0
    var (list, details, partial) = (body, Rect(0, 0, 0, 0), Rect(0, 0, 0, 0))
    var wide: Wide?
    let hasPartial = VirtualAreas.partial(state) != nil
    if state.layout == .wide {
      let (left, rest) = body.splitLeft(max(46, min(60, body.width - 58)))
      list = left
      let right = rest.splitLeft(1).rest
      if state.hasThreeColumns {
        let (middle, last) = right.splitLeft(Areas.widestPage)
        details = middle
        let side = last.splitLeft(1).rest
        var below = side
        if hasPartial { (partial, below) = side.splitTop(Self.partialHeight + 3) }
        if body.height >= Self.leastTall {
          wide = Self.wide(&list, &details, below, virtual.list)
        }
      } else if hasPartial, right.height >= Self.leastDetails + Self.partialHeight {
        (details, partial) = right.splitBottom(Self.partialHeight)
      } else {
        details = right
      }
    }
    var inside = Frame.paneInside(list, air: air)
    let hasFilter = virtual.list.filter != nil
    filter = hasFilter ? Rect(inside.x, inside.y, inside.width, 2) : Rect(0, 0, 0, 0)
    if hasFilter { inside = inside.splitTop(2).rest }
    if state.layout == .stacked {
      let count = min(virtual.list.count, inside.height)
      let needed = min(8, Self.lines(virtual.list, height: 1, from: 0, most: count))
      if let height = Self.shortHeights.first(where: { inside.height - $0 > needed }) {
        let below = inside.splitBottom(height).bottom
        details = Rect(list.x, below.y, list.width, below.height)
        inside = inside.splitBottom(height + 1).rest
      }
    }
    self.list = list
    self.wide = wide
    self.details = details
    self.partial = partial
    rows = inside
    if state.layout != .wide || inside.height < 6 {
      rowHeight = 1
    } else {
      let count = virtual.list.count
      rowHeight =
        count * 3 <= inside.height
          && Self.lines(virtual.list, height: 3, from: 0, most: count) <= inside.height + 1 ? 3 : 2
    }
  }

  private static func wide(
    _ list: inout Rect, _ details: inout Rect, _ side: Rect, _ cards: ListPane<VirtualRow>
  ) -> Wide {
    let rows = lines(cards, height: 3, from: 0, most: min(cards.count, list.height))
    // Frame and air, and the explanation below the cards.
    let height = min(max(rows + 12, 16), list.height - leastMonth)
    let month: Rect
    let payments: Rect
    (list, month) = list.splitTop(height)
    (details, payments) = details.splitTop(min(tallDetails, details.height - 12))
    let (actions, below) = side.splitTop(min(actionsHeight, side.height))
    let hasCommands = below.height >= commandsHeight + leastSources
    let (commands, sources) = below.splitTop(hasCommands ? commandsHeight : 0)
    return Wide(
      month: month, payments: payments, actions: actions, commands: commands, sources: sources)
  }

  /// A card that this device cannot read, to say why: the one in focus says it itself.
  static func partial(_ state: State) -> VirtualRow? {
    let list = state.virtual.list
    guard list.focused?.cause == nil else { return nil }
    for position in list.top..<min(list.count, list.top + list.height) {
      if let row = list[position], row.cause != nil, row.card?.state == .issued { return row }
    }
    return nil
  }

  /// Whether there is room for a face beside or below the list.
  var hasFace: Bool { details.height > CardFaceView.small.height + 2 }

  // MARK: Rows and heads

  /// A row in sight.
  struct Placed {
    let position: Int
    /// The line of its group's head; nil: the row above is of the same group.
    let head: Int?
    let y: Int
  }

  /// Lines that a head takes with the air around it.
  private static func head(_ rowHeight: Int, isFirst: Bool) -> (above: Int, lines: Int) {
    switch rowHeight {
    case 3: (0, 2)
    case 2: (isFirst ? 0 : 1, 1)
    default: (0, 1)
    }
  }

  /// The rows that are fully visible, from the first one on. Each group has a head, also the one that
  /// the first row is in the middle of.
  func placed(_ list: ListPane<VirtualRow>, from top: Int) -> [Placed] {
    var placed: [Placed] = []
    var y = rows.y
    var group: VirtualGroup?
    for position in top..<max(top, list.count) {
      guard let row = list[position] else { break }
      var head: Int?
      if row.group != group {
        let room = Self.head(rowHeight, isFirst: group == nil)
        head = y + room.above
        y += room.above + room.lines
        group = row.group
      }
      guard y + min(rowHeight, 2) <= rows.maxY else { break }
      placed.append(Placed(position: position, head: head, y: y))
      y += rowHeight
    }
    return placed
  }

  private static func lines(
    _ list: ListPane<VirtualRow>, height: Int, from top: Int, most: Int
  ) -> Int {
    var lines = 0
    var group: VirtualGroup?
    for position in top..<most {
      guard let row = list[position] else { break }
      if row.group != group {
        let head = head(height, isFirst: group == nil)
        lines += head.above + head.lines
        group = row.group
      }
      lines += height
    }
    return lines
  }

  /// Scrolls the list so that the row in focus is in sight. Heads take lines, so how many rows fit
  /// depends on the first one.
  static func scroll(_ state: inout State) {
    var most = Int.max
    for _ in 0..<8 {
      let areas = VirtualAreas(state)
      let fits = max(1, areas.placed(state.virtual.list, from: state.virtual.list.top).count)
      let height = min(most, fits)
      let top = state.virtual.list.top
      state.virtual.list.height = height
      state.virtual.list.scroll()
      if state.virtual.list.top == top { return }
      most = height
    }
  }
}
