import Canvas
import ScreenKit
import TextLayout
import Themes
import Words

struct GateView: FramePart {
  let frame: Frame

  /// The wallet is closed: at start, or locked.
  func passphraseScreen(_ gate: PassphraseState) {
    let words = words
    let size = frame.canvas.size
    let width = min(size.width >= 100 ? 72 : 58, size.width - 2)
    let isShort = size.height < 16
    let failure =
      gate.failure.map { Text.wrap(words.errors.short($0), to: width - (isShort ? 4 : 8)) } ?? []
    let userLines = gate.user == nil ? 0 : isShort ? 1 : 2
    // Room for two lines of what went wrong: the box stays where it is when they come.
    let usual = (isShort ? 9 : 13) + userLines
    var box = Rect(size).centred(Size(width, usual))
    let height = min(size.height - box.y, usual + max(0, failure.count - 2))
    box = Rect(box.x, box.y, width, height)
    frame.canvas.box(box, theme[.borderFocus], border)
    let rect = box.inset(isShort ? 2 : 4, isShort ? 1 : 2)
    var y = rect.y
    frame.canvas.write(state.settings.ascii ? "#" : "■", rect.x, y, theme[.statusLocked])
    frame.canvas.write(
      Text.truncate(gate.name, to: rect.width - 2), rect.x + 2, y, theme[.strong])
    y += 1
    frame.canvas.write(Text.truncate(line(gate.reason), to: rect.width), rect.x, y, theme[.muted])
    y += isShort ? 1 : 2
    if state.wallet.isDemo {
      frame.canvas.write(words.start.demoHasNoPassphrase, rect.x, y, theme[.text])
    } else {
      if let user = gate.user { userField(user, gate, Rect(rect.x, y, rect.width, 1)) }
      y += userLines
      frame.secretField(
        state.wallet.asksPassword ? words.start.password : words.start.passphrase, gate.input,
        isBusy: gate.isBusy || gate.isTypingUser, Rect(rect.x, y, rect.width, 1), label: .muted,
        on: .surface)
    }
    y += 2
    if gate.isBusy {
      frame.canvas.write(
        Spinner(frame: frame).text ?? words.start.opening + "…", rect.x, y, theme[.muted])
    }
    for (index, line) in failure.enumerated() {
      frame.canvas.write(line, rect.x, y + index, theme[.danger])
    }
    if state.wallet.memoryIsUnlocked {
      frame.canvas.write(
        Text.truncate(words.start.memoryCouldNotBeLocked, to: rect.width), rect.x,
        rect.maxY - 2, theme[.warning])
    }
    frame.hints(
      state.wallet.isDemo
        ? [("Enter", words.unlock)] + quitHints(state.input.keymap.label("quit")) : gateHints(gate),
      Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface)
    frame.canvas.mark(.dialog, words.start.locked(gate.name), box)
  }

  private func gateHints(_ gate: PassphraseState) -> [(String, String)] {
    if gate.isBusy { return [("Esc", words.cancel)] + quitHints("^C") }
    let next = state.wallet.asksPassword ? words.signIn : words.unlock
    return [("Enter", gate.isTypingUser ? words.nextHint : next), ("Esc", words.clear)]
      + quitHints("^C")
  }

  private func quitHints(_ key: String?) -> [(String, String)] {
    guard let key, state.program.kiosk == nil else { return [] }
    return [(key, words.quitHint)]
  }

  private func line(_ reason: PassphraseState.Cause) -> String {
    switch reason {
    case .start where state.wallet.asksPassword && state.wallet.user == nil:
      words.start.typeNameAndPassword
    case .start where state.wallet.asksPassword: words.start.typePassword
    case .start: words.start.typePassphrase
    case .idle: words.start.lockedByIdling
    case .asked: words.start.lockedByAsking
    }
  }

  private func userField(_ user: TextInput, _ gate: PassphraseState, _ rect: Rect) {
    let words = words
    frame.canvas.write(words.name, rect.x, rect.y, theme[.muted])
    let field = Rect(rect.x + 12, rect.y, rect.width - 12, 1)
    let isFocused = gate.isTypingUser && !gate.isBusy
    let style = theme[isFocused ? .fieldFocus : .field]
    frame.canvas.fill(field, style)
    frame.textInput(user, hint: "", field.inset(1, 0), style, isFocused: isFocused)
    frame.canvas.mark(.field, words.name, field)
  }
}
