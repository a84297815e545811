import WalletAPI
import WalletModel

/// Cards that are locked by themselves.
extension Conformance {
  static let cardTimes: [ConformanceCase] = [
    ConformanceCase("a card is unlocked for a time, and then it is locked again") { wallet in
      let card = try await wallet.card("Travel")
      let open = try await wallet.perform(UnlockCardFor(card.id, seconds: 1800))
      wallet.equal(open.status, .active)
      wallet.equal(open.statusReason, StatusReason.unlockedForAWhile.rawValue)
      wallet.equal(open.unlockedUntil, wallet.now.adding(seconds: 1800))
      wallet.equal(open.version, card.version + 1)
      wallet.advance(1799)
      try await wallet.restart()
      wallet.equal(try await wallet.card("Travel"), open, "after a restart")
      wallet.advance(61)
      let locked = try await wallet.perform(GetCard(card.id))
      wallet.equal(locked.status, .locked)
      wallet.equal(locked.statusReason, StatusReason.lockedAgain.rawValue)
      wallet.equal(locked.statusDate, open.unlockedUntil)
      wallet.equal(locked.unlockedUntil, nil)
      wallet.equal(locked.version, open.version + 1)
      wallet.equal(try await wallet.card("Travel"), locked, "in the list")
      let list = try await wallet.perform(ListCards(CardQuery(statuses: [.locked])))
      wallet.expect(list.cards.contains { $0.id == card.id }, "not found by its status")
      // A change refers to the version that was read.
      var context = wallet.version(open.version)
      await wallet.refuse(.versionConflict, RenameCard(card.id, alias: "T"), context)
      context.expectedVersion = locked.version
      let named = try await wallet.perform(RenameCard(card.id, alias: "T"), context)
      wallet.equal(named.version, locked.version + 1)
      wallet.equal(named.status, .locked)
    },
    ConformanceCase("the end of the time can be moved, made early or removed") { wallet in
      let id = try await wallet.card("Travel").id
      _ = try await wallet.perform(UnlockCardFor(id, seconds: 60))
      let longer = try await wallet.perform(UnlockCardFor(id, seconds: 600))
      wallet.equal(longer.unlockedUntil, wallet.now.adding(seconds: 600))
      wallet.advance(120)
      wallet.equal(try await wallet.perform(GetCard(id)).status, .active)
      let early = try await wallet.perform(SetCardStatus(id, .locked, reason: "r"))
      wallet.equal(early.unlockedUntil, nil)
      _ = try await wallet.perform(UnlockCardFor(id, seconds: 600))
      let open = try await wallet.perform(SetCardStatus(id, .active, reason: "r"))
      wallet.equal(open.unlockedUntil, nil)
      wallet.advance(3600)
      wallet.equal(try await wallet.perform(GetCard(id)), open)
    },
    ConformanceCase("taking a lock back goes on with the time, and is refused after it") { wallet in
      let id = try await wallet.card("Travel").id
      let lock = SetCardStatus(id, .locked, reason: "r")
      let back = takenBack(id, .active)
      let open = try await wallet.perform(UnlockCardFor(id, seconds: 600))
      wallet.equal(try await wallet.perform(lock).unlockedUntil, nil)
      try await wallet.restart()
      wallet.advance(100)
      let again = try await wallet.perform(back)
      wallet.equal(again.status, .active)
      wallet.equal(again.unlockedUntil, open.unlockedUntil)
      _ = try await wallet.perform(lock)
      wallet.advance(500)
      await wallet.refuse(.transitionRefused, back)
      let forGood = try await wallet.perform(SetCardStatus(id, .active, reason: "r"))
      wallet.equal(forGood.status, .active)
      wallet.equal(forGood.unlockedUntil, nil)
    },
    ConformanceCase("taking a change of the status back restores all that it had") { wallet in
      let id = try await wallet.card("Everyday").id
      _ = try await wallet.perform(
        SetCardControls(id, CardControlsUpdate(autoLockDays: .value(3))))
      _ = try await wallet.perform(SetCardStatus(id, .locked, reason: "lost"))
      _ = try await wallet.perform(SetCardStatus(id, .active, reason: "found"))
      let found = try await wallet.perform(RenameCard(id, alias: "E"))
      func check<O: WalletOperation>(_ change: O, _ status: CardStatus, _ before: Card)
        async throws where O.Response == Card
      {
        wallet.advance(100)
        let changed = try await wallet.perform(change)
        wallet.expect(!same(changed, before), "nothing has changed")
        // What is not about the status keeps it possible, also in another process.
        _ = try await wallet.perform(RenameCard(id, alias: "E"))
        try await wallet.restart()
        wallet.advance(100)
        let back = try await wallet.perform(takenBack(id, status))
        wallet.expect(same(back, before), "\(back), not \(before)")
        wallet.equal(back.version, changed.version + 2)
        wallet.expect(same(try await wallet.perform(GetCard(id)), before), "when it is read")
      }
      wallet.equal(found.statusReason, "found")
      try await check(SetCardStatus(id, .locked, reason: "r"), .active, found)
      let locked = try await wallet.perform(SetCardStatus(id, .locked, reason: "mine"))
      try await check(SetCardStatus(id, .active, reason: "r"), .locked, locked)
      try await check(UnlockCardFor(id, seconds: 600), .locked, locked)
      let short = try await wallet.perform(UnlockCardFor(id, seconds: 3600))
      try await check(UnlockCardFor(id, seconds: 7200), .active, short)
      try await check(SetCardStatus(id, .active, reason: "r"), .active, short)
      try await check(SetCardStatus(id, .locked, reason: "r"), .active, short)
      // A lock, and an unlocking after it: both are taken back.
      _ = try await wallet.perform(SetCardStatus(id, .locked, reason: "r"))
      _ = try await wallet.perform(SetCardStatus(id, .active, reason: "r"))
      wallet.equal(try await wallet.perform(takenBack(id, .locked)).status, .locked)
      wallet.expect(same(try await wallet.perform(takenBack(id, .active)), short), "both")
    },
    ConformanceCase("only the last change of a card can be taken back") { wallet in
      let id = try await wallet.card("Everyday").id
      let unlocked = SetCardStatus(id, .active, reason: "r")
      await wallet.refuse(.transitionRefused, takenBack(id, .active))
      // There is nothing to take back, so it is a lock like any other.
      let locked = try await wallet.perform(takenBack(id, .locked))
      wallet.equal(locked.statusReason, StatusReason.changeTakenBack.rawValue)
      _ = try await wallet.perform(unlocked)
      _ = try await wallet.perform(takenBack(id, .locked))
      await wallet.refuse(.transitionRefused, takenBack(id, .locked))
      // The issuer has locked it meanwhile.
      _ = try await wallet.perform(UnlockCardFor(id, seconds: 60))
      wallet.advance(60)
      await wallet.refuse(.transitionRefused, takenBack(id, .locked))
      _ = try await wallet.perform(SetCardStatus(id, .cancelled, reason: "r"))
      await wallet.refuse(.transitionRefused, takenBack(id, .active))
    },
    ConformanceCase("taking back a change of the days goes on with the count before it") {
      wallet in
      let id = try await wallet.card("Everyday").id
      let day: Int64 = 86_400
      func set(_ days: Patch<Int>, takesBack: Bool = false) async throws(WalletError) -> Card {
        try await wallet.perform(
          SetCardControls(id, CardControlsUpdate(autoLockDays: days, takesBack: takesBack)))
      }
      let first = try await set(.value(5))
      for change: Patch<Int> in [.value(10), .null] {
        wallet.advance(day)
        _ = try await set(change)
        try await wallet.restart()
        let back = try await set(.value(5), takesBack: true)
        wallet.expect(same(back, first), "\(back.autoLockAt as Any)")
      }
      // A payment meanwhile counts.
      _ = try await set(.null)
      _ = try await wallet.sale(.card(id))
      let used = try await set(.value(5), takesBack: true)
      wallet.equal(used.autoLockAt, wallet.now.adding(seconds: 5 * day))
      // Other days than those before are counted from now on.
      wallet.advance(day)
      _ = try await set(.value(10))
      let other = try await set(.value(7), takesBack: true)
      wallet.equal(other.autoLockAt, wallet.now.adding(seconds: 7 * day))
      // It would be locked by now.
      _ = try await set(.value(1))
      _ = try await set(.value(20))
      wallet.advance(2 * day)
      await wallet.refuse(
        .actionRefused,
        SetCardControls(id, CardControlsUpdate(autoLockDays: .value(1), takesBack: true)))
      wallet.equal(try await wallet.perform(GetCard(id)).autoLockDays, 20)
    },
    ConformanceCase("only a locked card is unlocked for a time, of a minute to a week") { wallet in
      let travel = try await wallet.card("Travel")
      for seconds in [0, 59, 604_801] {
        await wallet.refuse(fields: ["seconds"], UnlockCardFor(travel.id, seconds: seconds))
      }
      for alias in ["Everyday", "Shopping", "New plastic", "Old"] {
        let card = try await wallet.card(alias)
        await wallet.refuse(.transitionRefused, UnlockCardFor(card.id, seconds: 60))
        wallet.equal(try await wallet.card(alias), card, alias)
      }
      await wallet.refuse(.notFound, UnlockCardFor(CardID("no such"), seconds: 60))
      wallet.equal(try await wallet.card("Travel"), travel)
    },
    ConformanceCase("a DIGITAL card is DIGITAL while it is unlocked for a time") { wallet in
      let id = try await wallet.card("Shopping").id
      _ = try await wallet.perform(SetCardStatus(id, .locked, reason: "r"))
      wallet.equal(try await wallet.perform(UnlockCardFor(id, seconds: 60)).status, .digital)
      wallet.advance(60)
      wallet.equal(try await wallet.perform(GetCard(id)).status, .locked)
      let open = try await wallet.perform(SetCardStatus(id, .active, reason: "r"))
      wallet.equal(open.status, .digital)
    },
    ConformanceCase("a payment goes through until the time ends, and not afterwards") { wallet in
      let card = try await wallet.card("Travel")
      _ = try await wallet.perform(UnlockCardFor(card.id, seconds: 60))
      let reserved = try await wallet.sale(.card(card.id))
      wallet.equal(reserved.declineReason, nil)
      wallet.advance(60)
      wallet.equal(try await wallet.sale(.card(card.id)).declineReason, .cardLocked)
      // What was reserved before is the shop's.
      let debit = try await wallet.perform(
        DebitAuthorization(reserved.id, ShopAmount(1_00)))
      wallet.equal(debit.declineReason, nil)
      wallet.equal(try await wallet.perform(GetCard(card.id)).version, card.version + 2)
    },
    ConformanceCase("a card is locked after days without use, counted from the last one") {
      wallet in
      let card = try await wallet.card("Everyday")
      let day: Int64 = 86_400
      let set = try await wallet.perform(
        SetCardControls(card.id, CardControlsUpdate(autoLockDays: .value(3))))
      wallet.equal(set.autoLockDays, 3)
      wallet.equal(set.autoLockAt, wallet.now.adding(seconds: 3 * day))
      wallet.equal(set.version, card.version + 1)
      wallet.advance(2 * day)
      wallet.equal(try await wallet.sale(.card(card.id)).declineReason, nil)
      let used = try await wallet.perform(GetCard(card.id))
      wallet.equal(used.autoLockAt, wallet.now.adding(seconds: 3 * day))
      wallet.equal(used.version, set.version, "a payment is no change of the card")
      wallet.advance(3 * day - 1)
      wallet.equal(try await wallet.perform(GetCard(card.id)).status, .active)
      wallet.advance(1)
      let locked = try await wallet.perform(GetCard(card.id))
      wallet.equal(locked.status, .locked)
      wallet.equal(locked.statusReason, StatusReason.unused.rawValue)
      wallet.equal(locked.statusDate, used.autoLockAt)
      wallet.equal(locked.autoLockAt, nil)
      wallet.equal(locked.version, used.version + 1)
      // Unlocking counts as use; the days stay.
      let open = try await wallet.perform(SetCardStatus(card.id, .active, reason: "r"))
      wallet.equal(open.autoLockAt, wallet.now.adding(seconds: 3 * day))
      let off = try await wallet.perform(
        SetCardControls(card.id, CardControlsUpdate(autoLockDays: .null)))
      wallet.equal(off.autoLockDays, nil)
      wallet.advance(400 * day)
      wallet.equal(try await wallet.perform(GetCard(card.id)).status, .active)
    },
    ConformanceCase("the days without use are 1 to 365, of a card that has not ended") { wallet in
      let card = try await wallet.card("Everyday")
      for days in [0, 366] {
        await wallet.refuse(
          fields: ["autoLockDays"],
          SetCardControls(card.id, CardControlsUpdate(autoLockDays: .value(days))))
      }
      _ = try await wallet.perform(SetCardStatus(card.id, .cancelled, reason: "r"))
      await wallet.refuse(
        .actionRefused, SetCardControls(card.id, CardControlsUpdate(autoLockDays: .value(1))))
    },
  ]

  private static func takenBack(_ id: CardID, _ status: CardStatus) -> SetCardStatus {
    SetCardStatus(id, status, reason: StatusReason.changeTakenBack.rawValue)
  }

  /// Whether they are the same but for the version.
  private static func same(_ a: Card, _ b: Card) -> Bool {
    var a = a
    a.version = b.version
    return a == b
  }
}
