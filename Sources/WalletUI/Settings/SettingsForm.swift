import Canvas
import ScreenKit
import Secrets
import WalletModel
import Words

/// A line of the settings: a setting, or one of the words that a setting can have.
struct SettingRow: Equatable {
  let item: SettingItem
  /// The word; nil: the setting as a whole.
  var part: String?

  /// As texts are found by it: `theme`, `copy.pan`.
  var id: String { part.map { "\(item.id).\($0)" } ?? item.id }

  /// Whether it is on; nil: it is no switch.
  func isOn(_ value: String) -> Bool? {
    if let part { return value.split(separator: ",").contains(Substring(part)) }
    return item.kind == .toggle ? value != "no" : nil
  }

  /// The value after one step; nil: it takes none.
  func stepped(_ step: Int) -> String? {
    let value = item.inFile ?? item.usual
    if let part {
      guard case .choices(let words) = item.kind else { return nil }
      let given = value.split(separator: ",").map(String.init)
      return words.filter { ($0 == part) != given.contains($0) }.joined(separator: ",")
    }
    switch item.kind {
    case .toggle: return value == "no" ? "" : "no"
    case .choice(let words):
      guard let here = words.firstIndex(of: value) else { return words.first }
      return words[(here + step + words.count) % words.count]
    case .number(let range):
      guard let number = Int(value) else { return nil }
      return "\(min(max(number + step, range.lowerBound), range.upperBound))"
    case .theme, .text, .choices, .elsewhere: return nil
    }
  }
}

/// Everything that the configuration can hold, one setting a line. Each change is written at once.
struct SettingsForm: Overlay {
  var selected = 0
  /// What is typed in place of a number or a text.
  var input: TextInput?
  /// Why the last change was refused.
  var error: WalletError?

  static let command = Command(
    "settings", \.settings.settings, keys: [.character(",")], place: .everywhere,
    disabled: { $0.program.configuration.isAvailable ? nil : $0.words.settings.noSettingsHere },
    run: { $0.push(SettingsForm()) + [.configure(.read)] })

  // MARK: Rows

  struct Group: Equatable {
    let title: String
    let rows: [SettingRow]
  }

  /// The settings by what they are about.
  static func groups(_ state: State) -> [Group] {
    let items = state.program.configuration.snapshot?.items ?? []
    var groups: [Group] = []
    for group in SettingGroup.allCases {
      let rows = items.filter { SettingGroup(of: $0.id) == group }.flatMap(rows)
      if !rows.isEmpty {
        groups.append(Group(title: state.words.settings.title(group), rows: rows))
      }
    }
    return groups
  }

  private static func rows(_ item: SettingItem) -> [SettingRow] {
    if case .choices(let words) = item.kind {
      return words.map { SettingRow(item: item, part: $0) }
    }
    return [SettingRow(item: item)]
  }

  static func rows(_ state: State) -> [SettingRow] { groups(state).flatMap(\.rows) }

