import Canvas
import ScreenKit
package import WalletModel
import Words

/// What `z` does: takes the last change back.
package struct Undo: Sendable, Equatable {
  private enum Step: Sendable, Equatable {
    case intent(AnyIntent, CardID, version: Int)
    case virtual(AnyIntent, String, version: Int)
    /// Any other change. It knows the versions that it takes back, and is refused at later ones.
    case change(AnyIntent)
    case setting(ConfigurationRequest)
  }
  private let step: Step

  /// - Parameter card: As it is after the change that `intent` takes back. A later version is
  ///   somebody else's change.
  package init(_ intent: some Intent, of card: Card) {
    step = .intent(AnyIntent(intent), card.id, version: card.version)
  }

  /// - Parameter card: As it is after the change that `intent` takes back.
  init(_ intent: some Intent, of card: VirtualCard) {
    step = .virtual(AnyIntent(intent), card.id, version: card.version)
  }

  /// A change of anything but one card.
  init(_ intent: some Intent) { step = .change(AnyIntent(intent)) }

  init(setting request: ConfigurationRequest) { step = .setting(request) }

  /// The change of a setting that it takes back.
  var setting: ConfigurationRequest? {
    if case .setting(let request) = step { request } else { nil }
  }
}

extension Undo {
  static let command = Command(
    "card.undo", \.cards.undo, keys: [.character("z")], place: .wallet,
    disabled: { refusal($0) }, run: { run(&$0) })

  private static func refusal(_ state: State) -> String? {
    switch state.view.undo?.step {
    case nil: state.words.screen.nothingToUndo
    case .intent, .virtual, .change: state.unreachable
    case .setting: nil
    }
  }

  static func run(_ state: inout State) -> [Effect] {
    guard let undo = state.view.undo else { return [] }
    switch undo.step {
    case .setting(let request):
      state.view.undo = nil
      return [.configure(request)]
    case .intent(let intent, let id, _):
      guard let row = state.cards.list.row(id) else { return [] }
      state.view.undo = nil
      if state.cards.pending[row.id] != nil || state.backend.unanswered[row.id] != nil { return [] }
      return intent.send(&state)
    case .virtual(let intent, let id, _):
      state.view.undo = nil
      if state.virtual.list.row(id) == nil || state.virtual.pending[id] != nil { return [] }
      return intent.send(&state)
    case .change(let intent):
      state.view.undo = nil
      return intent.send(&state)
    }
  }

  /// A card that somebody else has changed in the meantime is left as it is.
  static func forgetOutdated(_ state: inout State) {
    guard let undo = state.view.undo else { return }
    let isOutdated =
      switch undo.step {
      case .intent(_, let id, let version): (state.cards.list.row(id)?.version ?? 0) > version
      case .virtual(_, let id, let version):
        (state.virtual.list.row(id)?.card?.version ?? 0) > version
      case .change, .setting: false
      }
    guard isOutdated else { return }
    let offer = offer(state)
    state.view.undo = nil
    if state.toasts.current?.offer == offer { state.toasts.current = nil }
  }

  /// A change was made: says so, and offers to take it back.
  ///
  /// - Parameter undo: What takes it back; nil: nothing does.
  static func offer(_ undo: Undo?, _ text: String, detail: String? = nil, _ state: inout State) {
    state.view.undo = undo
    state.show(.success, text, detail: detail, offer: offer(state))
  }

  /// What the message about a change offers; nil: it cannot be taken back.
  static func offer(_ state: State) -> ToastState.Toast.Offer? {
    state.view.undo == nil
      ? nil
      : ToastState.Toast.Offer(
        key: state.keyLabel(for: command.id), word: state.words.screen.undoOffer,
        command: command.id)
  }
}
