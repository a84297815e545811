import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualPersonasListCommand: WalletCommand {
  let path = "virtual personas list"
  let summary = "List the personas, who own virtual cards."
  let answer: String? = "a list of `Persona`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(ListPersonas(), none: invocation.words.virtualCards.noPersonas)
  }
}

struct VirtualPersonasCreateCommand: WalletCommand {
  let path = "virtual personas create"
  let summary = "Create a persona."
  let arguments: [CommandArgument] = [CommandArgument("NAME", "its name, up to 40 characters")]
  let answer: String? = "`Persona`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let name = String(typed: invocation.arguments[0])
    try invocation.show(try await wallet.send(CreatePersona(PersonaRequest(name: name))))
  }
}

struct VirtualPersonasDeleteCommand: WalletCommand {
  let path = "virtual personas delete"
  let summary = "Delete a persona, which closes its cards for good."
  let arguments: [CommandArgument] = [.persona]
  let options: [CommandOption] = [.endsWithoutAsking]
  let answer: String? = "`Persona`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let words = invocation.words
    let id = invocation.arguments[0]
    if let persona = try await wallet.send(ListPersonas()).first(where: { $0.id == id }) {
      let count = try await wallet.allVirtualCards().count { card in
        card.state != .closed && card.owners.contains { $0.id == id }
      }
      try invocation.confirm(
        words.virtualForms.deletePersonaTitle(Text.clean(persona.name)) + " "
          + words.virtualForms.deletePersonaLine(count))
    }
    let persona = try await wallet.send(DeletePersona(id))
    if try !invocation.writeJSON(persona) {
      try Output.line(words.virtualCards.personaIsDeleted(persona.name))
    }
  }
}

extension Persona: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<Persona>] {
    [
      .init(words.virtualCards.personaLabel, ifDamaged: .word) { $0.name },
      .init(words.created) { CardText.date($0.createdAt) },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }
}
