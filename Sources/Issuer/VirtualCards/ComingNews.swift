package import Threads
package import WalletAPI
package import WalletModel

/// Reports changes that happen at a time: the making of a virtual card ends (F07, F31), or a card
/// is locked by itself. Both follow from times in records, so they are found again after a
/// restart. Thread-safe.
package final class ComingNews: Sendable {
  /// Runs when the next news are due.
  let alarm: Alarm
  private let tell: @Sendable (WalletEvent, CustomerID) -> Void

  package init(
    alarm: Alarm = Alarm(), _ tell: @escaping @Sendable (WalletEvent, CustomerID) -> Void
  ) {
    self.alarm = alarm
    self.tell = tell
  }

  deinit { alarm.stop() }

  package func stop() { alarm.stop() }

  /// The number of cards with news to come.
  package var count: Int { alarm.count }

  /// To be called with the events of each operation, and once at the beginning.
  package func look(_ issuer: Issuer, _ customer: CustomerID, after events: [WalletEvent]) {
    for case .changed(.virtualCards, _) in events { lookForMade(issuer, customer) }
    let timed = issuer.core.takeTimedCards()
    if !timed.isEmpty { lookForLocked(timed, issuer, customer) }
  }

  /// An error hides news only, and the next operation says what it is.
  ///
  /// - Parameter start: Cards that were made since then are reported at once; nil: only later ones.
  package func look(_ issuer: Issuer, _ customer: CustomerID, since start: Timestamp? = nil) {
    lookForMade(issuer, customer, since: start)
    lookForLocked(nil, issuer, customer)
  }

  /// Longer waits are made in parts, so that a clock that was set is noticed.
  private static let longest: Int64 = 3_600_000

  /// How long it waits before it writes again what could not be written, such as on a full disk.
  private static let pause: Int64 = 60_000

  /// Calls `body` at a time of the issuer's clock, but not before `shortest`, and not after `longest`
  /// milliseconds.
  private func set(
    _ id: String, at time: Timestamp, _ clock: IssuerClock, shortest: Int64 = 0,
    longest: Int64 = .max, _ body: @escaping @Sendable () -> Void
  ) {
    let wait = time.milliseconds - clock.now().milliseconds
    alarm.set(id, after: Double(max(shortest, min(wait, longest))) / 1000, body)
    // The time may have come between the looks at the two clocks, such as in a suspended machine.
    if wait > 0 && time <= clock.now() { alarm.set(id, after: Double(shortest) / 1000, body) }
  }

  /// - Parameter shortest: The shortest wait, in milliseconds.
  private func lookForLocked(
    _ ids: [String]?, _ issuer: Issuer, _ customer: CustomerID, after shortest: Int64 = 0
  ) {
    for coming in (try? issuer.cardsLockedLater(ids, of: customer)) ?? [] {
      set(coming.id, at: coming.time, issuer.clock, shortest: shortest, longest: Self.longest) {
        [weak self, tell] in
        do throws(WalletError) {
          if try issuer.lockInTime(coming.id, of: customer) {
            tell(.changed(.cards, ids: [coming.id]), customer)
          } else {
            self?.lookForLocked([coming.id], issuer, customer)
          }
        } catch {
          // The card counts as locked all the same.
          tell(.changed(.cards, ids: [coming.id]), customer)
          self?.lookForLocked([coming.id], issuer, customer, after: Self.pause)
        }
      }
    }
  }

  private func lookForMade(
    _ issuer: Issuer, _ customer: CustomerID, since start: Timestamp? = nil
  ) {
    for coming in (try? issuer.comingCards(of: customer, since: start)) ?? [] {
      wait(for: coming, issuer.clock, customer)
    }
  }

  /// There are no other news of the card, so these must not come before its making has ended. A
  /// clock may have been set meanwhile, or one of the two clocks is faster.
  private func wait(for coming: ComingCard, _ clock: IssuerClock, _ customer: CustomerID) {
    set(coming.id, at: coming.time, clock, longest: Self.longest) { [weak self, tell] in
      if coming.time <= clock.now() {
        tell(.virtualCardsChanged(coming.ids), customer)
      } else {
        self?.wait(for: coming, clock, customer)
      }
    }
  }
}

private struct ComingCard {
  /// The id of the card that is being made.
  let id: String
  /// The ids of everything that changes.
  let ids: [String]
  let time: Timestamp
}

extension Issuer {
  /// The cards whose making ends later, or has ended since `start`.
  fileprivate func comingCards(of customer: CustomerID, since start: Timestamp?)
    throws(WalletError) -> [ComingCard]
  {
    let start = start ?? clock.now()
    let limit = environment.virtualCards.cards.maximum
    return try ledger.read { reader throws(WalletError) in
      try reader.page(
        ProvisionalCardRecord.self, of: customer, LedgerQuery(isBackwards: true, limit: limit)
      ).items.filter { $0.endsAt > start }.map {
        ComingCard(
          id: $0.recordID, ids: [$0.recordID] + ($0.cardID.map { [$0] } ?? []), time: $0.endsAt)
      }
    }
  }
}
