package import WalletAPI
package import WalletModel
import WalletService
package import Words

/// Whether what is asked for can be answered.
package enum Connection: Sendable, Equatable {
  case up
  /// Since when, and why.
  case lost(Timestamp, WalletError)
  /// The sign-in has ended, and nobody has signed in again.
  case signedOut
}

/// Changes whose answers were lost. None of it is secret, and none of it is taken for true until
/// the backend has said so.
package struct Unanswered: Sendable, Equatable {
  /// As the book has them, oldest first.
  package var changes: [RecordedChange] = []
  /// Keys that are being asked about.
  var asked: Set<String> = []
  /// When they are asked about again, in nanoseconds since boot; nil: not by the clock.
  var nextAsk: UInt64?
  /// How often the last ones were asked about in vain; spaces the next tries out.
  var tries = 0

  subscript(id: CardID) -> RecordedChange? { changes.first { $0.cardID == id } }

  /// A new card's, for one.
  var ofNoCard: [RecordedChange] { changes.filter { $0.cardID == nil } }
}

extension State {
  /// Why nothing can be changed or revealed now; nil: it can.
  package var unreachable: String? {
    guard case .lost(let since, _) = connection else { return nil }
    return words.unreachable(since: words.minute(since, offset: clock.utcOffset))
  }

  /// Why nothing can be read now; nil: it can.
  var unreadable: String? {
    connection == .signedOut ? words.signedOut(key: press("wallet.reload")) : unreachable
  }

  // MARK: Lost and found

  /// What is shown was true when the backend was last heard, `silence` milliseconds ago.
  mutating func connectionLost(_ error: WalletError, _ silence: Int64) -> [Effect] {
    concealReveal()
    if case .lost = connection { return [] }
    connection = .lost(Timestamp(milliseconds: clock.wall.milliseconds - silence), error)
    guard gate == .open, !tellsOfPayment else { return [] }
    toasts.show(
      .warning, words.message(error), detail: words.shownIsWhatWasRead, clock: clock)
    return []
  }

  /// Worth more than that the server went or is back, which the header says, too.
  private var tellsOfPayment: Bool { toasts.current?.text == words.mayHavePaid }

  mutating func connectionRestored() -> [Effect] {
    guard connection != .up else { return [] }
    connection = .up
    guard gate == .open else { return [] }
    forgetOutage()
    // What was found out about a change is worth more.
    if toasts.current?.kind != .success && !tellsOfPayment {
      toasts.show(.success, words.serverIsBack, clock: clock)
    }
    unanswered.tries = 0
    return reload() + askAboutChanges() + (programs.isEmpty ? [.loadPrograms] : [])
  }

  /// A form that could not be sent while nobody was there can be now, and says nothing else.
  mutating func forgetOutage() {
    for index in overlays.indices { overlays[index].base.connectionRestored() }
  }

  // MARK: Changes without an answer

  mutating func setUnanswered(_ changes: [RecordedChange]) -> [Effect] {
    unanswered.changes = changes
    return askAboutChanges()
  }

  /// An intent's answer was lost: it is pending, not done and not undone.
  mutating func lostAnswer(
    _ intent: AnyIntent, _ error: WalletError, _ changes: [RecordedChange]
  ) -> [Effect] {
    defer { intent.end() }
    guard gate == .open else { return [] }
    endWork(intent.base.progress(words))
    intent.base.rollBack(&self)
    popFlow()
    closeDialog(of: intent)
    unanswered.changes = changes
    let change = changes.last { $0.cardID == intent.base.cardID }
    let name = intent.base.cardID.flatMap { list.row($0)?.title }
    let why = error.details.map { words.translated($0) + " · " }.joined()
    toasts.show(
      .warning, words.isPending(change?.title(words) ?? words.otherChange, name),
      detail: why + words.serverIsAsked, clock: clock, seconds: 10)
    // A moment, for what may still be on its way.
    unanswered.tries = 0
    unanswered.nextAsk = clock.after(seconds: 1)
    return []
  }

  /// Asks about all that are not being asked about already, when there is somebody to ask.
  mutating func askAboutChanges() -> [Effect] {
    unanswered.nextAsk = nil
    guard connection == .up, gate == .open else { return [] }
    return unanswered.changes.compactMap { change in
      unanswered.asked.insert(change.key).inserted ? .settle(change) : nil
    }
  }

  private static let longestPause = 30

  mutating func settled(
    _ change: RecordedChange, _ result: Result<ChangeService.Settlement, WalletError>
  ) -> [Effect] {
    unanswered.asked.remove(change.key)
    guard case .success(let settlement) = result else {
      unanswered.tries += 1
      let pause = min(State.longestPause, 1 << min(unanswered.tries, 5))
      unanswered.nextAsk = clock.after(seconds: pause)
      return []
    }
    unanswered.changes.removeAll { $0.key == change.key }
    let name = change.cardID.flatMap { list.row($0)?.title }
    let title = change.title(words)
    switch settlement {
    case .done: toasts.show(.success, words.wasDone(title, name), clock: clock)
    case .notDone:
      toasts.show(
        .warning, words.wasNotDone(title, name), detail: words.tryAgain, clock: clock, seconds: 10)
    case .unclear:
      toasts.show(
        .warning, words.isUnclear(title, name), detail: words.shownIsTrue, clock: clock, seconds: 10
      )
    }
    guard let id = change.cardID else { return reload() }
    details.invalidate(id)
    return [.loadRow(id)]
  }

  // MARK: Waiting

  /// Whether Esc gives something up.
  package var isWaiting: Bool {
    guard let since = work.map(\.since).min() else { return false }
    return clock.now >= since + State.spinnerDelay
  }

  /// Gives up what is waited for. Each answers that it was given up, and says what that means.
  func cancelWaiting() -> [Effect] { [.cancel(.intents), .cancel(.reading)] }
}

extension RecordedChange {
  /// What was asked for, in a word or two.
  package func title(_ words: Words) -> String {
    switch kind {
    case .lock: words.lockChange
    case .unlock: words.unlockChange
    case .cancel: words.cancelChange
    case .pin: words.pinChange
    case .activation: words.activation
    case .newCard: words.cardCreation
    case .authenticator: words.authenticatorChange
    case .other: words.otherChange
    }
  }
}
