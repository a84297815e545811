import Canvas
import ScreenKit
import Words

/// The forms and dialogs of virtual cards.
enum VirtualCardForms {
  static let newCard = "virtual.new"

  private static let create = Command(
    newCard, \.virtualForms.makeVirtualCard, sharesKeysOf: "card.create", place: .virtual,
    disabled: { VirtualCards.refusal($0) },
    run: { NewVirtualCardForm.open(&$0) })
  static let edit = Command(
    "virtual.edit", \.virtualForms.editVirtualCard, sharesKeysOf: "card.rename", place: .virtual,
    disabled: { VirtualCardCommands.changeRefusal($0) },
    run: { VirtualCardEditForm.open(&$0) })
  static let metadata = Command(
    "virtual.metadata", \.virtualForms.editMetadata, keys: [.character("E")], place: .virtual,
    disabled: { MetadataEditing.refusal($0) },
    run: { MetadataEditing.begin(&$0) })
  private static let personas = Command(
    "virtual.personas", \.virtualForms.personasCommand, sharesKeysOf: "card.pin.change",
    place: .virtual,
    disabled: { VirtualCards.refusal($0) },
    run: { $0.push(PersonaPicker()) + read(&$0) })
  private static let sources = Command(
    "virtual.sources", \.virtualForms.fundingCommand, keys: [.character("$")], place: .virtual,
    disabled: { VirtualCards.refusal($0) },
    run: { $0.push(FundingPicker()) + read(&$0) })
  private static let keys = Command(
    "virtual.keys", \.virtualForms.keysCommand, keys: [.character("I")], place: .virtual,
    run: { $0.push(DeviceKeyPicker()) + [.read(DeviceKeysQuery())] })

  static let commands: [Command] = [
    create, edit, metadata, personas, sources,
    Command(
      "virtual.notices", \.virtualForms.noticesCommand, keys: [.character("#")], place: .virtual,
      disabled: { VirtualCards.refusal($0) },
      run: { $0.push(NoticeRulesPicker()) + [.read(NoticeRulesQuery())] }),
    Command(
      "virtual.import", \.virtualForms.importKeys, keys: [.character("i")], place: .virtual,
      run: { ImportKeysForm.open(&$0) }),
    keys,
  ]

  /// Those that are not about the card in focus.
  static let forAllCards = [
    create.noted(\.virtualCards.newVirtualNote), personas.noted(\.virtualCards.personasNote),
    sources.noted(\.virtualCards.sourcesNote),
    keys.noted(\.virtualCards.keysNote),
  ]

  /// Reads what the forms offer.
  static func read(_ state: inout State) -> [Effect] {
    VirtualCards.readLists(state)
      + (state.virtual.forms.config == nil ? [.read(VirtualConfigQuery())] : [])
      + (state.paying.web.saved.isKnown ? [] : WebPayments.readSaved(&state))
  }
}