  // MARK: Keys

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    if input != nil { return editingKey(key, &state) }
    let rows = Self.rows(state)
    let last = max(0, rows.count - 1)
    switch key.code {
    case .escape: state.pop()
    case .enter, .character(0x20): return choose(&state)
    case .right, .character(0x6c): return step(1, &state)
    case .left, .character(0x68): return step(-1, &state)
    case .tab: go(to: start(1, state), &state)
    case .backtab: go(to: start(-1, state), &state)
    case .character(0x2f): return state.push(SettingFinder())
    case .character(0x64): return reset(&state)
    case .character(0x7a):
      guard state.view.undo?.setting != nil else { return [.bell] }
      return state.run("card.undo")
    default:
      switch state.input.keymap.command(for: key)?.id {
      case "move.down": go(to: min(selected + 1, last), &state)
      case "move.up": go(to: max(0, selected - 1), &state)
      case "move.page.down": go(to: min(selected + 5, last), &state)
      case "move.page.up": go(to: max(0, selected - 5), &state)
      case "move.first": go(to: 0, &state)
      case "move.last": go(to: last, &state)
      case "theme": return state.run("theme")
      case "settings", "quit", "back": state.pop()
      default: return [.bell]
      }
    }
    return []
  }

  func go(to place: Int, _ state: inout State) {
    var form = self
    form.selected = place
    form.error = nil
    state.replaceTop(form)
  }

  /// The first row of the next group, or of the one before.
  private func start(_ step: Int, _ state: State) -> Int {
    var starts = [0]
    for group in Self.groups(state).dropLast() {
      starts.append((starts.last ?? 0) + group.rows.count)
    }
    let here = starts.lastIndex { $0 <= selected } ?? 0
    return starts[(here + step + starts.count) % starts.count]
  }

  private func row(_ state: State) -> SettingRow? {
    let rows = Self.rows(state)
    return rows.indices.contains(selected) ? rows[selected] : nil
  }

  /// Enter: the next of several, or typing.
  private func choose(_ state: inout State) -> [Effect] {
    guard let row = row(state) else { return [] }
    switch row.item.kind {
    case .theme: return state.run("theme")
    case .number, .text:
      return change(&state) {
        $0.error = nil
        $0.input = TextInput(row.item.inFile ?? row.item.usual, limit: 400)
      }
    case .elsewhere: return [.bell]
    case .toggle, .choice, .choices: return step(1, &state)
    }
  }

  private func step(_ step: Int, _ state: inout State) -> [Effect] {
    guard let row = row(state) else { return [] }
    if row.item.kind == .theme { return state.run("theme") }
    guard let value = row.stepped(step) else { return [.bell] }
    return set(row.item, value, state)
  }

  private func reset(_ state: inout State) -> [Effect] {
    guard let row = row(state), row.item.inFile != nil, row.item.kind != .elsewhere else {
      return [.bell]
    }
    return ConfigurationState.set(row.item.id, nil, state)
  }

  /// A list without words is the default, and is not written.
  private func set(_ item: SettingItem, _ value: String, _ state: State) -> [Effect] {
    if value == item.inFile { return [] }
    if case .choices = item.kind, value.isEmpty {
      return ConfigurationState.set(item.id, nil, state)
    }
    return ConfigurationState.set(item.id, value, state)
  }

  // MARK: Typing

  private func editingKey(_ key: Key, _ state: inout State) -> [Effect] {
    guard var input, let row = row(state) else { return [] }
    switch key.code {
    case .escape:
      return change(&state) {
        $0.input = nil
        $0.error = nil
      }
    case .enter:
      if input.text == (row.item.inFile ?? row.item.usual) {
        return change(&state) { $0.input = nil }
      }
      return ConfigurationState.set(
        row.item.id, input.text.isEmpty ? nil : input.text, state)
    default:
      if case .number = row.item.kind, case .character(let value) = key.code,
        key.modifiers.isEmpty, !(0x30...0x39).contains(value)
      {
        return [.bell]
      }
      guard input.handle(key) else { return [.bell] }
      return change(&state) {
        $0.input = input
        $0.error = nil
      }
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    change(&state) { $0.input?.paste(secret) }
  }

  /// Shows why a change was refused, or that it was not. False: the settings are not open.
  @discardableResult
  static func failed(_ error: WalletError?, _ state: inout State) -> Bool {
    guard var form = state.top(SettingsForm.self) else { return false }
    form.error = error
    if error == nil { form.input = nil }
    state.replaceTop(form)
    return true
  }

  // MARK: Clicks and line mode

  /// A second click changes.
  func click(line: Int, _ state: inout State) -> [Effect] {
    if line == selected || state.settings.isLinear {
      var form = self
      form.selected = line
      state.replaceTop(form)
      return form.choose(&state)
    }
    go(to: line, &state)
    return []
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { arrows(lines, &state) }

  func lineInput(_ state: State) -> LineInput {
    guard input != nil, let row = row(state) else { return .keys }
    return .text(state.words.settings.setting(row).title)
  }

  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    Self.rows(state).indices.contains(index) ? MouseInput.click(.item(index), &state) : [.bell]
  }

  func draw(in frame: Frame) { SettingsView(frame: frame, form: self).draw() }
  var isTransparent: Bool { true }
  func headerTitle(_ state: State) -> String? {
    let title = state.words.settings.settings.title
    return state.input.keymap.label(Self.command.id).map { "\($0) \(title)" } ?? title
  }
}

/// What a setting is about.
enum SettingGroup: CaseIterable {
  case look, secrets, keys, language, wallets, log

  init(of id: String) {
    switch id {
    case "theme", "color", "colours", "ascii", "title", "motion", "notify": self = .look
    case "copy", "pan-separator", "saving-switch", "pay-label", "reveal-seconds", "idle-seconds",
      "remember-code":
      self = .secrets
    case "mouse", "keys", "accessible": self = .keys
    case "lang", "form-language": self = .language
    case "log", "log-level": self = .log
    default: self = .wallets
    }
  }
}

/// Finds a setting by typing.
struct SettingFinder: PickerOverlay {
  var picker = Picker()

  func list(_ state: State) -> PickerList {
    let words = state.words
    let groups = SettingsForm.groups(state).map { group in
      PickerList.Group(
        title: group.title,
        rows: group.rows.map { row in
          let text = words.settings.setting(row)
          return PickerList.Row(
            id: row.id, title: text.title, note: words.settings.shownValue(row), text: text.doc,
            code: row.item.id)
        })
    }
    return picker.list(groups, words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    let place = SettingsForm.rows(state).firstIndex { $0.id == row.id }
    state.top(SettingsForm.self)?.go(to: place ?? 0, &state)
    return []
  }

  func title(_ state: State) -> String { state.words.settings.settings.title }
  func verb(_ state: State) -> String { state.words.settings.goThere }
}
