import PhoneWallet
import WalletAPI
import WalletModel

/// A card with a token in a phone.
struct CardOnPhone {
  let wallet: Wallet
  let id: CardID
  let token: MobileWalletTokenization

  init(_ wallet: Wallet, _ phone: String = "a") async throws {
    self.wallet = wallet
    id = try await wallet.card("Everyday").id
    token = try await wallet.add(id, SimulatedPhone(named: phone), .googlePay)
  }

  var card: Card {
    get async throws { try await wallet.perform(GetCard(id, include: [.tokenizations])) }
  }

  /// As the issuer sends it.
  var state: TokenState? {
    get async throws { try await card.token(token.dpanRef)?.state }
  }

  func states(and other: CardOnPhone) async throws -> [TokenState?] {
    [try await state, try await other.state]
  }

  func change(_ action: TokenAction) -> ChangeToken { ChangeToken(id, token.dpanRef, action) }

  func set(_ status: CardStatus) async throws {
    _ = try await wallet.perform(SetCardStatus(id, status, reason: "x"))
  }
}

extension Conformance {
  static let tokenStates: [ConformanceCase] =
    changingTokens + followingCards + verifyingTokens + payingByPhone

  private static let changingTokens: [ConformanceCase] = [
    ConformanceCase("C16 a token is frozen, resumed and removed, each with a version") { wallet in
      let phone = try await CardOnPhone(wallet)
      wallet.equal(try await phone.state, .active)
      let before = try await phone.card.version
      let frozen = try await wallet.perform(phone.change(.freeze))
      wallet.equal(frozen.version, before + 1)
      wallet.equal(frozen.tokenizations?.map(\.state) ?? [], [.suspended])
      wallet.equal(frozen.tokenizations?.map(\.isFrozen) ?? [], [true])
      wallet.equal(frozen.tokenizations?.map(\.status) ?? [], [.completed], "the phone has it")
      try await wallet.restart()
      wallet.equal(try await phone.state, .suspended, "after a restart")
      let resumed = try await wallet.perform(phone.change(.resume))
      wallet.equal(resumed.tokenizations?.map(\.state) ?? [], [.active])
      let removed = try await wallet.perform(phone.change(.remove))
      wallet.equal(removed.version, before + 3)
      wallet.equal(removed.tokenizations?.map(\.state) ?? [], [.deleted])
      // The phone can take the card up again, with another token.
      let again = try await wallet.add(phone.id, SimulatedPhone(named: "a"), .googlePay)
      wallet.equal(try await phone.card.tokenizations?.map(\.dpanRef) ?? [], [again.dpanRef])
      wallet.expect(again.dpanRef != phone.token.dpanRef, "the reference is a new one")
    },
    ConformanceCase("C16 a removal can be taken back for ten minutes, as it was before") { wallet in
      let phone = try await CardOnPhone(wallet)
      let frozen = try await CardOnPhone(wallet, "b")
      _ = try await wallet.perform(frozen.change(.freeze))
      for phone in [phone, frozen] { _ = try await wallet.perform(phone.change(.remove)) }
      try await wallet.restart()
      wallet.advance(TokenState.removalSeconds - 1)
      let back = try await wallet.perform(frozen.change(.resume)).token(frozen.token.dpanRef)
      wallet.equal(back?.state, .suspended, "it was frozen")
      wallet.equal(back?.removedAt, nil)
      wallet.advance(1)
      await wallet.refuse(.notFound, phone.change(.resume))
      wallet.equal(try await phone.state, nil)
      wallet.equal(try await phone.card.tokenizations?.count, 1)
    },
    ConformanceCase("C16 what is not possible with a token is refused, with its reason") { wallet in
      let phone = try await CardOnPhone(wallet)
      func refused(_ action: TokenAction, _ reason: Reason) async {
        let error = await wallet.refuse(.actionRefused, phone.change(action))
        wallet.equal(error?.details.map(\.english) ?? [], [reason.english])
      }
      await refused(.resume, .card(.tokenNotFrozen))
      _ = try await wallet.perform(phone.change(.freeze))
      await refused(.freeze, .card(.tokenIsFrozen))
      _ = try await wallet.perform(phone.change(.remove))
      await refused(.remove, .card(.tokenIsRemoved))
      await refused(.freeze, .card(.tokenIsRemoved))
      await wallet.refuse(fields: ["action"], phone.change(.other("MELT")))
      await wallet.refuse(.notFound, ChangeToken(phone.id, "no such", .freeze))
      await wallet.refuse(.notFound, ChangeToken(CardID("none"), phone.token.dpanRef, .freeze))
      let another = try await wallet.card("Groceries").id
      await wallet.refuse(.notFound, ChangeToken(another, phone.token.dpanRef, .freeze))
      let stale = wallet.version(1)
      await wallet.refuse(.versionConflict, phone.change(.resume), stale)
      // A phone that has been removed cannot report.
      await wallet.refuse(.notFound, UpdateTokenization(phone.id, phone.token))
    },
    ConformanceCase("C16 a change of a token with one key has its effect once") { wallet in
      let phone = try await CardOnPhone(wallet)
      let context = wallet.keyed("freeze-once")
      let first = try await wallet.perform(phone.change(.freeze), context)
      wallet.equal(try await wallet.perform(phone.change(.freeze), context), first)
      await wallet.refuse(.keyReused, phone.change(.resume), context)
      wallet.equal(try await phone.card.version, first.version)
    },
    ConformanceCase("C16 a lock and a freeze at the same time have both effects") { wallet in
      let phone = try await CardOnPhone(wallet)
      let version = try await phone.card.version
      async let locked = wallet.perform(SetCardStatus(phone.id, .locked, reason: "x"))
      async let frozen = wallet.perform(phone.change(.freeze))
      wallet.equal(Set([try await locked.version, try await frozen.version]).count, 2)
      wallet.equal(try await phone.card.version, version + 2)
      try await phone.set(.active)
      wallet.equal(try await phone.state, .suspended, "it stays frozen")
    },
  ]

