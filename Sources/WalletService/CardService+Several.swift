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

  package init(_ card: VirtualCard) {
    id = CardID(card.id)
    version = card.version
    isVirtual = true
  }
}

/// What became of a change to several cards.
package struct CardsOutcome: Sendable {
  package struct Refusal: Sendable {
    package let id: CardID
    package let error: WalletError
    /// The virtual card that it is about, as it was read; nil: another card.
    package let virtual: VirtualCard?

    package init(id: CardID, error: WalletError, virtual: VirtualCard? = nil) {
      self.id = id
      self.error = error
      self.virtual = virtual
    }
  }
  /// As they are after the change.
  package var changed: [Card] = []
  package var changedVirtual: [VirtualCard] = []
  /// Cards that were asked for in vain.
  package var refused: [Refusal] = []
  /// Why the rest was not asked for, such as a lost connection; nil: all were.
  package var stopped: WalletError?
  /// What was not asked for.
  package var rest: [CardTarget] = []
  /// Why a page of virtual cards could not be read, so that those from there on are as they were.
  package var unread: WalletError?
  /// Where the next page of virtual cards begins; nil: this was the last one.
  package var nextToken: String?

  package init() {}

  /// Adds what became of further cards.
  package mutating func add(_ other: CardsOutcome) {
    changed += other.changed
    changedVirtual += other.changedVirtual
    refused += other.refused
    rest += other.rest
    stopped = stopped ?? other.stopped
    unread = unread ?? other.unread
    nextToken = other.nextToken
  }
}

/// The cards of the wallet, as far as they could be read.
package struct AllCards: Sendable {
  package struct Unread: Sendable {
    /// Their places in the list, from 1.
    package let numbers: ClosedRange<Int>
    package let error: WalletError
  }
  package var cards: [Card]
  /// Records that could not be read.
  package var damaged: [DamagedRecord]
  /// Pages that could not be read.
  package var unread: [Unread] = []
}

extension CardService {
  /// Requests that are under way at a time.
  private static let atATime = 4
  /// How often a virtual card is read again that was changed in the meantime.
  private static let mostTries = 3

  private enum Changed: Sendable {
    case card(Card)
    case virtual(VirtualCard)
  }

  /// Locks or unlocks these cards, a few at a time. One that is refused does not keep the others.
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
        case .success(.virtual(let card)): outcome.changedVirtual.append(card)
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
    do throws(WalletError) {
      switch (action, target.isVirtual) {
      case (.lock, false):
        let reason = StatusReason.lockedWithAll.rawValue
        return .success(
          .card(
            try await set(target.id, .locked, reason: reason, expectedVersion: target.version)))
      case (.unlock, false):
        return .success(.card(try await unlock(target.id, expectedVersion: target.version)))
      case (.lock, true): return .success(.virtual(try await pause(target)))
      case (.unlock, true):
        return .success(.virtual(try await setPaused(false, target.id, version: target.version)))
      // No other action is done to several cards.
      default: return .failure(WalletError(.actionRefused))
      }
    } catch {
      return .failure(error)
    }
  }

  /// All cards, page by page. A page that cannot be read hides no other, unless the server cannot be
  /// reached.
  ///
  /// - Throws: What the first page fails with.
  package func all() async throws(WalletError) -> AllCards {
    var query = CardQuery(limit: CardQuery.maximumLimit)
    let first = try await getAll(query)
    var all = AllCards(cards: first.cards, damaged: first.damaged)
    var total = first.meta.numberOfRecords
    var read = first.cards.count + first.damaged.count
    while read > query.offset, read < total {
      query.offset = read
      do throws(WalletError) {
        let page = try await getAll(query)
        all.cards += page.cards
        all.damaged += page.damaged
        total = page.meta.numberOfRecords
        read += page.cards.count + page.damaged.count
      } catch {
        let end = error.stopsOthers ? total : min(total, read + query.limit)
        all.unread.append(AllCards.Unread(numbers: read + 1...end, error: error))
        read = end
      }
    }
    return all
  }
}

