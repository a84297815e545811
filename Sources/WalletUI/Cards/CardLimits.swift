import Canvas
import Themes
package import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// Sets what a card may pay for.
package struct CardLimits: Intent {
  package let id: CardID
  package let update: CardControlsUpdate
  /// The version of the card that the user saw.
  let version: Int?

  package init(_ id: CardID, _ update: CardControlsUpdate, version: Int?) {
    self.id = id
    self.update = update
    self.version = version
  }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.settingLimits }
  package func reason(_ words: Words) -> String { words.codeForLimits }
  package func confirmLabel(_ words: Words) -> String { words.setLimits }

  package func request(_ service: WalletService, _ sca: ScaReference?)
    async throws(WalletError) -> Card
  { try await service.cards.setControls(id, update, sca: sca, expectedVersion: version) }

  package func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    ScaFlow.pop(&state)
    made(card, &state)
    state.toasts.show(
      .success, state.words.limitsAreSet(state.words.title(card)), clock: state.clock)
    return []
  }

  static let command = Command(
    "card.limits", \.cardLimits, keys: [.character("L")], place: .cards,
    disabled: { refusal($0) }, run: { CardLimitsForm.open(&$0) })

  private static func refusal(_ state: State) -> String? {
    if let reason = CardRefusals.refusalOfControls(state) { return reason }
    guard let row = state.list.focused else { return nil }
    return state.details[row.id] == nil ? state.words.readingShort : nil
  }

  /// What helps after a payment that was declined for a limit; nil: it was not.
  static func hint(after receipt: ShopReceipt, _ kind: ShopCard.Kind, _ state: State) -> String? {
    guard kind == .prepaid, receipt.declineLimit != nil else { return nil }
    return state.keymap.label(command.id).map(state.words.limitsHint)
  }
}

struct CardLimitsForm: FormPurpose {
  let id: CardID
  let currency: Currency
  let before: SpendingLimits
  let version: Int?

  static let payment = "paymentLimit"
  static let month = "monthlyLimit"
  static let amounts = [payment, month]
  private static let categories = "allowedCategories"
  private static let countries = "allowedCountries"

  func refresh(_ form: inout Form, _ state: State) {
    let words = state.words
    form.setNote(
      Self.categories, FieldNote(text: words.categoryNames(), tenths: nil, role: .overlayMuted))
    form.setNote(
      Self.countries, FieldNote(text: words.countriesHint, tenths: nil, role: .overlayMuted))
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    var errors = Self.amountErrors(form, currency, words)
    let unknown = names(Self.categories, form).first { words.category(named: $0) == nil }
    if let unknown {
      errors.append(FieldError(Self.categories, .verbatim(words.noCategory(unknown))))
    }
    let most = words.limitRange(words.money(Money(SpendingLimits.amounts.upperBound, currency)))
    let update = update(form, state)
    for error in update.fieldErrors where !errors.contains(where: { $0.field == error.field }) {
      let isAmount = Self.amounts.contains(error.field)
      errors.append(isAmount ? FieldError(error.field, .verbatim(most)) : error)
    }
    if errors.isEmpty, update == CardControlsUpdate() {
      errors = [FieldError("", .verbatim(words.nothingChangedYet))]
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(CardLimits(id, update(form, state), version: version))
  }

  /// The amount that was typed, in minor units; nil: there is none.
  static func amount(_ field: String, _ form: Form, _ currency: Currency) -> Int64? {
    form.text(field).flatMap { Money(written: $0, currency) }?.minorUnits
  }

  /// The limits that are no amounts.
  static func amountErrors(_ form: Form, _ currency: Currency, _ words: Words) -> [FieldError] {
    amounts.filter { form.text($0) != nil && amount($0, form, currency) == nil }.map { field in
      let example = words.written(Money(50_00, currency).decimal)
      return FieldError(field, .verbatim(words.writeAmount(example)))
    }
  }

  static func field(_ id: String, _ label: String, _ words: Words, _ text: String = "")
    -> FormField
  { .text(id, label, hint: words.noLimitHint, text, limit: 12, of: .amount) }

  /// What was typed, with commas between.
  private func names(_ field: String, _ form: Form) -> [String] {
    (form.text(field) ?? "").split(separator: ",").map { name in
      name.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// Only what has changed is sent.
  private func update(_ form: Form, _ state: State) -> CardControlsUpdate {
    func patch<Value: Equatable>(_ new: Value?, _ old: Value?) -> Patch<Value> {
      new == old ? .absent : new.map { .value($0) } ?? .null
    }
    func list<Value>(_ values: [Value]) -> [Value]? { values.isEmpty ? nil : values }
    let chosen = names(Self.categories, form).compactMap { state.words.category(named: $0) }
    let countries = names(Self.countries, form).map { $0.uppercased() }
    return CardControlsUpdate(
      paymentLimit: patch(Self.amount(Self.payment, form, currency), before.paymentLimit),
      monthlyLimit: patch(Self.amount(Self.month, form, currency), before.monthlyLimit),
      categories: patch(list(chosen), before.categories),
      countries: patch(list(countries), before.countries))
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.list.focused, let card = state.details[row.id]?.card else { return [] }
    let words = state.words
    let limits = card.limits
    func written(_ limit: Int64?) -> String {
      limit.map { words.written(Money($0, card.currency).decimal) } ?? ""
    }
    return Dialog(
      CardLimitsForm(
        id: row.id, currency: card.currency, before: limits, version: card.version),
      title: words.limitsTitle(row.title), lines: [words.limitsLine],
      submitLabel: words.setLimits, cancelLabel: words.backHint,
      fields: [
        field(payment, words.paymentLimitLabel, words, written(limits.paymentLimit)),
        field(month, words.perMonthLabel, words, written(limits.monthlyLimit)),
        .text(
          categories, words.categoriesLabel, hint: words.anyCategory,
          limits.categories.map(words.categories) ?? ""),
        .text(
          countries, words.countriesLabel, hint: words.anyCountry,
          limits.countries?.joined(separator: ", ") ?? "", limit: 200),
      ]
    ).open(&state)
  }
}
