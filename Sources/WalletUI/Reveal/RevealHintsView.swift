import Canvas
import TextLayout
import Themes
import Words

/// The line under a card whose secrets are in sight: what can be pressed, and how long they stay.
struct RevealHintsView: FramePart {
  let frame: Frame
  let reveal: Reveal

  func draw(_ rect: Rect) {
    let left = reveal.secondsLeft(at: state.clock.now)
    let isNearlyOver = left * 5 <= reveal.seconds
    let text = words.hides(in: left)
    let start = rect.maxX - Text.width(of: text)
    frame.canvas.write(text, start, rect.y, theme[.warning])
    var shown = hints[...]
    // A bar of four columns is the least that tells anything; how to hide is the last to go.
    while shown.reduce(0, { $0 + $1.0.width + 3 }) + 4 + 2 > start - rect.x, !shown.isEmpty {
      shown.removeFirst()
    }
    var x = rect.x
    for (hint, isPossible) in shown {
      x += frame.hint(hint, x, rect.y, isPossible: isPossible) + 3
    }
    let bar = min(24, start - 2 - x)
    guard bar > 0 else { return }
    x = start - 2 - bar
    frame.thinBar(
      Double(left) / Double(max(1, reveal.seconds)), Rect(x, rect.y, bar, 1),
      isNearlyOver ? .warning : .accent)
  }

  private var hints: [(Hint, Bool)] {
    let hide = (Hint("Esc", words.hide), true)
    guard case .details = reveal.content else { return [hide] }
    let copies = Copying.refusal(state) == nil
    let copy = Hint(
      state.keyLabel(for: "reveal.copy"), words.copyShort(reveal.focus.shortName(words)),
      runs: "reveal.copy")
    let isThere = state.command("reveal.copy") != nil
    return [(Hint("Tab", words.nextHint), true)] + (isThere ? [(copy, copies)] : []) + [hide]
  }
}