// MARK: Virtual cards

extension CardService {
  /// Pauses the virtual cards of a page that can pay, or lets those go on that were paused with all.
  /// None is a server without virtual cards.
  ///
  /// The page has the cards by their last change, the oldest first. So a card that somebody changes
  /// meanwhile moves behind it and is not missed.
  ///
  /// - Parameters:
  ///   - action: `.lock` or `.unlock`.
  ///   - token: Of `CardsOutcome.nextToken`; nil: the first page.
  package func changeVirtual(_ action: CardAction, after token: String?) async -> CardsOutcome {
    let page: VirtualCardPage
    do throws(WalletError) {
      page = try await session.read(
        ListVirtualCards(
          VirtualCardQuery(
            limit: VirtualCardQuery.maximumLimit, nextToken: token, order: .ascending)))
    } catch {
      var outcome = CardsOutcome()
      // Issuers have none.
      if error.code == .notFound || error.code == .actionRefused { return outcome }
      outcome.unread = error
      if error.stopsOthers { outcome.stopped = error }
      return outcome
    }
    let isLock = action == .lock
    let cards = page.cards.filter { isLock ? $0.canPay : $0.canGoOn }
    var outcome = await change(cards.map { CardTarget($0) }, action)
    let known = Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    outcome.refused = outcome.refused.map {
      CardsOutcome.Refusal(id: $0.id, error: $0.error, virtual: known[$0.id.rawValue])
    }
    if isLock {
      for card in page.cards where card.isDamaged || card.state == .suspended {
        let error = WalletError(card.isDamaged ? .damagedRecord : .virtualCardState)
        outcome.refused.append(
          CardsOutcome.Refusal(id: CardID(card.id), error: error, virtual: card))
      }
    }
    outcome.nextToken = page.cards.isEmpty ? nil : page.nextToken
    return outcome
  }

  /// The same for the pages from the first one on, until all are changed or something stops it.
  package func changeAllVirtual(_ action: CardAction) async -> CardsOutcome {
    var outcome = await changeVirtual(action, after: nil)
    while let token = outcome.nextToken, outcome.stopped == nil, outcome.unread == nil {
      outcome.add(await changeVirtual(action, after: token))
    }
    return outcome
  }

  /// Pauses a card that can pay. One that was changed meanwhile is read again: somebody else's pause
  /// stays theirs.
  private func pause(_ target: CardTarget) async throws(WalletError) -> VirtualCard {
    var version = target.version
    for _ in 1..<Self.mostTries {
      do throws(WalletError) {
        return try await setPaused(true, target.id, version: version)
      } catch {
        guard error.code == .versionConflict else { throw error }
        let card = try await session.read(GetVirtualCard(target.id.rawValue))
        guard card.canPay else { throw error }
        version = card.version
      }
    }
    return try await setPaused(true, target.id, version: version)
  }

  private func setPaused(_ isPaused: Bool, _ id: CardID, version: Int?)
    async throws(WalletError) -> VirtualCard
  {
    try await session.change(
      UpdateVirtualCard(
        id.rawValue,
        VirtualCardUpdate(
          isPaused: .value(isPaused), isPausedWithAll: isPaused ? .value(true) : .absent)),
      detail: id.rawValue, expectedVersion: version)
  }
}

extension VirtualCard {
  fileprivate var canPay: Bool { !isDamaged && state == .issued && !isPaused }
  fileprivate var canGoOn: Bool {
    !isDamaged && state == .issued && isPaused && isPausedWithAll
  }
}

extension WalletError {
  /// Whether further cards would meet the same, so that they are not asked for.
  package var stopsOthers: Bool {
    switch code {
    case .cancelled, .changePending, .unauthorized, .signInIdle, .rateLimited, .scaRequired,
      .diskFull, .diskFault:
      true
    default: code.isUnreachable
    }
  }
}
