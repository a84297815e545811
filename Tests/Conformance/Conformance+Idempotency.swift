import WalletAPI
import WalletModel

extension Conformance {
  private static let request = CardRequest(
    programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR", alias: "Once")

  static let once: [ConformanceCase] = [
    ConformanceCase("a change with a key is made once, over a restart, too") { wallet in
      let count = try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords
      let first = try await wallet.perform(CreateCard(request), wallet.keyed("k"))
      wallet.equal(try await wallet.perform(CreateCard(request), wallet.keyed("k")), first)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(CreateCard(request), wallet.keyed("k")), first)
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords, count + 1)
    },
    ConformanceCase("the answer to a key is the first one, whatever became of the card") { wallet in
      let card = try await wallet.card("Groceries")
      let lock = SetCardStatus(card.id, .locked, reason: "Lost")
      let first = try await wallet.perform(lock, wallet.keyed("k"))
      _ = try await wallet.perform(SetCardStatus(card.id, .active, reason: "Found"))
      wallet.equal(try await wallet.perform(lock, wallet.keyed("k")), first)
      wallet.equal(try await wallet.perform(GetCard(card.id)).status, .active, "status")
    },
    ConformanceCase("a key is of one request and one customer") { wallet in
      _ = try await wallet.perform(CreateCard(request), wallet.keyed("k"))
      var other = request
      other.alias = "Other"
      await wallet.refuse(.keyReused, CreateCard(other), wallet.keyed("k"))
      let card = try await wallet.card("Groceries")
      var context = wallet.keyed("v")
      context.expectedVersion = card.version
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"), context)
      context.expectedVersion = card.version + 1
      await wallet.refuse(
        .keyReused, SetCardStatus(card.id, .locked, reason: "x"), context)
      await wallet.refuse(
        .fieldErrors, CreateCard(request), wallet.keyed(String(repeating: "k", count: 65)))
    },
    ConformanceCase("what was refused may be tried again with its key") { wallet in
      var wrong = request
      wrong.programName = "NONE"
      await wallet.refuse(.fieldErrors, CreateCard(wrong), wallet.keyed("k"))
      await wallet.refuse(.fieldErrors, CreateCard(wrong), wallet.keyed("k"))
      _ = try await wallet.perform(CreateCard(request), wallet.keyed("k"))
    },
    ConformanceCase("a refusal with a key keeps what was counted, and counts it once") { wallet in
      let card = try await wallet.perform(
        CreateCard(
          CardRequest(
            programName: "SKRILL-PHYSICAL-MC-EEA", currency: "EUR",
            deliveryAddress: DeliveryAddress(
              address1: "Main Street 1", city: "Sofia", countryCode: "BG", postalCode: "1000"))))
      let wrong = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
      let activate = ActivateCard(card.id, wrong)
      let first = await wallet.refuse(.activationDataWrong, activate, wallet.keyed("k"))
      wallet.equal(first?.details.map(\.english) ?? [], ["2 tries left."])
      for _ in 0..<4 {
        let again = await wallet.refuse(.activationDataWrong, activate, wallet.keyed("k"))
        wallet.equal(again, first)
        try await wallet.restart()
      }
      wallet.equal(
        try await wallet.perform(GetCard(card.id)).version, card.version + 1, "version")
      let other = CardActivationRequest(lastFourDigits: "0000", cvv: secret("001"))
      await wallet.refuse(.keyReused, ActivateCard(card.id, other), wallet.keyed("k"))
      let second = await wallet.refuse(.activationDataWrong, activate, wallet.keyed("l"))
      wallet.equal(second?.details.map(\.english) ?? [], ["1 try left."])
      // It did not happen, and a client that lost the answer is informed of that.
      wallet.equal(try await wallet.perform(SettleChange("k")), .unknown)
      wallet.equal(await wallet.refuse(.activationDataWrong, activate, wallet.keyed("k")), first)
      wallet.equal(try await wallet.perform(GetCard(card.id)).status, card.status, "status")
    },
    ConformanceCase("a wrong first code of an app counts once with its key") { wallet in
      let enrolment = try await wallet.authorised(EnrolAuthenticator())
      let right = wallet.under.appCode(enrolment.secret, wallet.now)
      let wrong = ConfirmAuthenticator(code: wallet.wrong(right))
      for _ in 0..<6 { await wallet.refuse(.scaRejected, wrong, wallet.keyed("k")) }
      for key in 1...3 { await wallet.refuse(.scaRejected, wrong, wallet.keyed("k\(key)")) }
      let fifth = await wallet.refuse(.scaBlocked, wrong, wallet.keyed("k4"))
      wallet.equal(fifth?.retryAfter, 900, "seconds")
      // While codes are blocked nothing is counted, so nothing is stored.
      let blocked = await wallet.refuse(
        .scaBlocked, ConfirmAuthenticator(code: right), wallet.keyed("r"))
      wallet.equal(blocked?.retryAfter, 900, "seconds")
      wallet.advance(450)
      wallet.equal(await wallet.refuse(.scaBlocked, wrong, wallet.keyed("k4")), fifth)
      let later = await wallet.refuse(
        .scaBlocked, ConfirmAuthenticator(code: right), wallet.keyed("r"))
      wallet.equal(later?.retryAfter, 450, "seconds")
    },
    ConformanceCase("what is asked to be confirmed comes again with its key") { wallet in
      let card = try await wallet.card("Groceries")
      let set = SetCardPin(card.id, pin: secret("4711"))
      var context = try await wallet.grant(for: set, wallet.keyed("k"))
      context.idempotencyKey = "k"
      let done = try await wallet.perform(set, context)
      wallet.equal(done.version, card.version + 1, "version")
      wallet.equal(try await wallet.perform(set, wallet.keyed("k")), done)
      wallet.equal(
        try await wallet.perform(SettleChange("k")), .done(status: 200, cardID: card.id))
    },
    ConformanceCase("keys are good for a day") { wallet in
      let first = try await wallet.perform(CreateCard(request), wallet.keyed("k"))
      wallet.advance(24 * 3600 - 1)
      wallet.equal(try await wallet.perform(CreateCard(request), wallet.keyed("k")), first)
      wallet.advance(1)
      let next = try await wallet.perform(CreateCard(request), wallet.keyed("k"))
      wallet.expect(next.id != first.id, "a new card")
    },
    ConformanceCase("a change that was made is settled as done") { wallet in
      let card = try await wallet.card("Groceries")
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"), wallet.keyed("k"))
      let made = try await wallet.perform(CreateCard(request), wallet.keyed("c"))
      try await wallet.restart()
      wallet.equal(
        try await wallet.perform(SettleChange("k")), .done(status: 200, cardID: card.id))
      wallet.equal(
        try await wallet.perform(SettleChange("c")), .done(status: 201, cardID: made.id))
      wallet.equal(try await wallet.perform(CreateCard(request), wallet.keyed("c")), made)
    },
    ConformanceCase("a change that was not made is closed for good") { wallet in
      wallet.equal(try await wallet.perform(SettleChange("k")), .unknown)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(SettleChange("k")), .unknown)
      let count = try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords
      await wallet.refuse(.keyClosed, CreateCard(request), wallet.keyed("k"))
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords, count)
    },
  ]
}
