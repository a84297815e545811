package import WalletAPI
package import WalletModel

/// What locks a card at a time, without a request: the end of an unlock for a while, or that it was
/// not used. The time is in its record, so nothing has to run at that time.
package struct CardTimes: Hashable, Sendable {
  /// When the card was unlocked for a while, by both clocks; nil: it was not.
  package var unlockedAt: Moment?
  /// The last payment, as far as it counts for the days without use; nil: there was none.
  package var lastUsed: Timestamp?
  /// When the days without use were set, from which they are counted at the earliest; nil: the card
  /// has none.
  package var daysSet: Timestamp?
  /// Before the last change of the days, for taking it back; nil: it was taken back, or there was
  /// none.
  package var daysBefore: DaysBefore?
}

/// The days without use before a change of them.
package struct DaysBefore: Hashable, Sendable {
  /// nil: there were none.
  package var days: Int?
  /// `CardTimes.daysSet`.
  package var since: Timestamp?
}

extension DaysBefore: LedgerPart {
  package static var blank: DaysBefore { DaysBefore() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("days", &days)
    try v.optional("since", &since)
  }
}

/// The status of a card before a change of it, with all that belongs to it.
package struct StatusBefore: Hashable, Sendable {
  package var status: CardStatus
  package var reason: String?
  package var date: Timestamp
  package var statusBeforeLock: CardStatus?
  package var unlockedUntil: Timestamp?
  package var unlockedAt: Moment?
}

extension StatusBefore {
  package init(_ record: CardRecord) {
    status = record.card.status
    reason = record.card.statusReason
    date = record.card.statusDate ?? .blank
    statusBeforeLock = record.statusBeforeLock
    unlockedUntil = record.card.unlockedUntil
    unlockedAt = record.times.unlockedAt
  }
}

extension StatusBefore: LedgerPart {
  package static var blank: StatusBefore { StatusBefore(.blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("status", &status)
    try v.optional("reason", &reason)
    try v.field("date", &date)
    try v.optional("statusBeforeLock", &statusBeforeLock)
    try v.optional("unlockedUntil", &unlockedUntil)
    try v.optional("thawed", &unlockedAt)
  }
}

extension CardRecord {
  /// When it is locked if it is not used until then; nil: never.
  var autoLockAt: Timestamp? {
    guard let days = card.autoLockDays, canBeLocked else { return nil }
    let used = [times.lastUsed, times.daysSet, card.statusDate].compactMap(\.self).max()
    return (used ?? .blank).adding(seconds: Int64(days) * 86_400)
  }

  /// When it is locked by itself; nil: never.
  var lockTime: Timestamp? {
    if card.unlockedUntil == nil, card.autoLockDays == nil { return nil }
    let times = [canBeLocked ? card.unlockedUntil : nil, autoLockAt]
    return times.compactMap { $0 }.min()
  }

  private var canBeLocked: Bool { card.status.customerTargets.contains(.locked) }

  /// Locks it if its time has come. This is a change like any other: it has a new version.
  ///
  /// - Returns: Whether it has.
  mutating func lockInTime(_ now: Moment) -> Bool {
    guard let time = lockTime else { return false }
    let isForAWhile = time == card.unlockedUntil
    guard isForAWhile ? isUnlockOver(now) : time <= now.wall else { return false }
    statusBeforeLock = card.status
    card.status = .locked
    card.statusReason = (isForAWhile ? StatusReason.lockedAgain : .unused).rawValue
    card.statusDate = time
    card.version += 1
    before = []
    endUnlock()
    return true
  }

  /// Whether it would be locked by itself now.
  func isDueForLock(_ now: Moment) -> Bool {
    var later = self
    return later.lockInTime(now)
  }

  /// Changes that can be taken back one after the other: a lock, and an unlocking after it.
  private static let mostBefore = 2

  /// Keeps the present status for a change that can be taken back.
  mutating func keepStatus() {
    before = Array((before + [StatusBefore(self)]).suffix(Self.mostBefore))
  }

  /// Whether the last change of the status can be taken back to this one: LOCKED, or ACTIVE for any
  /// that is not locked.
  func canTakeBack(to status: CardStatus) -> Bool {
    guard card.status.showsSecrets, let last = before.last else { return false }
    return status == .locked ? last.status == .locked : status == .active && last.status != .locked
  }

