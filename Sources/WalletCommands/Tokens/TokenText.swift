import Arguments
import FrontEnd
import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

/// The tokens of a card with their devices, as a table or as JSON.
struct TokenText {
  let card: Card
  let phones: PhoneWallets

  static func read(_ id: CardID, _ wallet: WalletService) async throws(WalletError) -> TokenText {
    let card = try await wallet.cards.get(id, include: [.tokenizations])
    // Tokens are listed without the names of their devices, too.
    return TokenText(card: card, phones: PhoneWallets((try? await wallet.phones.devices()) ?? []))
  }

  var tokens: [MobileWalletTokenization] { card.tokenizations ?? [] }

  /// The token with this reference, or the only one whose reference ends with this text, of four
  /// characters at least.
  ///
  /// - Throws: `.notFound` if there is none.
  func token(_ text: String) throws(WalletError) -> MobileWalletTokenization {
    if let token = card.token(text) { return token }
    let found = tokens.filter { text.count >= 4 && $0.dpanRef.hasSuffix(text) }
    if found.count == 1 { return found[0] }
    throw WalletError(
      .notFound, details: [.card(.unknownToken)],
      advice: .text(
        "`walletui tokens list ID` lists them.", "`walletui tokens list ID` zählt sie auf."))
  }

  /// `Apple Pay · iPhone`.
  func name(_ token: MobileWalletTokenization, _ words: Words) -> String {
    words.tokenName(token.walletType, in: phones.name(of: token.dpanRef, words))
  }

  func print(_ list: [MobileWalletTokenization], _ words: Words) throws(WalletError) {
    var table = Table([
      .init(title: words.wallet), .init(title: words.statusLabel), .init(title: words.deviceColumn),
      .init(title: words.deviceNumberColumn), .init(title: words.reference),
    ])
    for token in list {
      if token.isDamaged {
        table.add([words.damagedEntry, "", "", "", token.dpanRef])
        continue
      }
      table.add([
        words.phoneWallet(token.walletType), words.tokenState(token, of: card),
        phones.name(of: token.dpanRef, words) ?? "—", token.numberEnd.map { "··" + $0 } ?? "—",
        token.dpanRef,
      ])
    }
    try Output.text(table.text)
  }
}
