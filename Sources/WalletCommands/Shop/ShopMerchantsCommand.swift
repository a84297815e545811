import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct ShopMerchantsCommand: WalletCommand {
  let path = "shop merchants"
  let summary = "List the simulated shop's merchants."
  let answer: String? = "a list of `Merchant`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let list = try await invocation.wallet(readOnly: true).shop.merchants()
    if try invocation.writeJSON(list) { return .ok }
    let words = invocation.words
    var table = Table([
      .init(title: "ID"), .init(title: words.name), .init(title: words.merchantCode),
      .init(title: words.city), .init(title: words.currencyShort), .init(title: words.declines),
    ])
    for merchant in list {
      if merchant.isDamaged {
        table.add([merchant.id, words.damagedEntry, "", "", "", ""])
        continue
      }
      table.add([
        merchant.id, Text.clean(merchant.name), merchant.mcc,
        Text.clean(merchant.city) + ", " + merchant.country, merchant.currency.code,
        merchant.declineBeforeAuthorization
          ? words.always : merchant.declineAfterAuthorization ? words.inTheEnd : "",
      ])
    }
    try Output.text(table.text)
    return .ok
  }
}
