import Canvas
import Themes
import WalletModel

extension Frame {
  /// First start: what walletui is and the ways in.
  mutating func startScreen(_ start: StartState) {
    let width = min(58, canvas.size.width - 2)
    let isShort = canvas.size.height < 20
    let box = Rect(canvas.size).centred(Size(width, isShort ? 11 : 17))
    canvas.box(box, theme[.borderFocus], border)
    let rect = box.inset(isShort ? 2 : 4, isShort ? 1 : 2)
    var y = rect.y
    canvas.write("walletui", rect.x, y, theme[.accent].with(.bold))
    canvas.write("your cards, in a terminal", rect.x + 10, y, theme[.muted])
    y += isShort ? 2 : 3
    for choice in StartState.Choice.allCases {
      option(choice, start, Rect(rect.x - 1, y, rect.width + 2, 1))
      y += isShort ? 1 : 2
    }
    if let failure = start.failure {
      paragraph(failure.sentence, Rect(rect.x, y, rect.width, 2), theme[.danger])
    } else if start.isBusy {
      canvas.write("One moment…", rect.x, y, theme[.muted])
    }
    hints(
      [("Enter", "choose"), ("↑↓", "move"), ("q", "quit")],
      Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface)
    canvas.mark(.dialog, "walletui, first start", box)
  }

  private mutating func option(_ choice: StartState.Choice, _ start: StartState, _ rect: Rect) {
    let (title, doc) =
      switch choice {
      case .demo: ("Try the demo", "six sample cards, nothing is kept")
      case .create: ("New vault", "one encrypted file of your own")
      case .open: ("Open vault", "a file that you have already")
      case .quit: ("Quit", "")
      }
    let isSelected = choice == start.choice
    let ground: Role = isSelected ? .selection : .surface
    canvas.fill(rect, theme[ground])
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    canvas.write("\(choice.rawValue + 1)", rect.x + 1, rect.y, on(.key))
    canvas.write(title, rect.x + 4, rect.y, on(isSelected ? .strong : .text))
    if rect.width >= 50 { canvas.write(doc, rect.x + 18, rect.y, on(.muted)) }
    if isSelected && state.overlays.isEmpty { canvas.cursor = Point(rect.x + 1, rect.y) }
  }

  /// The wallet is closed: at start, or locked.
  mutating func passphraseScreen(_ gate: PassphraseState) {
    let width = min(58, canvas.size.width - 2)
    let failure = gate.failure.map { Text.wrap("\($0.message). \($0.advice)", to: width - 8) } ?? []
    let isShort = canvas.size.height < 16
    let box = Rect(canvas.size).centred(
      Size(width, (isShort ? 8 : 12) + max(0, failure.count - 1)))
    canvas.box(box, theme[.borderFocus], border)
    let rect = box.inset(isShort ? 2 : 4, isShort ? 1 : 2)
    var y = rect.y
    canvas.write(state.settings.ascii ? "#" : "■", rect.x, y, theme[.statusLocked])
    canvas.write(
      Text.truncate(gate.name, to: rect.width - 2), rect.x + 2, y, theme[.strong])
    y += 1
    canvas.write(Text.truncate(words(gate.reason), to: rect.width), rect.x, y, theme[.muted])
    y += isShort ? 1 : 2
    if state.wallet.isDemo {
      canvas.write("The demo has no passphrase.", rect.x, y, theme[.text])
    } else {
      passphraseField(gate, Rect(rect.x, y, rect.width, 1))
    }
    y += 2
    if gate.isBusy {
      canvas.write(spinnerText ?? "Opening…", rect.x, y, theme[.muted])
    }
    for (index, line) in failure.enumerated() {
      canvas.write(line, rect.x, y + index, theme[.danger])
    }
    if state.wallet.memoryIsUnlocked {
      canvas.write(
        Text.truncate("memory could not be locked against swapping", to: rect.width), rect.x,
        rect.maxY - 2, theme[.warning])
    }
    hints(
      state.wallet.isDemo
        ? [("Enter", "unlock"), ("q", "quit")]
        : [
          ("Enter", state.wallet.asksPassword ? "sign in" : "unlock"), ("Esc", "clear"),
          ("^C", "quit"),
        ],
      Rect(rect.x, rect.maxY - 1, rect.width, 1), on: .surface)
    canvas.mark(.dialog, "Locked: \(gate.name)", box)
  }

  private func words(_ reason: PassphraseState.Reason) -> String {
    switch reason {
    case .start where state.wallet.asksPassword: "Type the password to sign in."
    case .start: "Type the passphrase to open it."
    case .idle: "Locked after a while without a key."
    case .asked: "Locked."
    }
  }

  private mutating func passphraseField(_ gate: PassphraseState, _ rect: Rect) {
    let label = state.wallet.asksPassword ? "Password" : "Passphrase"
    canvas.write(label, rect.x, rect.y, theme[.muted])
    let input = Rect(rect.x + label.count + 2, rect.y, rect.width - label.count - 2, 1)
    let style = theme[gate.isBusy ? .field : .fieldFocus]
    canvas.fill(input, style)
    let dots = min(gate.input.count, input.width - 2)
    canvas.write(
      String(repeating: state.settings.ascii ? "*" : "●", count: dots), input.x + 1, input.y, style)
    if !gate.isBusy { canvas.cursor = Point(input.x + 1 + dots, input.y) }
    canvas.mark(.field, label, input)
  }
}
