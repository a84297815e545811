import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct ShopRatesCommand: WalletCommand {
  let path = "shop rates"
  let summary = "List the exchange rates of the simulated shop."
  let answer: String? = "a list of `Rate`, in millionths"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let list = try await invocation.wallet(readOnly: true).shop.rates()
    if try invocation.writeJSON(list) { return .ok }
    let words = invocation.words
    var table = Table([
      .init(title: words.currency), .init(title: words.forAEuro, right: true),
    ])
    for rate in list {
      if rate.isDamaged {
        table.add([rate.currency.code, words.damagedEntry])
        continue
      }
      let decimals = String(rate.perEuro % 1_000_000 + 1_000_000).dropFirst().prefix(4)
      table.add([
        rate.currency.code, "\(rate.perEuro / 1_000_000)\(words.decimalMark)\(decimals)",
      ])
    }
    try Output.text(table.text)
    return .ok
  }
}
