import ScreenKit

/// Something that happens at a time.
protocol Timed: Sendable {
  /// When it is due or must be redrawn, in nanoseconds since boot.
  static func deadlines(_ state: State) -> [UInt64]
  /// Does what is due now; nil: nothing is due.
  static func due(_ state: inout State) -> [Effect]?
}

extension Timed {
  static func due(_ state: inout State) -> [Effect]? { nil }
}

extension State {
  /// In the order of priority: each tick handles one.
  private static let timed: [any Timed.Type] = [
    Copying.self, LostAnswers.self, CardRefresh.self, Reveal.self, PhoneDrawer.self,
    PaymentBook.self, BankQuestion.self, WebPayments.self, VirtualCards.self,
    VirtualCardMaking.self, PhoneAdding.self,
  ]
  /// How many seconds before the idle lock the warning appears.
  static let idleWarningSeconds = 15
  /// Nanoseconds until a spinner appears, and between its frames.
  static let spinnerDelay: UInt64 = 150_000_000
  static let spinnerStep: UInt64 = 120_000_000

  mutating func tick(_ clock: Clock) -> [Effect] {
    self.clock = clock
    toasts.expire(at: clock.now)
    if let reveal = secrets.reveal, reveal.deadline <= clock.now { concealReveal() }
    if keepsPassphrase, clock.now >= idleDeadline { forgetPassphrase() }
    guard gate == .open else { return [] }
    if clock.now >= idleDeadline { return Gate.lock(.idle, &self) }
    for one in State.timed {
      if let effects = one.due(&self) { return effects }
    }
    return []
  }

  /// Whether a passphrase was typed and not submitted. It is wiped, so that nobody else finds it
  /// there later.
  private var keepsPassphrase: Bool {
    switch gate {
    case .passphrase(let passphrase): return passphrase.input.count > 0 && !passphrase.isBusy
    case .start: return view.overlays.last?.base.keepsSecret ?? false
    // The wallet locks, which closes its dialogs.
    case .open: return false
    }
  }

  private mutating func forgetPassphrase() {
    if case .passphrase(var passphrase) = gate {
      passphrase.input.wipe()
      gate = .passphrase(passphrase)
    } else {
      concealOverlays()
    }
  }

  /// When the wallet locks because nobody uses it, in nanoseconds since boot.
  var idleDeadline: UInt64 { input.idle.lastActivity + UInt64(settings.idleSeconds) * Clock.second }
  var idleWarning: UInt64 { idleDeadline - UInt64(State.idleWarningSeconds) * Clock.second }

  /// Seconds until the idle lock; nil: it is not time for the warning.
  package var idleSecondsLeft: Int? {
    guard gate == .open, clock.now >= idleWarning else { return nil }
    return clock.secondsLeft(until: idleDeadline)
  }

  /// When the clock must be read again although nothing else happens, in nanoseconds since boot;
  /// nil: never.
  package var nextDeadline: UInt64? {
    var deadlines: [UInt64] = []
    if let toast = toasts.current { deadlines.append(toast.deadline) }
    if let change = view.overlays.last?.base.deadline(self) { deadlines.append(change) }
    if let spinner = spinnerDeadline { deadlines.append(spinner) }
    if let popup = prefixDeadline { deadlines.append(popup) }
    if keepsPassphrase { deadlines.append(idleDeadline) }
    if gate == .open {
      deadlines += State.timed.flatMap { $0.deadlines(self) }
      deadlines.append(idleDeadline)
      deadlines.append(
        clock.now < idleWarning ? idleWarning : clock.nextSecond(before: idleDeadline))
    }
    return deadlines.min()
  }

  private var spinnerDeadline: UInt64? {
    guard let since = view.work.map(\.since).min() else { return nil }
    if clock.now < since + State.spinnerDelay { return since + State.spinnerDelay }
    // Without animation only the seconds change.
    if settings.reducesMotion {
      return clock.now + Clock.second - (clock.now - since) % Clock.second
    }
    return clock.now + State.spinnerStep
  }

  // MARK: Work

  mutating func startWork(_ label: String) {
    view.work.append(Work(id: (view.work.last?.id ?? 0) + 1, label: label, since: clock.now))
  }

  mutating func endWork(_ label: String) {
    if let index = view.work.firstIndex(where: { $0.label == label }) {
      view.work.remove(at: index)
    }
  }

  /// Whether Esc cancels something.
  package var isWaiting: Bool {
    guard let since = view.work.map(\.since).min() else { return false }
    return clock.now >= since + State.spinnerDelay
  }

  /// Cancels all requests. Each then answers with `.cancelled`.
  func cancelWaiting() -> [Effect] { [.cancel(.intents), .cancel(.reading)] }
}
