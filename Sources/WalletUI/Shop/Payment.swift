import ScreenKit
import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// Pays with a card in the simulated shop.
package struct Payment: Intent {
  package let id: CardID
  package let merchantID: String
  package let amount: ShopAmount
  let kind: ShopCard.Kind
  /// The token of the phone that pays; nil: the card itself does.
  let dpanRef: String?

  package init(
    _ id: CardID, at merchantID: String, _ amount: ShopAmount, of kind: ShopCard.Kind = .prepaid,
    by dpanRef: String? = nil
  ) {
    self.id = id
    self.merchantID = merchantID
    self.amount = amount
    self.kind = kind
    self.dpanRef = dpanRef
  }

  /// The receipt, and the merchant.
  package struct Answer: Sendable {
    package let receipt: ShopReceipt
    package let merchant: Merchant
  }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.shop.paying }
  package func reason(_ words: Words) -> String { words.codes.codeForPayment(amount.money) }
  package func confirmLabel(_ words: Words) -> String { words.shop.pay(amount.money) }

  package func request(_ service: WalletService) async throws(WalletError) -> Answer {
    let merchants = try await service.send(ListMerchants()).filter { !$0.isDamaged }
    guard let merchant = merchants.first(where: { $0.id == merchantID }) else {
      throw WalletError(.shopMerchant)
    }
    let card = dpanRef.map { PresentedCard.token(id, dpanRef: $0) } ?? .card(id)
    let receipt = try await service.send(Authorize(card, at: merchant.id, amount))
    return Answer(receipt: receipt, merchant: merchant)
  }

  package func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.activity.alerts.isOwn(answer.receipt, state.clock)
    let merchant = answer.merchant
    state.paying.shop.last = ShopState.Purchase(
      merchantID: merchant.id, amount: amount, dpanRef: dpanRef)
    let words = state.words
    let amount = words.money(answer.receipt.billedAmount)
    if answer.receipt.approved {
      let key = state.input.keymap.label("shop.again").map(words.shop.payAgainHint) ?? ""
      state.show(.success, words.shop.paid(amount, merchant.name), detail: key)
    } else {
      let help = kind == .prepaid ? hint(after: answer.receipt, state) : nil
      state.show(
        .warning, words.shop.notPaid(words.limits.declined(answer.receipt)),
        detail: help ?? "\(merchant.name) · \(amount)")
    }
    return []
  }

  /// What helps after a decline; nil: nothing does.
  private func hint(after receipt: ShopReceipt, _ state: State) -> String? {
    guard receipt.declineRule != nil else { return AccountTopUp.hint(after: receipt, state) }
    return state.input.keymap.label(CardLimits.command.id).map(state.words.limits.hint)
  }

  /// Only the list of payments shows whether this one was made.
  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    let look = state.words.shop.lookBeforePaying(state.keyLabel(for: Tab.activity.command.id))
    return mayHaveHappened(
      state.words.shop.mayHavePaid, detail: look, news: kind.news(of: id), &state)
  }

  package func readAgain(_ state: State) -> [Effect] { [kind.reading(id)] }
}

/// The simulated shop, as far as it is known.
package struct ShopState: Sendable, Equatable {
  package struct Purchase: Sendable, Equatable {
    package let merchantID: String
    package let amount: ShopAmount
    /// The token that has paid; nil: the card itself.
    var dpanRef: String?
  }

  package var merchants: [Merchant] = []
  /// The server has reported that it has no shop.
  var isMissing = false
  /// The merchant and the amount of the last payment.
  package var last: Purchase?
}

struct PaymentForm: FormPurpose {
  let id: CardID
  let kind: ShopCard.Kind
  /// The card's tokens, which the form offers after the card itself.
  var tokens: [String] = []

  func refresh(_ form: inout Form, _ state: State) {
    form.setChoice("merchantId", options: Self.merchantLabels(state))
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    guard let (merchant, money) = sum(form, state) else {
      return [
        FieldError(
          "merchantId",
          .verbatim(state.paying.shop.merchants.isEmpty ? words.readingShort : words.damagedEntry))
      ]
    }
    guard let money else {
      let text = words.shop.writeAmount(like: Money(12_50, merchant.currency))
      return [FieldError("amount", .verbatim(text))]
    }
    return ShopAmount.fieldErrors(written: money, as: words.written)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let (merchant, money) = sum(form, state), let money else { return nil }
    let selected = form.selected("dpanRef") - 1
    return .intent(
      Payment(
        id, at: merchant.id, ShopAmount(money.minorUnits, money.currency), of: kind,
        by: tokens.indices.contains(selected) ? tokens[selected] : nil))
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    sum(form, state).map { state.words.shop.pay($0.1) }
  }

  private func sum(_ form: Form, _ state: State) -> (Merchant, Money?)? {
    let index = form.selected("merchantId")
    let merchants = state.paying.shop.merchants
    guard merchants.indices.contains(index), !merchants[index].isDamaged else { return nil }
    let money = Money(written: form.text("amount") ?? "", merchants[index].currency)
    return (merchants[index], money)
  }

