import PhoneWallet
import WalletAPI
import WalletModel

/// A card with a token that waits for a proof of identity.
private struct Waiting {
  let wallet: Wallet
  let id: CardID
  let dpanRef: String

  init(_ wallet: Wallet, _ type: MobileWalletType = .googlePay, phone: String = "a") async throws {
    self.wallet = wallet
    id = try await wallet.card("Everyday").id
    let request = try SimulatedPhone(named: phone).request(type)
    _ = try await wallet.authorised(Tokenize(id, request))
    let tokens = try await wallet.perform(GetCard(id, include: [.tokenizations])).tokenizations
    dpanRef = tokens?.last?.dpanRef ?? ""
  }

  var verify: VerifyToken { VerifyToken(id, dpanRef) }

  var card: Card {
    get async throws { try await wallet.perform(GetCard(id, include: [.tokenizations])) }
  }

  var token: MobileWalletTokenization? {
    get async throws { try await card.tokenizations?.first { $0.dpanRef == dpanRef } }
  }

  func set(_ status: CardStatus) async throws {
    _ = try await wallet.perform(SetCardStatus(id, status, reason: "x"))
  }

  /// Nothing waits, and no code is asked for.
  func refuseAs(_ state: String, line: Int = #line) async {
    let error = await wallet.refuse(.actionRefused, verify, line: line)
    wallet.equal(
      error?.message.english, "There is nothing to verify", "message", line: line)
    wallet.equal(
      error?.details.map(\.english) ?? [], ["The token is \(state)."], "details", line: line)
    wallet.expect(error?.scaEvent == nil, "a code was asked for", line: line)
  }
}

extension Conformance {
  static let tokenVerification: [ConformanceCase] = [
    ConformanceCase("C11 a token that waits is verified, and its reference stays") { wallet in
      for type in [MobileWalletType.googlePay, .applePay, .samsungPay] {
        let waiting = try await Waiting(wallet, type)
        let before = try await waiting.card
        wallet.equal(try await waiting.token?.state(on: before.status), .initiated)
        let payment = Authorize(
          .token(waiting.id, dpanRef: waiting.dpanRef), at: "cafe-lumiere", ShopAmount(420))
        wallet.equal(try await wallet.perform(payment).declineReason, .tokenNotActive)
        let seen = try await waiting.card
        let after = try await wallet.authorised(waiting.verify)
        wallet.equal(after.version, seen.version + 1)
        wallet.equal(
          after.tokenizations?.map(\.dpanRef), before.tokenizations?.map(\.dpanRef),
          "the references")
        let token = after.tokenizations?.last
        wallet.equal(token?.status, .completed)
        wallet.equal(token?.walletType, type)
        wallet.equal(token?.walletID, before.tokenizations?.last?.walletID, "walletId")
        try await wallet.restart()
        wallet.equal(try await waiting.token, token, "after a restart")
        wallet.equal(try await wallet.perform(payment).approved, true)
      }
    },
    ConformanceCase("C11 without a code the token waits on, and a code is for one token") {
      wallet in
      let mine = try await Waiting(wallet)
      let other = try await Waiting(wallet, phone: "b")
      let event = try await wallet.event(of: mine.verify)
      let granted = try await wallet.authorise(event)
      let text = try await wallet.perform(ListPhoneMessages()).first?.text ?? ""
      let card = try await mine.card
      wallet.expect(
        text.contains("card ··\(card.lastFour), token ··\(mine.dpanRef.suffix(4))"),
        "it names card and token: \(text)")
      await wallet.refuse(.scaRejected, other.verify, granted)
      let request = try SimulatedPhone(named: "c").request(.googlePay)
      await wallet.refuse(.scaRejected, Tokenize(mine.id, request), granted)
      wallet.equal(try await mine.token?.status, .initiated)
      wallet.equal(try await other.token?.status, .initiated)
      // Its owner can still use it, and only once.
      _ = try await wallet.perform(mine.verify, granted)
      wallet.equal(try await mine.token?.status, .completed)
      await mine.refuseAs("active")
      await wallet.refuse(.scaRejected, other.verify, granted)
    },
    ConformanceCase("C11 a wrong code verifies nothing") { wallet in
      let waiting = try await Waiting(wallet)
      let event = try await wallet.event(of: waiting.verify)
      _ = try await wallet.perform(CreateChallenge(event.reference, Wallet.sms))
      let wrong = wallet.wrong(try await wallet.codeOnPhone(.sms))
      let attempt = try await wallet.perform(SubmitAttempt(event.reference, code: wrong))
      wallet.equal(attempt.status, .rejected)
      await wallet.refuse(.scaRequired, waiting.verify, wallet.context(with: event))
      wallet.equal(try await waiting.token?.status, .initiated)
    },
    ConformanceCase("C11 only a token that waits is verified") { wallet in
      let waiting = try await Waiting(wallet)
      var stale = wallet.context
      stale.expectedVersion = 1
      await wallet.refuse(.versionConflict, waiting.verify, stale)
      await wallet.refuse(.notFound, VerifyToken(waiting.id, "no such"))
      await wallet.refuse(.notFound, VerifyToken(CardID("none"), waiting.dpanRef))
      let another = try await wallet.card("Groceries").id
      await wallet.refuse(.notFound, VerifyToken(another, waiting.dpanRef))
      // A locked card is not put into a phone.
      try await waiting.set(.locked)
      let error = await wallet.refuse(.actionRefused, waiting.verify)
      wallet.equal(error?.details.map(\.english) ?? [], ["The card is locked."])
      try await waiting.set(.active)
      _ = try await wallet.authorised(waiting.verify)
      await waiting.refuseAs("active")
      try await waiting.set(.locked)
      await waiting.refuseAs("suspended")
      try await waiting.set(.active)
      _ = try await wallet.perform(ChangeToken(waiting.id, waiting.dpanRef, .freeze))
      await waiting.refuseAs("frozen")
      _ = try await wallet.perform(ChangeToken(waiting.id, waiting.dpanRef, .delete))
      await wallet.refuse(.notFound, waiting.verify)
      let last = try await Waiting(wallet)
      try await last.set(.cancelled)
      await last.refuseAs("ended")
    },
    ConformanceCase("C11 a code is for the card as it was, and not for a deleted token") { wallet in
      let waiting = try await Waiting(wallet)
      let early = try await wallet.authorise(try await wallet.event(of: waiting.verify))
      _ = try await wallet.perform(RenameCard(waiting.id, alias: "Other"))
      await wallet.refuse(.scaExpired, waiting.verify, early)
      let late = try await wallet.authorise(try await wallet.event(of: waiting.verify))
      _ = try await wallet.perform(ChangeToken(waiting.id, waiting.dpanRef, .delete))
      await wallet.refuse(.notFound, waiting.verify, late)
    },
    ConformanceCase("C11 a verification with one key has its effect once") { wallet in
      let waiting = try await Waiting(wallet)
      let other = try await Waiting(wallet, phone: "b")
      var context = try await wallet.authorise(try await wallet.event(of: waiting.verify))
      context.idempotencyKey = "verify-once"
      let first = try await wallet.perform(waiting.verify, context)
      wallet.equal(try await wallet.perform(waiting.verify, context), first)
      await wallet.refuse(.keyReused, other.verify, context)
      wallet.equal(try await waiting.card.version, first.version)
    },
  ]
}
