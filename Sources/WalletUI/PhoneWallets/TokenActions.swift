import Canvas
import PhoneWallet
import Themes
import WalletModel
import WalletService
import Words

/// What can be done with a card's token in a phone.
struct TokenPicker: PickerOverlay {
  let card: CardRow
  let dpanRef: String
  var picker = Picker()

  static func open(_ dpanRef: String, _ state: inout State) -> [Effect] {
    state.list.focused.map { open(dpanRef, $0, &state) } ?? []
  }

  static func open(_ dpanRef: String, _ card: CardRow, _ state: inout State) -> [Effect] {
    state.push(TokenPicker(card: card, dpanRef: dpanRef))
  }

  /// The tokens of a card as rows.
  ///
  /// - Parameters:
  ///   - card: nil: it was not read yet.
  ///   - id: The id of a token's row.
  static func tokens(of card: Card?, _ state: State, id: (String) -> String) -> [PickerList.Row] {
    guard let card else { return [] }
    return (card.tokenizations ?? []).filter { !$0.isDamaged }.map { token in
      PickerList.Row(
        id: id(token.dpanRef), title: state.words.phoneWallet(token.walletType),
        note: state.words.token(
          token.shown(on: card.status, state), in: state.phoneWallets.name(of: token, state.words)),
        text: TokenAction.allCases.filter { token.state(on: card.status).actions.contains($0) }
          .map(state.words.verb).joined(separator: ", "))
    }
  }

  func list(_ state: State) -> PickerList {
    guard let known = state.details[card.id]?.card, let token = known.token(dpanRef) else {
      return PickerList([], impossible: state.words.notPossibleNow)
    }
    let words = state.words
    let now = token.state(on: known.status)
    let rows = TokenAction.allCases.map { action in
      PickerList.Row(
        id: action.rawValue, title: words.verb(of: action), note: "",
        refusal: now.actions.contains(action)
          ? nil : words.tokenState(token, on: known.status),
        text: words.text(of: action), isFinal: action == .delete)
    }
    return PickerList(
      PickerList.matching(
        [PickerList.Group(title: "", rows: rows)], picker.input.text, names: { _ in [] }),
      impossible: words.notPossibleNow)
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] { pickPossible(key, &state) }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let token = state.details[card.id]?.card.token(dpanRef) else {
      return [.bell]
    }
    let action = TokenAction(rawValue: row.id)
    if action == .delete { return TokenDeletion.open(card, token, &state) }
    return TokenIntent(
      card, token, action, state.phoneWallets.name(of: token, state.words), isUndoable: true
    ).send(&state)
  }

  func draw(in frame: Frame) {
    let words = frame.words
    let token = frame.state.details[card.id]?.card.token(dpanRef)
    let list = list(frame.state)
    let row = list.row(picker.selected)
    PickerView(
      frame: frame,
      title: words.token(
        card.title, in: token.map { words.phoneWallet($0.walletType) }),
      prompt: "/", verb: row.flatMap { $0.refusal == nil ? $0.title.lowercased() : nil } ?? ""
    ).draw(picker, list, in: PickerView.box(frame.state))
  }
}

/// Asks before a token is deleted.
struct TokenDeletion: FormPurpose {
  let intent: TokenIntent

  static func open(_ card: CardRow, _ token: MobileWalletTokenization, _ state: inout State)
    -> [Effect]
  {
    let words = state.words
    let intent = TokenIntent(
      card, token, .delete, state.phoneWallets.name(of: token, words), isUndoable: false)
    var dialog = Dialog(
      TokenDeletion(intent: intent), title: words.deleteToken(intent.name(words)),
      lines: [words.text(of: .delete)], submitLabel: words.deleteVerb,
      cancelLabel: words.keepToken, fields: [])
    dialog.isDangerous = true
    return dialog.open(&state)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func submit(_ form: Form, _ state: inout State) -> Submission? { .intent(intent) }
}

/// Freezes, unfreezes or deletes a token.
struct TokenIntent: Intent {
  let id: CardID
  let wallet: MobileWalletType
  let dpanRef: String
  let action: TokenAction
  /// The name of the device that has it; nil: none here.
  let device: String?
  /// The version of the card that the user saw.
  let version: Int?
  /// Whether it can be undone. An undo cannot.
  let isUndoable: Bool

  init(
    _ card: CardRow, _ token: MobileWalletTokenization, _ action: TokenAction, _ device: String?,
    isUndoable: Bool
  ) {
    (id, wallet, dpanRef) = (card.id, token.walletType, token.dpanRef)
    (self.action, self.device, self.isUndoable) = (action, device, isUndoable)
    version = card.version
  }

  /// What takes it back.
  private init(undoing intent: TokenIntent, version: Int) {
    (id, wallet, dpanRef) = (intent.id, intent.wallet, intent.dpanRef)
    action = intent.action == .freeze ? .unfreeze : .freeze
    (device, self.version, isUndoable) = (intent.device, version, false)
  }

  var cardID: CardID? { id }
  func name(_ words: Words) -> String { words.token(words.phoneWallet(wallet), in: device) }
  func title(_ words: Words) -> String { words.verb(of: action) }

  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) -> Card {
    try await service.changeToken(id, dpanRef, action, expectedVersion: version)
  }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    made(card, &state)
    state.undo =
      isUndoable ? Undo(TokenIntent(undoing: self, version: card.version), of: card) : nil
    state.toasts.show(
      .success, state.words.done(action, name(state.words)), offer: Undo.offer(state),
      clock: state.clock)
    return action == .delete ? [.read(PhoneDevicesQuery())] : []
  }
}

extension Card {
  func token(_ dpanRef: String) -> MobileWalletTokenization? {
    tokenizations?.first { $0.dpanRef == dpanRef }
  }
}

extension PhoneWallets {
  /// The name of the device that has a token; nil: none here has it.
  func name(of token: MobileWalletTokenization, _ words: Words) -> String? {
    device(of: token.dpanRef).map { name(of: $0, words) }
  }
}

extension MobileWalletTokenization {
  /// `■ frozen`.
  func shown(on card: CardStatus, _ state: State) -> String {
    let sign = self.state(on: card).sign.text(ascii: state.settings.ascii)
    return "\(sign) \(state.words.tokenState(self, on: card))"
  }
}

extension TokenState {
  /// The sign; its word always comes with it.
  var sign: StateSign {
    switch self {
    case .initiated: .waiting
    case .active: .active
    case .frozen, .suspended: .locked
    case .ended: .ended
    }
  }

  var role: Role {
    switch self {
    case .initiated: .text
    case .active: .success
    case .frozen, .suspended: .warning
    case .ended: .muted
    }
  }
}
