import Arguments
import TextLayout
import WalletAPI
import WalletModel
import Words

struct ShopMerchantsCommand: WalletCommand {
  let path = "shop merchants"
  let summary = "List the simulated shop's merchants."
  let answer: String? = "a list of `Merchant`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(ListMerchants())
  }
}

extension Merchant: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<Merchant>] {
    [
      .init("ID", ifDamaged: .value) { $0.id },
      .init(words.name, ifDamaged: .word) { Text.clean($0.name) },
      .init(words.shop.merchantCode) { $0.mcc },
      .init(words.cardForms.city) { "\(Text.clean($0.city)), \($0.country)" },
      .init(words.currencyShort) { $0.currency.code },
      .init(words.shop.declines) { merchant in
        if merchant.declineBeforeAuthorization { return words.shop.always }
        return merchant.declineAfterAuthorization ? words.shop.inTheEnd : ""
      },
    ]
  }
}
