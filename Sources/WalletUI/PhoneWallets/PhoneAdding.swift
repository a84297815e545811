import Canvas
import PhoneWallet
import ScreenKit
import WalletModel
import Words

/// A card on its way into a wallet of a simulated device: what is done, what happens now, and what
/// is to come (C08, C10–C12, C15).
struct PhoneAdding: Overlay {
  enum Step: Sendable {
    /// The wallet has room, and the card is not there; or it is there and waits.
    case allowed
    /// The device makes a wallet.
    case wallet
    /// The device says who it is.
    case request
    /// The customer agrees with a code.
    case confirmation
    /// The issuer makes a token and seals the card.
    case issuing
    /// The device opens what was sealed, and its network compares it.
    case storing
    /// The customer proves who they are, and the issuer completes the token.
    case verification
    /// The issuer notes that the device has it.
    case activation
    case ready
  }

  /// What follows a step.
  enum Next: Sendable, Equatable {
    case wallet
    case request
    case token(CardTokenizationRequest)
    case storing(CardTokenization, for: CardTokenizationRequest)
    case activation(MobileWalletTokenization)
    case verification(dpanRef: String)
    case end
  }

  /// A step that is over, and is shown for a while as the one that happens.
  struct Held: Sendable, Equatable {
    let step: Step
    let next: Next
    let end: UInt64
  }

  /// Distinguishes answers to this one from answers to an earlier one.
  let id: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  var device: SimulatedDevice
  let steps: [Step]
  /// Where the card is already, in words; empty: nowhere.
  let already: String
  var times: StepTimes
  var held: Held?
  /// A request is on its way to the issuer.
  var isAsking = false
  /// What was sent and answered, as far as it is no secret.
  var sent: [CardFacts.Line] = []
  var failure: WalletError?
  /// The simulated device beside it is put away.
  var hidesDevice = false

  var isReady: Bool { times.done == times.count }
  /// The step that happens now, or at which it ended; nil: all are done.
  var current: Step? { steps.indices.contains(times.done) ? steps[times.done] : nil }
  /// The device has the card, and no new one is put into it.
  var isVerification: Bool { !steps.contains(.request) }

  /// - Parameter isOwnApp: Whether it is begun in the device's own wallet app, whose network always
  ///   asks who the customer is (C15).
  static func steps(
    _ offer: WalletOffer, _ wallet: MobileWalletType, _ device: SimulatedDevice, isOwnApp: Bool
  ) -> [Step] {
    let asks = isOwnApp || device.asksWhoPays(with: wallet)
    let rest: [Step] =
      [.request, .confirmation, .issuing, .storing, asks ? .verification : .activation, .ready]
    return switch offer {
    case .push: [.allowed] + rest
    case .makeWallet: [.allowed, .wallet] + rest
    case .verify: [.allowed, .verification, .ready]
    case .hasCard, .noRoom: []
    }
  }

  static func begin(
    _ card: CardRow, _ wallet: MobileWalletType, _ device: SimulatedDevice,
    isOwnApp: Bool = false, _ state: inout State
  ) -> [Effect] {
    let words = state.words
    let known = state.cards.details.card(card.id)?.tokenizations
    let offer = WalletOffer(card.id, known, in: wallet, of: device)
    let steps = steps(offer, wallet, device, isOwnApp: isOwnApp)
    guard !steps.isEmpty else { return [.bell] }
    let there = (known ?? []).filter { $0.status == .completed && $0.removedAt == nil }
    let now = state.clock.now
    let adding = PhoneAdding(
      id: now, card: card, wallet: wallet, device: device, steps: steps,
      already: there.map { words.cards.phoneWallet($0.walletType) }.joined(separator: ", "),
      times: StepTimes(steps.count, at: now))
    let next: Next =
      switch offer {
      case .verify(let dpanRef): .verification(dpanRef: dpanRef)
      case .makeWallet: .wallet
      case .push, .hasCard, .noRoom: .request
      }
    return state.push(adding) + finish(.allowed, then: next, of: adding.id, &state)
  }

