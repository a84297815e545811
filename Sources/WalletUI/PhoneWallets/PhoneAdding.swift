import Canvas
import PhoneWallet
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// A card on its way into a wallet of a simulated device: what is done, what happens now, and what
/// is to come (C08, C10–C12).
struct PhoneAdding: Overlay {
  enum Step: Sendable, CaseIterable {
    /// The wallet has room, and the card is not there; or it is there and waits.
    case allowed
    /// The device makes a wallet (C12).
    case wallet
    /// The device says who it is.
    case request
    /// The customer agrees with a code.
    case confirmation
    /// The issuer makes a token and seals the card.
    case issuing
    /// The device opens what was sealed, and its network compares it.
    case storing
    /// The network asks whether it is the customer (C11).
    case verification
    /// The issuer notes that the device has it.
    case activation
    case ready
  }

  /// Tells answers to this one from answers to one before it.
  let id: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  var device: SimulatedDevice
  let started: Timestamp
  let steps: [Step]
  /// The reference of the token that waits for identity verification; nil: there is none.
  var waiting: String?
  /// Where the card is already, in words; empty: nowhere.
  let already: String
  var times: StepTimes
  /// A request is on its way to the issuer.
  var isAsking = false
  /// What the device sent; nil: nothing yet.
  var request: CardTokenizationRequest?
  /// What the issuer answered; nil: nothing yet.
  var answer: CardTokenization?
  var failure: WalletError?
  /// The simulated phone beside it is put away.
  var hidesPhone = false

  init(
    _ card: CardRow, _ wallet: MobileWalletType, _ device: SimulatedDevice, _ steps: [Step],
    waiting: String? = nil, already: String = "", clock: Clock
  ) {
    id = clock.now
    self.card = card
    self.wallet = wallet
    self.device = device
    self.steps = steps
    self.waiting = waiting
    self.already = already
    started = clock.wall
    times = StepTimes(steps.count, at: clock.now)
  }

  var isReady: Bool { times.done == times.count }
  /// The step that happens now, or at which it ended; nil: all are done.
  var current: Step? { steps.indices.contains(times.done) ? steps[times.done] : nil }
  /// The code proves who the customer is, and no new card is put into the wallet.
  var isVerifying: Bool { waiting != nil }

  /// The steps of an offer.
  static func steps(
    _ offer: WalletOffer, _ wallet: MobileWalletType, _ device: SimulatedDevice
  ) -> [Step] {
    let rest: [Step] =
      [.request, .confirmation, .issuing, .storing]
      + (device.asksWhoPays(with: wallet) ? [.verification] : []) + [.activation, .ready]
    return switch offer {
    case .push: [.allowed] + rest
    case .makeWallet: [.allowed, .wallet] + rest
    case .verify: [.allowed, .verification, .activation, .ready]
    case .refused: []
    }
  }

  static func begin(
    _ card: CardRow, _ wallet: MobileWalletType, _ device: SimulatedDevice,
    _ state: inout State
  ) -> [Effect] {
    let words = state.words
    let known = state.details[card.id]?.card.tokenizations ?? []
    let offer = WalletOffer(known, in: wallet, of: device)
    let steps = steps(offer, wallet, device)
    guard !steps.isEmpty else { return [.bell] }
    var waiting: String?
    if case .verify(let token) = offer { waiting = token.reference }
    let there = known.filter { $0.status == .completed }
    var adding = PhoneAdding(
      card, wallet, device, steps, waiting: waiting,
      already: there.map { words.phoneWallet($0.walletType) }.joined(separator: ", "),
      clock: state.clock)
    adding.times.finish(0, at: state.clock.now)
    let opened = state.push(adding)
    if let waiting {
      return opened
        + TokenVerification(adding: adding.id, card: card, wallet: wallet, dpanRef: waiting)
        .send(&state)
    }
    let first: Effect =
      offer == .makeWallet
      ? .read(WalletMakingQuery(adding: adding.id, device: device, wallet: wallet))
      : .read(DeviceRequestQuery(adding: adding.id, device: device, wallet: wallet))
    return opened + [first]
  }

  /// nil: it was closed.
  static func find(_ id: UInt64, _ state: State) -> PhoneAdding? {
    state.overlays.lazy.compactMap { $0.base as? PhoneAdding }.first { $0.id == id }
  }

  static func change(_ id: UInt64, _ state: inout State, _ body: (inout PhoneAdding) -> Void) {
    for index in state.overlays.indices {
      guard var adding = state.overlays[index].base as? PhoneAdding, adding.id == id else {
        continue
      }
      body(&adding)
      state.overlays[index] = AnyOverlay(adding)
    }
  }

  static func finish(_ step: Step, of id: UInt64, _ state: inout State) {
    let now = state.clock.now
    change(id, &state) {
      if let index = $0.steps.firstIndex(of: step) { $0.times.finish(index, at: now) }
    }
  }

  /// The last step is done: the device can pay.
  static func ready(
    _ id: UInt64, _ card: CardRow, _ wallet: MobileWalletType, _ state: inout State
  ) {
    finish(.ready, of: id, &state)
    let words = state.words
    state.toasts.show(
      .success, words.isInWallet(card.title, words.phoneWallet(wallet)), clock: state.clock)
  }

  static func fail(_ error: WalletError, of id: UInt64, _ state: inout State) {
    change(id, &state) {
      $0.isAsking = false
      $0.failure = error
      $0.times.stop()
    }
  }

  // MARK: As an overlay

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch key.code {
    case .escape: return leave(&state)
    case .enter where !times.isRunning: return leave(&state)
    case .tab: return leave(&state) + PhoneWalletPicker.open(&state)
    case .character(0x64) where request != nil:  // d
      return state.push(SentRequest(adding: self, state.words))
    case .character(0x79) where request != nil:  // y
      return [.copy(.deviceRequest, Secret(text: SentRequest(adding: self, state.words).text))]
    case .character(0x6d) where PhoneAddingAreas(state, self).canShowPhone:  // m
      var adding = self
      adding.hidesPhone.toggle()
      state.replaceTop(adding)
      return []
    default:
      guard let command = state.keymap.command(for: key), Self.commands.contains(command.id) else {
        return [.bell]
      }
      return state.run(command.id)
    }
  }

  /// What is possible everywhere, and here as well.
  static let commands: [Command.ID] = ["help", "palette", "quit"]

  private func leave(_ state: inout State) -> [Effect] {
    state.pop()
    return isAsking ? [.cancel(.intents)] : []
  }

  /// Leaves it for a command that was chosen above it: what that shows would be hidden.
  static func leave(for command: Command.ID, _ state: inout State) -> [Effect] {
    guard let adding = state.top(PhoneAdding.self), !commands.contains(command) else { return [] }
    return adding.leave(&state)
  }

  func draw(in frame: Frame) { PhoneAddingView(frame: frame, adding: self).draw() }
  func isReplaced(by next: any Overlay) -> Bool { next is SentRequest }

  /// The time of the step that happens now.
  func deadline(_ state: State) -> UInt64? {
    guard times.isRunning else { return nil }
    return state.clock.now + (state.settings.reducesMotion ? Clock.second : State.spinnerStep)
  }

  /// Nothing goes on while the wallet is locked.
  func concealed() -> PhoneAdding? { times.isRunning ? nil : self }

  /// The customer did not agree: nothing was sealed.
  mutating func release() {
    if !isAsking { times.stop() }
  }
}
