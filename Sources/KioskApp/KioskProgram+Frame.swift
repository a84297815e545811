import Canvas
import Player
import ScreenApp
import ScreenKit
import Script
import TerminalRuntime
import TextLayout
import Themes
import Words

/// Draws the wallet, a band with captions, and the banner in the last row.
extension KioskProgram {
  /// The rows below the wallet.
  static let bannerRows = 1
  static let rows = Playback.captionRows + bannerRows

  func compose(_ size: Size, _ depth: ColorDepth) -> Canvas {
    let above = Size(size.width, max(1, size.height - Self.bannerRows))
    let theme: Theme
    let upper: Canvas
    switch mode {
    case .attract(let play):
      upper = play.frame(above, depth)
      theme = play.theme(for: depth)
    case .visit(let wallet, _):
      let room = Size(above.width, max(1, above.height - Playback.captionRows))
      let frame = wallet.frame(room, depth)
      theme = wallet.theme(for: depth)
      upper = CaptionBand.compose(
        frame, "", rows: Playback.captionRows, on: above, theme)
    case .pin, .maintenance:
      theme = ThemeLibrary.load(named: "dark", depth: depth).0
      upper = Canvas(above, style: theme[.surface], semantics: false)
    }
    var canvas = Canvas(size, style: theme[.surface], semantics: false)
    canvas.draw(upper, at: Point(0, 0))
    switch mode {
    case .attract: break
    case .visit(_, let tour): band(tour, theme, &canvas)
    case .pin(let input): pin(input, theme, &canvas)
    case .maintenance(let selected): maintenance(selected, theme, &canvas)
    }
    banner(theme, &canvas)
    return canvas
  }

  // MARK: The banner

  /// The banner is drawn last, over everything else.
  private func banner(_ theme: Theme, _ canvas: inout Canvas) {
    let row = Rect(0, canvas.size.height - 1, canvas.size.width, 1)
    let style = theme[.toastWarning].with(.bold)
    canvas.fill(row, style)
    let words = plan.words
    let note =
      switch mode {
      case .attract: words.kiosk.anyKey
      case .visit:
        secondsLeft.map(words.kiosk.startsOver(in:)) ?? words.kiosk.startsOver(after: plan.idle)
      case .pin, .maintenance: words.kiosk.operatorTitle
      }
    let short = words.kiosk.bannerShort
    var pairs = [(words.kiosk.banner, note), (short, note)]
    if case .attract = mode { pairs.append((short, words.kiosk.anyKeyShort)) }
    let fitting = pairs.first { Text.width(of: $0) + Text.width(of: $1) + 5 <= row.width }
    canvas.write(fitting?.0 ?? short, 1, row.y, style)
    guard let note = fitting?.1 else { return }
    guard case .attract = mode else {
      canvas.write(note, row.maxX - Text.width(of: note) - 1, row.y, style)
      return
    }
    // What calls for a key is a button in the middle, if there is room.
    let button = " \(note) "
    let width = Text.width(of: button)
    let middle = (row.width - width) / 2
    let left = Text.width(of: fitting?.0 ?? short) + 3
    canvas.write(button, max(left, middle), row.y, style.with(.reverse), limit: row.maxX - left)
  }

  // MARK: The tour

  private func band(_ tour: KioskTour, _ theme: Theme, _ canvas: inout Canvas) {
    let rows = Playback.captionRows
    let band = Rect(0, canvas.size.height - Self.rows, canvas.size.width, rows)
    guard band.y >= 0 else { return }
    let style = theme[.accentFill]
    let words = plan.words
    guard let hint = tour.hint(words) else {
      canvas.fill(Rect(band.x, band.maxY - 1, band.width, 1), style)
      canvas.write(words.kiosk.free, 1, band.maxY - 1, style.with(.bold))
      return
    }
    let next = words.kiosk.next(hint.keys)
    let place = band.maxX - Text.width(of: next) - 2
    let room = band.width - 2
    let lines = Text.wrap(hint.caption, to: max(1, min(room, place - 3))).prefix(rows)
    let height = max(1, lines.count)
    canvas.fill(Rect(band.x, band.maxY - height, band.width, height), style)
    for (index, line) in lines.enumerated() {
      canvas.write(line, 1, band.maxY - lines.count + index, style.with(.bold))
    }
    canvas.write(next, max(1, place), band.maxY - 1, style.with([.bold, .reverse]))
  }

