import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct ProgramsCommand: WalletCommand {
  let path = "programs"
  let summary = "List the kinds of card you can order (programmes)."
  let options: [CommandOption] = [.cardType]
  let answer: String? = "a list of `Program`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let list = try await invocation.wallet(readOnly: true).cards.programs(invocation.cardType)
    if try invocation.writeJSON(list) { return .ok }
    let words = invocation.words
    var table = Table([
      .init(title: words.programme), .init(title: words.typeColumn),
      .init(title: words.schemeColumn), .init(title: words.currencies),
      .init(title: words.left, right: true), .init(title: words.digital),
    ])
    for program in list {
      if program.isDamaged {
        table.add([program.name, words.damagedEntry, "", "", "", ""])
        continue
      }
      table.add([
        program.name, words.typeTitle(program.cardType), program.scheme.rawValue,
        program.currencies.map(\.code).joined(separator: " "), "\(program.allowableCards)",
        program.isDigital ? words.yes : words.no,
      ])
    }
    try Output.text(table.text)
    return .ok
  }
}
