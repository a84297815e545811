import Words

/// Settings in the user's language.
extension SettingsWords {
  func title(_ group: SettingGroup) -> String { text(group).title }
  func contents(_ group: SettingGroup) -> String { text(group).doc }

  private func text(_ group: SettingGroup) -> SettingText {
    switch group {
    case .look: lookGroup
    case .secrets: secretsGroup
    case .keys: keysGroup
    case .language: languageGroup
    case .wallets: walletsGroup
    case .log: logGroup
    }
  }

  /// A setting without a text of its own shows its name.
  func setting(_ row: SettingRow) -> SettingText {
    setting(row.item.id, part: row.part) ?? SettingText(title: row.id, doc: row.item.usual)
  }

  /// The value that counts, as a person reads it.
  func shownValue(_ row: SettingRow) -> String {
    if let isOn = row.isOn(row.item.value) { return isOn ? switchedOn : switchedOff }
    if row.item.kind == .elsewhere { return entries(Int(row.item.value) ?? 0) }
    return row.item.value.isEmpty ? words.notSet : row.item.value
  }

  /// Where the value comes from.
  func origin(_ item: SettingItem) -> String {
    if item.kind == .elsewhere { return changedInAnEditor }
    let usual =
      item.kind == .toggle
      ? (item.usual == "no" ? switchedOff : switchedOn)
      : item.usual.isEmpty ? words.notSet : item.usual
    if item.inFile != nil, let line = item.line { return fromLine(line, usual) }
    return item.variable.map(fromVariable) ?? fromDefault(usual)
  }
}
