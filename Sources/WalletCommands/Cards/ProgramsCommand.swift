import Arguments
import WalletAPI
import WalletModel
import Words

struct ProgramsCommand: WalletCommand {
  let path = "programs"
  let summary = "List the kinds of card you can order (programmes)."
  let options: [CommandOption] = [.cardType]
  let answer: String? = "a list of `Program`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(GetPrograms(cardType: invocation.cardType))
  }
}

extension CardProgram: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<CardProgram>] {
    [
      .init(words.cards.programme, ifDamaged: .value) { $0.name },
      .init(words.typeColumn, ifDamaged: .word) { words.commandLine.typeTitle($0.cardType) },
      .init(words.schemeColumn) { $0.scheme.rawValue },
      .init(words.currencies) { $0.currencies.map(\.code).joined(separator: " ") },
      .init(words.left, right: true) { "\($0.allowableCards)" },
      .init(words.digital) { $0.isDigital ? words.yes : words.no },
    ]
  }
}
