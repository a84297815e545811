import HTTPClient
import Issuer
import IssuerConnectors
import Log
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Asks an issuer now and then what has changed: its events where it has them, otherwise its list
/// of cards. It stays within a tenth of the issuer's read limit, asks more often while the wallet is
/// used, and not at all while nobody listens. Thread-safe.
final class IssuerNews: Sendable {
  private struct State {
    var isOn = false
    var lastUse: Instant = .now
    var isLost = false
    var lastHeard: Instant = .now
    /// The time of the newest event that was read.
    var newest: Timestamp?
    /// The cards of webhooks that have to be read again. Not more than `mostWanted`.
    var wanted: Set<CardID> = []
    /// Whether webhooks want everything to be read again.
    var wantsAll = false
    /// When webhooks were answered by reading last.
    var lastReading: Instant?
    var seen: Set<String> = []
    /// The newest payments, of an issuer without events; nil: they were not read yet.
    var payments: Set<Transaction>?
    /// The requests that the last look took.
    var requests = 1
  }

  /// The pauses between two looks, in milliseconds.
  private static let inUse = 5_000
  private static let idle = 60_000
  /// The wallet counts as used for this time after an operation.
  private static let useTime = Duration.seconds(60)
  /// This computer's clock may be ahead of the issuer's, in seconds.
  private static let clockDifference: Int64 = 600
  /// Events can arrive a little late, in seconds.
  private static let overlap: Int64 = 5
  /// If webhooks name more cards, reading all takes less.
  private static let mostWanted = 10

  private let engine: ConnectorEngine
  private let thread: SerialThread
  private let alarm = Alarm()
  private let tell: @Sendable (WalletEvent) -> Void
  private let state = Mutex(State())

  init(
    _ engine: ConnectorEngine, _ thread: SerialThread,
    _ tell: @escaping @Sendable (WalletEvent) -> Void
  ) {
    self.engine = engine
    self.thread = thread
    self.tell = tell
  }

  func start() {
    let isNew = state.withLock { state in
      defer { (state.isOn, state.lastUse) = (true, .now) }
      return !state.isOn
    }
    guard isNew else { return }
    // Not before the first list, which somebody waits for.
    alarm.set("first", after: 1) { [weak self, thread] in
      thread.enqueue { [weak self] in self?.learnWhatIsOld() }
    }
    wait()
  }

  func stop() {
    state.withLock { $0.isOn = false }
    alarm.remove("first")
    alarm.remove("look")
  }

  /// Nothing is read any more.
  func end() {
    stop()
    alarm.stop()
  }

  /// Looks again soon, if it was idle.
  func userActed() {
    let wasIdle = state.withLock { state in
      defer { state.lastUse = .now }
      return state.isOn && .now - state.lastUse > Self.useTime
    }
    if wasIdle { wait() }
  }

  /// Reads what a webhook is about, soon: webhooks that come together are answered by one reading,
  /// and readings keep the distance of the poller.
  ///
  /// - Parameter card: nil: any may have changed.
  func readAgain(_ card: CardID?) {
    let last = state.withLock { state in
      if let card, state.wanted.count < Self.mostWanted {
        state.wanted.insert(card)
      } else {
        state.wantsAll = true
      }
      return state.lastReading
    }
    let distance = engine.connector.rules.rate.pollingPause(wanted: 0)
    let passed = last.map { (.now - $0).inMilliseconds } ?? distance
    alarm.set("webhook", after: Double(max(0, distance - passed)) / 1000) { [weak self, thread] in
      thread.enqueue { [weak self] in self?.readWanted() }
    }
  }

  private func readWanted() {
    let (wanted, wantsAll) = state.withLock { state in
      defer { (state.wanted, state.wantsAll, state.lastReading) = ([], false, .now) }
      return (state.wanted, state.wantsAll)
    }
    guard wantsAll || !wanted.isEmpty else { return }
    do throws(WalletError) {
      if wantsAll {
        _ = try readAll()
      } else {
        try read(wanted)
      }
      heard()
    } catch {
      lost(error)
    }
    // Payments with a card do not change it. Clients read what they show again.
    tell(.cardsChanged(wantsAll ? nil : wanted.sorted { $0.rawValue < $1.rawValue }))
  }

  private func read(_ ids: some Sequence<CardID>) throws(WalletError) {
    for id in ids {
      try engine.book.take([try engine.client.perform(engine.connector.card(id))])
    }
  }

  /// The cards that changed.
  private func readAll() throws(WalletError) -> [CardID] {
    var changed: [CardID] = []
    engine.book.restart()
    while !engine.book.isComplete { changed += try engine.book.readPage(engine.client) }
    return changed
  }

