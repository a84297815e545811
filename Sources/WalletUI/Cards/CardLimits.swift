import Canvas
import ScreenKit
import Themes
import WalletAPI
import WalletModel
import Words

/// Sets what a card may pay for.
struct CardLimits: Intent, SendsOperation {
  let id: CardID
  let update: CardControlsUpdate
  /// The rules before, for undo; nil: this is an undo itself.
  let before: SpendingRules?
  /// The version of the card that the user saw.
  let version: Int?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.limits.settingLimits }
  func reason(_ words: Words) -> String { words.limits.codeForLimits }
  func confirmLabel(_ words: Words) -> String { words.limits.setLimits }

  var operation: SetCardControls { SetCardControls(id, update) }
  var expectedVersion: Int? { version }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(
      card, state.words.limits.areSet(state.words.cardForms.title(card)),
      undo: before.map {
        let back = CardControlsUpdate(from: card.rules, to: $0)
        return CardLimits(id: id, update: back, before: nil, version: card.version)
      }, &state)
  }

  static let command = Command(
    "card.limits", \.limits.cardLimits, keys: [.character("L")], place: .cards,
    disabled: { refusal($0) }, run: { CardLimitsForm.open(&$0) })

  private static func refusal(_ state: State) -> String? {
    if let reason = CardRefusals.refusalOfChange(state) { return reason }
    guard let row = state.cards.list.focused else { return nil }
    if row.status.isOver { return state.words.cards.refusal(.hasStatus(row.status)) }
    return state.cards.details.contains(row.id) ? nil : state.words.readingShort
  }
}

struct CardLimitsForm: FormPurpose {
  let id: CardID
  let currency: Currency
  let before: SpendingRules
  let version: Int?

  private static let payment = "paymentLimit"
  private static let day = "dailyLimit"
  private static let month = "monthlyLimit"
  private static let amounts = [payment, day, month]
  private static let categories = "categories"
  private static let countries = "countries"
  private static let lists = [categories, countries]
  /// The field with what a list means: everything, only these, or not these.
  private static func meaning(of list: String) -> String { list + "-meaning" }
  private static func id(of way: SpendingSwitch) -> String { "switch" + way.rawValue }

  func refresh(_ form: inout Form, _ state: State) {
    for list in Self.lists {
      form.setVisible(list, form.selected(Self.meaning(of: list)) > 0)
    }
    func note(_ text: String) -> FieldNote {
      FieldNote(text: text, tenths: nil, role: .overlayMuted)
    }
    form.setNote(Self.categories, note(state.words.limits.categoryNames))
    form.setNote(Self.countries, note(state.words.limits.countriesHint))
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    var errors: [FieldError] = []
    for field in Self.amounts where form.text(field) != nil && amount(field, form) == nil {
      errors.append(
        FieldError(field, .verbatim(words.shop.writeAmount(like: Money(50_00, currency)))))
    }
    if form.selected(Self.meaning(of: Self.categories)) > 0,
      let unknown = names(Self.categories, form).first(
        where: { words.limits.category(named: $0) == nil })
    {
      errors.append(FieldError(Self.categories, .verbatim(words.limits.noCategory(unknown))))
    }
    let most = words.virtualForms.limitRange(
      words.money(Money(SpendingRules.amounts.upperBound, currency)))
    let rules = rules(form, words)
    for error in rules.fieldErrors where !errors.contains(where: { $0.field == error.field }) {
      let isAmount = Self.amounts.contains(error.field)
      errors.append(isAmount ? FieldError(error.field, .verbatim(most)) : error)
    }
    if errors.isEmpty, rules == before {
      errors = [FieldError("", .verbatim(words.virtualForms.nothingChangedYet))]
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    let update = CardControlsUpdate(from: before, to: rules(form, state.words))
    return .intent(CardLimits(id: id, update: update, before: before, version: version))
  }

  // MARK: What was typed

  /// In minor units; nil: there is none.
  private func amount(_ field: String, _ form: Form) -> Int64? {
    form.text(field).flatMap { Money(written: $0, currency) }?.minorUnits
  }

  /// With commas between.
  private func names(_ field: String, _ form: Form) -> [String] {
    (form.text(field) ?? "").split(separator: ",").map { name in
      name.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  private func list(_ field: String, _ form: Form, _ word: (String) -> String?) -> RuleList? {
    let values = names(field, form).compactMap(word).sorted()
    return switch form.selected(Self.meaning(of: field)) {
    case 0: nil
    case 1: RuleList(allowed: values)
    default: RuleList(blocked: values)
    }
  }

  private func rules(_ form: Form, _ words: Words) -> SpendingRules {
    var rules = before
    rules.paymentLimit = amount(Self.payment, form)
    rules.dailyLimit = amount(Self.day, form)
    rules.monthlyLimit = amount(Self.month, form)
    rules.categories = list(Self.categories, form) { words.limits.category(named: $0)?.rawValue }
    rules.countries = list(Self.countries, form) { $0.uppercased() }
    rules.switchedOff = Set(SpendingSwitch.allCases.filter { !form.isOn(Self.id(of: $0)) })
    return rules
  }

  // MARK: Fields

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused, let card = state.cards.details.card(row.id) else {
      return []
    }
    let words = state.words
    return Dialog(
      CardLimitsForm(
        id: row.id, currency: card.currency, before: card.rules, version: card.version),
      title: words.limits.title(row.title), lines: [words.limits.line],
      submitLabel: words.limits.setLimits, cancelLabel: words.backHint,
      fields: amountFields(card, words) + listFields(card.rules, words)
        + switchFields(card.rules, words)
    ).open(&state)
  }

  private static func amountFields(_ card: Card, _ words: Words) -> [FormField] {
    func field(_ id: String, _ label: String, _ limit: Int64?) -> FormField {
      let text = limit.map { words.written(Money($0, card.currency).decimal) } ?? ""
      return .text(id, label, hint: words.virtualForms.noLimitHint, text, limit: 12, of: .amount)
    }
    return [
      field(payment, words.limits.perPayment, card.rules.paymentLimit),
      field(day, words.limits.perDay, card.rules.dailyLimit),
      field(month, words.limits.perMonth, card.rules.monthlyLimit),
    ]
  }

  private static func listFields(_ rules: SpendingRules, _ words: Words) -> [FormField] {
    func fields(
      _ id: String, _ label: String, _ all: String, _ list: RuleList?, _ name: (String) -> String
    ) -> [FormField] {
      let selected = list.map { $0.allowed == nil ? 2 : 1 } ?? 0
      return [
        FormField(
          meaning(of: id), label,
          .choice(
            options: [all, words.limits.onlyThese, words.limits.notThese], selected: selected)),
        .text(
          id, words.limits.whichOnes, list?.values.map(name).joined(separator: ", ") ?? "",
          limit: 200),
      ]
    }
    return fields(
      categories, words.limits.shopsLabel, words.limits.everything, rules.categories,
      words.limits.categoryNote)
      + fields(
        countries, words.limits.countriesLabel, words.limits.everyCountry, rules.countries
      ) { $0 }
  }

  private static func switchFields(_ rules: SpendingRules, _ words: Words) -> [FormField] {
    SpendingSwitch.allCases.enumerated().map { index, way in
      var field = FormField(
        id(of: way), words.limits.name(of: way), .toggle(!rules.switchedOff.contains(way)))
      field.sharesRow = index % 2 == 1
      return field
    }
  }
}
