import Canvas
import TextLayout
import Themes
import WalletModel
import Words

struct GateView: FramePart {
  let frame: Frame

  /// First start: what walletui is, and how to begin.
  func startScreen(_ start: StartState) {
    let firstStart = words.firstStart
    let width = min(58, frame.canvas.size.width - 2)
    let isShort = frame.canvas.size.height < 20
    let box = Rect(frame.canvas.size).centred(Size(width, isShort ? 11 : 17))
    frame.canvas.box(box, theme[.borderFocus], border)
    let rect = box.inset(isShort || width < 46 ? 2 : 4, isShort ? 1 : 2)
    var y = rect.y
    frame.canvas.write("walletui", rect.x, y, theme[.accent].with(.bold))
    let gap = min(10, rect.width - Text.width(of: words.yourCards))
    frame.canvas.write(words.yourCards, rect.x + gap, y, theme[.muted])
    y += isShort ? 2 : 3
    for choice in StartState.Choice.allCases {
      option(choice, start, Rect(rect.x - 1, y, rect.width + 2, 1))
      y += isShort ? 1 : 2
    }
    if let failure = start.failure {
      frame.paragraph(words.sentence(failure), Rect(rect.x, y, rect.width, 2), theme[.danger])
    } else if start.isBusy {
      frame.canvas.write(words.oneMoment, rect.x, y, theme[.muted])
    }
    frame.hints(
      [("Enter", words.choose), ("↑↓", words.move), (state.keyLabel(for: "quit"), words.quitHint)],
      Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface)
    frame.canvas.mark(.dialog, firstStart, box)
  }

  private func option(_ choice: StartState.Choice, _ start: StartState, _ rect: Rect) {
    let (title, doc) =
      switch choice {
      case .demo: (words.tryDemo, words.tryDemoDoc)
      case .create: (words.newVault, words.newVaultDoc)
      case .open: (words.openVault, words.openVaultDoc)
      case .quit: (words.quit.title, "")
      }
    let isSelected = choice == start.choice
    let background: Role = isSelected ? .selection : .surface
    frame.canvas.fill(rect, theme[background])
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: background) }
    frame.canvas.write("\(choice.rawValue + 1)", rect.x + 1, rect.y, on(.key))
    frame.canvas.write(title, rect.x + 4, rect.y, on(isSelected ? .strong : .text))
    if rect.width >= 50 { frame.canvas.write(doc, rect.x + 18, rect.y, on(.muted)) }
    if isSelected && state.overlays.isEmpty { frame.canvas.cursor = Point(rect.x + 1, rect.y) }
    frame.canvas.mark(.button, title, rect, target: Target.choice(choice.rawValue).text)
  }

  /// The wallet is closed: at the start, or locked.
  func passphraseScreen(_ gate: PassphraseState) {
    let words = words
    let width = min(58, frame.canvas.size.width - 2)
    let failure =
      gate.failure.map { Text.wrap(words.short($0), to: width - 8) }
      ?? []
    let isShort = frame.canvas.size.height < 16
    let userLines = gate.user == nil ? 0 : isShort ? 1 : 2
    let box = Rect(frame.canvas.size).centred(
      Size(width, (isShort ? 8 : 12) + userLines + max(0, failure.count - 1)))
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
      frame.canvas.write(words.demoHasNoPassphrase, rect.x, y, theme[.text])
    } else {
      if let user = gate.user { userField(user, gate, Rect(rect.x, y, rect.width, 1)) }
      y += userLines
      passphraseField(gate, Rect(rect.x, y, rect.width, 1))
    }
    y += 2
    if gate.isBusy {
      frame.canvas.write(frame.spinnerText ?? words.opening + "…", rect.x, y, theme[.muted])
    }
    for (index, line) in failure.enumerated() {
      frame.canvas.write(line, rect.x, y + index, theme[.danger])
    }
    if state.wallet.memoryIsUnlocked {
      frame.canvas.write(
        Text.truncate(words.memoryCouldNotBeLocked, to: rect.width), rect.x,
        rect.maxY - 2, theme[.warning])
    }
    frame.hints(
      state.wallet.isDemo
        ? [("Enter", words.unlock)] + quitHints(state.keymap.label("quit")) : gateHints(gate),
      Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface)
    frame.canvas.mark(.dialog, words.locked(gate.name), box)
  }

  private func gateHints(_ gate: PassphraseState) -> [(String, String)] {
    if gate.isBusy { return [("Esc", words.cancel)] + quitHints("^C") }
    let next = state.wallet.asksPassword ? words.signIn : words.unlock
    return [("Enter", gate.isTypingUser ? words.nextHint : next), ("Esc", words.clear)]
      + quitHints("^C")
  }

  private func quitHints(_ key: String?) -> [(String, String)] {
    guard let key, state.kiosk == nil else { return [] }
    return [(key, words.quitHint)]
  }

  private func line(_ reason: PassphraseState.Reason) -> String {
    switch reason {
    case .start where state.wallet.asksPassword && state.wallet.user == nil:
      words.typeNameAndPassword
    case .start where state.wallet.asksPassword: words.typePassword
    case .start: words.typePassphrase
    case .idle: words.lockedByIdling
    case .asked: words.lockedByAsking
    }
  }

  private func passphraseField(_ gate: PassphraseState, _ rect: Rect) {
    frame.secretField(
      state.wallet.asksPassword ? words.password : words.passphrase, gate.input,
      isBusy: gate.isBusy || gate.isTypingUser, rect, label: .muted, on: .surface)
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
