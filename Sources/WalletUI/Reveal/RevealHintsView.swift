import Canvas
import ScreenKit
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
    let text = words.cards.hides(in: left)
    let start = rect.maxX - Text.width(of: text)
    frame.canvas.write(text, start, rect.y, theme[.warning])
    var shown = Self.hints(reveal, state)[...]
    // A bar needs four columns to be readable; the hint how to hide is the last to go.
    while shown.reduce(0, { $0 + $1.hint.width + 3 }) + 4 + 2 > start - rect.x, !shown.isEmpty {
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

  /// What can be pressed while secrets are in sight, each with whether it is possible.
  static func hints(_ reveal: Reveal, _ state: State) -> [(hint: Hint, isPossible: Bool)] {
    let words = state.words
    let hide = (
      hint: Hint(state.keyLabel(for: "back"), words.copying.hide, runs: "back"), isPossible: true
    )
    guard case .details = reveal.content else { return [hide] }
    let next = (hint: Hint("Tab", words.nextHint), isPossible: true)
    guard state.command("reveal.copy") != nil else { return [next, hide] }
    let copy = Hint(
      state.keyLabel(for: "reveal.copy"), words.copying.copyShort(reveal.focus.shortName(words)),
      runs: "reveal.copy")
    return [next, (hint: copy, isPossible: Copying.refusal(state) == nil), hide]
  }
}
