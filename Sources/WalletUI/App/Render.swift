package import Canvas
package import ScreenKit
import TextLayout
package import Themes
import Words

/// Draws the screen. A pure function of the state.
///
/// - Parameters:
///   - semantics: Whether the canvas also describes its parts.
///   - cache: What the last frames drew. It changes nothing but the time that this one takes.
package func render(
  _ state: State, _ theme: Theme, semantics: Bool = true, cache: ViewCache? = nil
) -> Canvas {
  let frame = Frame(state, theme, semantics: semantics, cache: cache)
  ScreenView(frame: frame).draw()
  cache?.finish()
  if state.settings.ascii { frame.canvas.replace(asciiSigns) }
  return frame.canvas
}

/// Characters of texts that a terminal may lack, with their replacements. Names and amounts are not
/// changed.
private let asciiSigns: [UInt32: UInt32] = {
  let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("·", "-"), ("•", "*"), ("…", "~"), ("–", "-"), ("—", "-"), ("−", "-"), ("×", "x"), ("›", ">"),
    ("‹", "<"), ("↑", "^"), ("↓", "v"), ("←", "<"), ("→", ">"), ("⇧", "S"), ("“", "\""),
    ("”", "\""), ("„", "\""), ("✓", "+"), ("◍", "o"),
    // Frames, selection and bars.
    ("─", "-"), ("━", "="), ("╸", "-"), ("│", "|"), ("┃", "#"), ("├", "+"), ("┤", "+"), ("▸", ">"),
    ("▌", ">"), ("▏", "|"), ("■", "#"), ("▁", "_"), ("▂", "."), ("▃", "."), ("▄", ":"), ("▅", ":"),
    ("▆", "#"), ("▇", "#"), ("█", "#"),
  ]
  return Dictionary(uniqueKeysWithValues: pairs.map { ($0.value, $1.value) })
}()

/// Everything in a frame: the screen, its overlays, and what lies above them.
struct ScreenView: FramePart {
  let frame: Frame

  func draw() {
    if state.isTooSmall { return tooSmallScreen() }
    base()
    for (index, overlay) in state.view.overlays.enumerated() {
      let next = index + 1 < state.view.overlays.count ? state.view.overlays[index + 1].base : nil
      if next == nil { overlay.base.isTransparent ? frame.canvas.conceal() : dim() }
      if let next, overlay.base.isReplaced(by: next) { continue }
      draw(overlay.base)
    }
    drawers()
  }

  /// Draws only what can be clicked: the top overlay, or the screen.
  func drawTop() {
    if let top = state.view.overlays.last { draw(top.base) } else { base() }
    drawers()
  }

  private func base() {
    switch state.gate {
    case .start(let start): StartView(frame: frame, start: start).draw()
    case .passphrase(let gate): GateView(frame: frame).passphraseScreen(gate)
    case .open:
      let areas = state.areas
      HeaderView(frame: frame).draw(areas.header)
      state.shown.draw(in: frame, areas.body)
      FooterView(frame: frame).draw(areas.footer)
    }
  }

  /// What lies above everything else.
  private func drawers() {
    if state.takesCommands, let prefix = state.shownPrefix {
      WhichKeyView(frame: frame).whichKey(prefix)
    }
    if state.gate == .open {
      if PhoneDrawer.isShown(state) { PhoneView(frame: frame).phone() }
      FirstHintView(frame: frame).draw()
      if state.view.overlays.last?.base.allowsToasts ?? true { ToastView(frame: frame).toast() }
      HeaderView(frame: frame).idleWarning()
    }
  }

  private func draw(_ overlay: any Overlay) {
    frame.box = nil
    overlay.draw(in: frame)
  }

  /// Dims everything drawn so far, below an overlay. Conceals all secrets.
  private func dim() {
    frame.canvas.conceal()
    frame.canvas.cursor = nil
    frame.draw(
      DimmedView(canvas: frame.canvas, faces: frame.faces), in: Rect(frame.canvas.size))
  }

  /// Says that the terminal is too small. All keys except quit are ignored.
  private func tooSmallScreen() {
    let (need, size, texts) = (State.minimumSize, state.view.size, words.screen)
    var lines = [texts.needs(need.width, need.height), texts.thisIs(size.width, size.height)]
    if state.program.kiosk == nil { lines.append(texts.quits(key: state.keyLabel(for: "quit"))) }
    let top = max(0, (frame.canvas.size.height - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let x = max(0, (frame.canvas.size.width - Text.width(of: line)) / 2)
      frame.canvas.write(line, x, top + index, theme[index == 0 ? .strong : .muted])
    }
    frame.canvas.mark(.tooSmallScreen, lines.joined(separator: ", "), Rect(frame.canvas.size))
  }
}

/// What lies below an overlay. It is kept while nothing changes there.
private struct DimmedView: CachedView {
  let canvas: Canvas
  /// Cards are dimmed but keep their hue: a grey one would look locked.
  let faces: [Rect]

  static func == (a: DimmedView, b: DimmedView) -> Bool {
    var isSame = a.faces == b.faces
    a.canvas.forEachChange(since: b.canvas) { _, _ in isSame = false }
    return isSame
  }

  func draw(on surface: Surface, in rect: Rect) {
    let theme = surface.theme
    let background = theme[.surface].background
    let full = theme.depth >= .indexed256
    let few = theme.depth == .ansi16 ? theme[.faint] : Style(.default, on: .default, .dim)
    func dimmed(_ style: Style) -> Style {
      guard full else { return few.on(background) }
      return Style(
        style.foreground.mixed(with: background, 0.6),
        on: style.background.gray.mixed(with: background, 0.6), style.attributes.subtracting(.bold))
    }
    surface.canvas.put(canvas.cells, in: rect)
    // Most cells have the style of their neighbour.
    var last = (style: Style.plain, dimmed: dimmed(.plain))
    surface.canvas.restyle(rect) { style in
      if style != last.style { last = (style, dimmed(style)) }
      return last.dimmed
    }
    func hue(_ color: Color) -> Color {
      theme.depth == .ansi16 ? color : color.mixed(with: background, 0.6).keepingHue(theme.depth)
    }
    guard theme.depth > .mono else { return }
    for face in faces.map(rect.intersection) {
      for y in face.y..<face.maxY {
        var x = face.x
        while x < face.maxX {
          let (style, isText) = (canvas[x, y].style, canvas[x, y].scalar < 0x2580)
          let start = x
          repeat {
            x += 1
          } while x < face.maxX && canvas[x, y].style == style
            && (canvas[x, y].scalar < 0x2580) == isText
          let new = Style(
            theme.depth == .ansi16 && isText ? few.foreground : hue(style.foreground),
            on: hue(style.background), style.attributes.subtracting(.bold))
          surface.canvas.restyle(Rect(start, y, x - start, 1)) { _ in new }
        }
      }
    }
  }
}