  private func wait() {
    let (isOn, isUsed, requests) = state.withLock {
      ($0.isOn, .now - $0.lastUse <= Self.useTime, $0.requests)
    }
    guard isOn else { return }
    let pause = engine.connector.rules.rate.pollingPause(
      wanted: isUsed ? Self.inUse : Self.idle, requests: requests)
    alarm.set("look", after: Double(pause) / 1000) { [weak self, thread] in
      thread.enqueue { [weak self] in self?.look() }
    }
  }

  private func look() {
    guard state.withLock({ $0.isOn }) else { return }
    let before = engine.client.requests
    do throws(WalletError) {
      let changed = try changes()
      heard()
      if changed?.isEmpty != true { tell(.cardsChanged(changed)) }
    } catch {
      lost(error)
    }
    let taken = engine.client.requests - before
    state.withLock { $0.requests = max(1, taken) }
    wait()
  }

  private func heard() {
    let wasLost = state.withLock { state in
      defer { (state.isLost, state.lastHeard) = (false, .now) }
      return state.isLost
    }
    if wasLost { tell(.connectionRestored) }
  }

  private func lost(_ error: WalletError) {
    // Without a key that is accepted, nothing is heard either.
    guard error.code.isUnreachable || error.code == .unauthorized else { return }
    let silence = state.withLock { state -> Duration? in
      defer { state.isLost = true }
      return state.isLost ? nil : .now - state.lastHeard
    }
    if let silence {
      Log.error(error)
      tell(.connectionLost(error, silence: Int64(silence.inMilliseconds)))
    }
  }

  /// What has happened before somebody listened is no news: it is in the list that was read then.
  private func learnWhatIsOld() {
    let isKnown = state.withLock { !$0.isOn || $0.newest != nil || $0.payments != nil }
    guard !isKnown else { return }
    do throws(WalletError) {
      if hasEvents { _ = try events() } else { _ = try newPayments() }
    } catch {
      lost(error)
    }
  }

  private enum Found {
    case cards([CardID])
    /// Something that events do not say, such as a payment.
    case anything
    /// The issuer has no events, or these were the first ones.
    case unknown
  }

  /// The cards that changed, or were paid with, since the last look; nil: it can be any.
  private func changes() throws(WalletError) -> [CardID]? {
    switch try events() {
    case .cards(let ids):
      try read(ids)
      return ids
    case .anything:
      _ = try readAll()
      return nil
    case .unknown:
      let changed = try readAll()
      guard !hasEvents else { return changed }
      return changed + (try newPayments()).filter { !changed.contains($0) }
    }
  }

  private var hasEvents: Bool {
    engine.connector.events(since: engine.vault.now, after: nil) != nil
  }

  /// The cards with payments that are new, or that changed, since the last look.
  private func newPayments() throws(WalletError) -> [CardID] {
    var newest: Set<Transaction> = []
    for list in engine.connector.paymentLists {
      let call = engine.connector.payments(in: list, card: nil, after: nil)
      newest.formUnion(try engine.client.perform(call).elements)
    }
    let known = state.withLock { state in
      defer { state.payments = newest }
      return state.payments
    }
    guard let known else { return [] }
    return Array(Set(newest.subtracting(known).map(\.cardID)))
  }

  /// What new events are about.
  private func events() throws(WalletError) -> Found {
    let known = state.withLock { $0.newest }
    let now = engine.vault.now
    let since = known ?? now.adding(seconds: -Self.clockDifference)
    // Of the first ones, those of the last seconds are news for the next look.
    let until = known == nil ? now.adding(seconds: -Self.overlap) : nil
    guard var call = engine.connector.events(since: since, after: nil) else { return .unknown }
    state.withLock { $0.newest = since }
    var ids: [CardID] = []
    var isVague = false
    var mark: String?
    while true {
      let page = try engine.client.perform(call)
      for event in page.elements {
        if let until, event.time >= until { continue }
        let isNew = state.withLock { state in
          state.newest = max(state.newest ?? event.time, event.time.adding(seconds: -Self.overlap))
          return state.seen.insert(event.id).inserted
        }
        guard isNew else { continue }
        if let card = event.card {
          if !ids.contains(card) { ids.append(card) }
        } else {
          isVague = true
        }
      }
      guard let next = page.next, next != mark,
        let following = engine.connector.events(since: since, after: next)
      else { break }
      (mark, call) = (next, following)
    }
    // What was seen before the overlap cannot come again.
    state.withLock { if $0.seen.count > 10_000 { $0.seen = [] } }
    return known == nil ? .unknown : isVague ? .anything : .cards(ids)
  }
}
