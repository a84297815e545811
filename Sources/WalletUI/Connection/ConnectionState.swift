import ScreenKit
import Themes
package import WalletAPI
package import WalletModel
import WalletService
package import Words

/// Whether the backend can be reached.
package enum ConnectionState: Sendable, Equatable {
  case up
  /// Since when, and why.
  case lost(Timestamp, WalletError)
  /// The sign-in has ended, and the user has not signed in again.
  case signedOut
}

/// What is known of the backend and of its file.
package struct BackendState: Sendable {
  package var connection = ConnectionState.up
  /// The backend sends no news by itself. It can be reached all the same, unless `connection` says
  /// otherwise.
  package var newsAreLate = false
  package var unanswered = Unanswered()
  /// The problem of the wallet's file, for the header.
  package var damage: String?
}

/// Changes whose answers were lost. They contain no secrets. They are shown as pending until the
/// backend reports their outcome.
package struct Unanswered: Sendable, Equatable {
  /// From the book of changes, oldest first.
  package var changes: [RecordedChange] = []
  /// Keys of the changes that the backend is being asked about.
  var asked: Set<String> = []
  /// Cards that were not read since a message said what became of their change.
  var told: Set<CardID> = []
  /// When the backend is asked again, in nanoseconds since boot; nil: not because of the clock.
  var nextAsk: UInt64?
  /// How often asking has failed. The pause before the next try grows with it.
  var tries = 0

  subscript(id: CardID) -> RecordedChange? { changes.first { $0.cardID == id } }

  /// Changes without a card, such as a new card.
  var withoutCard: [RecordedChange] { changes.filter { $0.cardID == nil } }
}

extension RecordedChange {
  /// The requested change, in a word or two.
  package func title(_ words: Words) -> String {
    words.errors.text(self.title)
  }
}

/// The backend becomes unreachable, and reachable again.
enum Outage {
  /// The data on screen was correct `silence` milliseconds ago, when the backend last answered.
  static func begin(_ error: WalletError, _ silence: Int64, _ state: inout State)
    -> [Effect]
  {
    state.concealReveal()
    if case .lost = state.backend.connection { return [] }
    state.backend.connection = .lost(
      Timestamp(milliseconds: state.clock.wall.milliseconds - silence), error)
    guard state.gate == .open else { return [] }
    state.activity.alerts.note(.connectionLost(error))
    if isAboutPayment(state) { return [] }
    state.show(
      .warning, state.words.errors.message(error), detail: state.words.start.shownIsWhatWasRead)
    return []
  }

  /// Whether the toast is about a payment. Then it stays, and only the header reports the outage.
  static func isAboutPayment(_ state: State) -> Bool {
    state.toasts.current?.text == state.words.shop.mayHavePaid
  }

  static func end(_ state: inout State) -> [Effect] {
    guard state.backend.connection != .up else { return [] }
    state.backend.connection = .up
    guard state.gate == .open else { return [] }
    state.activity.alerts.note(.connectionRestored)
    forget(&state)
    // The outcome of a change is more important, and so is what others did meanwhile.
    let shown = state.toasts.current
    if shown?.kind != .success && !isAboutPayment(state) {
      state.show(.success, state.words.start.serverIsBack)
      if let shown, shown.isNews { state.toasts.current = shown }
    }
    state.backend.unanswered.tries = 0
    return Screens.all.flatMap { $0.readAgain(byKey: false, &state) } + LostAnswers.ask(&state)
      + (state.cards.programs.isEmpty ? [.read(ProgramsQuery())] : [])
  }

  /// Reads everything again because the user asked for it, even while the backend is unreachable.
  static func readAgain(_ state: inout State) -> [Effect] {
    if state.backend.connection == .signedOut {
      return SignInAgain.ask(WalletError(.unauthorized), nil, &state)
    }
    state.backend.unanswered.tries = 0
    return Screens.all.flatMap { $0.readAgain(byKey: true, &state) } + LostAnswers.ask(&state)
  }

