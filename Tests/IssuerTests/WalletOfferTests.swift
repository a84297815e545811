import PhoneWallet
import Testing
import WalletModel

/// What a wallet of a device offers for a card (C07, C09–C12).
@Suite struct WalletOfferTests {
  private static func device(
    _ kind: SimulatedDevice.Kind, _ held: [DeviceToken] = [], hasWallets: Bool = true
  ) -> SimulatedDevice {
    var device = SimulatedDevice(kind)
    for wallet in kind.wallets where hasWallets { device.makeWallet(wallet) }
    for token in held { device.add(token) }
    return device
  }

  private static func listed(
    _ wallet: MobileWalletType, _ status: MobileWalletStatus = .completed
  ) -> MobileWalletTokenization {
    MobileWalletTokenization(dpanRef: "own", walletType: wallet, status: status)
  }

  private static let own = DeviceToken("own")
  private static let waiting = DeviceToken("own", .needsIdentityVerification, wallet: .googlePay)
  private static let full = (0..<SimulatedDevice.room).map { DeviceToken("\($0)") }

  private static let table:
    [(String, [MobileWalletTokenization], MobileWalletType, SimulatedDevice, WalletOffer)] = [
      ("C07 the iPhone is empty", [], .applePay, device(.iPhone), .push),
      (
        "C07 passes() has it", [listed(.applePay)], .applePay, device(.iPhone, [own]),
        .refused(.isPass)
      ),
      (
        "C07 remoteSecureElementPasses has it", [listed(.applePay)], .applePay,
        device(.watch, [own]), .refused(.isRemotePass)
      ),
      ("C07 another device has it", [listed(.applePay)], .applePay, device(.watch), .push),
      (
        "C07 canAddPaymentPass() says no", [], .applePay, device(.iPhone, full),
        .refused(.noRoom)
      ),
      (
        "C09 Google Wallet has it", [listed(.googlePay)], .googlePay, device(.android, [own]),
        .refused(.isInWallet)
      ),
      (
        "C10 listTokens fails with TAP_AND_PAY_NO_ACTIVE_WALLET", [listed(.googlePay)], .googlePay,
        device(.android, hasWallets: false), .makeWallet
      ),
      (
        "C10 no token matches", [listed(.googlePay)], .googlePay,
        device(.android, [DeviceToken("other")]), .push
      ),
      ("C10 the card has no token", [], .googlePay, device(.android, [own]), .push),
      (
        "C10 the token is in the other wallet of the phone", [listed(.samsungPay)], .samsungPay,
        device(.samsung, [DeviceToken("own", wallet: .googlePay)]), .push
      ),
      (
        "C10 a tokenization that was not completed begins again", [listed(.googlePay, .initiated)],
        .googlePay, device(.android, [own]), .push
      ),
      (
        "C11 TOKEN_STATE_NEEDS_IDENTITY_VERIFICATION", [listed(.googlePay, .initiated)], .googlePay,
        device(.android, [waiting]), .verify(waiting)
      ),
      (
        "C11 the token that waits is of another card", [], .googlePay,
        device(.android, [waiting]), .push
      ),
      (
        "C11 the issuer has completed the token that the device lets wait", [listed(.googlePay)],
        .googlePay, device(.android, [waiting]), .refused(.isInWallet)
      ),
      (
        "C12 Samsung's wallet is missing", [], .samsungPay, device(.samsung, hasWallets: false),
        .makeWallet
      ),
      (
        "C12 no wallet is made without room", [], .googlePay,
        device(.android, full, hasWallets: false), .refused(.noRoom)
      ),
    ]

  @Test(arguments: table.indices)
  func theOfferFollowsTheRule(_ index: Int) {
    let (name, tokens, wallet, device, offer) = Self.table[index]
    #expect(WalletOffer(tokens, in: wallet, of: device) == offer, "\(name)")
  }

  /// C11: deleting the token that waits, or leaving before it came, is no way around it.
  @Test func theNetworkKnowsAWalletInWhichACardMayPay() {
    var phone = SimulatedDevice(.android)
    #expect(phone.asksWhoPays(with: .googlePay))
    phone.makeWallet(.googlePay)
    #expect(phone.asksWhoPays(with: .googlePay), "the wallet alone proves nothing")
    phone.add(DeviceToken("one", .needsIdentityVerification, wallet: .googlePay))
    #expect(phone.asksWhoPays(with: .googlePay))
    phone.remove("one")
    #expect(phone.asksWhoPays(with: .googlePay))
    phone.add(DeviceToken("two", .needsIdentityVerification, wallet: .googlePay))
    phone.activate("two")
    #expect(!phone.asksWhoPays(with: .googlePay))
    #expect(!SimulatedDevice(.samsung).asksWhoPays(with: .samsungPay))
    #expect(!SimulatedDevice(.iPhone).asksWhoPays(with: .applePay))
  }

  @Test func everyReasonOccurs() {
    let reasons = Self.table.compactMap { if case .refused(let why) = $0.4 { why } else { nil } }
    #expect(Set(reasons) == Set(WalletOffer.Refusal.allCases))
  }
}
