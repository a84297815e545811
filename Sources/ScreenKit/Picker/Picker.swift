package import Canvas
package import Secrets
import TextLayout
package import Words

/// What a picker lists, in groups. What is not possible is in the last one.
package struct PickerList: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package let id: String
    /// Its keys, in a column of their own; empty: it has none.
    package var keys = ""
    package let title: String
    /// At the right: a value, a kind.
    var note = ""
    /// Why it is not possible; nil: it is.
    package var refusal: String?
    /// What it is or does, in full.
    package var text = ""
    /// Beside the title above that text: an id, a key.
    var code = ""
    /// Whether it cannot be undone: the others come before it.
    package var isFinal = false

    package init(
      id: String, keys: String = "", title: String, note: String = "", refusal: String? = nil,
      text: String = "", code: String = "", isFinal: Bool = false
    ) {
      self.id = id
      self.keys = keys
      self.title = title
      self.note = note
      self.refusal = refusal
      self.text = text
      self.code = code
      self.isFinal = isFinal
    }
  }

  package struct Group: Sendable, Equatable {
    package let title: String
    /// What the group is about.
    var detail = ""
    package var rows: [Row]

    package init(title: String, detail: String = "", rows: [Row]) {
      self.title = title
      self.detail = detail
      self.rows = rows
    }
  }

  package private(set) var groups: [Group] = []
  /// All rows, in the order of the groups.
  package let rows: [Row]

  /// - Parameter impossible: The title of the group for what is not possible.
  package init(_ groups: [Group], impossible: String) {
    for var group in groups {
      group.rows.removeAll { $0.refusal != nil }
      if !group.rows.isEmpty { self.groups.append(group) }
    }
    let refused = groups.flatMap(\.rows).filter { $0.refusal != nil }
    if !refused.isEmpty { self.groups.append(Group(title: impossible, rows: refused)) }
    rows = self.groups.flatMap(\.rows)
  }

  /// The first row of each group.
  package var groupStarts: [Int] {
    groups.dropLast().reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.rows.count) }
  }
}

/// Choosing one of several by typing and with the arrows. The line that is typed into stays in its
/// place.
package struct Picker: Sendable, Equatable {
  package var input = TextInput()
  package var selected = 0

  package init() {}

  /// What a key did.
  package enum Reaction: Equatable { case moved, typed, chosen, left, ignored }

  /// - Parameter page: Lines that a page goes.
  package mutating func handle(_ key: Key, _ list: PickerList, page: Int) -> Reaction {
    if key.code == .escape { return .left }
    if key.code == .enter { return .chosen }
    if move(key, list, page: page) { return .moved }
    // The sign before the line looks like the key that begins a search.
    let isSign = key == .character("/") && input.text.isEmpty
    if isSign, !list.rows.contains(where: { $0.keys.contains("/") }) { return .moved }
    guard input.handle(key) else { return .ignored }
    selected = 0
    return .typed
  }

  /// Goes to another row; false: the key does something else. Tab goes to the next group, or to the
  /// next row where there is only one.
  package mutating func move(_ key: Key, _ list: PickerList, page: Int) -> Bool {
    let last = max(0, list.rows.count - 1)
    let starts = list.groups.count > 1 ? list.groupStarts : Array(list.rows.indices)
    switch (key.code, key.modifiers) {
    case (.down, _), (.character(0x6e), .control): selected = min(selected + 1, last)
    case (.up, _), (.character(0x70), .control): selected = max(0, selected - 1)
    case (.pageDown, _): selected = min(selected + page, last)
    case (.pageUp, _): selected = max(0, selected - page)
    case (.home, _): selected = 0
    case (.end, _): selected = last
    case (.tab, _): selected = starts.first { $0 > selected } ?? 0
    case (.backtab, _): selected = starts.last { $0 < selected } ?? starts.last ?? 0
    default: return false
    }
    return true
  }

  package mutating func paste(_ secret: Secret) {
    input.paste(secret)
    selected = 0
  }

  /// The rows that match what was typed.
  ///
  /// - Parameter names: What else a row is found by: ids.
  package func list(
    _ groups: [PickerList.Group], _ words: Words,
    names: (PickerList.Row) -> [String] = { [$0.id] }
  ) -> PickerList {
    PickerList(
      PickerList.matching(groups, input.text, names: names),
      impossible: words.screen.notPossibleNow)
  }
}

