import WalletAPI
import WalletModel

extension Wallet {
  /// The card with its number and CVV, which are answered after a code.
  func withDetails(_ card: VirtualCard) async throws -> VirtualCard {
    var card = card
    let details = try await authorised(GetVirtualCardDetails(card.id))
    for field in [SealedFields.Field.number, .csc] {
      card.sealed.boxes[field] = details.boxes[field]
    }
    return card
  }

  fileprivate func twoVirtualCards() async throws -> (VirtualCard, VirtualCard) {
    let (persona, source) = (try await persona(), try await fundingSource())
    return (
      try await made(try await request(persona, source)),
      try await made(try await request(persona, source))
    )
  }
}

/// Number and CVV of a virtual card need a code, like those of other cards.
extension Conformance {
  static let virtualDetails: [ConformanceCase] = [
    ConformanceCase("F08 number and CVV need a code, and no other answer has them") { wallet in
      let card = try await wallet.twoVirtualCards().1
      let renamed = VirtualCardUpdate(alias: .value("Shoes"))
      let answers = [
        card, try await wallet.perform(GetVirtualCard(card.id)),
        try await wallet.virtualCards()[0],
        try await wallet.perform(UpdateVirtualCard(card.id, renamed)),
        try await wallet.perform(CancelVirtualCard(card.id)),
        try await wallet.perform(CancelVirtualCard(card.id)),
      ]
      for card in answers {
        wallet.expect(
          !card.sealed.boxes.has(.number) && !card.sealed.boxes.has(.csc),
          "an answer has the number or the CVV")
        wallet.expect(card.sealed.boxes.has(.expiry), "the rest is missing")
      }
      // A closed card stays readable.
      let operation = GetVirtualCardDetails(card.id)
      let context = try await wallet.grant(for: operation)
      let details = try await wallet.perform(operation, context)
      wallet.equal(details.keyID, card.sealed.keyID)
      wallet.equal(details.algorithm, card.sealed.algorithm)
      for field in SealedFields.Field.allCases {
        wallet.equal(
          details.boxes.has(field), field == .number || field == .csc, field.rawValue)
      }
      let message = try await wallet.perform(ListPhoneMessages()).first
      let purpose = "to show the number of virtual card ··\(card.lastFour)."
      wallet.expect(message?.text.contains(purpose) == true, message?.text ?? "no message")
      await wallet.refuse(.scaExpired, operation, context)
      await wallet.refuse(.virtualCardNotFound, GetVirtualCardDetails("nothing"))
      var other = wallet.context
      other.scopes = [.wallet]
      await wallet.refuse(.scopeMissing, operation, other)
    },
    ConformanceCase("S10 a code for one virtual card shows no other, and none by itself") {
      wallet in
      let (first, second) = try await wallet.twoVirtualCards()
      let one = GetVirtualCardDetails(first.id)
      let event = try await wallet.event(of: one)
      let context = wallet.context(with: event)
      await wallet.refuse(.scaRequired, one, context)
      _ = try await wallet.authorise(event)
      await wallet.refuse(.scaRejected, GetVirtualCardDetails(second.id), context)
      // It was not agreed that others are shown, too.
      await wallet.refuse(
        .scaRejected, GetVirtualCardDetails(first.id, memory: .signIn), context)
      await wallet.refuse(.scaRejected, GetPin(try await wallet.card("Everyday").id), context)
      _ = try await wallet.perform(one, context)
      await wallet.refuse(.scaRequired, GetVirtualCardDetails(second.id, memory: .signIn))
    },
    ConformanceCase("a code counts for five minutes of the sign-in, if that was asked for") {
      wallet in
      let (first, second) = try await wallet.twoVirtualCards()
      let one = GetVirtualCardDetails(first.id, memory: .signIn)
      let other = GetVirtualCardDetails(second.id, memory: .signIn)
      _ = try await wallet.authorised(GetVirtualCardDetails(first.id))
      await wallet.refuse(.scaRequired, other)
      _ = try await wallet.authorised(one)
      let messages = try await wallet.perform(ListPhoneMessages())
      wallet.expect(
        messages.first?.text.contains("··\(first.lastFour), and of others for 5 minutes") == true,
        messages.first?.text ?? "no message")
      // Other questions do not end it.
      let card = try await wallet.card("Everyday")
      for _ in 1...3 { await wallet.refuse(.scaRequired, GetPin(card.id)) }
      wallet.expect(try await wallet.perform(other).boxes.has(.number), "no number")
      wallet.expect(try await wallet.perform(one).boxes.has(.csc), "no CVV")
      await wallet.refuse(.scaRequired, GetVirtualCardDetails(second.id))
      await wallet.refuse(.scaRequired, GetPin(card.id))
      wallet.advance(299)
      _ = try await wallet.perform(other)
      // Using it does not make it longer.
      wallet.advance(1)
      await wallet.refuse(.scaRequired, other)
      // It is of one sign-in.
      _ = try await wallet.authorised(other)
      _ = try await wallet.perform(one)
      try await wallet.restart()
      await wallet.refuse(.scaRequired, one)
    },
  ]
}
