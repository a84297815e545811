import Issuer

/// A command that each connection prepares when it is opened.
enum Statement: String, CaseIterable {
  case begin, beginReading, commit, rollback
  case lockCustomer, readCustomer, lockKnown, readKnown
  case customerNumber, customerByNumber, allCustomers, nextCustomer
  case lockCustomers, addCustomer, addCustomerAs, writeRoot
  case read, find, findNumber, insert, update, delete, last, count
  case page, pageBack, pageByKey, pageByKeyBack, pageOfAll
  case edition, clock
  case takeFromBucket, leaseFromBucket, giveToBucket, removeBuckets
  case holdKeys, header
  case addNews, news, newsOf, newsMark, removeNews

  /// The most changes of a customer that are told one by one.
  static let mostNews = 1000

  /// The advisory lock of the keys: "WLUK". Each connection that uses them shares it.
  static let keysLock = 0x574C_554B

  private static let row = "SELECT number, ver, box, look FROM record"
  private static let customer = "SELECT number, ver, root FROM customer"

  /// Each parameter has a cast, since all are sent as binary.
  var sql: String {
    switch self {
    case .begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .lockCustomer:
      // Held until the end of the transaction: changes of one customer are made one after the other.
      "\(Self.customer) WHERE look = $1::bytea FOR NO KEY UPDATE"
    case .readCustomer: "\(Self.customer) WHERE look = $1::bytea"
    // The hash is compared, too: after a failover without the last changes, another customer may have
    // the number.
    case .lockKnown:
      "\(Self.customer) WHERE number = $1::int4 AND look = $2::bytea FOR NO KEY UPDATE"
    case .readKnown: "\(Self.customer) WHERE number = $1::int4 AND look = $2::bytea"
    case .customerNumber: "SELECT number FROM customer WHERE look = $1::bytea"
    case .customerByNumber: "SELECT number, ver, root, look FROM customer WHERE number = $1::int4"
    case .allCustomers: "SELECT number FROM customer ORDER BY number"
    // "WLUC": customers are added one after the other, since each gets the next number. Others are
    // changed meanwhile.
    case .lockCustomers: "SELECT pg_advisory_xact_lock(\(0x574C_5543))"
    case .nextCustomer:
      "SELECT number FROM customer WHERE number > $1::int4 ORDER BY number LIMIT 1"
    case .addCustomer:
      """
      INSERT INTO customer(number, look, ver, root)
      SELECT coalesce(max(number), 0) + 1, $1::bytea, 0, ''::bytea FROM customer RETURNING number
      """
    case .addCustomerAs:
      """
      INSERT INTO customer(number, look, ver, root)
      VALUES($2::int4, $1::bytea, $3::int8, ''::bytea)
      """
    case .writeRoot:
      Self.one(
        """
        UPDATE customer SET ver = $2::int8, root = $3::bytea
        WHERE number = $1::int4 AND ver = $2::int8 - 1
        """)
    case .read: "\(Self.row) WHERE customer = $1::int4 AND kind = $2::int2 AND number = $3::int8"
    case .find: "\(Self.row) WHERE customer = $1::int4 AND kind = $2::int2 AND look = $3::bytea"
    // Its index is partial, so the kind has to be a constant.
    case .findNumber:
      "SELECT customer, number FROM record WHERE kind = \(RecordKind.pan.rawValue) AND look = $1::bytea"
    case .insert:
      """
      INSERT INTO record(customer, kind, number, ver, box, look)
      VALUES($1::int4, $2::int2, $3::int8, $4::int8, $5::bytea, $6::bytea)
      """
    case .update:
      Self.one(
        """
        UPDATE record SET ver = $4::int8, box = $5::bytea
        WHERE customer = $1::int4 AND kind = $2::int2 AND number = $3::int8 AND ver = $4::int8 - 1
        """)
    case .delete:
      "DELETE FROM record WHERE customer = $1::int4 AND kind = $2::int2 AND number = $3::int8"
    case .last:
      "SELECT number FROM record \(Self.typed) ORDER BY number DESC LIMIT 1"
    case .count: "SELECT count(*) FROM record \(Self.typed)"
    case .page: "\(Self.row) \(Self.typed) ORDER BY number LIMIT $5::int8"
    case .pageBack: "\(Self.row) \(Self.typed) ORDER BY number DESC LIMIT $5::int8"
    case .pageByKey:
      "\(Self.row) \(Self.typed) AND look = $6::bytea ORDER BY number LIMIT $5::int8"
    case .pageByKeyBack:
      "\(Self.row) \(Self.typed) AND look = $6::bytea ORDER BY number DESC LIMIT $5::int8"
    case .pageOfAll:
      """
      SELECT number, ver, box, look, customer FROM record
      WHERE kind = $1::int2 AND kind IN (\(Schema.kindsOfAll))
        AND (customer, number) > ($2::int4, $3::int8)
      ORDER BY customer, number LIMIT $4::int8
      """
    case .edition: "SELECT ver FROM customer WHERE look = $1::bytea"
    case .takeFromBucket: Self.takeFromBucket()
    // For this transaction only.
    case .leaseFromBucket:
      Self.takeFromBucket("FROM set_config('synchronous_commit', 'off', true)")
    case .giveToBucket:
      "UPDATE bucket SET level = least($2::float8, level + 1) WHERE look = $1::bytea"
    case .removeBuckets: "DELETE FROM bucket WHERE filled < now() - interval '1 day'"
    case .holdKeys: "SELECT pg_advisory_lock_shared(\(Self.keysLock))"
    case .header: "SELECT body FROM header WHERE id = 0"
    case .clock: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8"
    case .addNews: "INSERT INTO news(customer, seq, body) VALUES($1::int4, $2::int8, $3::bytea)"
    case .news:
      """
      SELECT customer, seq, body, (extract(epoch FROM made) * 1000)::int8
      FROM news WHERE xid >= $1::text::xid8 ORDER BY customer, seq
      """
    case .newsOf:
      """
      SELECT customer, seq, body FROM news
      WHERE customer = (SELECT number FROM customer WHERE look = $1::bytea) AND seq > $2::int8
      ORDER BY seq LIMIT \(Self.mostNews + 1)
      """
    case .newsMark:
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text,
        left(pg_walfile_name(pg_current_wal_lsn()), 8)
      """
    case .removeNews: "DELETE FROM news WHERE made < now() - make_interval(secs => $1::int8)"
    }
  }

  /// Whether it waits for others who change the customer.
  var locks: Bool { self == .lockCustomer || self == .lockKnown }

  /// A change of one row, which fails with 22012 (division by zero) if somebody else has changed
  /// the row meanwhile. The server skips COMMIT then: it was sent before the result was known.
  private static func one(_ change: String) -> String {
    "WITH changed AS (\(change) RETURNING 1) SELECT 1 / count(*) FROM changed"
  }

  /// Takes $4 from a bucket after $5 that were used already. `wait` is what the last one who asked was
  /// told: 0, or the seconds until there are $4.
  private static func takeFromBucket(_ source: String = "") -> String {
    """
    INSERT INTO bucket AS b(look, level, filled, wait)
    SELECT $1::bytea, $2::float8 - $5::float8 - $4::float8, clock_timestamp(), 0 \(source)
    ON CONFLICT(look) DO UPDATE SET (level, filled, wait) = (
      SELECT CASE WHEN level >= $4::float8 THEN level - $4::float8 ELSE level END,
        clock_timestamp(),
        CASE WHEN level >= $4::float8 THEN 0 ELSE ($4::float8 - level) / $3::float8 END
      FROM (SELECT least($2::float8, b.level + $3::float8
        * greatest(0, extract(epoch FROM clock_timestamp() - b.filled))) - $5::float8 AS level
      ) AS refilled)
    RETURNING wait
    """
  }

  private static let typed =
    "WHERE customer = $1::int4 AND kind = $2::int2 AND number >= $3::int8 AND number <= $4::int8"
}

/// The parameters of a command, in the order of their numbers.
struct Parameters {
  private(set) var bytes: [UInt8] = []
  /// Where each value begins, and its length; -1: it is NULL.
  private(set) var places: [(start: Int, length: Int)] = []

  mutating func add<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.bigEndian) { add(bytes: $0) }
  }

  mutating func add(bytes value: UnsafeRawBufferPointer?) {
    places.append((bytes.count, value?.count ?? -1))
    if let value { bytes.append(contentsOf: value) }
  }

  mutating func add(_ value: [UInt8]) { value.withUnsafeBytes { add(bytes: $0) } }
}
