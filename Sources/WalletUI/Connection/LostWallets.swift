import WalletModel
import Words

/// The wallets of the list that cannot be used now. Their cards stay as they were last seen.
package struct LostWallets: Sendable, Equatable {
  struct Lost: Sendable, Equatable {
    let since: Timestamp
    let error: WalletError
  }
  private var all: [String: Lost] = [:]

  /// nil: it can be used, or the card is of the only wallet.
  subscript(wallet: String?) -> Lost? { wallet.flatMap { all[$0] } }

  var names: [String] { all.keys.sorted() }

  /// - Parameter silence: Milliseconds since the wallet was last heard.
  static func add(_ name: String, _ error: WalletError, _ silence: Int64, _ state: inout State) {
    guard state.lost.all[name] == nil else { return }
    let since = Timestamp(milliseconds: state.clock.wall.milliseconds - silence)
    state.lost.all[name] = Lost(since: since, error: error)
    if let card = state.reveal?.cardID, state.list.row(card)?.wallet == name {
      state.concealReveal()
    }
    guard state.gate == .open else { return }
    state.toasts.show(
      .warning, state.words.walletLost(name), detail: state.words.message(error),
      clock: state.clock)
  }

  static func remove(_ name: String, _ state: inout State) -> [Effect] {
    guard state.lost.all.removeValue(forKey: name) != nil, state.gate == .open else { return [] }
    state.toasts.show(.success, state.words.walletIsBack(name), clock: state.clock)
    return Screens.all.flatMap { $0.readAgain(byKey: false, &state) }
  }

  /// Why a card of this wallet cannot be read or changed now; nil: it can.
  func refusal(_ wallet: String?, _ state: State) -> String? {
    guard let wallet, let lost = all[wallet] else { return nil }
    return state.words.unreachable(
      wallet, since: state.words.minute(lost.since, offset: state.clock.utcOffset))
  }

  /// For the header; nil: all wallets can be used.
  func note(isShort: Bool, _ state: State) -> String? {
    let words = state.words
    guard let name = names.first, let lost = all[name] else { return nil }
    if all.count > 1 || isShort {
      return words.walletsLost(all.count, of: state.wallet.members.count, isShort: isShort)
    }
    return words.walletLost(name, since: words.minute(lost.since, offset: state.clock.utcOffset))
  }
}