  // MARK: The operator

  private func pin(_ input: SecretInput, _ theme: Theme, _ canvas: inout Canvas) {
    let words = plan.words
    let place = box(words.kiosk.operatorTitle, Size(46, 7), theme, &canvas)
    let background = theme[.overlay].background
    canvas.write("PIN", place.x, place.y, theme[.overlayMuted].on(background))
    let field = Rect(place.x + 5, place.y, KioskPin.digits.upperBound + 2, 1)
    canvas.fill(field, theme[.fieldFocus])
    canvas.write(
      String(repeating: "•", count: input.count), field.x + 1, field.y, theme[.fieldFocus])
    canvas.cursor = Point(field.x + 1 + input.count, field.y)
    let note =
      blockedSeconds.map(words.kiosk.pinBlocked) ?? (pinWasWrong ? words.kiosk.wrongPin : "")
    canvas.write(note, place.x, place.y + 2, theme[.danger].on(background), limit: place.width)
  }

  private func maintenance(_ selected: Int, _ theme: Theme, _ canvas: inout Canvas) {
    let words = plan.words
    let rows: [(String, String)] = [
      (words.kiosk.since, time(uptime)), (words.kiosk.visits, "\(Watchdog[.visits])"),
      (words.kiosk.last, time(statistics.last)), (words.kiosk.longest, time(statistics.longest)),
      (words.kiosk.keys, "\(statistics.keys)"), (words.kiosk.restarts, "\(Watchdog.restarts)"),
      (words.kiosk.failures, "\(Watchdog[.scriptFailures])"),
    ]
    let file = script.file.split(separator: "/").last.map(String.init) ?? script.file
    let place = box(words.kiosk.maintenance, Size(60, rows.count + 8), theme, &canvas)
    var y = place.y
    for item in Maintenance.allCases {
      let title =
        switch item {
        case .restart: words.kiosk.restart
        case .script: words.kiosk.script(Text.clean(file))
        case .leave: words.kiosk.leave
        }
      let background: Role = item.rawValue == selected ? .selection : .overlay
      let line = Rect(place.x, y, place.width, 1)
      canvas.fill(line, theme[background])
      canvas.write("\(item.rawValue + 1)", line.x + 1, y, theme.style(.key, on: background))
      canvas.write(
        Text.truncate(title, to: line.width - 5), line.x + 4, y,
        theme.style(.overlayText, on: background))
      y += 1
    }
    y += 1
    let background = theme[.overlay].background
    for (label, value) in rows {
      canvas.write(label, place.x + 1, y, theme[.overlayMuted].on(background))
      canvas.write(
        value, place.maxX - Text.width(of: value) - 1, y, theme[.overlayText].on(background))
      y += 1
    }
  }

  /// Nanoseconds as hours, minutes and seconds.
  private func time(_ nanoseconds: UInt64) -> String {
    let seconds = Int(nanoseconds / 1_000_000_000)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// Draws a box in the middle. Returns the rectangle inside it.
  private func box(_ title: String, _ size: Size, _ theme: Theme, _ canvas: inout Canvas) -> Rect {
    let rect = Rect(canvas.size).centred(
      Size(min(size.width, canvas.size.width), min(size.height, canvas.size.height)))
    canvas.fill(rect, theme[.overlay])
    canvas.box(rect, theme[.overlayBorder], .rounded)
    canvas.write(
      " \(Text.truncate(title, to: rect.width - 6)) ", rect.x + 2, rect.y,
      theme[.strong].on(theme[.overlay].background))
    return rect.inset(3, 2)
  }
}
