import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The card, the steps, and what was sent, over the screen.
struct PhoneAddingView: FramePart {
  let frame: Frame
  let adding: PhoneAdding

  private static let width = 72
  /// Columns between the face and the text beside it.
  private static let gap = 3

  private var wallet: String { words.cards.phoneWallet(adding.wallet) }
  private var title: String {
    adding.isVerification
      ? words.phones.verifyFor(wallet) : words.phones.addTo(wallet, adding.card.title)
  }

  func draw() {
    let screen = frame.canvas.size
    let beside = adding.hidesDevice ? nil : PhoneDeviceView.width(state)
    let side = beside.map { $0 + PhoneDeviceView.gap } ?? 0
    let width = min(Self.width, screen.width - 2 - side)
    let inner = width - 6
    let steps = steps
    let facts = facts
    let message = message(inner)
    let room = screen.height - frame.anchored(Size(width, 0)).y
    // Frame, title of the steps, message and keys, with the air between them.
    let isTight = room < steps.count + 12
    let fixed = (isTight ? 4 : 7) + (message.isEmpty ? 0 : message.count + 1)
    let hasHead = fixed + facts.count + 1 + steps.count <= room
    let hasFace =
      inner >= CardFaceView.small.width + Self.gap + 26 && !state.settings.isLinear
      && fixed + CardFaceView.small.height + 1 + steps.count <= room
    let head = hasFace ? CardFaceView.small.height + 1 : hasHead ? facts.count + 1 : 0
    let whole = StepListView.height(of: steps)
    let rest = max(1, room - fixed - head)
    let stepLines = whole <= rest ? whole : min(steps.count, rest)
    let sent = adding.sent.count + 2
    let hasSent = !adding.sent.isEmpty && stepLines + sent <= rest
    let height = min(screen.height, fixed + head + stepLines + (hasSent ? sent : 0))
    let place = words.position(
      min(adding.times.done + 1, steps.count), of: steps.count)
    var box = frame.anchored(Size(width, height))
    box.x -= side / 2
    if let beside {
      let device = PhoneDeviceView(frame: frame, adding: adding)
      device.draw(at: Point(box.maxX + PhoneDeviceView.gap, box.y), width: beside)
    }
    var rect = frame.overlayBox(box, title: title, note: place)
    if isTight { rect = Rect(rect.x, box.y + 1, rect.width, box.height - 2) }
    var y = rect.y
    if hasFace {
      let face = Rect(rect.x, y, CardFaceView.small.width, CardFaceView.small.height)
      CardFaceView(adding.card, state.cards.details.card(adding.card.id), frame)
        .draw(on: frame, in: face)
      let x = face.maxX + Self.gap
      self.facts(facts, Rect(x, y, rect.maxX - x, head))
    } else {
      self.facts(facts, Rect(rect.x, y, rect.width, max(0, head - 1)))
    }
    y += head
    let total = (state.clock.now - min(state.clock.now, adding.times.start)) / 100_000_000
    frame.section(
      words.virtualCards.whatHappensNow,
      note: adding.times.isRunning ? words.screen.secondsTaken(total) : "",
      Rect(rect.x, y, rect.width, 1), on: .overlay)
    y += 1
    // Where not all have room, those around the one that happens now.
    let first = stepLines >= steps.count ? 0 : max(0, adding.times.done - stepLines / 2)
    let shown = Array(steps.suffix(max(stepLines, steps.count - first)))
    StepListView(surface: frame, steps: shown, ground: .overlay).draw(
      Rect(rect.x, y, rect.width, stepLines))
    y += stepLines + (isTight ? 0 : 1)
    if hasSent {
      frame.section(
        words.phones.whatDeviceSent, note: words.phones.asIssuerGotIt,
        Rect(rect.x, y, rect.width, 1),
        on: .overlay)
      self.facts(adding.sent, Rect(rect.x, y + 1, rect.width, adding.sent.count))
      y += sent
    }
    for (index, line) in message.enumerated() where y + index < rect.maxY - 1 {
      frame.canvas.write(
        line, rect.x, y + index,
        theme[adding.failure == nil ? .overlayMuted : .danger].on(theme[.overlay].background))
    }
    frame.footerHints(hints, rect)
  }

  private var hints: [(String, String)] {
    let leave = adding.times.isRunning ? ("Esc", words.phones.stopHint) : ("Enter", words.closeHint)
    guard adding.hidesDevice, PhoneDeviceView.width(state) != nil else { return [leave] }
    return [
      leave,
      ("m", words.phones.simulatedDevice(state.phones.wallets.name(of: adding.device, words))),
    ]
  }

  private var facts: [CardFacts.Line] {
    let card = adding.card
    return [
      (words.card, "\(words.cards.scheme(card.scheme)) ··\(card.lastFour)"),
      (words.phones.deviceLabel, state.phones.wallets.name(of: adding.device, words)),
      (words.savedCards.numberLabel, words.phones.numberStays),
      (words.phones.alreadyLabel, adding.already.isEmpty ? words.cards.onNoPhone : adding.already),
    ].map { CardFacts.Line(label: $0.0, value: $0.1) }
  }

  private func facts(_ facts: [CardFacts.Line], _ rect: Rect) {
    let column = (facts.map { Text.width(of: $0.label) }.max() ?? 0) + 2
    for (index, fact) in facts.prefix(rect.height).enumerated() {
      frame.canvas.write(fact.label, rect.x, rect.y + index, theme[.overlayMuted])
      frame.canvas.write(
        Text.truncate(fact.value, to: rect.width - column), rect.x + column, rect.y + index,
        theme[.overlayText])
    }
  }

  private var steps: [ProgressStep] {
    let share = adding.times.share(at: state.clock.now) * Double(adding.steps.count)
    var steps = adding.times.steps(
      adding.steps.map { step in
        switch step {
        case .allowed:
          adding.isVerification
            ? (words.phones.stepWaits, words.phones.stepWaitsHow)
            : (words.phones.stepAllowed, words.phones.stepAllowedHow)
        case .wallet: (words.phones.stepWallet(wallet), words.phones.stepWalletHow)
        case .request:
          adding.wallet == .applePay
            ? (words.phones.stepCertificates, words.phones.stepCertificatesHow)
            : (
              words.phones.stepDevice,
              words.phones.stepDeviceHow(isVisa: adding.card.scheme == .visa)
            )
        case .confirmation: (words.phones.stepConfirmed, words.phones.stepConfirmedHow)
        case .issuing: (words.phones.stepToken, words.phones.stepTokenHow(adding.wallet))
        case .storing: (words.phones.stepStored, words.phones.stepStoredHow(adding.wallet))
        case .verification: (words.phones.stepVerified, words.phones.stepVerifiedHow)
        case .activation: (words.phones.stepActivated, words.phones.stepActivatedHow)
        case .ready: (words.virtualCards.stepReady, words.phones.stepReadyHow(wallet))
        }
      }, at: state.clock.now, words)
    for index in steps.indices where steps[index].stage == .now {
      steps[index].share = share - Double(adding.times.done)
    }
    return steps
  }

  /// What became of it.
  private func message(_ width: Int) -> [String] {
    if let failure = adding.failure {
      return Text.wrap(
        "\(words.errors.sentence(failure)) \(words.errors.advice(failure))", to: width)
    }
    if adding.times.isRunning || adding.isReady { return [] }
    return [
      adding.current == .verification ? words.phones.stillToVerify : words.phones.nothingWasAdded
    ]
  }
}
