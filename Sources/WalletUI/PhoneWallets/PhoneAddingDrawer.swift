import Canvas
import PhoneWallet
import TextLayout
import Themes
import WalletModel
import Words

/// The simulated phone beside a card on its way: its wallet with the cards in it, and what it does.
struct PhoneAddingDrawer: FramePart {
  let frame: Frame
  let text: PhoneAddingText

  private var adding: PhoneAdding { text.adding }
  private var isWatch: Bool { adding.device.kind == .watch }
  private var plain: Style { theme[.phoneText] }
  private var strong: Style { plain.with(.bold) }
  private var muted: Style { theme.style(.overlayMuted, on: .phoneText) }
  private var violet: Style { theme.style(.phoneBorder, on: .phoneText) }

  /// The device as it is now.
  private var device: SimulatedDevice {
    state.phoneWallets.devices.first { $0.id == adding.device.id } ?? adding.device
  }
  /// The other cards in the wallet, the newest last.
  private var others: [DeviceToken] {
    let own = Set(
      (state.details[adding.card.id]?.card.tokenizations ?? []).map(\.dpanRef))
    return device.held.filter {
      !own.contains($0.reference) && ($0.wallet == nil || $0.wallet == adding.wallet)
    }
  }

  func draw(_ rect: Rect) {
    frame.canvas.fill(rect, plain)
    frame.canvas.box(rect, violet, border)
    let title = words.simulatedDevice(text.device)
    frame.canvas.write(" \(title) ", rect.x + 2, rect.y, violet.with(.bold))
    let hint = words.hidesIt("m")
    let hintX = rect.maxX - 4 - Text.width(of: hint)
    if hintX > rect.x + 6 + Text.width(of: title) {
      frame.canvas.write(" \(hint) ", hintX - 1, rect.y, muted)
      frame.canvas.mark(
        .button, hint, Rect(hintX, rect.y, Text.width(of: hint), 1),
        target: Target.key(.character("m")).text)
    }
    frame.canvas.mark(.phone, title, rect)
    let inside = Rect(rect.x + 3, rect.y + 2, rect.width - 6, rect.height - 3)
    statusBar(inside)
    var y = cards(Rect(inside.x, inside.y + 2, inside.width, inside.maxY - inside.y - 2)) + 1
    if y + 1 < inside.maxY {
      frame.canvas.write(stage, inside.x, y, strong)
      let bar = Rect(inside.x, y + 1, inside.width, 1)
      frame.thinBar(
        adding.times.isRunning || adding.isReady ? adding.times.share(at: state.clock.now) : 0, bar,
        .phoneBorder, on: .phoneText)
      y += 3
    }
    let lines = Text.wrap(
      adding.isReady
        ? words.shopsSeeItsNumber
        : adding.isVerifying
          ? words.networkAsks(words.scheme(adding.card.scheme))
          : words.makesNumber(words.scheme(adding.card.scheme), isWatch: isWatch), to: inside.width)
    let facts = facts
    if y + lines.count + 1 + facts.count + 1 <= inside.maxY {
      for (index, line) in lines.enumerated() {
        frame.canvas.write(line, inside.x, y + index, plain)
      }
      y += lines.count + 1
    }
    let column = (facts.map { Text.width(of: $0.label) }.max() ?? 0) + 3
    for fact in facts where y < inside.maxY - 1 {
      frame.canvas.write(fact.label, inside.x, y, muted)
      frame.canvas.write(
        Text.truncate(fact.value, to: inside.width - column), inside.x + column, y, plain)
      y += 1
    }
    if y + 2 < inside.maxY, adding.times.isRunning {
      frame.canvas.write(words.keepClose(isWatch: isWatch), inside.x, y + 1, muted)
    }
    let home = 14
    frame.canvas.line(
      inside.x + (inside.width - home) / 2, rect.maxY - 2, home, plain, "━")
  }

  /// The time, the notch of the screen, and how well it receives.
  private func statusBar(_ rect: Rect) {
    let time = words.minute(state.clock.wall, offset: state.clock.utcOffset)
    frame.canvas.write(time, rect.x, rect.y, strong)
    let notch = 12
    if theme.depth > .ansi16 {
      frame.canvas.fill(
        Rect(rect.x + (rect.width - notch) / 2, rect.y, notch, 1), Style(on: .rgb(8, 8, 10)))
    }
    frame.write("▂▄▆ 84 %", endingAt: rect.maxX, rect.y, muted)
  }

  private var stage: String {
    if adding.isReady { return words.cardIsReady }
    guard adding.times.isRunning else {
      return adding.isVerifying ? words.cardWaits : words.cardNotAdded
    }
    return adding.current == .confirmation || adding.current == .verification
      ? words.cardWaits : words.cardIsBeingAdded
  }

  private var facts: [CardFacts.Line] {
    let id = device.id.uppercased()
    return [
      CardFacts.Line(
        label: words.deviceIDLabel,
        value: words.deviceSerial(text.device, "\(id.prefix(3))…\(id.suffix(3))")),
      CardFacts.Line(
        label: words.roomLabel,
        value: words.roomUsed(device.held.count, of: SimulatedDevice.room)),
      CardFacts.Line(
        label: words.numberLabel,
        value: adding.isReady || adding.isVerifying ? words.ownNumber : words.notYet),
    ]
  }

  // MARK: The wallet

  /// The cards of the wallet as a stack, above all the one that is being added. Returns the row below.
  private func cards(_ rect: Rect) -> Int {
    let others = others
    frame.canvas.write(words.walletOnPhone, rect.x, rect.y, strong)
    frame.write(
      words.cardsInDevice(others.count + 1), endingAt: rect.maxX, rect.y, muted)
    var y = rect.y + 2
    // Below the stack: stage, bar and facts.
    let isTall = rect.height >= 24
    let height = isTall ? CardFaceView.details.height : CardFaceView.small.height
    let slices = max(0, min(2, (rect.height - (isTall ? 15 : 8) - height) / 3))
    for token in others.suffix(slices) {
      slice(token, Rect(rect.x, y, rect.width, 3))
      y += 3
    }
    let face = Rect(rect.x, y, rect.width, height)
    CardFaceView(frame: frame).cardFace(adding.card, state.details[adding.card.id], at: face)
    if !adding.isReady {
      frame.fillFromLeft(
        adding.times.isRunning ? adding.times.share(at: state.clock.now) : 0, face, on: .phoneText)
    }
    return face.maxY
  }

  /// The upper edge of a card that lies below another one.
  private func slice(_ token: DeviceToken, _ rect: Rect) {
    let name: FaceName =
      switch token.scheme {
      case .visa: .visa
      case .mastercard: .mastercard
      default: .other
      }
    let face = PaintedFace(frame: frame, face: name, rect: rect)
    face.ground()
    frame.faces.append(rect)
    face.write(
      token.scheme.map(words.scheme) ?? words.card, rect.x + 3, rect.y + 1, face.strong)
    if let lastFour = token.lastFour {
      face.write("··" + lastFour, endingAt: rect.maxX - 3, rect.y + 1, face.strong)
    }
  }
}
