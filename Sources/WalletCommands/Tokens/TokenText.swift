import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

/// Reads the tokens of a card, and formats them as a table.
enum TokenText {
  static func tokens(of id: CardID, _ cards: CardService) async throws(WalletError)
    -> [MobileWalletTokenization]
  {
    try await cards.get(id, include: [.tokenizations]).tokenizations ?? []
  }

  static func print(_ list: [MobileWalletTokenization], _ invocation: Invocation)
    throws(WalletError)
  {
    let words = invocation.words
    var table = Table([
      .init(title: words.wallet), .init(title: words.statusLabel), .init(title: words.reference),
    ])
    for token in list {
      if token.isDamaged {
        table.add([words.damagedEntry, "", token.dpanRef])
        continue
      }
      table.add([
        words.phoneWallet(token.walletType), words.tokenization(token.status), token.dpanRef,
      ])
    }
    try Output.text(table.text)
  }
}
