import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  static let profile: [ConformanceCase] = [
    ConformanceCase("A32 A33 programmes by type, with what is left of each") { wallet in
      let all = try await wallet.perform(GetPrograms())
      wallet.expect(
        all.contains { $0.isDigital && $0.cardType == .physical }, "none that is digital")
      wallet.expect(all.contains { $0.allowableCards == 0 }, "none that is exhausted")
      for type in [CardType.physical, .virtual] {
        wallet.equal(
          try await wallet.perform(GetPrograms(cardType: type)),
          all.filter { $0.cardType == type })
      }
    },
    ConformanceCase("A40 an account by its id") { wallet in
      let card = try await wallet.card("Travel")
      let account = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(account.availableBalance, Money(284_10, Currency("EUR")))
      wallet.equal(account.customerID, card.customerID)
      wallet.equal(account.externalID, card.customerID.rawValue + "-EUR")
      await wallet.refuse(.notFound, GetAccount(AccountID("no-such-account")))
    },
    ConformanceCase("A40 an account names the cards that draw on it") { wallet in
      let card = try await wallet.card("Travel")
      let cards = try await wallet.perform(ListCards(CardQuery())).cards
      let account = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(account.instruments.map(\.id), cards.map(\.id.rawValue))
      wallet.expect(
        account.instruments.allSatisfy { $0.type == .known(.card) }, "another than a card")
      guard let own = account.instruments.first(where: { $0.id == card.id.rawValue }) else {
        return wallet.expect(false, "not this one")
      }
      wallet.equal(own, AccountInstrument(card))
      wallet.equal(own.maskedNumber, "\(card.bin)******\(card.lastFour)")
      wallet.equal(own.status, .known(.verified))
      let new = account.instruments.filter { $0.status == .known(.verificationRequired) }.map(\.id)
      wallet.equal(new, cards.filter { $0.status == .issued }.map(\.id.rawValue))
      wallet.expect(!new.isEmpty, "none that is not activated yet")
      var brief = try await wallet.perform(GetAccount(card.accountID, only: .balances))
      wallet.expect(brief.instruments.isEmpty, "the cards were read all the same")
      brief.instruments = account.instruments
      wallet.equal(brief, account)
    },
    ConformanceCase("A22 the letters of cards not yet activated are on the phone") { wallet in
      let letters = try await wallet.perform(ListPhoneMessages())
      wallet.equal(letters.count, 2)
      wallet.expect(letters.allSatisfy { $0.code?.isDigits(count: 3) == true }, "no CVV")
      let card = try await wallet.card("New plastic")
      guard let letter = letters.first(where: { $0.text.contains(card.lastFour) }),
        let cvv = letter.code
      else { return wallet.expect(false, "no letter for the new plastic card") }
      let request = CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv)
      wallet.equal(try await wallet.perform(ActivateCard(card.id, request)).status, .active)
    },
  ]

  static let news: [ConformanceCase] = [
    ConformanceCase("every listener gets the events of changes and messages") { wallet in
      let card = try await wallet.card("Everyday")
      let first = wallet.under.backend.events()
      let second = wallet.under.backend.events()
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"))
      let event = try await details(wallet)
      try await wallet.challenge(event)
      for stream in [first, second] {
        var heard: [WalletEvent] = []
        func hasChange() -> Bool {
          heard.contains {
            guard case .changed(.cards, let ids) = $0 else { return false }
            return ids == nil || ids?.contains(card.id.rawValue) == true
          }
        }
        // In any order: a listener may also get the events of an opened connection, and an event
        // that still waits is not put in again.
        for await event in stream {
          heard.append(event)
          if heard.contains(.phoneMessage) && hasChange() { break }
        }
        wallet.expect(hasChange(), "no news of the change in \(heard)")
      }
    }
  ]
}
