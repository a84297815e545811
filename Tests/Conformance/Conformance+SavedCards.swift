import ThreeDSecure
import WalletAPI
import WalletModel

extension Wallet {
  fileprivate func save(
    _ scenario: Scenario = .frictionless, _ brand: CardBrand = .visa, _ use: SavedCardUse = .easy,
    excluding: CardSchemes = []
  ) -> RegisterSavedCard {
    RegisterSavedCard(
      SavedCardRequest(
        testCard(scenario, brand), use, currency: Currency("EUR"), excluding: excluding))
  }

  /// Registers, answers the bank, and processes.
  fileprivate func saved(
    _ scenario: Scenario = .oneTimeCode, _ brand: CardBrand = .visa, _ use: SavedCardUse = .easy
  ) async throws -> CardRegistration {
    let registration = try await perform(save(scenario, brand, use))
    if registration.needsRedirect {
      _ = try await answer(registration.id, 1, .code(try await codeOnPhone()))
    }
    return try await perform(ProcessSavedCard(registration.id))
  }

  fileprivate var savedCards: [SavedCard] {
    get async throws { try await perform(ListSavedCards()) }
  }
}

extension Conformance {
  static let savedCards: [ConformanceCase] = [
    ConformanceCase("E19 E27 register, the bank's question, verify: the card is saved") { wallet in
      let registration = try await wallet.perform(wallet.save(.oneTimeCode))
      wallet.equal(registration.state, .initialized)
      wallet.equal(registration.needsRedirect, true)
      wallet.equal(registration.isProcessable, false)
      wallet.expect((1...32).contains(registration.id.utf8.count), "E15: \(registration.id)")
      await wallet.refuse(.registrationState, ProcessSavedCard(registration.id))
      let asked = try await wallet.perform(GetAuthentication(registration.id))
      wallet.equal(asked.money, Money(100, Currency("EUR")), "E10: one unit")
      _ = try await wallet.answer(registration.id, 1, .code(try await wallet.codeOnPhone()))
      wallet.equal(try await wallet.savedCards, [], "nothing before the last step")
      let ready = try await wallet.perform(GetCardRegistration(registration.id))
      wallet.equal(ready.isProcessable, true)
      let done = try await wallet.perform(ProcessSavedCard(registration.id))
      wallet.equal(done.state, .tokenized)
      let cards = try await wallet.savedCards
      wallet.equal(cards.map(\.id), [done.savedCardID ?? ""])
      wallet.equal(cards.first?.maskedNumber, registration.maskedNumber)
      wallet.equal(cards.first?.scheme, .visa)
      wallet.equal(cards.first?.use, .easy)
      // Again: no effect.
      wallet.equal(try await wallet.perform(ProcessSavedCard(registration.id)), done)
      wallet.equal(try await wallet.savedCards.count, 1)
      try await wallet.restart()
      wallet.equal(try await wallet.savedCards, cards)
    },
    ConformanceCase("E13 E21 a card for recurring payment ends in three years") { wallet in
      _ = try await wallet.saved(.oneTimeCode, .mastercard, .recurring)
      let card = try await wallet.savedCards.first
      wallet.equal(card?.recurringFrequency, 0)
      wallet.equal(card?.recurringExpiry?.count, 8)
      wallet.equal(card?.scheme, .masterCard)
      wallet.advance(3 * 366 * 86_400)
      let request = wallet.request(.saved(card?.id ?? "", cvv: nil))
      await wallet.refuse(.savedCardExpired, CreatePaymentHandle(request))
    },
    ConformanceCase("E02 cancelled, failed or left alone: rolled back") { wallet in
      let cancelled = try await wallet.perform(wallet.save(.oneTimeCode))
      let rolledBack = try await wallet.perform(RollBackSavedCard(cancelled.id))
      wallet.equal(rolledBack.state, .cancelled)
      wallet.equal(try await wallet.perform(RollBackSavedCard(cancelled.id)), rolledBack)
      await wallet.refuse(.registrationState, ProcessSavedCard(cancelled.id))
      await wallet.refuse(
        .authenticationOver,
        AnswerAuthentication(cancelled.id, attempt: 1, .code(secret("123456"))))

      let failed = try await wallet.perform(wallet.save(.failed))
      wallet.equal(failed.state, .cancelled)
      wallet.equal(failed.errorCode, 900, "E30: denied by 3-D Secure")

      let left = try await wallet.perform(wallet.save(.oneTimeCode))
      wallet.advance(300)
      let over = try await wallet.perform(GetCardRegistration(left.id))
      wallet.equal(over.state, .cancelled)
      wallet.equal(over.errorCode, 901, "E30: timeout")
      await wallet.refuse(.registrationState, ProcessSavedCard(left.id))

      let answered = try await wallet.perform(wallet.save(.oneTimeCode))
      _ = try await wallet.answer(answered.id, 1, .code(try await wallet.codeOnPhone()))
      wallet.advance(CardRegistration.lifetime)
      await wallet.refuse(.registrationState, ProcessSavedCard(answered.id))
      wallet.equal(try await wallet.savedCards, [])
    },
    ConformanceCase("E28 one entry for each masked number, never overwritten; removing it") {
      wallet in
      let first = try await wallet.saved(.oneTimeCode, .visa, .easy)
      let again = try await wallet.saved(.oneTimeCode, .visa, .recurring)
      wallet.equal(again.savedCardID, first.savedCardID)
      wallet.equal(try await wallet.savedCards.map(\.use), [.easy])
      let id = first.savedCardID ?? ""
      wallet.equal(try await wallet.perform(RemoveSavedCard(id)).id, id)
      wallet.equal(try await wallet.savedCards, [])
      await wallet.refuse(.notFound, RemoveSavedCard(id))
      let third = try await wallet.saved(.oneTimeCode, .visa, .recurring)
      wallet.expect(third.savedCardID != first.savedCardID, "an id was used again")
      wallet.equal(try await wallet.savedCards.map(\.use), [.recurring])
    },
    ConformanceCase("E14 a saved card pays again: S asks for the CVV, R does not") { wallet in
      let easy = try await wallet.saved(.oneTimeCode, .visa, .easy).savedCardID ?? ""
      let recurring = try await wallet.saved(.oneTimeCode, .mastercard, .recurring).savedCardID
      await wallet.refuse(
        fields: ["card.cvv"], CreatePaymentHandle(wallet.request(.saved(easy, cvv: nil))))
      await wallet.refuse(
        fields: ["card.cvv"],
        CreatePaymentHandle(wallet.request(.saved(easy, cvv: secret("12")))))
      let handle = try await wallet.perform(
        CreatePaymentHandle(wallet.request(.saved(easy, cvv: secret("123")))))
      wallet.equal(handle.status, .payable)
      wallet.equal(try await wallet.use(handle).status, .completed)
      // D44: also of the stored handle.
      for made in [handle, try await wallet.handle(handle.id)] {
        wallet.equal(made.card.networkTokenBin, "400000")
      }
      wallet.equal(try await wallet.pay(.frictionless).card.networkTokenBin, nil)
      let other = try await wallet.perform(
        CreatePaymentHandle(wallet.request(.saved(recurring ?? "", cvv: nil))))
      wallet.equal(other.status, .payable)
    },
    ConformanceCase("E05 E06 E09 what a form refuses, the server refuses as well") { wallet in
      await wallet.refuse(
        fields: ["card.cardNum"], wallet.save(.frictionless, .amex, excluding: .amex))
      await wallet.refuse(
        fields: ["card.cardNum", "card.cardExpiry", "card.cvv"],
        RegisterSavedCard(SavedCardRequest(EnteredCard(), .easy, currency: Currency("EUR"))))
      await wallet.refuse(
        fields: ["card.cardExpiry", "recurringExpiryDate", "recurringFrequency"],
        RegisterSavedCard(
          SavedCardRequest(
            testCard(year: 2020), .recurring, currency: Currency("EUR"),
            recurringExpiry: "20270230", recurringFrequency: 10_000)))
      // Dankort has no 3-D Secure: the card is processed at once (E07).
      var card = testCard()
      card.number = secret("5019994016316467")
      let dankort = try await wallet.perform(
        RegisterSavedCard(SavedCardRequest(card, .easy, currency: Currency("DKK"))))
      wallet.equal(dankort.isProcessable, true)
      _ = try await wallet.perform(ProcessSavedCard(dankort.id))
      wallet.equal(try await wallet.savedCards.map(\.scheme), [.dankort])
    },
  ]
}
