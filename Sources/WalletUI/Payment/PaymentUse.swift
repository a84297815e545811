import CardEntry
import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

/// The further fields of a payment: shop, amount, order, and who pays.
struct PaymentUse: CardUse {
  func refresh(_ form: inout Form, _ state: State) {
    Self.refresh(&form, state)
    form.setVisible(Self.saves, form.card?.source == .typed)
    let accepted = Self.accepted(form, state)
    form.card?.rules.use = .payment(accepted)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] { Self.errors(form, state) }

  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission? {
    Self.submit(card, saves: form.isOn(Self.saves), form, &state)
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    Self.sum(form, state).map { Self.button($0.money, state) }
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    let own = state.cards.list.rows.prefix(ownCards).filter { $0.status == .active }
    return CardForm(use: PaymentUse(), ownCards: Array(own)).dialog(
      state, title: words.payments.payTitle, lines: [words.payments.payFormLine],
      rules: CardEntryRules(.payment(usual)), further: fields(state, withSwitch: true),
      submitLabel: button(nil, state)
    ).open(&state) + WebPayments.readMethods(state)
  }

  /// The switch that also saves the card.
  private static let saves = "save"

  /// How many own cards the form offers. Others are paid with from their own page.
  private static let ownCards = 50

  // MARK: Shops

  /// The brands until those of the shop's account were read.
  private static let usual = AcceptedBrands([.visa: .both, .mastercard: .both, .amex: .both])

  private static func accepted(_ form: Form, _ state: State) -> AcceptedBrands {
    guard let merchant = merchant(form, state) else { return usual }
    return (try? accepted(merchant, state)) ?? usual
  }

  /// The brands that the account of a shop takes (D03, D04).
  private static func accepted(_ merchant: Merchant, _ state: State) throws(PaymentError)
    -> AcceptedBrands
  {
    let methods = state.paying.web.methods
    let account = methods.first { $0.currency == merchant.currency }?.accountID
    return try AcceptedBrands(
      currency: merchant.currency.code, account: account ?? "", methods: methods.map(\.offered))
  }

  private static func labels(_ state: State) -> [String] {
    let merchants = merchants(state)
    if merchants.isEmpty { return [missing(state)] }
    return merchants.map { "\($0.name) · \($0.currency.code)" }
  }

  /// Why there is no shop yet.
  private static func missing(_ state: State) -> String {
    state.paying.web.areMethodsRead && !state.paying.shop.merchants.isEmpty
      ? state.words.errors.text(PaymentError(.noMethods).walletError.message)
      : state.words.readingShort
  }

  private static func merchants(_ state: State) -> [Merchant] {
    let methods = state.paying.web.methods
    return state.paying.shop.merchants.filter { merchant in
      !merchant.isDamaged && methods.contains { $0.currency == merchant.currency }
    }
  }

  private static func merchant(_ form: Form, _ state: State) -> Merchant? {
    let index = form.selected("merchantId")
    let merchants = merchants(state)
    return merchants.indices.contains(index) ? merchants[index] : nil
  }

  static func sum(_ form: Form, _ state: State) -> (merchant: Merchant, money: Money?)? {
    guard let merchant = merchant(form, state) else { return nil }
    return (merchant, Money(written: form.text("amount") ?? "", merchant.currency))
  }

  // MARK: Also for saved cards

  static func button(_ amount: Money?, _ state: State) -> String {
    state.words.savedCards.payWithButton(amount, state.settings.payLabel)
  }

  static func refresh(_ form: inout Form, _ state: State) {
    form.setChoice("merchantId", options: labels(state))
    PayerFields.refresh(&form)
  }

  static func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    var errors: [FieldError] = []
    if let (merchant, money) = sum(form, state) {
      do throws(PaymentError) {
        _ = try accepted(merchant, state)
      } catch {
        errors.append(FieldError("merchantId", error.walletError.message))
      }
      if let money {
        errors += ShopAmount.fieldErrors(written: money, as: words.written)
      } else {
        let text = words.shop.writeAmount(like: Money(24_90, merchant.currency))
        errors.append(FieldError("amount", .verbatim(text)))
      }
    } else {
      errors.append(FieldError("merchantId", .verbatim(missing(state))))
    }
    if let problem = Rules.length(form.text("merchantRefNum") ?? "", 1...40) {
      errors.append(FieldError("merchantRefNum", problem))
    }
    return errors + PayerFields.errors(form)
  }

  /// - Parameter saves: Whether the card is also to be saved, if it was typed (E36).
  static func submit(
    _ card: PayingCard, saves: Bool = false, _ form: Form, _ state: inout State
  ) -> Submission? {
    guard let (merchant, money) = sum(form, state), let money else { return nil }
    let options = PaymentOptions(
      amount: money.paymentServiceUnits, currency: money.currency,
      merchantRefNum: form.text("merchantRefNum") ?? "", accountID: "",
      profile: PayerFields.profile(form), billing: PayerFields.billing(form))
    return .intent(
      NewPayment(
        PaymentHandleRequest(card, at: merchant.id, options),
        saves: saves, at: state.clock.now))
  }

  /// - Parameter withSwitch: Whether the card can also be saved.
  static func fields(_ state: State, withSwitch: Bool = false) -> [FormField] {
    let words = state.words
    var amount = FormField.text(
      "amount", words.bankQuestion.amountLabel, hint: words.shop.inItsCurrency,
      words.written("24.90"), limit: 12,
      of: .amount)
    amount.isProposed = true
    var order = FormField.text(
      "merchantRefNum", words.payments.orderLabel,
      "\(words.payments.orderLabel) \(1001 + state.paying.web.handles.rows.count)", limit: 40)
    order.isProposed = true
    let isOn = state.settings.savingSwitch == .on
    let hasSwitch = withSwitch && state.settings.savingSwitch != .hidden
    return [
      FormField(
        "merchantId", words.bankQuestion.shopLabel, .choice(options: labels(state), selected: 0)),
      amount, order,
    ] + (hasSwitch ? [FormField(saves, words.payments.saveToo, .toggle(isOn))] : [])
      + PayerFields.fields(words)
  }
}

extension SavedCardRequest {
  /// Saves a typed card for easy payment, too. It has copies of the secrets. nil: it was not typed.
  init?(copying card: PayingCard, currency: Currency) {
    guard case .entered(let typed) = card else { return nil }
    self.init(
      EnteredCard(number: typed.number?.copy(), expiry: typed.expiry, cvv: typed.cvv?.copy()),
      .easy, currency: currency)
  }
}
