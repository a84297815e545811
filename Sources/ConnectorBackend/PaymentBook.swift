import HTTPClient
import IssuerConnectors
import Synchronization
import WalletAPI
import WalletModel

/// The payments of one card, or of all, merged from the lists of an issuer, newest first. Lists have
/// no totals, and are read as far as somebody looks.
final class PaymentBook: Sendable {
  private struct Source {
    let list: PaymentList
    var mark: String?
    var isComplete = false
    /// The time of the oldest payment that was read.
    var oldest: Timestamp?
  }

  private struct Reading {
    let begun = Instant.now
    var sources: [Source]
    var payments: [TransactionID: Transaction] = [:]

    var isComplete: Bool { sources.allSatisfy(\.isComplete) }
    /// Payments of this time and newer are all read.
    var horizon: Timestamp? { sources.filter { !$0.isComplete }.compactMap(\.oldest).max() }
    var sorted: [Transaction] {
      payments.values.sorted { ($0.sortDate, $1.id.rawValue) > ($1.sortDate, $0.id.rawValue) }
    }
  }

  private let readings = Mutex<[CardID?: Reading]>([:])
  /// The most payments that are read of a card.
  private static let most = 10_000
  /// The most cards of which payments are kept.
  private static let mostReadings = 64

  /// A page. A query without a token reads the lists anew.
  func page(
    of card: CardID?, _ query: TransactionQuery, _ client: ConnectorClient
  ) throws(WalletError) -> TransactionPage {
    let lists = client.connector.paymentLists
    let fresh = Reading(sources: lists.map { Source(list: $0) })
    var reading = query.nextToken == nil ? fresh : readings.withLock { $0[card] } ?? fresh
    let start = Int(query.place ?? 0)
    while !hasEnough(reading, query, start + query.limit + 1) { try read(&reading, card, client) }
    let kept = reading
    readings.withLock { readings in
      if readings.count >= Self.mostReadings { readings = [:] }
      readings[card] = kept
    }
    let found = matches(reading, query)
    let page = Array(found.dropFirst(start).prefix(query.limit))
    let end = start + page.count
    return TransactionPage(page, nextToken: found.count > end ? "\(end)" : nil)
  }

  /// A payment; nil: it is not among the newest.
  ///
  /// - Parameter isReadAgain: Whether what was read before is not enough.
  func payment(_ id: TransactionID, _ client: ConnectorClient, isReadAgain: Bool = false)
    throws(WalletError) -> Transaction?
  {
    if !isReadAgain {
      let known = readings.withLock { readings in
        readings.values.filter { $0.payments[id] != nil }.max { $0.begun < $1.begun }?.payments[id]
      }
      if let known { return known }
    }
    _ = try page(of: nil, TransactionQuery(limit: 100), client)
    return readings.withLock { $0[nil]?.payments[id] }
  }

  /// The debit with this id, or of the authorisation with this id; nil: it is not among the newest.
  func debit(_ id: String, _ client: ConnectorClient) throws(WalletError) -> Transaction? {
    try page(of: nil, TransactionQuery(limit: 100), client).transactions.first {
      $0.type == .complete && ($0.id.rawValue == id || $0.sequenceID == id)
    }
  }

  private func hasEnough(_ reading: Reading, _ query: TransactionQuery, _ count: Int) -> Bool {
    if reading.isComplete || reading.payments.count >= Self.most { return true }
    // The oldest come last.
    if query.order == .ascending { return false }
    guard reading.sources.allSatisfy({ $0.isComplete || $0.oldest != nil }),
      let horizon = reading.horizon
    else { return false }
    if let from = query.from, horizon < from { return true }
    return matches(reading, query).count { $0.sortDate > horizon } >= count
  }

  private func matches(_ reading: Reading, _ query: TransactionQuery) -> [Transaction] {
    let found = reading.sorted.filter { payment in
      (query.type == nil || payment.type == query.type)
        && query.from.map { payment.sortDate >= $0 } ?? true
        && query.to.map { payment.sortDate <= $0 } ?? true
    }
    return query.order == .ascending ? found.reversed() : found
  }

  /// Reads a page of the list that is behind the others.
  private func read(_ reading: inout Reading, _ card: CardID?, _ client: ConnectorClient)
    throws(WalletError)
  {
    let open = reading.sources.indices.filter { !reading.sources[$0].isComplete }
    guard
      let index = open.max(by: {
        (reading.sources[$0].oldest ?? .distantFuture)
          < (reading.sources[$1].oldest ?? .distantFuture)
      })
    else { return }
    let mark = reading.sources[index].mark
    let call = client.connector.payments(
      in: reading.sources[index].list, card: card, after: mark)
    let page = try client.perform(call)
    for payment in page.elements where card == nil || payment.cardID == card {
      reading.payments[payment.id] = payment
    }
    reading.sources[index].mark = page.next
    reading.sources[index].isComplete = page.next == nil || page.next == mark
    let times = page.elements.map(\.sortDate) + [reading.sources[index].oldest].compactMap(\.self)
    reading.sources[index].oldest = times.min()
    // A page without entries that can be read says nothing about the time.
    if page.elements.isEmpty, reading.sources[index].oldest == nil, page.next != nil {
      reading.sources[index].oldest = .distantFuture
    }
  }
}

extension Timestamp {
  fileprivate static let distantFuture = Timestamp(seconds: 253_402_300_799)
}
