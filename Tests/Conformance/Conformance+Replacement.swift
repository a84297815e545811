import Secrets
import WalletAPI
import WalletModel

/// Cards in the place of others.
extension Conformance {
  static let replacement: [ConformanceCase] = [
    ConformanceCase("a lost virtual card ends, and a new one goes on with what it had") { wallet in
      let id = try await wallet.card("Travel").id
      _ = try await wallet.perform(SetCardStatus(id, .active, reason: "r"))
      var update = CardControlsUpdate(autoLockDays: .value(30))
      update.monthlyLimit = .value(400_00)
      update.switchedOff = .value([Word(.cash)])
      let old = try await wallet.perform(SetCardControls(id, update))
      let count = try await wallet.perform(ListCards(CardQuery())).cards.count
      let new = try await wallet.perform(ReplaceCard(id, .lost))
      wallet.expect(new.id != id && new.lastFour != old.lastFour, "it has a number of its own")
      wallet.equal(new.status, .active)
      wallet.equal(new.version, 1)
      wallet.equal(new.alias, "Travel")
      wallet.equal(new.rules, old.rules)
      wallet.equal(new.spent, old.spent)
      wallet.equal(new.autoLockDays, 30)
      wallet.equal(new.autoLockAt, wallet.now.adding(seconds: 30 * 86_400))
      wallet.equal(new.accountID, old.accountID)
      wallet.equal(new.replaces, CardReference(id, lastFour: old.lastFour))
      let ended = try await wallet.perform(GetCard(id))
      wallet.equal(ended.status, .cancelled)
      wallet.equal(ended.statusReason, StatusReason.lost.rawValue)
      wallet.equal(ended.replacedBy, CardReference(new.id, lastFour: new.lastFour))
      wallet.equal(ended.version, old.version + 1)
      try await wallet.restart()
      let list = try await wallet.perform(ListCards(CardQuery())).cards
      wallet.equal(list.count, count + 1)
      wallet.equal(list.last, new)
      wallet.equal(list.first { $0.id == id }, ended)
      wallet.equal(try await wallet.sale(.card(id)).declineReason, .cardCancelled)
      wallet.equal(try await wallet.sale(.card(new.id)).declineReason, nil)
    },
    ConformanceCase("a new physical card comes by post and is activated, with the same PIN") {
      wallet in
      let old = try await wallet.card("Everyday")
      let pin = text(try await wallet.authorised(GetPin(old.id)))
      let new = try await wallet.perform(ReplaceCard(old.id, .stolen))
      wallet.equal(new.status, .issued)
      wallet.equal(new.deliveryAddress, old.deliveryAddress)
      wallet.expect(new.isPinSet, "no PIN")
      wallet.equal(new.activationDate, nil)
      let letters = try await wallet.perform(ListPhoneMessages())
      guard let cvv = letters.first(where: { $0.text.contains(new.lastFour) })?.code else {
        return wallet.fail("no letter", line: #line)
      }
      let active = try await wallet.perform(
        ActivateCard(new.id, CardActivationRequest(lastFourDigits: new.lastFour, cvv: cvv)))
      wallet.equal(active.status, .active)
      wallet.equal(text(try await wallet.authorised(GetPin(new.id))), pin)
      let ended = try await wallet.perform(GetCard(old.id))
      wallet.equal(ended.statusReason, StatusReason.stolen.rawValue)
    },
    ConformanceCase("what was spent with a card counts for those in its place") { wallet in
      let travel = try await wallet.card("Travel").id
      _ = try await wallet.perform(SetCardStatus(travel, .active, reason: "r"))
      var update = CardControlsUpdate()
      update.dailyLimit = .value(SpendingRules.amounts.upperBound)
      update.monthlyLimit = update.dailyLimit
      let before = try await wallet.perform(SetCardControls(travel, update)).spent
      let (today, month) = (before.today ?? 0, before.thisMonth ?? 0)
      update.dailyLimit = .value(today + 10_00)
      update.monthlyLimit = .value(month + 20_00)
      _ = try await wallet.perform(SetCardControls(travel, update))
      let first = try await wallet.sale(.card(travel), 6_00)
      let second = try await wallet.perform(ReplaceCard(travel, .lost))
      wallet.equal(second.spent, CardSpending(today: today + 6_00, thisMonth: month + 6_00))
      let over = try await wallet.sale(.card(second.id), 4_01)
      wallet.equal(over.declineRule?.kind, .dailyLimit)
      wallet.equal(try await wallet.sale(.card(second.id), 2_00).declineReason, nil)
      let third = try await wallet.perform(ReplaceCard(second.id, .stolen)).id
      try await wallet.restart()
      wallet.equal(try await wallet.sale(.card(third), 2_01).declineRule?.kind, .dailyLimit)
      // Also what the shop gives back to the first one.
      _ = try await wallet.perform(ReverseAuthorization(first.id, ShopAmount(1_00)))
      let now = try await wallet.perform(GetCard(third))
      wallet.equal(now.spent, CardSpending(today: today + 7_00, thisMonth: month + 7_00))
      let list = try await wallet.perform(ListCards(CardQuery())).cards
      wallet.equal(list.last, now)
      wallet.equal(list.first { $0.id == travel }?.spent, CardSpending(), "it has ended")
      wallet.advance(31 * 86_400)
      wallet.equal(
        try await wallet.perform(GetCard(third)).spent, CardSpending(today: 0, thisMonth: 0))
    },
    ConformanceCase("a card that could not pay is replaced by one that cannot pay yet") { wallet in
      func decline(_ id: CardID) async throws -> DeclineReason? {
        let receipt = try await wallet.sale(.card(id), at: "zalando")
        return receipt.declineReason
      }
      func set(_ id: CardID, _ status: CardStatus) async throws -> Card {
        try await wallet.perform(SetCardStatus(id, status, reason: "r"))
      }
      let travel = try await wallet.card("Travel")
      let locked = try await wallet.perform(ReplaceCard(travel.id, .lost))
      wallet.equal(locked.status, .locked)
      wallet.equal(locked.statusReason, travel.statusReason)
      wallet.equal(try await wallet.perform(GetCard(travel.id)).status, .cancelled)
      wallet.equal(try await decline(locked.id), .cardLocked)
      // One that could only for a time.
      _ = try await wallet.perform(UnlockCardFor(locked.id, seconds: 600))
      wallet.equal(try await decline(locked.id), nil)
      let again = try await wallet.perform(ReplaceCard(locked.id, .stolen))
      wallet.equal(again.status, .locked)
      wallet.equal(again.unlockedUntil, nil)
      wallet.equal(try await set(again.id, .active).status, .active)
      wallet.equal(try await decline(again.id), nil)
      // Physical ones that work online before they are activated.
      let groceries = try await wallet.card("Groceries").id
      _ = try await set(groceries, .locked)
      let digital = try await wallet.perform(ReplaceCard(groceries, .lost))
      wallet.equal(digital.status, .locked)
      wallet.equal(try await set(digital.id, .active).status, .digital)
      wallet.equal(try await wallet.perform(ReplaceCard(digital.id, .lost)).status, .digital)
      let shopping = try await wallet.card("Shopping").id
      let wrong = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
      for _ in 0..<3 {
        await wallet.refuse(.activationDataWrong, ActivateCard(shopping, wrong))
      }
      let suspended = try await wallet.perform(ReplaceCard(shopping, .suspended))
      wallet.equal(suspended.status, .locked)
      // One that must be activated first needs no lock.
      let everyday = try await wallet.card("Everyday").id
      _ = try await set(everyday, .locked)
      wallet.equal(try await wallet.perform(ReplaceCard(everyday, .lost)).status, .issued)
    },
    ConformanceCase("a suspended card can be replaced, and only it for this reason") { wallet in
      let plastic = try await wallet.card("New plastic")
      await wallet.refuse(.actionRefused, ReplaceCard(plastic.id, .suspended))
      let wrong = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
      for _ in 0..<3 {
        await wallet.refuse(.activationDataWrong, ActivateCard(plastic.id, wrong))
      }
      let new = try await wallet.perform(ReplaceCard(plastic.id, .suspended))
      wallet.equal(new.status, .issued)
      let ended = try await wallet.perform(GetCard(plastic.id))
      wallet.equal(ended.statusReason, StatusReason.replaced.rawValue)
    },
    ConformanceCase("a card that has ended, or has another version, is not replaced") { wallet in
      let old = try await wallet.card("Old")
      await wallet.refuse(.actionRefused, ReplaceCard(old.id, .lost))
      await wallet.refuse(.notFound, ReplaceCard(CardID("no such"), .lost))
      let card = try await wallet.card("Groceries")
      var context = wallet.version(card.version + 1)
      await wallet.refuse(.versionConflict, ReplaceCard(card.id, .lost), context)
      var odd = ReplaceCard(card.id, .lost)
      odd.reason = .other("WHATEVER")
      await wallet.refuse(fields: ["reason"], odd)
      wallet.equal(try await wallet.card("Groceries"), card)
      context.expectedVersion = card.version
      _ = try await wallet.perform(ReplaceCard(card.id, .damaged), context)
      await wallet.refuse(.actionRefused, ReplaceCard(card.id, .damaged))
    },
    ConformanceCase("a card and those in its place are replaced five times in a day") { wallet in
      var card = try await wallet.card("Travel")
      for _ in 0..<5 { card = try await wallet.perform(ReplaceCard(card.id, .lost)) }
      await wallet.refuse(.rateLimited, ReplaceCard(card.id, .lost))
      wallet.equal(try await wallet.perform(GetCard(card.id)), card)
      let other = try await wallet.card("Groceries")
      _ = try await wallet.perform(ReplaceCard(other.id, .lost))
      wallet.advance(86_400)
      _ = try await wallet.perform(ReplaceCard(card.id, .lost))
    },
    ConformanceCase("the same request with the same key replaces a card once") { wallet in
      let card = try await wallet.card("Travel")
      let count = try await wallet.perform(ListCards(CardQuery())).cards.count
      let context = wallet.keyed("replace-once")
      let new = try await wallet.perform(ReplaceCard(card.id, .lost), context)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(ReplaceCard(card.id, .lost), context), new)
      wallet.equal(try await wallet.perform(ListCards(CardQuery())).cards.count, count + 1)
    },
  ]

  private static func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
