import Arguments
import FrontEnd
import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

/// The tokens of a card with their devices and states, as a table or as JSON.
struct TokenText {
  let card: Card
  let phones: PhoneWallets

  static func read(_ id: CardID, _ wallet: WalletService) async throws(WalletError) -> TokenText {
    TokenText(
      card: try await wallet.cards.get(id, include: [.tokenizations]),
      phones: PhoneWallets(try await wallet.phones.devices()))
  }

  var tokens: [MobileWalletTokenization] { card.tokenizations ?? [] }

  /// - Throws: `.notFound` if the card has no such token.
  func token(_ reference: String) throws(WalletError) -> MobileWalletTokenization {
    if let token = tokens.first(where: { $0.dpanRef == reference }) { return token }
    throw WalletError(
      .notFound, details: [.card(.unknownToken)],
      advice: .text(
        "`walletui tokens list ID` lists them.", "`walletui tokens list ID` zählt sie auf."))
  }

  /// `Apple Pay · iPhone`.
  func name(_ token: MobileWalletTokenization, _ words: Words) -> String {
    words.token(
      words.phoneWallet(token.walletType),
      in: phones.device(of: token.dpanRef).map { phones.name(of: $0, words) })
  }

  /// What the JSON of the commands has of a token.
  struct Row: Encodable {
    let dpanRef: String
    let walletId: String?
    let walletType: String
    let status: String
    let state: String
    let device: String?
  }

  func row(_ token: MobileWalletTokenization) -> Row {
    Row(
      dpanRef: token.dpanRef, walletId: token.walletID, walletType: token.walletType.rawValue,
      status: token.status.rawValue, state: token.state(on: card.status).rawValue,
      device: phones.device(of: token.dpanRef)?.id)
  }

  func print(_ list: [MobileWalletTokenization], _ invocation: Invocation) throws(WalletError) {
    let words = invocation.words
    var table = Table([
      .init(title: words.wallet), .init(title: words.deviceIDLabel),
      .init(title: words.statusLabel), .init(title: words.reference),
    ])
    for token in list {
      if token.isDamaged {
        table.add([words.damagedEntry, "", "", token.dpanRef])
        continue
      }
      table.add([
        words.phoneWallet(token.walletType),
        phones.device(of: token.dpanRef).map { phones.name(of: $0, words) } ?? "",
        words.tokenState(token, on: card.status), token.dpanRef,
      ])
    }
    try Output.text(table.text)
  }
}