/// How well something matches what was typed; the best ones come first.
enum Match: Int, Comparable {
  case key, wordStart, title, name, text

  static func < (a: Match, b: Match) -> Bool { a.rawValue < b.rawValue }

  /// nil: it does not match.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - names: Ids, keys and other short names.
  init?(_ typed: String, title: String, keys: [String], names: [String], text: String) {
    let query = searchBytes(typed)
    if keys.contains(typed) {
      self = .key
    } else if let place = title.firstMatch(query) {
      let before = title.utf8[..<place.lowerBound].last
      self = before == nil || before == UInt8(ascii: " ") ? .wordStart : .title
    } else if names.contains(where: { Text.contains($0, folded: query) })
      || keys.contains(where: { Text.contains($0, folded: query) })
    {
      self = .name
    } else if Text.contains(text, folded: query) {
      self = .text
    } else {
      return nil
    }
  }
}

extension PickerList {
  /// Those that match, the best first in each group, and the group with the best one first.
  fileprivate static func matching(_ groups: [Group], _ typed: String, names: (Row) -> [String])
    -> [Group]
  {
    if typed.isEmpty { return groups }
    let ranked = groups.compactMap { group -> (best: Rank, group: Group)? in
      let rows = group.rows.compactMap { row in
        Match(
          typed, title: row.title, keys: row.keys.split(separator: " ").map(String.init),
          names: names(row), text: row.text
        ).map { (rank: Rank($0, typed, isFinal: row.isFinal), row: row) }
      }
      .enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
      guard let best = rows.first(where: { $0.row.refusal == nil }) ?? rows.first else {
        return nil
      }
      var group = group
      group.rows = rows.map(\.row)
      return (best.rank, group)
    }
    return ranked.enumerated()
      .sorted { ($0.element.best, $0.offset) < ($1.element.best, $1.offset) }
      .map(\.element.group)
  }
}

/// The place of a row among those that match. What cannot be undone comes after the others that match
/// as well.
private struct Rank: Comparable {
  let match: Match
  let isFinal: Bool

  init(_ match: Match, _ typed: String, isFinal: Bool) {
    // A few letters, and letters within its words, find it no better than its description does.
    let isFound = match == .key || match == .wordStart && typed.count > 2
    self.match = isFinal && !isFound ? .text : match
    self.isFinal = isFinal
  }

  static func < (a: Rank, b: Rank) -> Bool {
    (a.match, a.isFinal ? 1 : 0) < (b.match, b.isFinal ? 1 : 0)
  }
}

extension String {
  /// Where the query of `searchBytes` is found. A letter of several bytes is found as a whole.
  package func firstMatch(_ query: [UInt8]) -> Range<Index>? {
    guard !query.isEmpty, Text.contains(self, folded: query) else { return nil }
    // Each folded byte with the letter that it comes from.
    let bytes = indices.flatMap { letter in
      searchBytes(String(self[letter])).map { (byte: $0, letter: letter) }
    }
    for start in bytes.indices.dropLast(query.count - 1) {
      let found = bytes[start..<start + query.count]
      guard found.elementsEqual(query, by: { $0.byte == $1 }), let last = found.last else {
        continue
      }
      return bytes[start].letter..<index(after: last.letter)
    }
    return nil
  }
}

extension Surface {
  /// Underlines what was searched for in the text at (x, y).
  package func underline(_ query: [UInt8], in text: String, _ x: Int, _ y: Int, _ style: Style) {
    guard let match = text.firstMatch(query) else { return }
    let before = Text.width(of: String(text[..<match.lowerBound]))
    canvas.write(String(text[match]), x + before, y, style.with(.underline))
  }
}

/// A search text in the form that `Text.contains` takes.
package func searchBytes(_ text: String) -> [UInt8] { Array(Text.folded(text).utf8) }
