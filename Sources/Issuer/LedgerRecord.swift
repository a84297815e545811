package import WalletAPI
package import WalletModel

/// A record in a ledger. `fields` is the list of what is stored of it, and in which order; a ledger
/// may keep what is visited with `key`, `owner` and `link` beside it.
package protocol LedgerRecord: WireRecord {
  static var kind: RecordKind { get }
  static var keying: LedgerKeying { get }
  /// Distinguishes it from the customer's other records of its kind.
  var recordID: String { get }
  /// Its place among the customer's records of its kind, set by the ledger; nil: it is not in the
  /// ledger yet, or nobody needs its place.
  var place: Int64? { get set }
  /// What a page may be limited by. It never decreases from one record to the next.
  var order: Timestamp? { get }
  /// The record that it belongs to.
  var link: LedgerLink? { get }
  /// The queue that it is in, with records of all customers; nil: it is in none. It must be removed
  /// before it is put into another one. Only appended records have a queue.
  var queue: String? { get }
}

extension LedgerRecord {
  /// Most are found by their ids.
  package static var keying: LedgerKeying { .indexed }
  package var place: Int64? {
    get { nil }
    set { _ = newValue }
  }
  package var order: Timestamp? { nil }
  package var link: LedgerLink? { nil }
  package var queue: String? { nil }
}

/// A record of which each customer has one. It is made with the customer.
package protocol SingleRecord: LedgerRecord {}

extension SingleRecord {
  package static var keying: LedgerKeying { .single }
  package var recordID: String { "" }
}

/// A part of a record.
package protocol LedgerPart: WireRecord {}

/// How the records of a kind are found.
package enum LedgerKeying: Sendable {
  /// There is one for each customer.
  case single
  /// There are few: all are read.
  case few
  /// By their ids.
  case indexed
  /// By their ids, and by their places, which are 0, 1, 2 and so on: none is ever removed.
  case positioned
  /// By a hash of their ids. The ids are not stored.
  case hashed
  /// By their places.
  case appended
  /// By their places. Each is bound to the one before it, and none is ever changed or removed.
  case chained
}

/// The record that another one belongs to.
package struct LedgerLink: Hashable, Sendable {
  package var kind: RecordKind
  package var place: Int64
  package init(_ kind: RecordKind, _ place: Int64) {
    self.kind = kind
    self.place = place
  }
}

/// Both in one number, as a record is read from its lookup key.
extension LedgerLink {
  private static let placeBits: Int64 = 32

  package var packed: Int64 { Int64(kind.rawValue) << Self.placeBits | place }

  /// nil: there is no such kind.
  package init?(packed: Int64) {
    guard let kind = RecordKind(rawValue: UInt8(truncatingIfNeeded: packed >> Self.placeBits))
    else { return nil }
    self.init(kind, packed & LedgerQuery.lastPlace)
  }
}

/// Which records a page has, and in which order.
package struct LedgerQuery: Sendable {
  package static let lastPlace: Int64 = 0xffff_ffff
  /// The bounds of the places, both included.
  package var first: Int64
  package var last: Int64
  /// The bounds of `order`, both included; nil: without a bound.
  package var from: Timestamp?
  package var to: Timestamp?
  /// Only records that belong to this one.
  package var link: LedgerLink?
  /// Only records in this queue, forwards; of all customers together in the order of their places.
  package var queue: String?
  package var isBackwards: Bool
  package var limit: Int
  /// No record is read. Each is listed as one that cannot be, with its place and the id in its key.
  package var readsKeysOnly = false

  package init(
    first: Int64 = 0, last: Int64 = LedgerQuery.lastPlace, from: Timestamp? = nil,
    to: Timestamp? = nil, link: LedgerLink? = nil, queue: String? = nil,
    isBackwards: Bool = false, limit: Int = .max
  ) {
    self.first = first
    self.last = last
    self.from = from
    self.to = to
    self.link = link
    self.queue = queue
    self.isBackwards = isBackwards
    self.limit = limit
  }
}

/// A part of a list.
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item] = []
  /// Records that are there but cannot be read.
  package var damaged: [DamagedRecord] = []
  /// The number of items on all pages; nil: not counted.
  package var total: Int?
  /// The place of the last record on this page, if there are more; nil: this is the last page.
  package var next: Int64?
  package init() {}
}

/// A secret, which has a row of its own.
package enum LedgerSecret: Sendable {
  case number(of: CardRecord)
  case pin(of: CardRecord)
  case code(of: PhoneMessageRecord)
  /// 20 bytes.
  case authenticator(AuthenticatorSlot)
  /// `DeviceKeyRing.packed`.
  case deviceKeys

  package var kind: RecordKind {
    switch self {
    case .number: .pan
    case .pin: .pin
    case .code: .code
    case .authenticator: .authenticator
    case .deviceKeys: .deviceKeys
    }
  }

  /// nil: its record is not in the ledger yet.
  package var place: Int64? {
    switch self {
    case .number(let card), .pin(let card): card.place
    case .code(let message): message.place
    case .authenticator(let slot): Int64(slot.rawValue)
    case .deviceKeys: 0
    }
  }
}

/// The secrets of an authenticator app.
package enum AuthenticatorSlot: Int, Sendable {
  /// The valid secret.
  case current = 0
  /// A new secret that is not confirmed yet.
  case pending = 1
}
