import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import WalletService
import Words

/// Orders a virtual card (F01, F06).
struct NewVirtualCardForm: FormPurpose {
  /// What makes it the same order, however often it is sent.
  let reference: String

  private static let persona = "personaId"
  private static let newPersona = "name"
  private static let source = "fundingSourceId"
  /// Opens the ways to add a source above the form.
  private static let addKey = Key.control("n")

  func refresh(_ form: inout Form, _ state: State) {
    form.setChoice(Self.persona, options: Self.personaLabels(state))
    form.setVisible(Self.newPersona, persona(form, state) == nil)
    form.setChoice(Self.source, options: Self.sourceLabels(state))
    VirtualCardFields.refresh(&form, state.virtual.forms.currency, state)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    var errors: [FieldError] = []
    if persona(form, state) == nil {
      errors += PersonaRequest(name: form.text(Self.newPersona) ?? "").fieldErrors
    }
    if source(form, state) == nil {
      errors.append(
        FieldError(Self.source, .verbatim(state.words.virtualForms.addFunding(Self.addKey.label))))
    }
    return errors + VirtualCardFields.errors(form, state.virtual.forms.currency, state)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    guard let source = source(form, state) else { return nil }
    let currency = state.virtual.forms.currency
    let order = VirtualCardOrder(
      personaID: persona(form, state)?.id ?? "", fundingSourceID: source.id,
      cardHolder: form.text(VirtualCardFields.holder) ?? "",
      alias: form.text(VirtualCardFields.alias), billingAddress: VirtualCardFields.address(form),
      currency: currency,
      rules: SpendingRules(
        merchantID: VirtualCardFields.merchant(form, state),
        isSingleUse: form.isOn(VirtualCardFields.singleUse),
        monthlyLimit: VirtualCardFields.limit(form, currency)),
      reference: reference)
    if persona(form, state) == nil {
      return .intent(PersonaCreation(name: form.text(Self.newPersona) ?? "", order: order))
    }
    return .intent(VirtualCardProof(order: order))
  }

  func opens(_ key: Key, _ form: Form, _ state: State) -> (any Overlay)? {
    key == Self.addKey ? FundingPicker(isAdding: true) : nil
  }

  func hints(_ form: Form, _ state: State) -> [Hint] {
    [Hint(Self.addKey.label, state.words.virtualForms.addsFunding)]
  }

  func preview(_ form: Form, _ state: State) -> (any FormPreview)? {
    VirtualCardFields.preview(
      form, persona: persona(form, state)?.name ?? form.text(Self.newPersona) ?? "",
      state.virtual.forms.currency, state)
  }

  // MARK: Values of the form

  /// nil: a new one.
  private func persona(_ form: Form, _ state: State) -> Persona? {
    let index = form.selected(Self.persona)
    let known = state.virtual.knownPersonas
    return known.indices.contains(index) ? known[index] : nil
  }

  /// nil: there is none.
  private func source(_ form: Form, _ state: State) -> FundingSource? {
    let index = form.selected(Self.source)
    let active = state.virtual.activeSources
    return active.indices.contains(index) ? active[index] : nil
  }

  private static func personaLabels(_ state: State) -> [String] {
    state.virtual.knownPersonas.map(\.name) + [state.words.virtualForms.newPersonaChoice]
  }

  private static func sourceLabels(_ state: State) -> [String] {
    let words = state.words
    let active = state.virtual.activeSources
    if active.isEmpty { return [words.virtualForms.noFundingYet] }
    return active.map {
      let name = words.virtualForms.fundingName($0)
      return $0.flags.isEmpty ? name : "\(name) · \(words.virtualForms.fundingState($0))"
    }
  }

  // MARK: Opening

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    var values = VirtualCardFields.Values()
    values.holder = state.cards.profile?.name ?? ""
    let personas = personaLabels(state)
    // The persona of the card in focus comes first.
    let owner = state.virtual.focused?.owners.first?.id
    let focus = state.virtual.knownPersonas.firstIndex { $0.id == owner } ?? 0
    var dialog = Dialog(
      NewVirtualCardForm(reference: IdempotencyKey.make()),
      title: words.virtualForms.makeVirtualCard.title,
      lines: [], submitLabel: words.virtualForms.orderVirtualCard, cancelLabel: words.backHint,
      fields: [
        VirtualCardFields.name(values, state),
        FormField(
          persona, words.virtualCards.personaLabel, .choice(options: personas, selected: focus)),
        .text(
          newPersona, words.virtualForms.personaName, hint: words.virtualForms.personaNameHint,
          limit: 40),
        FormField(
          source, words.virtualCards.paysFrom, .choice(options: sourceLabels(state), selected: 0)),
      ] + VirtualCardFields.rules(values, state.virtual.forms.currency, state)
        + [VirtualCardFields.holder(values, state)] + VirtualCardFields.address(values, state))
    dialog.refresh(state)
    return dialog.open(&state) + VirtualCardForms.read(&state)
  }
}

/// Makes a persona, and then the card that was ordered for it.
struct PersonaCreation: Intent, SendsOperation {
  let name: String
  /// nil: only the persona is wanted.
  var order: VirtualCardOrder?

  func title(_ words: Words) -> String { words.virtualForms.makePersona }

  var operation: CreatePersona { CreatePersona(PersonaRequest(name: name)) }

  func succeed(_ persona: Persona, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    if !state.virtual.personas.contains(where: { $0.id == persona.id }) {
      state.virtual.personas.append(persona)
    }
    VirtualCards.arrange(&state)
    guard var order else {
      state.show(.success, state.words.virtualForms.personaMade(persona.name))
      return []
    }
    order.personaID = persona.id
    return VirtualCardProof(order: order).send(&state)
  }
}

extension NewVirtualCardForm {
  /// A source that was added above the form is the one that pays.
  static func take(_ source: FundingSource, _ state: inout State) {
    guard var dialog = state.top(Dialog.self), dialog.purpose is NewVirtualCardForm else { return }
    dialog.refresh(state)
    let index = state.virtual.activeSources.firstIndex { $0.id == source.id }
    dialog.form.setChoice(Self.source, options: sourceLabels(state), selected: index)
    dialog.form.setError(Self.source, nil)
    dialog.refresh(state)
    state.replaceTop(dialog)
  }
}
