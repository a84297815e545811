import ScreenKit
import Themes
import WalletModel
import Words

/// The fields that a new virtual card and a change of one have in common, and their values.
enum VirtualCardFields {
  static let holder = "cardHolder"
  static let alias = "alias"
  static let merchant = "merchantId"
  static let singleUse = "singleUse"
  static let limit = "monthlyLimit"
  /// The switch that shows the address.
  static let more = "more"
  private static let line1 = "billingAddress.addressLine1"
  private static let line2 = "billingAddress.addressLine2"
  private static let city = "billingAddress.city"
  private static let postalCode = "billingAddress.postalCode"
  private static let region = "billingAddress.state"
  private static let country = "billingAddress.country"
  private static let address = [line1, line2, city, postalCode, region, country]

  /// The first values of the fields.
  struct Values {
    var holder = ""
    var alias = ""
    var rules = SpendingRules()
    var address: VirtualBillingAddress?
    /// What cannot be read on this device.
    var isSealed = false
  }

  // MARK: Fields

  static func rules(_ values: Values, _ currency: Currency, _ state: State) -> [FormField] {
    let words = state.words
    let limit = values.rules.monthlyLimit.map { words.written(Money($0, currency).decimal) } ?? ""
    return [
      FormField(
        merchant, words.virtualForms.onlyShopLabel,
        .choice(
          options: merchantLabels(values.rules.merchantID, state),
          selected: place(of: values.rules.merchantID, values.rules.merchantID, state))),
      FormField(singleUse, words.virtualForms.onePaymentLabel, .toggle(values.rules.isSingleUse)),
      .text(
        Self.limit, words.virtualForms.monthlyLimitLabel, hint: words.virtualForms.noLimitHint,
        limit, limit: 12, of: .amount),
    ]
  }

  static func name(_ values: Values, _ state: State) -> FormField {
    let words = state.words
    return .text(
      alias, words.name,
      hint: values.isSealed ? words.virtualForms.sealedField : words.virtualForms.virtualNameHint,
      values.alias, limit: 64)
  }

  static func holder(_ values: Values, _ state: State) -> FormField {
    .text(holder, state.words.holder, values.holder, limit: 64)
  }

  static func address(_ values: Values, _ state: State) -> [FormField] {
    let words = state.words
    let known = values.address
    return [
      FormField(more, words.payments.moreOptions, .toggle(false)),
      .text(
        line1, words.cardForms.address,
        hint: values.isSealed ? words.virtualForms.sealedField : words.cardForms.streetAndNumber,
        known?.addressLine1 ?? "", limit: 100),
      .text(
        line2, "", hint: words.virtualForms.furtherAddress, known?.addressLine2 ?? "", limit: 100),
      .text(postalCode, words.cardForms.postcode, known?.postalCode ?? "", limit: 16),
      .text(city, words.cardForms.city, known?.city ?? "", limit: 60).inSameRow,
      .text(region, words.cardForms.stateLabel, known?.state ?? "", limit: 60),
      .text(
        country, words.cardForms.country, hint: words.cardForms.twoLetters, known?.country ?? "",
        limit: 2
      ).inSameRow,
    ]
  }

  // MARK: Merchants

  /// Any shop, then those of the simulated shop. A merchant that is gone has its id.
  private static func merchants(_ current: String?, _ state: State) -> [(id: String, name: String)]
  {
    var known = state.paying.shop.merchants.filter { !$0.isDamaged }.map { ($0.id, $0.name) }
    if let current, !known.contains(where: { $0.0 == current }) {
      known.append((current, current))
    }
    return known
  }

  private static func merchantLabels(_ current: String?, _ state: State) -> [String] {
    [state.words.virtualCards.anyShop] + merchants(current, state).map(\.name)
  }

  private static func place(of id: String?, _ current: String?, _ state: State) -> Int {
    guard let id else { return 0 }
    return (merchants(current, state).firstIndex { $0.id == id } ?? -1) + 1
  }

  static func merchantName(_ id: String, _ state: State) -> String {
    merchants(id, state).first { $0.id == id }?.name ?? id
  }

  // MARK: Their values

  /// - Parameter before: The merchant of the card that is changed.
  static func refresh(
    _ form: inout Form, before: String? = nil, _ currency: Currency, _ state: State
  ) {
    let chosen = merchant(form, before: before, state)
    form.setChoice(
      merchant, options: merchantLabels(before, state), selected: place(of: chosen, before, state))
    let words = state.words
    form.setNote(
      singleUse,
      form.isOn(singleUse)
        ? FieldNote(text: words.virtualForms.onePaymentNote, tenths: nil, role: .overlayMuted) : nil
    )
    let note = issuerLimits(currency, state)
    form.setNote(
      limit, note.isEmpty ? nil : FieldNote(text: note, tenths: nil, role: .overlayMuted))
    for id in address { form.setVisible(id, form.isOn(more)) }
  }

  /// The limits that the issuer has for all cards (F30).
  private static func issuerLimits(_ currency: Currency, _ state: State) -> String {
    guard let config = state.virtual.forms.config else { return "" }
    let words = state.words
    let payment = config.maxTransactionAmount.first { $0.currency == currency }
    let day = config.maxTransactionVelocity.first { $0.currency == currency }
      .flatMap { dailyLimit($0.velocity, currency) }
    return words.virtualForms.issuerLimits(
      payment: payment.map(words.short), day: day.map(words.short))
  }

  /// The amount of `500000/P1D`; nil: there is none of a day.
  static func dailyLimit(_ velocities: [String], _ currency: Currency) -> Money? {
    let day = velocities.first { $0.hasSuffix("/P1D") }
    return day.flatMap { $0.split(separator: "/").first.flatMap { Int64($0) } }
      .map { Money($0, currency) }
  }

  /// nil: any.
  static func merchant(_ form: Form, before: String? = nil, _ state: State) -> String? {
    let index = form.selected(merchant) - 1
    let known = merchants(before, state)
    return known.indices.contains(index) ? known[index].id : nil
  }

  /// What was typed as the limit in minor units; nil: nothing, or it is no amount.
  static func limit(_ form: Form, _ currency: Currency) -> Int64? {
    form.text(limit).flatMap { Money(written: $0, currency) }?.minorUnits
  }

  /// nil: nothing was typed.
  static func address(_ form: Form) -> VirtualBillingAddress? {
    guard address.contains(where: { form.text($0) != nil }) else { return nil }
    return VirtualBillingAddress(
      addressLine1: form.text(line1) ?? "", addressLine2: form.text(line2),
      city: form.text(city) ?? "", state: form.text(region),
      postalCode: form.text(postalCode) ?? "", country: (form.text(country) ?? "").uppercased())
  }

  static func errors(_ form: Form, _ currency: Currency, _ state: State) -> [FieldError] {
    let words = state.words
    var errors: [FieldError] = []
    if form.text(holder) == nil { errors.append(FieldError(holder, .field(.needed))) }
    if form.text(limit) != nil {
      let most = Money(SpendingRules.amounts.upperBound, currency)
      if let amount = limit(form, currency) {
        if !SpendingRules.amounts.contains(amount) {
          errors.append(
            FieldError(limit, .verbatim(words.virtualForms.limitRange(words.money(most)))))
        }
      } else {
        let text = words.shop.writeAmount(like: Money(120_00, currency))
        errors.append(FieldError(limit, .verbatim(text)))
      }
    }
    return errors + (address(form)?.fieldErrors ?? [])
  }
}
