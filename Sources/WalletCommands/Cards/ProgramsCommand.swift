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
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list))
      return .ok
    }
    let words = invocation.words
    let isOfSeveral = list.contains { $0.wallet != nil }
    func wallet(_ text: String) -> [String] { isOfSeveral ? [text] : [] }
    var table = Table(
      [.init(title: words.programme)] + wallet(words.wallet).map { .init(title: $0) } + [
        .init(title: words.typeColumn),
        .init(title: words.schemeColumn), .init(title: words.currencies),
        .init(title: words.left, right: true), .init(title: words.digital),
      ])
    for program in list {
      let names = [program.name] + wallet(program.wallet ?? "")
      if program.isDamaged {
        table.add(names + [words.damagedEntry, "", "", "", ""])
        continue
      }
      table.add(
        names + [
          words.typeTitle(program.cardType), program.scheme.rawValue,
          program.currencies.map(\.code).joined(separator: " "), "\(program.allowableCards)",
          program.isDigital ? words.yes : words.no,
        ])
    }
    try Output.text(table.text)
    return .ok
  }
}