  /// Takes the last change of the status back.
  ///
  /// - Returns: Whether the card stays as it was: false if it would have been locked by itself.
  mutating func takeBack(_ now: Moment) -> Bool {
    guard let last = before.popLast() else { return false }
    card.status = last.status
    card.statusReason = last.reason
    card.statusDate = last.date
    statusBeforeLock = last.statusBeforeLock
    card.unlockedUntil = last.unlockedUntil
    times.unlockedAt = last.unlockedAt
    card.version += 1
    return !isDueForLock(now)
  }

  /// Whether an unlock for a while is over. Setting the clock back does not make it longer.
  func isUnlockOver(_ now: Moment) -> Bool {
    guard let until = card.unlockedUntil else { return false }
    guard let began = times.unlockedAt else { return until <= now.wall }
    return until <= now.wall
      || now.elapsed(since: began) >= until.milliseconds - began.wall.milliseconds
  }

  mutating func endUnlock() {
    card.unlockedUntil = nil
    times.unlockedAt = nil
  }
}

/// Names a card that may be locked by itself, so that these can be found without the others.
package struct TimedCardRecord: Hashable, Sendable {
  package var cardID: CardID
  package init(_ cardID: CardID) { self.cardID = cardID }
}

extension TimedCardRecord: LedgerRecord {
  package static var kind: RecordKind { .timedCard }
  package static var keying: LedgerKeying { .indexed }
  package var recordID: String { cardID.rawValue }
  package static var blank: TimedCardRecord { TimedCardRecord(CardID("")) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var id = cardID.rawValue
    try v.key("cardId", &id)
    if V.isReading { cardID = CardID(id) }
  }
}

extension IssuerFeature {
  /// The card for a change: if it was locked by itself, this is written and audited first.
  func findForChange(
    _ id: CardID, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> CardRecord {
    guard let record = try writer.card(id, of: context.customerID) else {
      throw WalletError(.notFound, detail: .card(.unknown))
    }
    return try settled(record, writer, context)
  }

  /// The same for a record that was read.
  func settled(
    _ record: consuming CardRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> CardRecord {
    if record.lockInTime(clock.moment) {
      try writer.put(record, of: context.customerID)
      try mark(record, writer, context.customerID)
      try audit(
        writer, .done, "LOCKED_IN_TIME", record.card, context,
        note: record.card.statusReason == StatusReason.unused.rawValue ? "UNUSED" : "THAW-ENDED")
    }
    record = current(record)
    try countSpending(of: &record, writer, context.customerID)
    return record
  }

  /// Writes whether the card may be locked by itself.
  func mark(_ record: CardRecord, _ writer: any LedgerWriter, _ customer: CustomerID)
    throws(WalletError)
  {
    let mark = TimedCardRecord(record.card.id)
    let isTimed = record.card.unlockedUntil != nil || record.card.autoLockDays != nil
    let isMarked = try writer.get(TimedCardRecord.self, mark.recordID, of: customer) != nil
    if isTimed, !isMarked { try writer.put(mark, of: customer) }
    if !isTimed, isMarked { try writer.remove(mark, of: customer) }
  }
}

extension Issuer {
  /// The cards that will be locked by themselves, or that should be already.
  ///
  /// - Parameter ids: Only these; nil: all.
  func cardsLockedLater(_ ids: [String]?, of customer: CustomerID)
    throws(WalletError) -> [(id: String, time: Timestamp)]
  {
    try ledger.read { reader throws(WalletError) in
      var all = ids ?? []
      if ids == nil {
        all = try reader.page(TimedCardRecord.self, of: customer, LedgerQuery()).items.map(
          \.recordID)
      }
      var found: [(id: String, time: Timestamp)] = []
      for id in all {
        if let time = try reader.card(CardID(id), of: customer)?.lockTime {
          found.append((id, time))
        }
      }
      return found
    }
  }

  /// Writes down that a card was locked by itself, if it was.
  ///
  /// - Returns: Whether it was.
  func lockInTime(_ id: String, of customer: CustomerID) throws(WalletError) -> Bool {
    let context = RequestContext(customerID: customer, sessionID: "", deviceID: "")
    return try ledger.write { writer throws(WalletError) in
      guard let record = try writer.card(CardID(id), of: customer) else { return false }
      return try settled(record, writer, context).card.version != record.card.version
    }
  }
}
