import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

/// In a wallet that is new, the first three keys each find a hint in the line above the footer.
enum FirstHints {
  private static let keys = 3

  static func advance(_ state: inout State) {
    guard let hint = state.view.firstHint else { return }
    state.view.firstHint = hint + 1 < keys ? hint + 1 : nil
  }

  /// nil: there is none.
  static func text(_ state: State) -> String? {
    guard let hint = state.view.firstHint, state.view.overlays.isEmpty, !state.cards.list.isLoading
    else {
      return nil
    }
    let help = state.keyLabel(for: "help")
    let texts =
      state.cards.list.rows.isEmpty
      ? state.words.start.firstHintsWhenEmpty(
        create: state.keyLabel(for: "card.create"), help: help)
      : state.words.start.firstHints(
        selected(state), reveal: state.keyLabel(for: "card.reveal"),
        themes: state.keyLabel(for: "theme"), help: help)
    return texts[min(hint, texts.count - 1)]
  }

  /// Where the selected card is, or how to get to it.
  private static func selected(_ state: State) -> StartWords.SelectedCard {
    switch state.layout {
    case .wide: .beside
    case .stacked: .below
    case .narrow: .opens(key: state.keyLabel(for: "open"))
    }
  }
}

struct FirstHintView: FramePart {
  let frame: Frame

  func draw() {
    guard let text = FirstHints.text(state) else { return }
    let y = state.areas.footer.y - 1
    let sign = state.settings.ascii ? "i" : "›"
    let line = Text.truncate(" \(sign) \(text) ", to: frame.canvas.size.width - 2)
    frame.canvas.write(line, 1, y, theme[.toastInfo])
  }
}
