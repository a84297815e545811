import ScreenKit
package import Themes
import WalletModel
import Words

/// A setting that the configuration can hold.
package struct SettingItem: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case toggle
    case choice([String])
    /// Each of these words is there or not.
    case choices([String])
    case number(ClosedRange<Int>)
    /// The list of themes.
    case theme
    case text
    /// Only an editor changes it.
    case elsewhere
  }

  package let id: String
  package let kind: Kind
  /// The value in the file, in the form of the command line; nil: the file does not have it.
  package var inFile: String?
  /// The line of the file with the value, from 1.
  package var line: Int?
  /// The value of an option of the command line, which counts instead.
  package var option: String?
  /// What counts without the file; empty: nothing.
  package var usual: String
  /// The variable of the environment that decides what counts without the file.
  package var variable: String?

  package init(_ id: String, _ kind: Kind, usual: String) {
    self.id = id
    self.kind = kind
    self.usual = usual
  }

  /// What counts at the next start.
  package var value: String { option ?? inFile ?? usual }
}

/// The configuration as it was read last.
package struct ConfigurationSnapshot: Sendable, Equatable {
  package var items: [SettingItem]
  /// The whole text; empty: there is no file.
  package var text: String
  /// The text before the change that led here.
  package var before: String
  /// The mistakes in the file, each with its place.
  package var problems: [String]
  /// The settings of the application that follow from it.
  package var settings: Settings
  package var theme: ThemeChoice
  package var mouse: Bool

  package init(
    items: [SettingItem], text: String, before: String, problems: [String], settings: Settings,
    theme: ThemeChoice, mouse: Bool
  ) {
    self.items = items
    self.text = text
    self.before = before
    self.problems = problems
    self.settings = settings
    self.theme = theme
    self.mouse = mouse
  }

  package subscript(id: String) -> SettingItem? { items.first { $0.id == id } }
}

/// What the configuration is asked for.
package enum ConfigurationRequest: Sendable, Equatable {
  case read
  /// The value in the form of the command line; nil: the setting is taken out.
  case set(String, String?)
  /// Puts `before` back if the file still is `after`. The setting that this takes back.
  case restore(String, before: String, after: String)

  var setting: String? {
    switch self {
    case .read: nil
    case .set(let id, _), .restore(let id, _, _): id
    }
  }
}

/// What the screen knows of the configuration.
package struct ConfigurationState: Sendable, Equatable {
  /// Whether there is one that can be changed from here. A script and a kiosk have none.
  package var isAvailable = false
  package var snapshot: ConfigurationSnapshot?
  /// The text when the settings were opened: what differs is marked.
  var opened = ""
  /// The changes of this session, the latest last.
  var changes: [Change] = []

  struct Change: Sendable, Equatable {
    let time: Timestamp
    let text: String
  }
}

/// Settings that take effect while the program runs.
enum LiveSetting: String, CaseIterable {
  case theme, motion, ascii, mouse, notify, copy
  case panSeparator = "pan-separator"
  case savingSwitch = "saving-switch"
  case payLabel = "pay-label"
  case revealSeconds = "reveal-seconds"
  case idleSeconds = "idle-seconds"
  case rememberCode = "remember-code"
  case language = "lang"
  case formLanguage = "form-language"
}

extension ConfigurationState {
  /// Asks for a change; nothing where there is no configuration.
  static func set(_ id: String, _ value: String?, _ state: State) -> [Effect] {
    state.program.configuration.isAvailable ? [.configure(.set(id, value))] : []
  }

  static func answered(
    _ request: ConfigurationRequest, _ result: Result<ConfigurationSnapshot, WalletError>,
    _ state: inout State
  ) -> [Effect] {
    switch result {
    case .success(let snapshot):
      state.program.configuration.snapshot = snapshot
      guard let id = request.setting else {
        state.program.configuration.opened = snapshot.text
        return []
      }
      SettingsForm.failed(nil, &state)
      apply(snapshot, id, &state)
      tell(request, id, snapshot, &state)
    case .failure(let error):
      if SettingsForm.failed(error, &state) { return [] }
      state.show(error)
    }
    return []
  }

  /// What can be changed at once is.
  private static func apply(
    _ snapshot: ConfigurationSnapshot, _ id: String, _ state: inout State
  ) {
    guard let live = LiveSetting(rawValue: id) else { return }
    state.settings = snapshot.settings
    switch live {
    // With an option the choice of this session stays; the file counts without it.
    case .theme where snapshot[id]?.option == nil: state.program.theme.choice = snapshot.theme
    case .mouse: state.input.wantsMouse = snapshot.mouse
    // The others are among the settings.
    case .theme, .motion, .ascii, .notify, .copy, .panSeparator, .savingSwitch, .payLabel,
      .revealSeconds, .idleSeconds, .rememberCode, .language, .formLanguage:
      break
    }
  }

  private static func tell(
    _ request: ConfigurationRequest, _ id: String, _ snapshot: ConfigurationSnapshot,
    _ state: inout State
  ) {
    let words = state.words
    let value = snapshot[id]?.inFile.map { words.settings.value($0) }
    let line = value.map { "\(id): \($0)" } ?? words.settings.leftOut(id)
    state.program.configuration.changes.append(Change(time: state.clock.wall, text: line))
    if case .restore = request {
      state.show(.success, words.settings.takenBack(line))
      return
    }
    var detail: String?
    if snapshot[id]?.option != nil {
      detail = words.settings.optionCounts(id)
    } else if LiveSetting(rawValue: id) == nil {
      detail = words.settings.fromTheNextStart
    }
    let undo = Undo(setting: .restore(id, before: snapshot.before, after: snapshot.text))
    Undo.offer(undo, words.settings.written(line), detail: detail, &state)
  }
}