  private static let followingCards: [ConformanceCase] = [
    ConformanceCase("C16 a lock suspends tokens, an unlock resumes those and only those") {
      wallet in
      let phone = try await CardOnPhone(wallet)
      let other = try await CardOnPhone(wallet, "b")
      _ = try await wallet.perform(other.change(.freeze))
      try await phone.set(.locked)
      wallet.equal(try await phone.states(and: other), [.suspended, .suspended])
      try await phone.set(.active)
      wallet.equal(try await phone.states(and: other), [.active, .suspended])
      // Frozen while the card is locked.
      try await phone.set(.locked)
      _ = try await wallet.perform(phone.change(.freeze))
      _ = try await wallet.perform(other.change(.resume))
      wallet.equal(try await phone.states(and: other), [.suspended, .suspended])
      try await phone.set(.active)
      wallet.equal(try await phone.states(and: other), [.suspended, .active])
    },
    ConformanceCase("C16 tokens follow a card that is locked by itself") { wallet in
      let phone = try await CardOnPhone(wallet)
      try await phone.set(.locked)
      _ = try await wallet.perform(UnlockCardFor(phone.id, seconds: 600))
      wallet.equal(try await phone.state, .active)
      wallet.advance(601)
      wallet.equal(try await phone.state, .suspended, "the time is over")
      try await phone.set(.active)
      let days = CardControlsUpdate(autoLockDays: .value(1))
      _ = try await wallet.perform(SetCardControls(phone.id, days))
      wallet.advance(86_401)
      wallet.equal(try await phone.state, .suspended, "it was not used")
      try await wallet.restart()
      wallet.equal(try await phone.state, .suspended)
      try await phone.set(.active)
      wallet.equal(try await phone.state, .active)
    },
    ConformanceCase("C16 a cancelled card ends its tokens for good") { wallet in
      let phone = try await CardOnPhone(wallet)
      let request = try SimulatedPhone(named: "b").request(.samsungPay)
      _ = try await wallet.authorised(Tokenize(phone.id, request))
      try await phone.set(.cancelled)
      let ended = try await phone.card.tokenizations ?? []
      wallet.equal(ended.map(\.state), [.deleted, .deleted])
      for token in ended {
        for action in TokenAction.allCases {
          await wallet.refuse(.actionRefused, ChangeToken(phone.id, token.dpanRef, action))
        }
        await wallet.refuse(.actionRefused, VerifyToken(phone.id, token.dpanRef))
      }
      wallet.advance(86_400)
      wallet.equal(try await phone.state, .deleted)
    },
  ]

