import WalletAPI
import WalletModel

extension CombinedBackend {
  /// The payments of all wallets by time. The token of a page names the place in each wallet. A wallet
  /// that cannot be used is left out from there on, until the list is read from its beginning.
  func payments(_ query: TransactionQuery, _ context: RequestContext)
    async throws(WalletError) -> TransactionPage
  {
    var own = query
    own.nextToken = nil
    if let error = WalletError.invalid(own.fieldErrors) { throw error }
    guard var places = PaymentPlaces(query.nextToken, wallets: wallets.count) else {
      // The same as of a foreign token of one wallet.
      own.nextToken = ""
      throw WalletError.invalid(own.fieldErrors) ?? WalletError(.fieldErrors)
    }
    var found: [Transaction] = []
    // A wallet may answer with an empty page that is not the last one.
    while found.isEmpty, !places.isAtEnd {
      let now = places
      let pages = try await gather { wallet throws(WalletError) -> TransactionPage? in
        guard let place = now[wallet] else { return nil }
        var query = query
        query.nextToken = place.token
        query.limit = min(TransactionQuery.maximumLimit, query.limit + place.skip)
        return try await self.ask(wallet, ListAllTransactions(query), context)
      }
      found = places.take(from: pages, query)
    }
    return TransactionPage(found, nextToken: places.token)
  }
}

/// How far the payments of each wallet were listed.
struct PaymentPlaces {
  struct Place: Equatable {
    /// Of the page that is listed in part; nil: the first one.
    var token: String?
    /// How many payments of it were listed.
    var skip = 0
  }

  /// nil: all were listed.
  private var places: [Place?]

  /// nil: the token is none that came with a page of as many wallets.
  init?(_ token: String?, wallets: Int) {
    guard let token else {
      places = Array(repeating: Place(), count: wallets)
      return
    }
    places = []
    for part in token.split(separator: ",", omittingEmptySubsequences: false) {
      if part == Self.end {
        places.append(nil)
        continue
      }
      guard let dot = part.firstIndex(of: "."), let skip = Int(part[..<dot]),
        (0...TransactionQuery.maximumLimit).contains(skip),
        let own = PercentCoding.decode(part[part.index(after: dot)...])
      else { return nil }
      places.append(Place(token: own.isEmpty ? nil : own, skip: skip))
    }
    if places.count != wallets { return nil }
  }

  private static let end = "-"

  subscript(wallet: Int) -> Place? { places[wallet] }
  var isAtEnd: Bool { places.allSatisfy { $0 == nil } }

  /// nil: there are no more payments.
  var token: String? {
    guard !isAtEnd else { return nil }
    return places.map { place in
      place.map { "\($0.skip)." + PercentCoding.encode($0.token ?? "") } ?? Self.end
    }.joined(separator: ",")
  }

  /// Takes the next payments from the pages at these places, and goes on.
  mutating func take(from pages: [Int: TransactionPage], _ query: TransactionQuery)
    -> [Transaction]
  {
    var left: [Int: ArraySlice<Transaction>] = [:]
    for (wallet, page) in pages {
      left[wallet] = page.transactions.dropFirst(places[wallet]?.skip ?? 0)
    }
    var found: [Transaction] = []
    while found.count < query.limit {
      // What follows the page of a wallet may come before those of the others.
      if left.contains(where: { $1.isEmpty && pages[$0]?.nextToken != nil }) { break }
      let heads = left.compactMap { wallet, rest in rest.first.map { (wallet, $0.sortDate) } }
      let next =
        query.order == .ascending
        ? heads.min { ($0.1, $0.0) < ($1.1, $1.0) } : heads.min { ($1.1, $0.0) < ($0.1, $1.0) }
      guard let wallet = next?.0, let payment = left[wallet]?.popFirst() else { break }
      found.append(payment)
    }
    for wallet in places.indices {
      guard let page = pages[wallet], let rest = left[wallet] else {
        places[wallet] = nil
        continue
      }
      if rest.isEmpty {
        places[wallet] = page.nextToken.map { Place(token: $0) }
      } else {
        places[wallet]?.skip = page.transactions.count - rest.count
      }
    }
    return found
  }
}
