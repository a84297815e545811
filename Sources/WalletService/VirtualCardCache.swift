import DeviceKeys
import Threads
package import WalletAPI
package import WalletModel

/// Where the cache of a wallet is kept: a file.
package protocol CacheStore: Sendable {
  /// Which wallet it is of: server, brand and user in one word.
  var wallet: String { get }
  /// nil: there is none, or it cannot be read.
  func read() -> [UInt8]?
  /// A failure is ignored: the cache only helps.
  func replace(_ bytes: [UInt8])
  func now() -> Timestamp
}

/// Which lists of virtual cards are wanted (F19).
package enum CachePolicy: String, CaseIterable, Sendable {
  /// The server's; if it cannot be reached, those of the cache.
  case remoteOrCache = "auto"
  case remoteOnly = "off"
  /// What identical queries answered earlier on this device.
  case cacheOnly = "only"
}

/// A page and where it comes from.
package struct CachedPage: Hashable, Sendable {
  package var page: VirtualCardPage
  /// When the server answered with it; nil: now.
  package var cachedAt: Timestamp?
}

/// The lists of virtual cards that the server answered with (F19), as it answered: what is sealed stays
/// sealed. The whole is encrypted for this device.
package actor VirtualCardCache {
  /// Answers, the oldest of which make room.
  static let mostEntries = 32
  /// The most bytes of all answers.
  package static let mostBytes = 1 << 20
  private static let subject = "virtual-cards-cache-1 "
  /// Milliseconds in which the same answer is not written again.
  private static let freshness: Int64 = 60_000

  private let store: any CacheStore
  private let executor = ThreadExecutor()
  private var entries: [CacheEntry]?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package init(_ store: any CacheStore) { self.store = store }

  /// - Parameter ring: Without a key nothing is kept.
  func keep(_ page: VirtualCardPage, of query: VirtualCardQuery, _ ring: DeviceKeyRing) {
    let now = store.now()
    var list = self.list(ring)
    let name = CacheEntry.name(of: query)
    if let known = list.first(where: { $0.query == name }), known.page == page,
      (0..<Self.freshness).contains(now.milliseconds - known.time.milliseconds)
    {
      return
    }
    list.removeAll { $0.query == name }
    list.append(CacheEntry(query: name, time: now, page: page))
    var bytes = Self.bytes(list)
    while list.count > Self.mostEntries || bytes.count > Self.mostBytes, !list.isEmpty {
      list.removeFirst()
      bytes = Self.bytes(list)
    }
    entries = list
    if let file = ring.encrypt(bytes, about: Self.subject + store.wallet) { store.replace(file) }
  }

  /// nil: this query was not answered, or its answer made room for others.
  func page(of query: VirtualCardQuery, _ ring: DeviceKeyRing) -> CachedPage? {
    let name = CacheEntry.name(of: query)
    return list(ring).first { $0.query == name }.map {
      CachedPage(page: $0.page, cachedAt: $0.time)
    }
  }

  private func list(_ ring: DeviceKeyRing) -> [CacheEntry] {
    if let entries { return entries }
    guard let file = store.read(),
      let bytes = ring.decrypt(file, about: Self.subject + store.wallet),
      let json = try? JSON.read(.plain(bytes)), let all = try? CacheContent(json: json)
    else { return [] }
    entries = all.entries
    return all.entries
  }

  private static func bytes(_ list: [CacheEntry]) -> [UInt8] {
    JSONWriter.bytes(CacheContent(entries: list), capacity: 1024 * (list.count + 1))
  }
}

/// An answer.
private struct CacheEntry: WireRecord, JSONValue {
  var query: String
  var time: Timestamp
  var page: VirtualCardPage

  /// The same for identical queries.
  static func name(of query: VirtualCardQuery) -> String {
    [
      "\(query.limit)", query.order.rawValue, query.nextToken ?? "", query.filter ?? "",
    ].joined(separator: "\n")
  }

  static var blank: CacheEntry {
    CacheEntry(query: "", time: .blank, page: VirtualCardPage())
  }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("query", &query)
    try v.field("time", &time)
    try v.field("page", &page)
  }
}

private struct CacheContent: WireRecord, JSONValue {
  var entries: [CacheEntry] = []

  static var blank: CacheContent { CacheContent() }
  static var recordName: String { "Cache" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("entries", &entries)
  }
}
