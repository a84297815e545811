import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

extension Frame {
  /// Columns left free at both ends of header and footer.
  var edge: Int { state.layout == .narrow ? 1 : 2 }
}

/// The first row: the program and its screens, or the way to a page, and notes.
struct HeaderView: FramePart {
  let frame: Frame

  func draw(_ rect: Rect) {
    let spinner = Spinner(frame: frame)
    var notes = shownNotes
    var x = rect.x + frame.edge
    let end = rect.maxX - frame.edge
    let crumbs = state.shown.crumbs(state)
    // Running work comes first, after the warning before the idle lock.
    let isWarned = state.idleSecondsLeft != nil
    // Where there are few columns, the numbers of the screens come before the balance.
    let first = isWarned ? notes[0].0 : spinner.text ?? notes[0].0
    let isBalance = notes[0].1 == .strong && spinner.text == nil
    let needed = isBalance && state.layout == .narrow ? 2 : Text.width(of: first) + 3
    if let crumbs {
      x += self.crumbs(crumbs, x, rect)
    } else {
      // The names of the screens come before the program's sign, and before the balance.
      let tabs = Screens.tabs.map { (tab: $0, title: " \($0.number) \($0.title(words)) ") }
      let names = tabs.reduce(0) { $0 + Text.width(of: $1.title) }
      let bare = x + Self.name + names
      let hasSign = bare + Self.sign <= end - needed
      let givesWay = isBalance && bare > end - needed && bare <= end
      x += brand(x, rect.y, hasSign: hasSign || bare > end)
      x = draw(tabs, x, rect, most: givesWay ? end : end - needed)
    }
    if let text = spinner.text {
      let fits = x + 3 + Text.width(of: text) < end
      notes.insert((fits ? text : spinner.short ?? "", .info), at: isWarned ? 1 : 0)
    }
    // The last notes are dropped first.
    func width() -> Int { notes.reduce(-3) { $0 + Text.width(of: $1.0) + 3 } }
    while notes.count > 1, end - width() <= x + 2 { notes.removeLast() }
    var right = end
    for (index, (text, role)) in notes.reversed().enumerated() {
      let gap = index == 0 ? 0 : 3
      let width = Text.width(of: text)
      guard right - gap - width > x + 2 else { break }
      if gap > 0 { frame.canvas.write(" · ", right - gap, rect.y, theme[.faint]) }
      right -= gap + width
      frame.canvas.write(text, right, rect.y, theme[role])
    }
    frame.canvas.mark(.header, "walletui, \(place)", rect)
  }

  /// The program's name, after its sign where there is room. Returns the columns used.
  @discardableResult
  func brand(_ x: Int, _ y: Int, hasSign: Bool = true) -> Int {
    var used = 0
    if hasSign, state.layout != .narrow, theme.depth > .mono {
      frame.canvas.fill(Rect(x, y, 1, 1), Style(on: theme[.chartLow].foreground))
      frame.canvas.fill(Rect(x + 1, y, 1, 1), Style(on: theme[.chartHigh].foreground))
      used = Self.sign
    }
    return used + frame.canvas.write("walletui", x + used, y, theme[.accent].with(.bold)) + 2
  }

  /// Columns of the program's sign and of its name, each with the gap after it.
  private static var sign: Int { 3 }
  private static var name: Int { 10 }

  /// Where a page is: `Cards › Travel  Visa · virtual`. Returns the columns used.
  private func crumbs(_ crumbs: Crumbs, _ start: Int, _ rect: Rect) -> Int {
    let room = rect.maxX - start - Text.width(of: crumbs.note) - 4
    var x = start
    if Text.width(of: crumbs.parent) + 3 + Text.width(of: crumbs.title) <= room {
      let back = frame.canvas.write(crumbs.parent, x, rect.y, theme[.muted])
      frame.canvas.mark(
        .tab, crumbs.parent, Rect(x, rect.y, back, 1), target: Target.key(Key(.escape)).text)
      x += back
      x += frame.canvas.write(" › ", x, rect.y, theme[.faint])
    }
    x += frame.canvas.write(
      Text.truncate(crumbs.title, to: room - (x - start)), x, rect.y, theme[.strong])
    if Text.width(of: crumbs.detail) + 2 <= room - (x - start) {
      x += 2 + frame.canvas.write(crumbs.detail, x + 2, rect.y, theme[.muted])
    }
    return x - start
  }

  private var place: String {
    (state.wallet.asksPassword ? "" : words.screen.local + " · ") + state.wallet.name
  }

