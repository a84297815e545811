import CardEntry
import ScreenKit
import Themes
import WalletAPI
import WalletModel
import Words

/// The further fields of a card that is saved: how it pays later, and, folded away, what the shop
/// takes (E05–E08, E13).
struct SavingUse: CardUse {
  private static let use = "recurringType"
  private static let every = "recurringFrequency"
  private static let until = "recurringExpiryDate"
  private static let currency = "currencyCode"
  private static let business = "sBusiness"
  private static let coBranded = "coBrandedDankort"
  private static let more = PayerFields.switchID

  /// The schemes that a shop may leave out, in rows of two.
  private static let schemes: [CardSchemes] = [
    .amex, .visa, .diners, .masterCard, .forbrugsforeningen, .jcb, .dankort, .maestro,
  ]
  private static func id(_ scheme: CardSchemes) -> String { "takes" + scheme.name }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    return CardForm(use: SavingUse(), ownCards: []).dialog(
      state, title: words.savedCards.saveTitle, lines: [words.savedCards.saveLine],
      rules: CardEntryRules(.saving()),
      cardFields: [.number, .expiry, .cvv], further: fields(state),
      submitLabel: words.savedCards.saveHint
    ).open(&state) + WebPayments.readMethods(state)
  }

  private static func fields(_ state: State) -> [FormField] {
    let words = state.words
    let taken = schemes.enumerated().map { index, scheme in
      var field = FormField(id(scheme), words.cardEntry.scheme(scheme), .toggle(true))
      field.sharesRow = index % 2 == 1
      return field
    }
    return [
      FormField(
        use, words.savedCards.useLabel, .choice(options: words.savedCards.useChoices, selected: 0)),
      .text(
        every, words.savedCards.everyLabel, hint: words.savedCards.daysHint, limit: 4, of: .digits),
      .text(until, words.savedCards.chargedUntil, hint: words.savedCards.dayHint, limit: 10),
      FormField(more, words.payments.moreOptions, .toggle(false)),
    ] + taken + [
      FormField(
        coBranded, words.savedCards.coBrandedDankort,
        .choice(options: [words.cardEntry.dankort, words.cardEntry.brand(.visa)], selected: 0)),
      FormField(business, words.cardEntry.sBusiness, .toggle(false)),
      FormField(
        currency, words.savedCards.verifiedIn,
        .choice(options: currencies(state).map(\.code), selected: 0)),
    ]
  }

  /// Those of the accounts; until they were read, the usual one.
  private static func currencies(_ state: State) -> [Currency] {
    var known: [Currency] = []
    for method in state.paying.web.methods where !known.contains(method.currency) {
      known.append(method.currency)
    }
    return known.isEmpty ? [Currency("EUR")] : known
  }

  // MARK: Values of the form

  func refresh(_ form: inout Form, _ state: State) {
    let isRecurring = Self.chosen(form) == .recurring
    let isOpen = form.isOn(Self.more)
    for id in [Self.every, Self.until] { form.setVisible(id, isRecurring) }
    let folded = Self.schemes.map(Self.id) + [Self.coBranded, Self.business, Self.currency]
    for id in folded { form.setVisible(id, isOpen) }
    form.setNote(
      Self.more,
      isOpen
        ? FieldNote(text: state.words.savedCards.whichSchemes, tenths: nil, role: .overlayMuted)
        : nil)
    form.setChoice(Self.currency, options: Self.currencies(state).map(\.code))
    let (excluded, isBusiness) = (Self.excluded(form), form.isOn(Self.business))
    form.card?.rules.use = .saving(excluding: excluded, isSBusiness: isBusiness)
  }

  private static func chosen(_ form: Form) -> SavedCardUse {
    form.selected(use) == 1 ? .recurring : .easy
  }

  /// What the shop does not take. Without the second brand of a Dankort it counts as Visa (E07).
  private static func excluded(_ form: Form) -> CardSchemes {
    var excluded: CardSchemes = form.selected(coBranded) == 1 ? .coBrandedDankort : []
    for scheme in schemes where !form.isOn(id(scheme)) { excluded.insert(scheme) }
    return excluded
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    guard Self.chosen(form) == .recurring, form.text(Self.until) != nil else { return [] }
    return Self.day(form) == nil
      ? [FieldError(Self.until, .verbatim(state.words.savedCards.writeDay))] : []
  }

  /// `YYYYMMDD` of a day that is typed as `2029-12-31`; nil: there is no such day.
  private static func day(_ form: Form) -> String? {
    let parts = (form.text(until) ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year > 0, (1...12).contains(month),
      (1...CalendarMonth(year: year, month: month).days).contains(day)
    else { return nil }
    return parts.joined()
  }

  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission? {
    guard case .entered(let card) = card else { return nil }
    let use = Self.chosen(form)
    let isRecurring = use == .recurring
    let currencies = Self.currencies(state)
    let chosen = form.selected(Self.currency)
    let request = SavedCardRequest(
      card, use, currency: currencies[min(chosen, currencies.count - 1)],
      recurringExpiry: isRecurring ? Self.day(form) : nil,
      recurringFrequency: isRecurring ? form.text(Self.every).flatMap { Int($0) } : nil,
      excluding: Self.excluded(form), isSBusiness: form.isOn(Self.business))
    return .intent(SavingCard(request: request, id: state.clock.now))
  }
}
