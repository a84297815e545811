import Arguments
import FrontEnd
import WalletModel
import Words

/// The answers of the shop, as text or as JSON.
enum ReceiptText {
  static func print(_ receipt: ShopReceipt, _ invocation: Invocation) throws(WalletError) {
    if try invocation.writeJSON(receipt) { return }
    let words = invocation.words
    var table = Table([
      words.shop.receipt,
      receipt.approved ? words.shop.approved : words.shop.declinedBecause(receipt),
    ])
    table.add([words.amount, words.money(receipt.billedAmount)])
    table.add([words.shop.time, CardText.date(receipt.updatedAt) + " UTC"])
    table.add(["ID", receipt.id])
    try Output.text(table.text)
  }
}