  private var shownNotes: [(String, Role)] {
    let long = notes(isShort: false)
    return needsShort(long) ? notes(isShort: true) : long
  }

  /// The notes of the header, most urgent first.
  private func notes(isShort: Bool) -> [(String, Role)] {
    if let left = state.idleSecondsLeft {
      return [(words.screen.locksIn(left, isShort: isShort), .warning)]
    }
    var notes: [(String, Role)] = []
    if let left = Copying.secondsLeft(state) {
      notes.append((words.copying.clearsClipboard(left, isShort: isShort), .warning))
    }
    if state.wallet.memoryIsUnlocked {
      notes.append((words.screen.memoryNotLocked(isShort: isShort), .warning))
    }
    if state.backend.damage != nil {
      notes.append((words.screen.fileIsDamaged(isShort: isShort), .danger))
    }
    if let note = Outage.note(state, isShort: isShort) { notes.append(note) }
    if let note = pendingNote(isShort: isShort) { notes.append((note, .warning)) }
    if let crumbs = state.shown.crumbs(state) { return notes + [(crumbs.note, .muted)] }
    if let name = state.cards.profile?.name, state.layout == .wide { notes.append((name, .muted)) }
    // Where it is not said below the list.
    if state.layout != .wide, let balance = state.activity.month.balance(state) {
      notes.append((words.money(balance), .strong))
    }
    return notes + [(place, .muted)]
  }

  /// The warning before the idle lock, undimmed in the header and on the frame of the overlay. The
  /// lock discards what was typed there.
  func idleWarning() {
    guard let left = state.idleSecondsLeft, !state.view.overlays.isEmpty, let box = frame.box else {
      return
    }
    let full = " \(words.screen.locksIn(left, isShort: false)) "
    let fits = Text.width(of: full) + 4 <= box.width
    frame.canvas.write(
      fits ? full : " \(words.screen.locksIn(left, isShort: true)) ", box.x + 2, box.maxY - 1,
      theme[.warning].on(theme[.overlay].background))
    let header = state.areas.header
    guard box.y > header.y else { return }
    let note = words.screen.locksIn(left, isShort: isShort)
    frame.canvas.write(
      note, header.maxX - frame.edge - Text.width(of: note), header.y, theme[.warning])
  }

  /// Whether the most urgent note does not fit beside the name of the screen.
  fileprivate var isShort: Bool { needsShort(notes(isShort: false)) }

  private func needsShort(_ notes: [(String, Role)]) -> Bool {
    guard state.layout != .narrow else { return true }
    let title = Text.width(of: "walletui") + 5 + Text.width(of: state.shown.tab.title(words))
    return title + 3 + Text.width(of: notes[0].0) >= frame.canvas.size.width
  }

  /// The screens by their numbers. If they do not fit before column `most`, the others are only
  /// numbers, or there is only the current one.
  private func draw(
    _ all: [(tab: Tab, title: String)], _ start: Int, _ rect: Rect, most: Int
  ) -> Int {
    let fits = start + all.reduce(0) { $0 + Text.width(of: $1.title) } <= most
    var x = start
    let current = state.shown.tab
    let over = state.view.overlays.compactMap { $0.base.headerTitle(state) }.last
    // A number has a space at each side, or where there is little room at the left only.
    func short(_ number: Int) -> Int {
      all.reduce(0) { $0 + ($1.tab == current ? Text.width(of: $1.title) : number) }
    }
    let isTight = frame.canvas.size.width < 60
    let fitsShort = over == nil && start + short(isTight ? 2 : 3) <= most + 1
    for (tab, title) in all where fits || fitsShort || tab == current && over == nil {
      let isCurrent = tab == current && over == nil
      let text =
        fits || fitsShort && isCurrent
        ? title
        : fitsShort ? " \(tab.number)" + (isTight ? "" : " ") : " \(tab.title(words)) "
      let width = frame.canvas.write(text, x, rect.y, theme[isCurrent ? .accentFill : .muted])
      // A dot in place of the space at the end, or where there is none at the beginning.
      let hasNews = tab == .activity && state.toasts.unseen != nil
      if hasNews {
        frame.canvas.write(
          state.settings.ascii ? "*" : "●", text.hasSuffix(" ") ? x + width - 1 : x, rect.y,
          theme[isCurrent ? .accentFill : .warning])
      }
      frame.canvas.mark(
        .tab, tab.title(words) + (hasNews ? ", " + words.activity.news : ""),
        Rect(x, rect.y, width, 1), target: Target.command(tab.command.id).text)
      x += width
    }
    if let over { x += frame.canvas.write(" \(over) ", x, rect.y, theme[.accentFill]) }
    return x
  }

