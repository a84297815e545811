import ScreenKit
import Themes
import WalletModel
import WalletService
import Words

/// What can be done with the tokens of a card: first which one, where there are several, then what.
struct TokenPicker: PickerOverlay {
  let card: CardRow
  /// nil: one of them is chosen first.
  let dpanRef: String?
  var picker = Picker()

  static let command = Command(
    "card.tokens", \.phones.tokens, sharesKeysOf: "activity.card", place: .cards,
    disabled: { refusal($0) }, run: { open(&$0) })

  private static func refusal(_ state: State) -> String? {
    if let refusal = CardRefusals.refusalOfChange(state) { return refusal }
    guard let row = state.shown.card(state), let card = state.cards.details.card(row.id) else {
      return nil
    }
    return tokens(of: card).isEmpty ? state.words.cards.onNoPhone : nil
  }

  private static func tokens(of card: Card?) -> [MobileWalletTokenization] {
    (card?.tokenizations ?? []).filter { !$0.isDamaged }
  }

  /// The token on which the cursor of the card's page is, or the only one; otherwise all.
  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.shown.card(state) else { return [] }
    let tokens = tokens(of: state.cards.details.card(row.id))
    let token = CardPage.token(state) ?? (tokens.count == 1 ? tokens[0] : nil)
    return state.push(TokenPicker(card: row, dpanRef: token?.dpanRef))
  }

  /// The card as it is known now; nil: it has not been read.
  private func known(_ state: State) -> Card? {
    guard let known = state.cards.details.card(card.id) else { return nil }
    return known.with(state.cards.list.row(card.id)?.status ?? known.status)
  }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let known = known(state)
    var rows: [PickerList.Row] = []
    if let known, let token = dpanRef.flatMap(known.token) {
      rows = TokenAction.allCases.map { action in
        let refusal = token.refusal(of: action, on: known.status)
        return PickerList.Row(
          id: action.rawValue, title: words.phones.verb(of: action),
          refusal: refusal.map(words.phones.refusal), text: words.phones.text(of: action))
      }
    } else if let known, dpanRef == nil {
      rows = Self.tokens(of: known).map { token in
        PickerList.Row(
          id: token.dpanRef, title: name(token, state),
          note: words.phones.tokenState(token, of: known),
          text: token.numberEnd.map { "\(words.phones.deviceNumberColumn) ··\($0)" }
            ?? token.dpanRef)
      }
    }
    return picker.list([PickerList.Group(title: "", rows: rows)], words) { _ in [] }
  }

  private func name(_ token: MobileWalletTokenization, _ state: State) -> String {
    state.words.phones.tokenName(
      token.walletType, in: state.phones.wallets.name(of: token.dpanRef, state.words))
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard let dpanRef else { return state.push(TokenPicker(card: card, dpanRef: row.id)) }
    guard row.refusal == nil, let token = state.cards.details.card(card.id)?.token(dpanRef) else {
      return [.bell]
    }
    let action = TokenAction(rawValue: row.id)
    return TokenIntent(
      id: card.id, dpanRef: dpanRef, action: action, name: name(token, state),
      version: state.cards.list.row(card.id)?.version, opposite: token.opposite(of: action)
    ).send(&state)
  }

  /// The chosen token; nil: none is chosen yet.
  private func token(_ state: State) -> MobileWalletTokenization? {
    dpanRef.flatMap { state.cards.details.card(card.id)?.token($0) }
  }

  func title(_ state: State) -> String {
    let part = token(state).map { name($0, state) } ?? state.words.phones.onYourPhones
    return "\(card.title) · \(part)"
  }

  func verb(_ state: State) -> String {
    let rows = list(state).rows
    guard token(state) != nil, rows.indices.contains(picker.selected) else {
      return state.words.choose
    }
    return rows[picker.selected].title.lowercased()
  }
}

/// Freezes, resumes or removes a token.
struct TokenIntent: Intent {
  let id: CardID
  let dpanRef: String
  let action: TokenAction
  /// Of the token: `Apple Pay · iPhone`.
  let name: String
  /// The version of the card that the user saw.
  let version: Int?
  /// What takes it back; nil: nothing does.
  let opposite: TokenAction?

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.phones.verb(of: action) }

  func request(_ service: WalletService) async throws(WalletError) -> Card {
    try await service.cards.changeToken(id, dpanRef, action, expectedVersion: version)
  }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(
      card, state.words.phones.done(action, name),
      undo: opposite.map {
        TokenIntent(
          id: id, dpanRef: dpanRef, action: $0, name: name, version: card.version, opposite: nil)
      }, &state)
  }
}

extension TokenState {
  private static func look(of state: TokenState?) -> (sign: StateSign, role: Role) {
    switch state {
    case .active: (.active, .success)
    case .suspended: (.locked, .warning)
    case .deleted: (.ended, .muted)
    case .other: (.other, .text)
    case nil: (.waiting, .text)
    }
  }

  /// The sign of a state; its word always comes with it. nil: the phone has not reported.
  static func sign(of state: TokenState?) -> StateSign { look(of: state).sign }
  static func role(of state: TokenState?) -> Role { look(of: state).role }
}
