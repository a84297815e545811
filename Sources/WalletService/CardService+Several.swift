package import WalletModel

/// A card that is changed together with others.
package struct CardTarget: Hashable, Sendable {
  package let id: CardID
  /// Another version is refused; nil: whatever it is.
  package let version: Int?

  package init(_ id: CardID, version: Int? = nil) {
    self.id = id
    self.version = version
  }
}

/// What became of a change to several cards.
package struct CardsOutcome: Sendable {
  package struct Refusal: Sendable {
    package let id: CardID
    package let error: WalletError

    package init(id: CardID, error: WalletError) {
      self.id = id
      self.error = error
    }
  }
  /// As they are after the change.
  package var changed: [Card] = []
  /// Cards that were asked for in vain.
  package var refused: [Refusal] = []
  /// Why the rest was not asked for, such as a lost connection; nil: all were.
  package var stopped: WalletError?
  /// What was not asked for.
  package var rest: [CardTarget] = []

  package init() {}
}

extension CardService {
  /// Requests that are under way at a time.
  private static let atATime = 4

  /// Locks these cards, or takes that back exactly, a few at a time. One that is refused does not keep the
  /// others.
  ///
  /// - Parameter action: `.lock` or `.unlock`.
  package func change(_ targets: [CardTarget], _ action: CardAction) async -> CardsOutcome {
    var outcome = CardsOutcome()
    var waiting = targets.makeIterator()
    await withTaskGroup(of: (CardID, Result<Card, WalletError>).self) { group in
      for _ in 0..<Self.atATime {
        guard let target = waiting.next() else { break }
        group.addTask { (target.id, await one(target, action)) }
      }
      for await (id, result) in group {
        switch result {
        case .success(let card): outcome.changed.append(card)
        case .failure(let error):
          outcome.refused.append(CardsOutcome.Refusal(id: id, error: error))
          if error.stopsOthers { outcome.stopped = outcome.stopped ?? error }
        }
        if outcome.stopped == nil, let target = waiting.next() {
          group.addTask { (target.id, await one(target, action)) }
        }
      }
    }
    while let target = waiting.next() { outcome.rest.append(target) }
    // In the order in which they were named, whichever was answered first.
    let places = Dictionary(
      targets.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    outcome.changed.sort { places[$0.id, default: 0] < places[$1.id, default: 0] }
    outcome.refused.sort { places[$0.id, default: 0] < places[$1.id, default: 0] }
    return outcome
  }

  private func one(_ target: CardTarget, _ action: CardAction) async -> Result<Card, WalletError> {
    do throws(WalletError) {
      switch action {
      case .lock:
        let reason = StatusReason.lockedWithAll.rawValue
        return .success(
          try await set(target.id, .locked, reason: reason, expectedVersion: target.version))
      case .unlock:
        return .success(
          try await unlock(target.id, takesBack: true, expectedVersion: target.version))
      // No other action is done to several cards.
      default: return .failure(WalletError(.actionRefused))
      }
    } catch {
      return .failure(error)
    }
  }

  /// All cards, page by page. What cannot be read is missing.
  package func all() async throws(WalletError) -> CardList {
    var query = CardQuery(limit: CardQuery.maximumLimit)
    var list = try await getAll(query)
    var read = list.cards.count + list.damaged.count
    while read > query.offset, read < list.meta.numberOfRecords {
      query.offset = read
      let page = try await getAll(query)
      list.cards += page.cards
      list.damaged += page.damaged
      list.meta = page.meta
      read += page.cards.count + page.damaged.count
    }
    return list
  }
}

extension WalletError {
  /// Whether further cards would meet the same, so that they are not asked for.
  fileprivate var stopsOthers: Bool {
    switch code {
    case .cancelled, .changePending, .unauthorized, .signInIdle, .rateLimited, .scaRequired,
      .diskFull, .diskFault, .vaultReplaced:
      true
    default: code.isUnreachable
    }
  }
}
