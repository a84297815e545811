import WalletAPI
import WalletModel
import WalletService

/// All cards are locked together, and exactly these go on again.
extension Conformance {
  static let lockAll: [ConformanceCase] = [
    ConformanceCase("cards that are locked together go on together, and no others") { wallet in
      let before = try await wallet.lockers.all().cards
      let locked = try await wallet.changeCards(.lock)
      wallet.expect(locked.refused.isEmpty && locked.stopped == nil, "\(locked.refused)")
      wallet.expect(
        try await wallet.lockers.all().cards.allSatisfy { $0.status != .active }, "one goes on")
      try await wallet.restart()
      let back = try await wallet.changeCards(.unlock)
      wallet.equal(Set(back.changed.map(\.id)), Set(locked.changed.map(\.id)))
      for card in before {
        wallet.equal(try await wallet.perform(GetCard(card.id)).status, card.status, card.alias)
      }
    },
    ConformanceCase("what is locked with all goes on together, and nothing else") { wallet in
      let (first, own) = try await wallet.twoVirtualCards()
      let paused = try await wallet.perform(
        UpdateVirtualCard(own.id, VirtualCardUpdate(isPaused: .value(true))))
      wallet.expect(!paused.isPausedWithAll, "it was paused alone")
      let before = try await wallet.lockers.all().cards
      let outcome = try await wallet.changeAll(.lock)
      wallet.expect(outcome.refused.isEmpty && outcome.stopped == nil, "\(outcome.refused)")
      wallet.equal(outcome.changedVirtual.contains { $0.id == own.id }, false)
      let stopped = try await wallet.perform(GetVirtualCard(first.id))
      wallet.expect(stopped.isPaused && stopped.isPausedWithAll, "it is not paused")
      wallet.equal(stopped.version, first.version + 1)
      wallet.equal(try await wallet.perform(GetVirtualCard(own.id)), paused)
      let declined = try await wallet.perform(
        Authorize(.card(CardID(first.id)), at: VirtualTill.shop, ShopAmount(1)))
      wallet.equal(declined.declineReason, .cardStopped)
      try await wallet.restart()
      let back = try await wallet.changeAll(.unlock)
      wallet.expect(back.refused.isEmpty && back.stopped == nil, "\(back.refused)")
      wallet.equal(Set(back.changed.map(\.id)), Set(outcome.changed.map(\.id)))
      wallet.equal(
        Set(back.changedVirtual.map(\.id)), Set(outcome.changedVirtual.map(\.id)))
      let open = try await wallet.perform(GetVirtualCard(first.id))
      wallet.expect(!open.isPaused && !open.isPausedWithAll, "it is paused")
      wallet.equal(try await wallet.perform(GetVirtualCard(own.id)), paused)
      for card in before {
        wallet.equal(try await wallet.perform(GetCard(card.id)).status, card.status, card.alias)
      }
    },
    ConformanceCase("a virtual card that is then paused alone stays so") { wallet in
      let (first, second) = try await wallet.twoVirtualCards()
      _ = try await wallet.changeAll(.lock)
      let alone = try await wallet.perform(
        UpdateVirtualCard(first.id, VirtualCardUpdate(isPaused: .value(true))))
      wallet.equal(alone.isPausedWithAll, false)
      // What says nothing about the pause does not change it.
      let renamed = try await wallet.perform(
        UpdateVirtualCard(second.id, VirtualCardUpdate(alias: .value("Other"))))
      wallet.expect(renamed.isPaused && renamed.isPausedWithAll, "renaming resumes it")
      _ = try await wallet.changeAll(.unlock)
      wallet.equal(try await wallet.perform(GetVirtualCard(first.id)), alone)
      wallet.equal(try await wallet.perform(GetVirtualCard(second.id)).isPaused, false)
      // Without a pause there is no pause with all.
      let open = try await wallet.perform(
        UpdateVirtualCard(second.id, VirtualCardUpdate(isPausedWithAll: .value(true))))
      wallet.equal(open.isPausedWithAll, false)
    },
    ConformanceCase("one client locks all while another unlocks, pauses and cancels") { wallet in
      let (first, second) = try await wallet.twoVirtualCards()
      let groceries = try await wallet.card("Groceries").id
      let travel = try await wallet.card("Travel").id
      for _ in 0..<8 {
        _ = try? await wallet.perform(SetCardStatus(groceries, .active, reason: "r"))
        async let all = wallet.changeAll(.lock)
        async let unlocked = wallet.result(SetCardStatus(travel, .active, reason: "r"))
        async let paused = wallet.result(
          UpdateVirtualCard(first.id, VirtualCardUpdate(isPaused: .value(true))))
        let (outcome, theirs) = (try await all, (await unlocked, await paused))
        _ = try await wallet.changeAll(.unlock)
        // The last change of a card counts, whichever it was: each has a version of its own.
        let now = try await wallet.perform(GetVirtualCard(first.id))
        let mine = outcome.changedVirtual.first { $0.id == first.id }
        if case .success(let other) = theirs.1, other.version > mine?.version ?? 0 {
          wallet.equal(now, other, "somebody else's pause")
        } else {
          wallet.equal(now.isPaused, false, "it was paused with all")
        }
        let card = try await wallet.perform(GetCard(travel))
        wallet.expect(
          [.active, .locked].contains(card.status), "\(card.status), \(theirs.0)")
        _ = try await wallet.perform(
          UpdateVirtualCard(first.id, VirtualCardUpdate(isPaused: .value(false))))
        _ = try? await wallet.perform(SetCardStatus(travel, .locked, reason: "r"))
      }
      // What was cancelled meanwhile stays so, and is named if it was asked for.
      async let all = wallet.changeAll(.lock)
      async let closed = wallet.result(CancelVirtualCard(second.id))
      async let cancelled = wallet.result(SetCardStatus(groceries, .cancelled, reason: "r"))
      let (outcome, _, _) = (try await all, await closed, await cancelled)
      let known = Set([groceries, CardID(second.id)])
      wallet.expect(
        outcome.refused.allSatisfy { known.contains($0.id) }, "\(outcome.refused)")
      let back = try await wallet.changeAll(.unlock)
      wallet.expect(
        !back.changed.contains { $0.id == groceries }
          && !back.changedVirtual.contains { $0.id == second.id }, "it is back")
      wallet.equal(try await wallet.perform(GetVirtualCard(second.id)).state, .closed)
      wallet.equal(try await wallet.perform(GetCard(groceries)).status, .cancelled)
    },
  ]
}

extension Wallet {
  fileprivate var lockers: CardService {
    WalletService(backend: under.backend, context: under.context).cards
  }

  /// What the commands of the same name do.
  fileprivate func changeAll(_ action: CardAction) async throws -> CardsOutcome {
    var outcome = try await changeCards(action)
    outcome.add(await lockers.changeAllVirtual(action))
    return outcome
  }

  /// The same without virtual cards.
  fileprivate func changeCards(_ action: CardAction) async throws -> CardsOutcome {
    let cards = lockers
    let all = try await cards.all().cards
    let targets =
      action == .lock
      ? all.filter { $0.refusal(of: .lock) == nil }.map { CardTarget($0.id) }
      : all.filter {
        $0.status == .locked && $0.statusReason == StatusReason.lockedWithAll.rawValue
      }.map { CardTarget($0.id, version: $0.version) }
    return await cards.change(targets, action)
  }

  fileprivate func twoVirtualCards() async throws -> (VirtualCard, VirtualCard) {
    let (persona, source) = (try await persona(), try await fundingSource())
    return (
      try await made(try await request(persona, source)),
      try await made(try await request(persona, source))
    )
  }
}
