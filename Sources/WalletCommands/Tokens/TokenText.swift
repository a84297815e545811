import FrontEnd
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
      .notFound, detail: .card(.unknownToken),
      advice: .text(
        "`walletui tokens list ID` lists them.", "`walletui tokens list ID` zählt sie auf."))
  }

  /// `Apple Pay · iPhone`.
  func name(_ token: MobileWalletTokenization, _ words: Words) -> String {
    words.phones.tokenName(token.walletType, in: phones.name(of: token.dpanRef, words))
  }

  func print(_ list: [MobileWalletTokenization], _ words: Words) throws(WalletError) {
    let columns: [TableColumn<MobileWalletTokenization>] = [
      .init(words.wallet, ifDamaged: .word) { words.cards.phoneWallet($0.walletType) },
      .init(words.statusLabel) { words.phones.tokenState($0, of: card) },
      .init(words.phones.deviceLabel) { phones.name(of: $0.dpanRef, words) ?? "—" },
      .init(words.phones.deviceNumberColumn) { token in token.numberEnd.map { "··" + $0 } ?? "—" },
      .init(words.reference, ifDamaged: .value) { $0.dpanRef },
    ]
    try Output.text(Table(list, columns, words).text)
  }
}

extension MobileWalletTokenization: TableRecord {}
