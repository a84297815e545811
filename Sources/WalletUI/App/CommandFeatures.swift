import WalletModel
import Words

/// What the commands need of an issuer. This is the only place that says so: the palette, the help,
/// the hints and "You can" show the reason where the issuer does not have it.
enum CommandFeatures {
  /// Why a command is never possible in this wallet; nil: it can be possible.
  static func refusal(of command: Command.ID, at place: Command.Place, _ state: State) -> String? {
    guard let needs = features[command] else {
      return refusal(of: Screens.screen(of: place)?.feature.map { [$0] } ?? [], state)
    }
    // Of several wallets, that of the card decides.
    let member = state.list.focused?.wallet.flatMap { state.wallet.memberCapabilities[$0] }
    return refusal(of: needs, by: place == .cards ? member : nil, state)
  }

  /// The reason against the first of these that the issuer does not have; nil: it has all.
  ///
  /// - Parameter issuer: nil: that of the wallet.
  static func refusal(
    of features: [IssuerCapabilities.Feature], by issuer: IssuerCapabilities? = nil, _ state: State
  ) -> String? {
    let issuer = issuer ?? state.wallet.capabilities
    return features.lazy.compactMap(issuer.refusal).first.map { state.words.text($0) }
  }

  /// For tests.
  static var commands: [Command.ID] { features.keys.sorted() }

  private static let features: [Command.ID: [IssuerCapabilities.Feature]] = [
    "card.lock": [.changes], "card.unlock": [.changes], "cards.lock": [.changes],
    "card.cancel": [.changes], "card.undo": [.changes],
    "card.reveal": [.showDetails], "card.pin": [.showPin], "card.pin.change": [.setPin, .changes],
    "card.activate": [.activation, .changes], "card.rename": [.rename, .changes],
    "card.create": [.changes], "card.limits": [.limits, .changes],
    "card.unlock.temporary": [.cardTimes, .changes], "card.autoLock": [.cardTimes, .changes],
    "card.phone": [.phoneWallets, .changes],
    "shop.pay": [.simulation, .changes], "shop.again": [.simulation, .changes],
    "account.topUp": [.accountBalance],
  ]
}

extension Screens {
  /// The screens of which the wallet's issuer has something to show. Only these read.
  static func offered(by wallet: WalletInfo) -> [any AppScreen.Type] {
    all.filter { kind in kind.feature.map { wallet.capabilities.refusal($0) == nil } ?? true }
  }
}
