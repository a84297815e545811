import WalletAPI
package import WalletModel

/// A card that is changed together with others.
package struct CardTarget: Hashable, Sendable {
  package let id: CardID
  /// Another version is refused; nil: whatever it is.
  package let version: Int?
  /// Whether it is a virtual card, which is paused instead of locked.
  package let isVirtual: Bool

  package init(_ id: CardID, version: Int? = nil) {
    self.id = id
    self.version = version
    isVirtual = false
  }

  /// - Parameter version: nil: whatever it is.
  package init(_ card: VirtualCard, version: Int?) {
    id = CardID(card.id)
    self.version = version
    isVirtual = true
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
  /// The same of virtual cards.
  package var changedVirtual: [VirtualCard] = []
  /// Cards that were asked for in vain.
  package var refused: [Refusal] = []
  /// Why the rest was not asked for, such as a lost connection; nil: all were.
  package var stopped: WalletError?
  /// What was not asked for.
  package var rest: [CardTarget] = []
  /// Where the next page of virtual cards begins; nil: there is none.
  package var nextToken: String?

  package init() {}

  /// Whether nothing was changed.
  package var isEmpty: Bool { changed.isEmpty && changedVirtual.isEmpty }

  /// Adds what became of further cards.
  package mutating func add(_ other: CardsOutcome) {
    changed += other.changed
    changedVirtual += other.changedVirtual
    refused += other.refused
    rest += other.rest
    stopped = stopped ?? other.stopped
    nextToken = other.nextToken
  }
}

extension CardService {
  /// Requests that are under way at a time.
  private static let atATime = 4

  private enum Changed: Sendable {
    case card(Card)
    case virtual(VirtualCard)
  }

  /// Locks these cards, or takes that back exactly, a few at a time. One that is refused does not keep
  /// the others.
  ///
  /// - Parameter action: `.lock` or `.unlock`.
  package func change(_ targets: [CardTarget], _ action: CardAction) async -> CardsOutcome {
    var outcome = CardsOutcome()
    var waiting = targets.makeIterator()
    await withTaskGroup(of: (CardID, Result<Changed, WalletError>).self) { group in
      for _ in 0..<Self.atATime {
        guard let target = waiting.next() else { break }
        group.addTask { (target.id, await one(target, action)) }
      }
      for await (id, result) in group {
        switch result {
        case .success(.card(let card)): outcome.changed.append(card)
        // One that somebody has paused alone meanwhile stays theirs.
        case .success(.virtual(let card)):
          if card.isPausedWithAll == (action == .lock) { outcome.changedVirtual.append(card) }
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
    func place(_ id: CardID) -> Int { places[id, default: 0] }
    outcome.changed.sort { place($0.id) < place($1.id) }
    outcome.changedVirtual.sort { place(CardID($0.id)) < place(CardID($1.id)) }
    outcome.refused.sort { place($0.id) < place($1.id) }
    return outcome
  }

  private func one(_ target: CardTarget, _ action: CardAction) async
    -> Result<Changed, WalletError>
  {
    let (id, version) = (target.id, target.version)
    do throws(WalletError) {
      switch (action, target.isVirtual) {
      case (.lock, false):
        let reason = StatusReason.lockedWithAll.rawValue
        return .success(
          .card(
            try await session.send(
              SetCardStatus(id, .locked, reason: reason), expectedVersion: version)))
      case (.unlock, false):
        return .success(
          .card(
            try await session.send(
              SetCardStatus.unlock(id, takesBack: true), expectedVersion: version)))
      case (.lock, true), (.unlock, true):
        let isLock = action == .lock
        let update = VirtualCardUpdate(
          isPaused: .value(isLock), isPausedWithAll: isLock ? .value(true) : .absent)
        return .success(
          .virtual(
            try await session.send(
              UpdateVirtualCard(id.rawValue, update), expectedVersion: version)))
      // No other action is done to several cards.
      default: return .failure(WalletError(.actionRefused))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Pauses the virtual cards of a page that can pay, or resumes those that were paused with all. A
  /// server without virtual cards has none.
  ///
  /// A page begins with what was changed first. What changes meanwhile moves behind it, so that no
  /// card is missed.
  ///
  /// - Parameters:
  ///   - action: `.lock` or `.unlock`.
  ///   - token: `CardsOutcome.nextToken`; nil: the first page.
  package func changeVirtual(_ action: CardAction, after token: String?) async -> CardsOutcome {
    let query = VirtualCardQuery(
      limit: VirtualCardQuery.maximumLimit, nextToken: token, order: .ascending)
    let page: VirtualCardPage
    do throws(WalletError) {
      page = try await session.send(ListVirtualCards(query))
    } catch {
      var outcome = CardsOutcome()
      if error.code != .notFound { outcome.stopped = error }
      return outcome
    }
    // Somebody else's change of a card that is resumed is not taken back.
    let targets = page.cards.filter { card in
      !card.isDamaged && card.state == .issued
        && (action == .lock ? !card.isPaused : card.isPausedWithAll)
    }.map { CardTarget($0, version: action == .lock ? nil : $0.version) }
    var outcome = await change(targets, action)
    for card in page.cards where action == .lock && card.isDamaged {
      let error = WalletError(.damagedRecord)
      outcome.refused.append(CardsOutcome.Refusal(id: CardID(card.id), error: error))
    }
    outcome.nextToken = page.cards.isEmpty ? nil : page.nextToken
    return outcome
  }

  /// The same for all pages, until something stops it.
  package func changeAllVirtual(_ action: CardAction) async -> CardsOutcome {
    var outcome = await changeVirtual(action, after: nil)
    while let token = outcome.nextToken, outcome.stopped == nil {
      outcome.add(await changeVirtual(action, after: token))
    }
    return outcome
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
