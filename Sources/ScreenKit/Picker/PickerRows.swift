package import Canvas
import TextLayout
import Themes
import Words

/// The rows of a picker, in groups. A dialog that lets choose one of several has the same.
package struct PickerRows: SurfacePart {
  package let surface: Surface
  let list: PickerList
  let selected: Int
  /// What was typed, in the form that `firstMatch` takes.
  let query: [UInt8]
  /// What a click on a row does.
  let target: (Int) -> Target

  package init(
    surface: Surface, list: PickerList, selected: Int, query: [UInt8] = [],
    target: @escaping (Int) -> Target = { .item($0) }
  ) {
    self.surface = surface
    self.list = list
    self.selected = selected
    self.query = query
    self.target = target
  }

  private enum Line {
    case heading(PickerList.Group)
    case row(Int)
  }

  /// - Parameter box: The frame around them.
  package func draw(_ rect: Rect, in box: Rect) {
    var lines: [Line] = []
    var selectedLine = 0
    var index = 0
    for group in list.groups {
      if !group.title.isEmpty { lines.append(.heading(group)) }
      for _ in group.rows {
        if index == selected { selectedLine = lines.count }
        lines.append(.row(index))
        index += 1
      }
    }
    if lines.isEmpty {
      surface.canvas.write(words.screen.nothingMatches, rect.x, rect.y, theme[.overlayMuted])
    }
    let first = max(0, min(selectedLine - rect.height / 2, lines.count - rect.height))
    let columns = Columns(list, rect.width)
    for (offset, line) in lines.dropFirst(first).prefix(rect.height).enumerated() {
      let y = rect.y + offset
      switch line {
      case .heading(let group): heading(group, Rect(rect.x, y, rect.width, 1))
      case .row(let index):
        let whole = Rect(box.x + 1, y, box.width - 3, 1)
        row(index, Rect(rect.x, y, rect.width, 1), whole, columns)
        surface.canvas.mark(.button, list.rows[index].title, whole, target: target(index).text)
      }
    }
    guard !surface.isLinear else { return }
    surface.scrollbar(
      first: first, visible: rect.height, of: lines.count,
      Rect(box.maxX - 2, rect.y, 1, rect.height), focused: true, on: .overlay)
  }

  /// Where the parts of a row begin.
  private struct Columns {
    let title: Int
    /// Of the reason why something is not possible.
    let reason: Int

    init(_ list: PickerList, _ width: Int) {
      let keys = list.rows.map { Text.width(of: $0.keys) }.max() ?? 0
      title = keys == 0 ? 0 : min(keys, width / 3) + 2
      let refused = list.rows.filter { $0.refusal != nil }
      reason = title + (refused.map { Text.width(of: $0.title) }.max() ?? 0) + 3
    }
  }

  private func heading(_ group: PickerList.Group, _ rect: Rect) {
    if surface.isLinear { return }
    surface.section(group.title, detail: group.detail, rect, on: .overlay)
  }

  private func row(_ index: Int, _ rect: Rect, _ whole: Rect, _ columns: Columns) {
    let row = list.rows[index]
    let isSelected = index == selected
    let base: Role = isSelected ? .selection : .overlay
    func on(_ role: Role) -> Style { theme.style(role, on: base) }
    if isSelected {
      surface.canvas.fill(whole, theme[base])
      surface.canvas.write(
        "▌", whole.x, rect.y, on(.selectionBar))
      // Where something is typed, the cursor is there.
      if surface.isLinear || surface.canvas.cursor == nil {
        surface.canvas.cursor = Point(rect.x, rect.y)
      }
    }
    let isPossible = row.refusal == nil
    let keyRoom = columns.title - 2
    if keyRoom > 0 {
      surface.canvas.write(
        Text.truncate(row.keys, to: keyRoom), rect.x, rect.y, on(isPossible ? .key : .overlayMuted))
    }
    let x = rect.x + columns.title
    let noteWidth = Text.width(of: row.note)
    let title = Text.truncate(
      row.title, to: rect.maxX - x - (noteWidth > 0 ? noteWidth + 2 : 0))
    let role: Role = !isPossible ? .overlayMuted : isSelected ? .strong : .overlayText
    let width = surface.canvas.write(title, x, rect.y, on(role))
    surface.underline(query, in: title, x, rect.y, on(isPossible ? .key : .overlayMuted))
    if !row.note.isEmpty {
      surface.canvas.write(row.note, rect.maxX - noteWidth, rect.y, on(.overlayMuted))
    }
    // Line by line the text follows the title. A reason that has no room is at the foot.
    let reason = row.refusal ?? (surface.isLinear ? row.text : "")
    let start = surface.isLinear ? x + max(width + 3, 40) : rect.x + columns.reason
    guard !reason.isEmpty, rect.maxX - start >= 8 else { return }
    if surface.isLinear || Text.width(of: reason) <= rect.maxX - start || rect.width >= 50 {
      surface.canvas.write(
        Text.truncate(reason, to: rect.maxX - start), start, rect.y, on(.overlayMuted))
    }
  }
}
