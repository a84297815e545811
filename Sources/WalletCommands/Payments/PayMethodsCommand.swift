import Arguments
import WalletAPI
import WalletModel
import Words

struct PayMethodsCommand: WalletCommand {
  let path = "pay methods"
  let summary = "List the accounts that take payments, and what they accept."
  let answer: String? = "a list of `PaymentMethod`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.showList(ListPaymentMethods())
  }
}

extension PaymentMethod: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<PaymentMethod>] {
    [
      .init(words.shop.account, ifDamaged: .value) { $0.accountID },
      .init(words.currencyShort) { $0.currency.code },
      .init(words.payments.brandsTitle, ifDamaged: .word) { method in
        let accepted = AcceptedBrands(cardTypeConfig: method.offered.cardTypeConfig ?? [:])
        let brands = CardBrand.allCases.filter(accepted.contains).map { words.cardEntry.brand($0) }
        return brands.joined(separator: ", ")
      },
    ]
  }
}
