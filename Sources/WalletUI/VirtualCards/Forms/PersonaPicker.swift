import Canvas
import WalletAPI
import WalletModel
import WalletService
import Words

/// The personas of the customer: makes one, or deletes the one that is chosen (F04, F05).
struct PersonaPicker: PickerOverlay {
  var picker = Picker()

  private static let new = "new"
  private static let prefix = "persona:"

  func list(_ state: State) -> PickerList {
    let words = state.words
    let personas = state.virtual.personas.map { persona in
      PickerList.Row(
        id: Self.prefix + persona.id, title: persona.isDamaged ? words.damagedEntry : persona.name,
        note: words.cardsOf(state.virtual.cardCount(of: persona.id)),
        refusal: persona.isDamaged ? words.itsRecordIsDamaged : nil, text: words.deletesPersona)
    }
    let groups = [
      PickerList.Group(
        title: words.addGroup,
        rows: [
          PickerList.Row(id: Self.new, title: words.makePersona, text: words.makePersonaText)
        ]),
      PickerList.Group(title: words.personasCommand.title, rows: personas),
    ]
    return PickerList(
      PickerList.matching(groups, picker.input.text), impossible: words.notPossibleNow)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    if row.id == Self.new { return NewPersonaForm.open(&state) }
    let id = row.id.dropFirst(Self.prefix.count)
    guard let persona = state.virtual.personas.first(where: { $0.id == id }) else { return [] }
    return PersonaDeletion(persona: persona).ask(&state)
  }

  func draw(in frame: Frame) {
    PickerView(
      frame: frame, title: frame.words.personasCommand.title, prompt: "/", verb: frame.words.open
    ).draw(picker, list(frame.state), in: PickerView.box(frame.state))
  }
}

extension VirtualCardsState {
  /// The cards of a persona that are not closed.
  func cardCount(of persona: String) -> Int {
    cards.count { card in
      card.state != .closed && card.owners.contains { $0.id == persona }
    }
  }
}

struct NewPersonaForm: FormPurpose {
  func errors(_ form: Form, _ state: State) -> [FieldError] {
    PersonaRequest(name: form.text("name") ?? "").fieldErrors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    .intent(PersonaCreation(name: form.text("name") ?? ""))
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    return Dialog(
      NewPersonaForm(), title: words.makePersona, lines: [words.makePersonaText],
      submitLabel: words.makePersonaHint, cancelLabel: words.backHint,
      fields: [.text("name", words.virtualName, hint: words.personaNameHint, limit: 40)]
    ).open(&state)
  }
}

/// Deletes a persona. Its cards close (F05).
struct PersonaDeletion: Intent {
  let persona: Persona

  /// Says first how many cards will close.
  func ask(_ state: inout State) -> [Effect] {
    let words = state.words
    let count = state.virtual.cardCount(of: persona.id)
    return ask(
      words.deletePersonaTitle(persona.name), [words.deletePersonaLine(count)], words.deleteHint,
      &state)
  }

  func title(_ words: Words) -> String { words.deletingPersona }

  func request(_ service: WalletService) async throws(WalletError) -> Persona {
    try await service.virtualCards.deletePersona(persona.id)
  }

  func succeed(_ answer: Persona, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.virtual.personas.removeAll { $0.id == persona.id }
    state.toasts.show(
      .success, state.words.personaDeleted(persona.name), clock: state.clock)
    return VirtualCards.readLists(state) + VirtualCards.readCards(&state)
  }
}