  /// The number of unanswered changes that no row of the list shows.
  private func pendingNote(isShort: Bool) -> String? {
    let changes = state.backend.unanswered.withoutCard
    guard let first = changes.first else { return nil }
    let glyph = StateSign.waiting.text(ascii: state.settings.ascii)
    let text =
      isShort
      ? words.cards.pendingShort(changes.count)
      : changes.count == 1
        ? words.cards.isPending(first.title(words), nil) : words.cards.changesPending(changes.count)
    return "\(glyph) \(text)"
  }
}

/// What is shown of running work.
struct Spinner: FramePart {
  let frame: Frame

  /// The running work, once it has lasted 150 ms: a turning dot, label and elapsed time.
  var text: String? {
    line { state.settings.isLinear ? $1 : "\($0) \($1) \($2) s" }
  }

  /// The same without the label.
  var short: String? { line { frame, _, time in "\(frame) \(time) s" } }

  private func line(_ form: (Character, String, String) -> String) -> String? {
    guard let work = state.view.work.min(by: { $0.since < $1.since }),
      state.clock.now >= work.since + State.spinnerDelay
    else { return nil }
    let elapsed = state.clock.now - work.since
    let frames = state.settings.ascii ? Array("|/-\\") : Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
    let reducesMotion = state.settings.reducesMotion
    let frame = frames[reducesMotion ? 0 : Int(elapsed / State.spinnerStep) % frames.count]
    let time =
      reducesMotion ? "\(elapsed / Clock.second)" : state.words.tenths(elapsed / 100_000_000)
    return form(frame, work.label, time)
  }
}

/// The last row: the hints of what is possible now.
struct FooterView: FramePart {
  let frame: Frame

  func draw(_ rect: Rect) {
    frame.draw(
      HintLine(hints: hints, edge: frame.edge, gap: state.layout == .narrow ? 2 : 3), in: rect)
  }

  private var hints: [Hint] {
    if let prefix = state.input.prefix {
      return [Hint(Key.label(prefix.keys), "…"), Hint("Esc", words.screen.leave)]
    }
    return state.shown.textHints(state) ?? commandHints
  }

  private var commandHints: [Hint] {
    func hint(_ command: Command) -> Hint? {
      guard let hint = Hint.of(command, state) else { return nil }
      return command.place.isGeneral || frame.disabled(command) == nil ? hint : nil
    }
    func hints(_ ids: [Command.ID]) -> [Hint] {
      ids.compactMap { id in
        state.command(id).flatMap { state.appliesHere($0) ? hint($0) : nil }
      }
    }
    var first: [Hint] = state.isWaiting ? [Hint("Esc", words.cancel)] : []
    // The header has no room to say this.
    if state.backend.connection != .up, HeaderView(frame: frame).isShort {
      let word = state.backend.connection == .signedOut ? words.signIn : words.tryAgain
      first.append(Hint(state.keyLabel(for: "wallet.reload"), word, runs: "wallet.reload"))
    }
    func others() -> [Hint] {
      let last = ["list.filter", "settings", "palette"]
      let elsewhere = Set(last + ["help", "quit", "open"])
      return state.commandsHere.filter { !elsewhere.contains($0.id) }.compactMap(hint) + hints(last)
    }
    let here = state.shown.hints(frame) ?? others()
    return hints(["help"]) + first + state.shown.filterHints(state) + hints(["open"]) + here
      + hints(["quit"])
  }
}

/// The hints of the footer, as many as fit; that of quit is at the right.
private struct HintLine: CachedView {
  let hints: [Hint]
  /// Columns left free at both ends.
  let edge: Int
  let gap: Int

  /// `? help` is dropped last.
  func draw(on surface: Surface, in rect: Rect) {
    var items = hints
    let quit = items.last?.runs == "quit" ? items.popLast() : nil
    var x = rect.x + edge
    let end = rect.maxX - edge
    // Help, the first verb and the list of all commands stay longest.
    func width() -> Int { items.reduce(quit?.width ?? -gap) { $0 + $1.width + gap } }
    while items.count > 2, x + width() > end {
      let keeps = items.last?.runs == "palette" && items.count > 3
      items.remove(at: items.count - (keeps ? 2 : 1))
    }
    for item in items where x + item.width <= end {
      x += surface.hint(item, x, rect.y) + gap
    }
    if let quit, x + quit.width <= end { surface.hint(quit, end - quit.width, rect.y) }
    surface.canvas.mark(
      .footer, items.map { "\($0.keys) \($0.word)" }.joined(separator: ", "), rect)
  }
}