  private static func merchantLabels(_ state: State) -> [String] {
    state.paying.shop.merchants.isEmpty
      ? [state.words.readingShort]
      : state.paying.shop.merchants.map {
        $0.isDamaged ? state.words.damagedEntry : "\($0.name) · \($0.currency.code)"
      }
  }
}

extension PaymentForm {
  /// Why no payment is possible with the focused card; nil: it is possible, even if the issuer will
  /// decline it.
  static func refusal(_ state: State) -> String? {
    if let reason = state.shown.shopRefusal(state) { return reason }
    return state.paying.shop.isMissing ? state.words.shop.noShop : state.unreachable
  }

  /// What is paid again: the payment that is open, or the last one.
  private static func proposal(_ state: State) -> ShopState.Purchase? {
    guard let page = state.shown as? PaymentPage, let merchant = page.merchant(state) else {
      return state.paying.shop.last
    }
    let amount = ShopAmount(page.payment.transactedAmount.minorUnits, merchant.currency)
    return ShopState.Purchase(merchantID: merchant.id, amount: amount)
  }

  /// - Parameter again: Whether an earlier payment is proposed, if there was one.
  static func open(_ state: inout State, again: Bool = false) -> [Effect] {
    guard let card = state.shown.shopCard(state) else { return [] }
    let words = state.words
    let last = again ? proposal(state) : nil
    var amount = FormField.text(
      "amount", words.amount, hint: words.shop.inItsCurrency,
      words.written(last?.amount.money?.decimal ?? "4.20"), limit: 12, of: .amount)
    amount.isProposed = true
    let merchant = last?.merchantID ?? card.merchantID
    let only = state.paying.shop.merchants.firstIndex { $0.id == merchant }
    let phones = phones(card, state)
    var payers: [FormField] = []
    if !phones.isEmpty {
      let selected = phones.firstIndex { $0.dpanRef == last?.dpanRef } ?? -1
      payers.append(
        FormField(
          "dpanRef", words.phones.payBy,
          .choice(options: [words.phones.theCard] + phones.map(\.name), selected: selected + 1)))
    }
    var dialog = Dialog(
      PaymentForm(id: card.id, kind: card.kind, tokens: phones.map(\.dpanRef)),
      title: words.shop.payWith(card.title), lines: [words.shop.simulatedShop],
      submitLabel: words.shop.pay,
      cancelLabel: words.backHint,
      fields: [
        FormField(
          "merchantId", words.merchant,
          .choice(options: merchantLabels(state), selected: only ?? 0)),
        amount,
      ] + payers)
    // Enter pays what is proposed.
    if last != nil { dialog.form.begin(at: "amount") }
    return dialog.open(&state)
      + (state.paying.shop.merchants.isEmpty ? [.read(MerchantsQuery())] : [])
  }
}

extension PaymentForm {
  private struct Phone {
    let dpanRef: String
    let name: String
  }

  /// The phones that show the card, each with what its token can do: `Ana's iPhone · Apple Pay ·
  /// active`.
  private static func phones(_ card: ShopCard, _ state: State) -> [Phone] {
    guard card.kind == .prepaid, let known = state.cards.details.card(card.id) else { return [] }
    let words = state.words
    let first = state.cards.profile?.name.split(separator: " ").first.map(String.init)
    // `Ana` of `ANA PETROVA`.
    let owner = first.map { name -> String in
      name == name.uppercased() ? String(name.prefix(1)) + name.dropFirst().lowercased() : name
    }
    let tokens = (known.tokenizations ?? []).filter { !$0.isDamaged && $0.removedAt == nil }
    return tokens.map { token in
      let device = state.phones.wallets.name(of: token.dpanRef, words)
      let phone = device.map { device in
        owner.map { words.phones.device(device, of: $0) } ?? device
      }
      let parts = [
        phone, words.cards.phoneWallet(token.walletType), words.phones.tokenState(token, of: known),
      ]
      return Phone(
        dpanRef: token.dpanRef, name: parts.compactMap(\.self).joined(separator: " · "))
    }
  }
}

/// The merchants of the simulated shop.
struct MerchantsQuery: Query, SendsOperation {
  var operation: ListMerchants { ListMerchants() }

  func answered(_ result: Result<[Merchant], WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .failure(let error):
      state.paying.shop.isMissing = error.code == .notFound
      let isAsked = state.top(Dialog.self)?.purpose is PaymentForm
      if state.paying.shop.isMissing, isAsked { state.pop() }
      // A screen that only offers the shop does without.
      if state.unreachable == nil, isAsked || !state.paying.shop.isMissing { state.show(error) }
    case .success(let list):
      state.paying.shop.merchants = list
      Dialog.refreshTop(&state)
    }
    return []
  }
}
