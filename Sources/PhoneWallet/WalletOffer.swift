package import WalletModel

/// What a wallet of a device offers for a card: the rules of its button, and how the card gets in.
package enum WalletOffer: Hashable, Sendable {
  /// C08, C10: the app pushes the card.
  case push
  /// C12: the device makes the wallet first, since it has none.
  case makeWallet
  /// C11: the card is in the wallet, and the network waits until the person has proved who they are.
  case verify(DeviceToken)
  /// C07, C09: there is nothing to do.
  case refused(Refusal)

  package enum Refusal: Hashable, Sendable, CaseIterable {
    /// C07: `passes()` of the iPhone has it.
    case isPass
    /// C07: `remoteSecureElementPasses` has it, which is the watch.
    case isRemotePass
    /// C09: Google Wallet, or that of Samsung, has it.
    case isInWallet
    /// `canAddPaymentPass()` says no: there is no room.
    case noRoom
  }

  /// - Parameters:
  ///   - tokenizations: Those of the card, as the issuer lists them.
  ///   - wallet: One of the device's.
  package init(
    _ tokenizations: [MobileWalletTokenization], in wallet: MobileWalletType,
    of device: SimulatedDevice
  ) {
    let hasRoom = device.held.count < SimulatedDevice.room
    let listed: [DeviceToken]
    do throws(TapAndPayFailure) {
      listed = try device.listTokens(of: wallet)
    } catch {
      switch error {
      case .noActiveWallet: self = hasRoom ? .makeWallet : .refused(.noRoom)
      }
      return
    }
    let own = tokenizations.filter { $0.walletType == wallet }
    func listedByIssuer(_ token: DeviceToken, isCompleted: Bool) -> Bool {
      own.contains { $0.dpanRef == token.reference && ($0.status == .completed) == isCompleted }
    }
    // A token that the issuer has completed waits no longer, whatever the device has noted.
    let waiting = listed.first {
      $0.state == .needsIdentityVerification && listedByIssuer($0, isCompleted: false)
    }
    if let waiting {
      self = .verify(waiting)
      return
    }
    let isThere = listed.contains { listedByIssuer($0, isCompleted: true) }
    if isThere {
      self = .refused(
        wallet != .applePay ? .isInWallet : device.kind == .watch ? .isRemotePass : .isPass)
    } else {
      self = hasRoom ? .push : .refused(.noRoom)
    }
  }
}

extension SimulatedDevice {
  /// Whether the network of a wallet asks for identity verification, since it does not know the
  /// account yet (C11): no card in this wallet may pay. Apple and Samsung do not have that.
  package func asksWhoPays(with wallet: MobileWalletType) -> Bool {
    wallet == .googlePay
      && !held.contains { $0.state == .active && ($0.wallet == nil || $0.wallet == wallet) }
  }
}

/// Why a wallet of a device does not answer.
package enum TapAndPayFailure: Error, Hashable, Sendable {
  /// TAP_AND_PAY_NO_ACTIVE_WALLET: nobody has made one.
  case noActiveWallet
}

extension SimulatedDevice {
  /// The tokens in a wallet. A token whose wallet was not noted is listed by each.
  ///
  /// - Throws: `.noActiveWallet` (C10).
  package func listTokens(of wallet: MobileWalletType) throws(TapAndPayFailure) -> [DeviceToken] {
    guard !missing.contains(wallet) else { throw .noActiveWallet }
    return held.filter { $0.wallet == nil || $0.wallet == wallet }
  }
}