  private static let verifyingTokens: [ConformanceCase] = [
    ConformanceCase("C11 a token that waits is completed with a code, and keeps its reference") {
      wallet in
      let id = try await wallet.card("Everyday").id
      let request = try SimulatedPhone(named: "a").request(.googlePay)
      _ = try await wallet.authorised(Tokenize(id, request))
      let waiting = try await wallet.perform(GetCard(id, include: [.tokenizations]))
      let token = waiting.tokenizations?.last
      wallet.equal(token?.status, .initiated)
      wallet.equal(token?.state, nil)
      let verify = VerifyToken(id, token?.dpanRef ?? "")
      let granted = try await wallet.grant(for: verify)
      let text = try await wallet.perform(ListPhoneMessages()).first?.text ?? ""
      let end = token?.numberEnd ?? "?"
      wallet.expect(
        text.contains("pay with card ··\(waiting.lastFour), token ··\(end)"), "says: \(text)")
      let done = try await wallet.perform(verify, granted)
      wallet.equal(done.version, waiting.version + 1)
      wallet.equal(done.tokenizations?.map(\.dpanRef) ?? [], [token?.dpanRef ?? ""])
      wallet.equal(done.tokenizations?.map(\.status) ?? [], [.completed])
      wallet.equal(done.tokenizations?.map(\.state) ?? [], [.active])
      await wallet.refuse(.actionRefused, verify)
    },
    ConformanceCase("C05 a token of a cancelled card is not completed") { wallet in
      let id = try await wallet.card("Everyday").id
      let request = try SimulatedPhone(named: "a").request(.googlePay)
      _ = try await wallet.authorised(Tokenize(id, request))
      let card = try await wallet.perform(GetCard(id, include: [.tokenizations]))
      var token = card.tokenizations?.last ?? .blank
      token.status = .completed
      _ = try await wallet.perform(SetCardStatus(id, .cancelled, reason: "x"))
      await wallet.refuse(.actionRefused, UpdateTokenization(id, token))
    },
    ConformanceCase("C11 a code for one token completes no other, and no locked card's") { wallet in
      let id = try await wallet.card("Everyday").id
      var waiting: [String] = []
      for name in ["a", "b"] {
        let request = try SimulatedPhone(named: name).request(.googlePay)
        _ = try await wallet.authorised(Tokenize(id, request))
        let card = try await wallet.perform(GetCard(id, include: [.tokenizations]))
        waiting.append(card.tokenizations?.last?.dpanRef ?? "")
      }
      let granted = try await wallet.grant(for: VerifyToken(id, waiting[0]))
      await wallet.refuse(.scaRejected, VerifyToken(id, waiting[1]), granted)
      _ = try await wallet.perform(SetCardStatus(id, .locked, reason: "x"))
      await wallet.refuse(.actionRefused, VerifyToken(id, waiting[0]), granted)
      _ = try await wallet.perform(SetCardStatus(id, .active, reason: "x"))
      // The card is not the one that the owner has agreed to.
      await wallet.refuse(.scaExpired, VerifyToken(id, waiting[0]), granted)
      await wallet.refuse(.notFound, VerifyToken(id, "no such"))
    },
  ]

  private static let payingByPhone: [ConformanceCase] = [
    ConformanceCase("G03 C16 a phone pays with its token, or is declined with a reason") { wallet in
      let phone = try await CardOnPhone(wallet)
      func pay(_ card: PresentedCard? = nil) async throws -> DeclineReason? {
        let token = PresentedCard.token(phone.id, dpanRef: phone.token.dpanRef)
        let receipt = try await wallet.sale(card ?? token, at: "lidl-sofia")
        return receipt.declineReason
      }
      wallet.equal(try await pay(), nil)
      let paid = try await wallet.perform(ListTransactions(phone.id)).transactions.first
      wallet.equal(paid?.transactedAmount.minorUnits, 100)
      _ = try await wallet.perform(phone.change(.freeze))
      wallet.equal(try await pay(), .tokenFrozen)
      let declined = try await wallet.perform(ListTransactions(phone.id)).transactions.first
      wallet.equal(declined?.declineReason, .tokenFrozen)
      wallet.equal(try await pay(.card(phone.id)), nil, "the card itself")
      try await phone.set(.locked)
      wallet.equal(try await pay(), .cardLocked, "the card comes first")
      try await phone.set(.active)
      _ = try await wallet.perform(phone.change(.remove))
      wallet.equal(try await pay(), .tokenNotActive)
      for _ in 0..<2 { _ = try await wallet.perform(phone.change(.resume)) }
      try await wallet.restart()
      wallet.equal(try await pay(), nil)
      var off = CardControlsUpdate()
      off.switchedOff = .value([Word(.phone)])
      _ = try await wallet.perform(SetCardControls(phone.id, off))
      wallet.equal(try await pay(), .insufficientEntitlements, "the owner allows no phone")
      wallet.equal(try await pay(.card(phone.id)), nil, "the card itself")
    },
    ConformanceCase("G03 C05 a phone that has not reported, or another card's, cannot pay") {
      wallet in
      let phone = try await CardOnPhone(wallet)
      let request = try SimulatedPhone(named: "b").request(.samsungPay)
      _ = try await wallet.authorised(Tokenize(phone.id, request))
      let begun = try await phone.card.tokenizations?.last?.dpanRef ?? ""
      func payment(_ id: CardID, _ token: String) -> Authorize {
        Authorize(.token(id, dpanRef: token), at: "lidl-sofia", ShopAmount(100))
      }
      wallet.equal(
        try await wallet.perform(payment(phone.id, begun)).declineReason, .tokenNotActive)
      let other = try await wallet.card("Groceries").id
      await wallet.refuse(.shopCard, payment(other, phone.token.dpanRef))
      await wallet.refuse(.shopCard, payment(phone.id, "none"))
      await wallet.refuse(.shopCard, payment(CardID("none"), phone.token.dpanRef))
    },
  ]
}
