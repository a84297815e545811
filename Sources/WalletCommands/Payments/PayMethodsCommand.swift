import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayMethodsCommand: WalletCommand {
  let path = "pay methods"
  let summary = "List the accounts that take payments, and what they accept."
  let answer: String? = "a list of `PaymentMethod`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let list = try await invocation.wallet(readOnly: true).payments.methods()
    if try invocation.writeJSON(list) { return .ok }
    let words = invocation.words
    var table = Table([
      .init(title: words.account), .init(title: words.currencyShort),
      .init(title: words.brandsTitle),
    ])
    for method in list {
      if method.isDamaged {
        table.add([method.accountID, "", words.damagedEntry])
        continue
      }
      let accepted = AcceptedBrands(cardTypeConfig: method.offered.cardTypeConfig ?? [:])
      let brands = CardBrand.allCases.filter(accepted.contains).map { words.brand($0) }
      table.add([method.accountID, method.currency.code, brands.joined(separator: ", ")])
    }
    try Output.text(table.text)
    return .ok
  }
}
