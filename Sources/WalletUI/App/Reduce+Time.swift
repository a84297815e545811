import Secrets
import WalletModel
import Words

extension State {
  /// Seconds before the idle lock at which one is warned.
  static let idleWarningSeconds = 15
  /// Nanoseconds until a spinner appears, and between its frames.
  static let spinnerDelay: UInt64 = 150_000_000
  static let spinnerStep: UInt64 = 120_000_000

  mutating func tick(_ clock: Clock) -> [Effect] {
    self.clock = clock
    toasts.expire(at: clock.now)
    if let reveal, reveal.deadline <= clock.now { concealReveal() }
    if keepsPassphrase, clock.now >= idleDeadline { forgetPassphrase() }
    guard gate == .open else { return [] }
    if clock.now >= idleDeadline { return lockWallet(.idle) }
    if let copyOut, copyOut.deadline <= clock.now {
      self.copyOut = nil
      return [.takeCopyBack]
    }
    if let next = unanswered.nextAsk, next <= clock.now {
      return LostAnswers.ask(&self)
    }
    if let next = CardRefresh.refreshDeadline(self), next <= clock.now {
      return CardRefresh.goOnRefreshing(&self)
    }
    return []
  }

  /// Seconds of keys after which the server is shown them: as long as between two of them at most,
  /// so that it goes without for twice that, and its five minutes (S11) are never over.
  private static let showsActivityAfter: UInt64 = 120

  /// A server knows by what it is asked whether anybody is there, and keys that move among what was
  /// read already ask it for nothing. So it is asked for a trifle now and then, while there are keys.
  mutating func keepAwake() -> [Effect] {
    guard gate == .open, connection == .up, wallet.asksPassword,
      idle.lastActivity >= idle.lastShown + State.showsActivityAfter * Clock.second
    else { return [] }
    idle.lastShown = clock.now
    return [.read(ProfileQuery())]
  }

  /// Whether a passphrase is typed that nobody waits for: whoever comes later must not find it there.
  private var keepsPassphrase: Bool {
    switch gate {
    case .passphrase(let passphrase): return passphrase.input.count > 0 && !passphrase.isBusy
    case .start: return overlays.last?.base.keepsSecret ?? false
    // The wallet locks, and takes its dialogs along.
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

  /// When the wallet locks by itself.
  var idleDeadline: UInt64 { idle.lastActivity + UInt64(settings.idleSeconds) * Clock.second }
  var idleWarning: UInt64 { idleDeadline - UInt64(State.idleWarningSeconds) * Clock.second }

  /// Seconds until the idle lock, once one is to be warned.
  package var idleSecondsLeft: Int? {
    guard gate == .open, clock.now >= idleWarning else { return nil }
    return Int((max(idleDeadline, clock.now) - clock.now + Clock.second - 1) / Clock.second)
  }

  /// When the clock has to be read again although nothing else happens; nil: never.
  package var nextDeadline: UInt64? {
    var deadlines: [UInt64] = []
    if let toast = toasts.current { deadlines.append(toast.deadline) }
    if let reveal { deadlines += [reveal.deadline, nextSecond(before: reveal.deadline)] }
    if let copyOut {
      deadlines.append(copyOut.deadline)
      if copyOut.canBeCleared { deadlines.append(nextSecond(before: copyOut.deadline)) }
    }
    if let change = overlays.last?.base.deadline(self) { deadlines.append(change) }
    if let spinner = spinnerDeadline { deadlines.append(spinner) }
    if let popup = prefixDeadline { deadlines.append(popup) }
    if keepsPassphrase { deadlines.append(idleDeadline) }
    if gate == .open {
      if let age = PhoneDrawer.deadline(self) { deadlines.append(age) }
      if connection == .up, let next = unanswered.nextAsk { deadlines.append(next) }
      if let next = CardRefresh.refreshDeadline(self) { deadlines.append(next) }
      deadlines.append(idleDeadline)
      deadlines.append(
        clock.now < idleWarning ? idleWarning : nextSecond(before: idleDeadline))
    }
    return deadlines.min()
  }

  /// The next moment at which a countdown to `deadline` shows another number.
  private func nextSecond(before deadline: UInt64) -> UInt64 {
    guard deadline > clock.now else { return deadline }
    let left = (deadline - clock.now - 1) / Clock.second
    return deadline - left * Clock.second
  }

  private var spinnerDeadline: UInt64? {
    guard let since = work.map(\.since).min() else { return nil }
    if clock.now < since + State.spinnerDelay { return since + State.spinnerDelay }
    // What does not turn only counts.
    if settings.isCalm {
      return clock.now + Clock.second - (clock.now - since) % Clock.second
    }
    return clock.now + State.spinnerStep
  }

  // MARK: Work

  mutating func startWork(_ label: String) {
    work.append(Work(id: (work.last?.id ?? 0) + 1, label: label, since: clock.now))
  }

  mutating func endWork(_ label: String) {
    if let index = work.firstIndex(where: { $0.label == label }) { work.remove(at: index) }
  }
}