  /// What the header says of the connection and of the news; nil: nothing. What is on the screen may
  /// be outdated.
  static func note(_ state: State, isShort: Bool) -> (String, Role)? {
    let words = state.words
    let key = state.keyLabel(for: "wallet.reload")
    switch state.backend.connection {
    case .up where state.backend.newsAreLate:
      return (words.screen.newsLate(key: isShort ? nil : key), .warning)
    case .up: return nil
    case .lost(let since, _):
      let time = words.minute(since, in: state.clock.zone)
      return (
        isShort
          ? words.screen.offlineShort(since: time) : words.screen.offline(since: time, key: key),
        .warning
      )
    case .signedOut:
      return (isShort ? words.screen.signedOutShort : words.screen.signedOut(key: key), .warning)
    }
  }

  /// Removes the error from forms that could not be sent during the outage.
  static func forget(_ state: inout State) {
    for index in state.view.overlays.indices {
      state.view.overlays[index].base.connectionRestored()
    }
  }
}

/// Changes whose answers were lost.
enum LostAnswers: Timed {
  private static let longestPause = 30

  static func deadlines(_ state: State) -> [UInt64] {
    state.backend.connection == .up ? state.backend.unanswered.nextAsk.map { [$0] } ?? [] : []
  }

  static func due(_ state: inout State) -> [Effect]? {
    guard let next = state.backend.unanswered.nextAsk, next <= state.clock.now else { return nil }
    return ask(&state)
  }

  static func set(_ changes: [RecordedChange], _ state: inout State) -> [Effect] {
    state.backend.unanswered.changes = changes
    return ask(&state)
  }

  /// The answer to an intent was lost. It is pending: neither done nor undone.
  static func add(
    _ intent: AnyIntent, _ error: WalletError, _ changes: [RecordedChange], _ state: inout State
  ) -> [Effect] {
    defer { intent.end() }
    guard state.gate == .open else { return [] }
    state.endWork(intent.base.progress(state.words))
    intent.base.rollBack(&state)
    ScaFlow.pop(&state)
    Dialog.close(of: intent, &state)
    state.backend.unanswered.changes = changes
    let change = changes.last { $0.cardID == intent.base.cardID }
    let name = intent.base.cardID.flatMap { state.cards.list.row($0)?.title }
    let why = error.details.map { state.words.errors.text($0) + " · " }.joined()
    state.show(
      .warning,
      state.words.cards.isPending(
        change?.title(state.words) ?? state.words.cards.otherChange, name),
      detail: why + state.words.start.serverIsAsked, seconds: 10)
    // One second later, since the change may still be on its way.
    state.backend.unanswered.tries = 0
    state.backend.unanswered.nextAsk = state.clock.after(seconds: 1)
    return []
  }

  /// Asks about all changes that are not being asked about already, if the backend is reachable.
  static func ask(_ state: inout State) -> [Effect] {
    state.backend.unanswered.nextAsk = nil
    guard state.backend.connection == .up, state.gate == .open else { return [] }
    return state.backend.unanswered.changes.compactMap { change in
      state.backend.unanswered.asked.insert(change.key).inserted
        ? .read(SettlementQuery(change: change)) : nil
    }
  }

  static func settled(
    _ change: RecordedChange, _ result: Result<ChangeService.Settlement, WalletError>,
    _ state: inout State
  ) -> [Effect] {
    state.backend.unanswered.asked.remove(change.key)
    guard case .success(let settlement) = result else {
      state.backend.unanswered.tries += 1
      let pause = min(longestPause, 1 << min(state.backend.unanswered.tries, 5))
      state.backend.unanswered.nextAsk = state.clock.after(seconds: pause)
      return []
    }
    state.backend.unanswered.changes.removeAll { $0.key == change.key }
    let name = change.cardID.flatMap { state.cards.list.row($0)?.title }
    let title = change.title(state.words)
    switch settlement {
    case .done:
      state.show(.success, state.words.cards.wasDone(title, name))
    case .notDone:
      state.show(
        .warning, state.words.cards.wasNotDone(title, name), detail: state.words.tryAgain,
        seconds: 10)
    case .unclear:
      state.show(
        .warning, state.words.cards.isUnclear(title, name), detail: state.words.start.shownIsTrue,
        seconds: 10)
    }
    guard let id = change.cardID else { return CardReading.reload(&state) }
    if settlement != .notDone { state.backend.unanswered.told.insert(id) }
    state.cards.details.invalidate(id)
    return [.read(CardRowQuery(id: id))]
  }
}
