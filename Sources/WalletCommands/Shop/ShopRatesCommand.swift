import Arguments
import WalletAPI
import WalletModel
import Words

struct ShopRatesCommand: WalletCommand {
  let path = "shop rates"
  let summary = "List the exchange rates of the simulated shop."
  let answer: String? = "a list of `Rate`, in millionths"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(ListRates())
  }
}

extension ConversionRate: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<ConversionRate>] {
    [
      .init(words.currency, ifDamaged: .value) { $0.currency.code },
      .init(words.shop.forAEuro, right: true, ifDamaged: .word) { rate in
        let decimals = String(rate.perEuro % 1_000_000 + 1_000_000).dropFirst().prefix(4)
        return "\(rate.perEuro / 1_000_000)\(words.decimalMark)\(decimals)"
      },
    ]
  }
}
