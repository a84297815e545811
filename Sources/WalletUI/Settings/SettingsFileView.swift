import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

/// The configuration file beside the settings, with the lines that differ from those when the
/// settings were opened.
struct SettingsFileView: FramePart {
  let frame: Frame

  private struct Line: Equatable {
    enum Kind { case same, added, removed }
    let kind: Kind
    /// From 1; of a removed line its former number.
    let number: Int
    let text: String
  }

  func file(_ rect: Rect) {
    let lines = lines
    let notes = notes(rect.width)
    let room = max(4, rect.height - notes.count - 1)
    let changed = lines.firstIndex { $0.kind != .same }
    let start = changed ?? selectedLine(lines)
    let shown = min(lines.count, room)
    let first = max(0, min((start ?? 0) - shown / 2, lines.count - shown))
    for (offset, line) in lines.dropFirst(first).prefix(shown).enumerated() {
      draw(line, Rect(rect.x, rect.y + offset, rect.width, 1))
    }
    let used =
      lines.isEmpty
      ? frame.paragraph(words.settings.noConfigurationYet, rect, theme[.muted]) : shown
    var y = rect.y + used + 1
    for note in notes where y < rect.maxY {
      if note.isHeading {
        frame.section(note.text, Rect(rect.x, y, rect.width, 1))
      } else {
        frame.canvas.write(note.text, rect.x, y, theme[.muted])
      }
      y += 1
    }
  }

  private var lines: [Line] {
    let new = Self.split(state.program.configuration.snapshot?.text ?? "")
    let old = Self.split(state.program.configuration.opened)
    var lines = new.enumerated().map { Line(kind: .same, number: $0.offset + 1, text: $0.element) }
    if new == old { return lines }
    let difference = new.difference(from: old)
    for case .insert(let offset, let text, _) in difference.insertions {
      lines[offset] = Line(kind: .added, number: offset + 1, text: text)
    }
    // Each before what took its place. The number of kept lines above it is its place.
    let removed = Set(
      difference.removals.compactMap { change -> Int? in
        if case .remove(let offset, _, _) = change { offset } else { nil }
      })
    var result: [Line] = []
    var place = 0
    for (offset, text) in old.enumerated() {
      if removed.contains(offset) {
        result.append(Line(kind: .removed, number: offset + 1, text: text))
        continue
      }
      while place < lines.count, lines[place].kind == .added {
        result.append(lines[place])
        place += 1
      }
      if place < lines.count {
        result.append(lines[place])
        place += 1
      }
    }
    return result + lines[place...]
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.filter { $0 != "\r" })
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private func selectedLine(_ lines: [Line]) -> Int? {
    guard let form = state.top(SettingsForm.self) else { return nil }
    let rows = SettingsForm.rows(state)
    guard rows.indices.contains(form.selected), let line = rows[form.selected].item.line else {
      return nil
    }
    return lines.firstIndex { $0.number == line }
  }

  private func draw(_ line: Line, _ rect: Rect) {
    let role: Role =
      switch line.kind {
      case .same: line.text.drop { $0 == " " }.hasPrefix("#") ? .muted : .text
      case .added: .success
      case .removed: .danger
      }
    let number = "\(line.number)"
    frame.canvas.write(number, rect.x + 3 - Text.width(of: number), rect.y, theme[.muted])
    if line.kind != .same {
      frame.canvas.write(line.kind == .added ? "+" : "-", rect.x + 4, rect.y, theme[role])
    }
    frame.canvas.write(
      Text.truncate(Text.clean(line.text), to: rect.width - 6), rect.x + 6, rect.y, theme[role])
  }

  // MARK: Notes

  private struct Note {
    let text: String
    var isHeading = false
  }

  private func notes(_ width: Int) -> [Note] {
    func part(_ title: String, _ texts: [String]) -> [Note] {
      texts.isEmpty
        ? []
        : [Note(text: title, isHeading: true)]
          + texts.flatMap { Text.wrap($0, to: width).map { Note(text: $0) } } + [Note(text: "")]
    }
    let overridden = (state.program.configuration.snapshot?.items ?? []).filter { $0.option != nil }
    let changes = state.program.configuration.changes.suffix(4).reversed().map {
      words.minute($0.time, in: state.clock.zone) + "  " + $0.text
    }
    return part(words.settings.savedAtOnce, [words.settings.savedAtOnceText])
      + part(words.settings.lastChanges, changes)
      + part(words.settings.notFromHere, overridden.map { words.settings.optionCounts($0.id) })
      + part(words.settings.checked, state.program.configuration.snapshot?.problems ?? [])
  }
}
