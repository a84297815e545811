import ScreenKit
import WalletAPI
import WalletModel
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
        note: words.virtualForms.cardsOf(state.virtual.cardCount(of: persona.id)),
        refusal: persona.isDamaged ? words.cards.itsRecordIsDamaged : nil,
        text: words.virtualForms.deletesPersona)
    }
    let groups = [
      PickerList.Group(
        title: words.virtualForms.addGroup,
        rows: [
          PickerList.Row(
            id: Self.new, title: words.virtualForms.makePersona,
            text: words.virtualForms.makePersonaText)
        ]),
      PickerList.Group(title: words.virtualForms.personasCommand.title, rows: personas),
    ]
    return picker.list(groups, words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    if row.id == Self.new { return NewPersonaForm.open(&state) }
    let id = row.id.dropFirst(Self.prefix.count)
    guard let persona = state.virtual.personas.first(where: { $0.id == id }) else { return [] }
    return PersonaDeletion(persona: persona).ask(&state)
  }

  func title(_ state: State) -> String { state.words.virtualForms.personasCommand.title }
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
      NewPersonaForm(), title: words.virtualForms.makePersona,
      lines: [words.virtualForms.makePersonaText],
      submitLabel: words.start.makeIt, cancelLabel: words.backHint,
      fields: [
        .text(
          "name", words.name, hint: words.virtualForms.personaNameHint,
          limit: 40)
      ]
    ).open(&state)
  }
}

/// Deletes a persona. Its cards close (F05).
struct PersonaDeletion: Intent, SendsOperation {
  let persona: Persona

  /// Says first how many cards will close.
  func ask(_ state: inout State) -> [Effect] {
    let words = state.words
    let count = state.virtual.cardCount(of: persona.id)
    return ask(
      words.virtualForms.deletePersonaTitle(persona.name),
      [words.virtualForms.deletePersonaLine(count)], words.virtualForms.deleteHint,
      &state)
  }

  func title(_ words: Words) -> String { words.virtualForms.deletingPersona }

  var operation: DeletePersona { DeletePersona(persona.id) }

  func succeed(_ answer: Persona, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.virtual.personas.removeAll { $0.id == persona.id }
    state.show(.success, state.words.virtualForms.personaDeleted(persona.name))
    return VirtualCards.readLists(state) + VirtualCards.readCards(&state)
  }
}
