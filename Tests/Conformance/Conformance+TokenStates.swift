import PhoneWallet
import WalletAPI
import WalletModel

/// A card with a token in a phone.
private struct Tapping {
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

  var state: TokenState? {
    get async throws {
      let card = try await card
      return card.tokenizations?.first { $0.dpanRef == token.dpanRef }?.state(on: card.status)
    }
  }

  func change(_ action: TokenAction) -> ChangeToken { ChangeToken(id, token.dpanRef, action) }

  func set(_ status: CardStatus) async throws {
    _ = try await wallet.perform(SetCardStatus(id, status, reason: "x"))
  }

  func payment(_ amount: Int64 = 420) -> Authorize {
    Authorize(.token(id, dpanRef: token.dpanRef), at: "cafe-lumiere", ShopAmount(amount))
  }
}

extension Conformance {
  static let tokenStates: [ConformanceCase] = [
    ConformanceCase("A token is frozen, unfrozen and deleted, each with a version") { wallet in
      let phone = try await Tapping(wallet)
      let before = try await phone.card.version
      let frozen = try await wallet.perform(phone.change(.freeze))
      wallet.equal(frozen.version, before + 1)
      wallet.equal(frozen.tokenizations?.map(\.isFrozen), [true])
      wallet.equal(frozen.tokenizations?.map(\.status), [.completed], "the phone has it still")
      try await wallet.restart()
      wallet.equal(try await phone.state, .frozen, "after a restart")
      let free = try await wallet.perform(phone.change(.unfreeze))
      wallet.equal(free.tokenizations, [phone.token])
      let gone = try await wallet.perform(phone.change(.delete))
      wallet.equal(gone.version, before + 3)
      wallet.equal(gone.tokenizations, [])
      await wallet.refuse(.notFound, phone.change(.freeze))
      // The phone can take the card up again.
      _ = try await wallet.add(phone.id, SimulatedPhone(named: "a"), .googlePay)
    },
    ConformanceCase("What is not possible with a token is refused, with its state") { wallet in
      let phone = try await Tapping(wallet)
      func refused(_ action: TokenAction, _ state: String) async {
        let error = await wallet.refuse(.actionRefused, phone.change(action))
        wallet.equal(error?.details.map(\.english) ?? [], ["The token is \(state)."])
      }
      await refused(.unfreeze, "active")
      _ = try await wallet.perform(phone.change(.freeze))
      await refused(.freeze, "frozen")
      await wallet.refuse(fields: ["action"], phone.change(.other("MELT")))
      await wallet.refuse(.notFound, ChangeToken(phone.id, "no such", .freeze))
      await wallet.refuse(
        .notFound, ChangeToken(CardID("none"), phone.token.dpanRef, .freeze))
      var stale = wallet.context
      stale.expectedVersion = 1
      await wallet.refuse(.versionConflict, phone.change(.unfreeze), stale)
      let request = try SimulatedPhone(named: "b").request(.applePay)
      _ = try await wallet.authorised(Tokenize(phone.id, request))
      let begun = try await phone.card.tokenizations?.last?.dpanRef ?? ""
      await wallet.refuse(.actionRefused, ChangeToken(phone.id, begun, .freeze))
      _ = try await wallet.perform(ChangeToken(phone.id, begun, .delete))
      wallet.equal(try await phone.card.tokenizations?.count, 1)
    },
    ConformanceCase("A lock suspends tokens, an unlock keeps frozen ones frozen") { wallet in
      let phone = try await Tapping(wallet)
      let other = try await Tapping(wallet, "b")
      _ = try await wallet.perform(other.change(.freeze))
      try await phone.set(.locked)
      wallet.equal(try await phone.state, .suspended)
      wallet.equal(try await other.state, .frozen)
      try await phone.set(.active)
      wallet.equal(try await phone.state, .active)
      wallet.equal(try await other.state, .frozen)
      try await phone.set(.locked)
      _ = try await wallet.perform(phone.change(.freeze))
      try await phone.set(.active)
      wallet.equal(try await phone.state, .frozen, "frozen while it was suspended")
    },
    ConformanceCase("A cancelled card ends its tokens") { wallet in
      let phone = try await Tapping(wallet)
      try await phone.set(.cancelled)
      wallet.equal(try await phone.state, .ended)
      for action in TokenAction.allCases {
        await wallet.refuse(.actionRefused, phone.change(action))
      }
      let receipt = try await wallet.perform(phone.payment())
      wallet.equal(receipt.declineReason, .cardCancelled)
    },
    ConformanceCase("A phone pays, and the payment says with which wallet") { wallet in
      let phone = try await Tapping(wallet)
      let receipt = try await wallet.perform(phone.payment())
      wallet.equal(receipt.declineReason, nil)
      try await wallet.restart()
      let debit = try await wallet.perform(DebitAuthorization(receipt.id, ShopAmount(300)))
      _ = try await wallet.perform(RefundDebit(debit.id, ShopAmount(100)))
      let payments = try await wallet.perform(ListTransactions(phone.id)).transactions
      wallet.equal(payments.prefix(3).map(\.type), [.refund, .complete, .pending])
      wallet.equal(payments.prefix(3).map(\.walletType), [.googlePay, .googlePay, .googlePay])
      let plain = Authorize(.card(phone.id), at: "cafe-lumiere", ShopAmount(420))
      _ = try await wallet.perform(plain)
      let last = try await wallet.perform(ListTransactions(phone.id)).transactions.first
      wallet.equal(last?.walletType, nil)
    },
    ConformanceCase("A phone that cannot pay is told why") { wallet in
      let phone = try await Tapping(wallet)
      func declined(_ reason: DeclineReason) async throws {
        wallet.equal(try await wallet.perform(phone.payment()).declineReason, reason)
        let page = try await wallet.perform(ListTransactions(phone.id))
        let last = page.transactions.first
        wallet.equal(last?.declineReason, reason)
        wallet.equal(last?.walletType, .googlePay)
      }
      _ = try await wallet.perform(phone.change(.freeze))
      try await declined(.tokenFrozen)
      try await phone.set(.locked)
      try await declined(.cardLocked)
      try await phone.set(.active)
      _ = try await wallet.perform(phone.change(.unfreeze))
      wallet.equal(try await wallet.perform(phone.payment()).approved, true)
      let request = try SimulatedPhone(named: "b").request(.samsungPay)
      _ = try await wallet.authorised(Tokenize(phone.id, request))
      let begun = try await phone.card.tokenizations?.last?.dpanRef ?? ""
      let early = Authorize(.token(phone.id, dpanRef: begun), at: "shell", ShopAmount(1))
      wallet.equal(try await wallet.perform(early).declineReason, .tokenNotActive)
      _ = try await wallet.perform(phone.change(.delete))
      await wallet.refuse(.shopCard, phone.payment())
      let another = try await wallet.card("Groceries").id
      await wallet.refuse(
        .shopCard, Authorize(.token(another, dpanRef: begun), at: "shell", ShopAmount(1)))
    },
    ConformanceCase("A lock and a freeze at the same time have both effects, or one is refused") {
      wallet in
      let phone = try await Tapping(wallet)
      let version = try await phone.card.version
      async let locked = wallet.perform(SetCardStatus(phone.id, .locked, reason: "x"))
      async let frozen = wallet.perform(phone.change(.freeze))
      wallet.equal(Set([try await locked.version, try await frozen.version]).count, 2)
      let now = try await phone.card
      wallet.equal(now.version, version + 2)
      wallet.equal(now.status, .locked)
      wallet.equal(try await phone.state, .frozen)
      // Both have seen the same version: only one of them counts.
      var context = wallet.context
      context.expectedVersion = now.version
      let seen = context
      async let unlocking = refusal { () throws(WalletError) in
        _ = try await wallet.perform(SetCardStatus(phone.id, .active, reason: "x"), seen)
      }
      async let unfreezing = refusal { () throws(WalletError) in
        _ = try await wallet.perform(phone.change(.unfreeze), seen)
      }
      let refusals = await [unlocking, unfreezing].compactMap { $0 }
      wallet.equal(refusals, [.versionConflict])
      wallet.equal(try await phone.card.version, now.version + 1)
    },
    ConformanceCase("A change of a token with one key has its effect once") { wallet in
      let phone = try await Tapping(wallet)
      var context = wallet.context
      context.idempotencyKey = "freeze-once"
      let first = try await wallet.perform(phone.change(.freeze), context)
      wallet.equal(try await wallet.perform(phone.change(.freeze), context), first)
      await wallet.refuse(.keyReused, phone.change(.unfreeze), context)
      wallet.equal(try await phone.card.version, first.version)
    },
  ]
}

private func refusal(_ body: () async throws(WalletError) -> Void) async -> ErrorCode? {
  do throws(WalletError) {
    try await body()
    return nil
  } catch {
    return error.code
  }
}