  /// nil: it was closed.
  static func find(_ id: UInt64, _ state: State) -> PhoneAdding? {
    state.view.overlays.lazy.compactMap { $0.base as? PhoneAdding }.first { $0.id == id }
  }

  static func change(_ id: UInt64, _ state: inout State, _ body: (inout PhoneAdding) -> Void) {
    changeAll(&state) { if $0.id == id { body(&$0) } }
  }

  static func finish(_ step: Step, of id: UInt64, _ state: inout State) {
    let now = state.clock.now
    change(id, &state) {
      $0.held = nil
      if let index = $0.steps.firstIndex(of: step) { $0.times.finish(index, at: now) }
    }
  }

  /// A step is over. What follows begins when it was shown for a second, so that people see what
  /// happens; with reduced motion at once.
  static func finish(_ step: Step, then next: Next, of id: UInt64, _ state: inout State)
    -> [Effect]
  {
    guard let adding = find(id, state) else { return [] }
    let end = adding.times.currentStart + (state.settings.reducesMotion ? 0 : Clock.second)
    guard state.clock.now >= end else {
      change(id, &state) { $0.held = Held(step: step, next: next, end: end) }
      return []
    }
    finish(step, of: id, &state)
    return adding.follow(next, &state)
  }

  private func follow(_ next: Next, _ state: inout State) -> [Effect] {
    switch next {
    case .wallet: return [.read(WalletMakingQuery(adding: id, device: device, wallet: wallet))]
    case .request: return [.read(DeviceRequestQuery(adding: id, device: device, wallet: wallet))]
    case .token(let request):
      return Tokenization(adding: id, card: card, request: request).send(&state)
    case .storing(let answer, let request):
      return [
        .read(
          StoringQuery(
            adding: id, card: card.id, answer: answer, request: request, device: device))
      ]
    case .activation(let token):
      return TokenActivation(adding: id, card: card, token: token).send(&state)
    case .verification(let dpanRef):
      return TokenVerification(adding: id, card: card, wallet: wallet, dpanRef: dpanRef)
        .send(&state)
    case .end:
      Self.finish(.ready, of: id, &state)
      let words = state.words
      state.show(.success, words.phones.isInWallet(card.title, words.cards.phoneWallet(wallet)))
      return []
    }
  }

  static func fail(_ error: WalletError, of id: UInt64, _ state: inout State) {
    change(id, &state) {
      $0.isAsking = false
      $0.held = nil
      $0.failure = error
      $0.times.stop()
    }
  }

  // MARK: As an overlay

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch key.code {
    case .escape:
      state.pop()
      return isAsking ? [.cancel(.intents)] : []
    case .enter where !times.isRunning:
      state.pop()
      return []
    case .character(0x6d) where PhoneDeviceView.width(state) != nil:  // m
      var adding = self
      adding.hidesDevice.toggle()
      state.replaceTop(adding)
      return []
    default: return [.bell]
    }
  }

  func draw(in frame: Frame) { PhoneAddingView(frame: frame, adding: self).draw() }
  func isReplaced(by next: any Overlay) -> Bool { next is ScaFlow }

  /// The time of the step that happens now.
  func deadline(_ state: State) -> UInt64? {
    guard times.isRunning else { return nil }
    return state.clock.now + (state.settings.reducesMotion ? Clock.second : State.spinnerStep)
  }

  /// Nothing goes on while the wallet is locked.
  func concealed() -> PhoneAdding? { times.isRunning ? nil : self }

  /// The customer did not agree: nothing more is done.
  mutating func release() {
    guard !isAsking else { return }
    held = nil
    times.stop()
  }
}

extension PhoneAdding: Timed {
  static func deadlines(_ state: State) -> [UInt64] {
    state.view.overlays.compactMap { ($0.base as? PhoneAdding)?.held?.end }
  }

  static func due(_ state: inout State) -> [Effect]? {
    for overlay in state.view.overlays {
      guard let adding = overlay.base as? PhoneAdding, let held = adding.held,
        held.end <= state.clock.now
      else { continue }
      return finish(held.step, then: held.next, of: adding.id, &state)
    }
    return nil
  }
}
