import Canvas
import Themes
import WalletModel
import Words

extension Frame {
  mutating func header(_ rect: Rect) {
    var x = rect.x + 1
    x += canvas.write("walletui", x, rect.y, theme[.accent].with(.bold)) + 2
    x += canvas.write(" Cards ", x, rect.y, theme[.accentFill])
    let place = (state.wallet.asksPassword ? "" : "local · ") + state.wallet.name
    var notes: [(String, Role)] = [(place, .muted)]
    if let name = state.profile?.name, state.layout == .wide { notes.insert((name, .muted), at: 0) }
    if let note = connectionNote { notes.insert(note, at: 0) }
    if state.damage != nil { notes.insert(("the file is damaged", .danger), at: 0) }
    if state.wallet.memoryIsUnlocked { notes.insert(("memory not locked", .warning), at: 0) }
    if let left = state.copySecondsLeft {
      let isShort = state.layout == .narrow
      notes.insert((state.words.clearsClipboard(left, isShort: isShort), .warning), at: 0)
    }
    if let left = state.idleSecondsLeft {
      notes = [("locks in \(left) s · press any key", .warning)]
    }
    if let spinner = spinnerText {
      let fits = x + 3 + Text.width(of: spinner) < rect.maxX - 1
      notes.insert((fits ? spinner : shortSpinner ?? "", .info), at: 0)
    }
    // The last ones are the first to make room.
    func width() -> Int { notes.reduce(-3) { $0 + Text.width(of: $1.0) + 3 } }
    while notes.count > 1, rect.maxX - 1 - width() <= x + 2 { notes.removeLast() }
    var right = rect.maxX - 1
    for (index, (text, role)) in notes.reversed().enumerated() {
      let gap = index == 0 ? 0 : 3
      let width = Text.width(of: text)
      guard right - gap - width > x + 2 else { break }
      if gap > 0 { canvas.write(" · ", right - gap, rect.y, theme[.faint]) }
      right -= gap + width
      canvas.write(text, right, rect.y, theme[role])
    }
    canvas.mark(.header, "walletui, \(place)", rect)
  }

  /// That what is seen may not be so any more, and since when.
  private var connectionNote: (String, Role)? {
    let isNarrow = state.layout == .narrow
    switch state.connection {
    case .up: return nil
    case .lost(let since, _):
      let time = since.minute(state.clock)
      return (isNarrow ? "offline \(time)" : "offline since \(time) · ^R tries again", .warning)
    case .signedOut: return (isNarrow ? "signed out" : "signed out · ^R signs in", .warning)
    }
  }

  /// What is under way, once it has lasted 150 ms: a turning dot, label and elapsed time.
  var spinnerText: String? { spinner { "\($0) \($1) \($2) s" } }

  /// The same without its label.
  private var shortSpinner: String? { spinner { frame, _, time in "\(frame) \(time) s" } }

  private func spinner(_ words: (Character, String, String) -> String) -> String? {
    guard let work = state.work.min(by: { $0.since < $1.since }),
      state.clock.now >= work.since + State.spinnerDelay
    else { return nil }
    let elapsed = state.clock.now - work.since
    let frames = state.settings.ascii ? Array("|/-\\") : Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
    let frame = frames[Int(elapsed / State.spinnerStep) % frames.count]
    let time = "\(elapsed / Clock.second).\(elapsed / 100_000_000 % 10)"
    return words(frame, work.label, time)
  }

  /// The hints of what is possible now. `? help` is the last to disappear.
  mutating func footer(_ rect: Rect) {
    let isFiltering = state.list.filter?.isEditing == true
    var items = isFiltering ? filterHints : commandHints
    let quit = isFiltering ? nil : items.popLast()
    var x = rect.x + 1
    let quitWidth = quit.map { Text.width(of: $0.0) + Text.width(of: $0.1) + 1 } ?? 0
    var isFull = false
    for (key, word) in items {
      let width = Text.width(of: key) + Text.width(of: word) + 1
      if x + width > rect.maxX - 1 {
        isFull = true
        break
      }
      x += hint(key, word, x, rect.y) + (state.layout == .narrow ? 2 : 3)
    }
    if let (key, word) = quit, !isFull, x + quitWidth <= rect.maxX - 1 {
      hint(key, word, rect.maxX - 1 - quitWidth, rect.y)
    }
    canvas.mark(.footer, items.map { "\($0.0) \($0.1)" }.joined(separator: ", "), rect)
  }

  private var filterHints: [(String, String)] {
    [("Enter", "keep"), ("Esc", "show all"), ("↑↓", "move")]
  }

  private var commandHints: [(String, String)] {
    let shown = CommandRegistry.all.filter { command in
      guard command.text(words).hint != nil else { return false }
      return command.place != .cards || command.disabled(state) == nil
    }
    let items = shown.compactMap { command in
      command.text(words).hint.map { (command.keys.first?.label ?? "", $0) }
    }
    let help = items.filter { $0.0 == "?" }
    let quit = items.filter { $0.0 == "q" }
    var first: [(String, String)] = state.isWaiting ? [("Esc", "cancel")] : []
    // Where the header has no room for it.
    if state.layout == .narrow && state.connection != .up {
      first.append(("^R", state.connection == .signedOut ? "sign in" : "try again"))
    }
    return help + first + items.filter { $0.0 != "?" && $0.0 != "q" } + quit
  }
}
