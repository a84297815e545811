package import WalletModel

/// What a wallet of a device offers for a card: the rules of its button.
package enum WalletOffer: Hashable, Sendable {
  /// C08, C10: nothing in it matches the card's tokens, so the card is pushed.
  case push
  /// C10, C12: the tokens cannot be listed, since there is no wallet. It is made first.
  case makeWallet
  /// C11: the card is in it, and waits until its owner has proved who they are.
  case verify(dpanRef: String)
  /// C07, C09, C14: the card is in it.
  case hasCard
  case noRoom

  /// - Parameter tokens: Those of the card, as the issuer lists them; nil: they are not known, and
  ///   what the device has noted of its cards counts.
  package init(
    _ card: CardID, _ tokens: [MobileWalletTokenization]?, in wallet: MobileWalletType,
    of device: SimulatedDevice
  ) {
    let hasRoom = device.hasRoom
    if device.missing.contains(wallet) {
      self = hasRoom ? .makeWallet : .noRoom
      return
    }
    let listed = device.present.filter { $0.isIn(wallet) }
    guard let tokens else {
      if let own = listed.first(where: { $0.card == card }) {
        self = own.state == nil ? .verify(dpanRef: own.reference) : .hasCard
      } else {
        self = hasRoom ? .push : .noRoom
      }
      return
    }
    let own = tokens.filter { token in
      token.walletType == wallet && token.removedAt == nil
        && listed.contains { $0.reference == token.dpanRef }
    }
    if let waiting = own.first(where: { $0.status == .initiated }) {
      self = .verify(dpanRef: waiting.dpanRef)
    } else if own.contains(where: { $0.status == .completed }) {
      self = .hasCard
    } else {
      self = hasRoom ? .push : .noRoom
    }
  }
}

extension DeviceToken {
  /// A token whose wallet was not noted is in each.
  package func isIn(_ wallet: MobileWalletType) -> Bool { (self.wallet ?? wallet) == wallet }
}

extension SimulatedDevice {
  /// Whether the network asks who the owner of a wallet is (C11): it knows an account once a card in
  /// it could pay. The networks of Apple Pay and Samsung Pay do not ask.
  package func asksWhoPays(with wallet: MobileWalletType) -> Bool {
    wallet == .googlePay && !held.contains { $0.isIn(wallet) && $0.state != nil }
  }
}
