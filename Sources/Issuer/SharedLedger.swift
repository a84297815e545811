package import WalletAPI
package import WalletModel

/// A change of a customer's records, as every server on the same ledger is told of it.
package struct LedgerNews: Hashable, Sendable {
  package var customer: CustomerID
  /// Rises with the customer's changes. Numbers may be left out.
  package var number: Int64
  package var change: RecordChange
  /// When the transaction of the change began, by the ledger's clock; nil: unknown.
  package var began: Timestamp?

  package init(
    customer: CustomerID, number: Int64, change: RecordChange, began: Timestamp? = nil
  ) {
    self.customer = customer
    self.number = number
    self.change = change
    self.began = began
  }
}

/// What a transaction has changed of a customer, as far as others want to know.
package struct RecordChange: Hashable, Sendable {
  /// The ids of what changed; nil: any of it may have.
  package private(set) var topics: [NewsTopic: [String]?] = [:]
  /// Whether a sign-in began, changed or ended.
  package private(set) var hasSignIns = false
  /// Whether a card got a time at which it is locked by itself.
  package private(set) var hasTimedCards = false
  /// More are told as "any of it".
  private static let mostIDs = 64

  package init() {}

  package var isEmpty: Bool { topics.isEmpty && !hasSignIns && !hasTimedCards }

  /// The events for clients, in the order of the topics.
  package var events: [WalletEvent] {
    NewsTopic.allCases.compactMap { topic in
      topics[topic].map { .changed(topic, ids: $0) }
    }
  }

  package mutating func add(_ topic: NewsTopic, _ id: String?) {
    guard let id, topic.hasIDs, let known = topics[topic, default: []] else {
      topics.updateValue(nil, forKey: topic)
      return
    }
    if known.contains(id) { return }
    topics.updateValue(known.count < Self.mostIDs ? known + [id] : nil, forKey: topic)
  }

  /// Adds what another transaction has changed.
  package mutating func add(_ other: RecordChange) {
    hasSignIns = hasSignIns || other.hasSignIns
    hasTimedCards = hasTimedCards || other.hasTimedCards
    for (topic, ids) in other.topics {
      guard let ids else {
        add(topic, nil)
        continue
      }
      for id in ids { add(topic, id) }
    }
  }

  /// Adds a record that was written or removed.
  ///
  /// - Parameter cardID: The id of the card at a place.
  package mutating func add<R: LedgerRecord>(
    _ record: R, cardID: (RecordKind, Int64) throws(WalletError) -> String?
  ) throws(WalletError) {
    switch R.kind {
    case .card: add(.cards, record.recordID)
    case .virtualCard, .provisionalCard, .fundingSource, .provisionalFunding:
      add(.virtualCards, record.recordID)
    case .persona, .noticeRules: add(.virtualCards, nil)
    case .phone: add(.phoneMessages, nil)
    case .handle: add(.payments, nil)
    case .registration, .savedCard: add(.savedCards, nil)
    case .signIn: hasSignIns = true
    case .timedCard: hasTimedCards = true
    case .payment:
      guard let link = record.link else { return }
      let topic: NewsTopic = link.kind == .virtualCard ? .virtualCards : .cards
      add(topic, try cardID(link.kind, link.place))
    default: break
    }
  }
}

// As text: a line for each topic, with the ids behind it.
extension RecordChange {
  private static let signIns = "sign-ins"
  private static let timedCards = "timed-cards"

  package var text: String {
    let lines = NewsTopic.allCases.compactMap { topic in
      topics[topic].map { ([topic.rawValue] + ($0 ?? [])).joined(separator: " ") }
    }
    let flags = (hasSignIns ? [Self.signIns] : []) + (hasTimedCards ? [Self.timedCards] : [])
    return (lines + flags).joined(separator: "\n")
  }

  /// Unknown topics are left out.
  package init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.first == Self.signIns { hasSignIns = true }
      if words.first == Self.timedCards { hasTimedCards = true }
      guard let topic = words.first.flatMap(NewsTopic.init) else { continue }
      topics.updateValue(words.count > 1 ? Array(words.dropFirst()) : nil, forKey: topic)
    }
  }
}

/// The changes of a ledger that several servers use, for clients that come back.
package protocol SharedNews: AnyObject, Sendable {
  /// The same for all servers on it. Numbers of news belong to it: a standby that has taken over may
  /// lack some, and has another one.
  var sharedID: String { get }

  /// A clock that all servers share, whatever their own clocks say: the ledger's.
  var clock: IssuerClock { get }

  /// What was changed of a customer after this number, within the last `newsSeconds`.
  ///
  /// - Returns: nil: too much to be told one by one.
  func news(of customer: CustomerID, after number: Int64) throws(WalletError) -> [LedgerNews]?

  /// How long news are kept.
  var newsSeconds: Int64 { get }

  /// The number of the customer's last change.
  func newsNumber(of customer: CustomerID) throws(WalletError) -> Int64
}

/// A ledger that several servers use at the same time. All of them are told of every change.
package protocol SharedLedger: Ledger, SharedNews {
  /// What was changed since the last call, by this server or others, in order for each customer. The
  /// first call returns nothing.
  ///
  /// - Returns: nil: anything may have been changed.
  func takeNews() throws(WalletError) -> [LedgerNews]?

  /// Takes one from a bucket that all servers share: it holds `burst`, and is filled with
  /// `perSecond`.
  ///
  /// - Parameter bucket: Its name. Only a keyed hash of it is stored.
  /// - Returns: nil: it was there. Otherwise the seconds to wait.
  func take(from bucket: String, burst: Double, perSecond: Double) throws(WalletError) -> Int?

  /// Takes `count` from such a bucket, and before that `used`, which may leave less than nothing in
  /// it. What is taken may be forgotten if the database is killed.
  ///
  /// - Returns: nil: there were `count`. Otherwise none of them was taken, and it is the seconds until
  ///   there are: a day at most.
  func lease(
    _ count: Int, after used: Int, from bucket: String, burst: Double, perSecond: Double
  ) throws(WalletError) -> Double?

  /// Gives one back, up to `burst`.
  func giveBack(to bucket: String, burst: Double) throws(WalletError)

  /// Whether it has answered within the last three seconds. It is asked once a second at least.
  var isReachable: Bool { get }

  /// Numbers for the operator.
  var metrics: [Metric] { get }

  /// Waits until there may be news, at most a second. Called by one thread.
  ///
  /// - Returns: Whether the ledger tells of news. Otherwise they are looked for ten times a second.
  func waitForNews() -> Bool
}

/// A ledger to which customers can be added.
package protocol CustomerLedger: Ledger {
  /// Why the operator should check it; nil: there is no reason.
  var concern: Reason? { get }

  /// Adds a customer, and what `fill` puts into the new wallet.
  ///
  /// - Throws: `.vaultExists` if there is a customer with this id.
  func add(
    _ profile: CustomerProfile, _ fill: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError)
}

extension Ledger {
  /// The customer with this name, mobile number and e-mail address; nil: there is none.
  package func customer(like person: CustomerProfile) throws(WalletError) -> CustomerID? {
    let known = try allCustomers()
    return try read { reader throws(WalletError) in
      for id in known {
        let other = try reader.get(CustomerProfile.self, of: id)
        if (other.name, other.mobile, other.email) == (person.name, person.mobile, person.email) {
          return id
        }
      }
      return nil
    }
  }
}
