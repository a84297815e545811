import Canvas
import PhoneWallet
import WalletAPI
import WalletModel

@testable import WalletUI

/// A card on its way into a phone, always the same.
enum PhoneFixture {
  private static func device(_ kind: String, _ rest: String = "") -> SimulatedDevice {
    let id = "f2" + String(repeating: "0", count: 28) + "91"
    return SimulatedDevice(line: Substring("\(id) \(kind) \(rest)")) ?? SimulatedDevice(.iPhone)
  }

  private static func bytes(_ count: Int) -> String {
    Base64.encode((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
  }

  private static let apple = CardTokenizationRequest(
    walletType: .applePay, leafCertificate: bytes(360), subordinateCertificate: bytes(352),
    nonce: bytes(8), nonceSignature: bytes(71))

  private static let begun = "DNITHE0000" + String(repeating: "4", count: 38)

  /// The scene with this name, over the cards of the fixture.
  static func show(_ scene: Scene, _ state: inout State) {
    state.press(Key(.down))
    let card = CardRow(Fixture.cards[1], state.words)
    let isGoogle = scene == .phoneVerifying
    let device =
      isGoogle
      ? device("android", "?\(begun),GOOGLE_PAY,VISA,1177")
      : device("iphone", "old,APPLE_PAY,MC,4821")
    state.phoneWallets.devices = [device]
    let offer: WalletOffer =
      isGoogle ? .verify(DeviceToken(begun)) : .push
    let wallet: MobileWalletType = isGoogle ? .googlePay : .applePay
    var adding = PhoneAdding(
      card, wallet, device, PhoneAdding.steps(offer, wallet, device),
      waiting: isGoogle ? begun : nil,
      already: isGoogle ? "Apple Pay" : "", clock: state.clock)
    adding.request = isGoogle ? nil : apple
    let start = state.clock.now
    let done = scene == .phoneAdding ? 3 : scene == .phoneAdded ? adding.steps.count : 1
    for step in 0..<done {
      adding.times.finish(step, at: start + UInt64(step + 1) * 700_000_000)
    }
    if scene == .phoneAdded {
      var answer = CardTokenization(
        activationData: bytes(300), scheme: .visa,
        customer: TokenizedCustomer(name: "Ana Petrova"), cardLastDigits: "1177")
      answer.encryptedPassData = bytes(240)
      answer.ephemeralPublicKey = bytes(65)
      adding.answer = answer
    }
    if isGoogle {
      var known = Fixture.cards[1]
      known.tokenizations = [
        MobileWalletTokenization(dpanRef: begun, walletType: .googlePay, status: .initiated)
      ]
      state.details.store(
        CardDetails(card: known, account: nil, transactions: []), at: Fixture.now)
    }
    _ = state.push(adding)
    state.pass(seconds: scene == .phoneAdding ? 4 : 6)
  }

  // MARK: Tokens

  /// The second card is in an iPhone, frozen there, and an Android phone has no wallet yet.
  private static func withToken(_ state: inout State) {
    state.list.select(1)
    state.phoneWallets.devices = [
      device("iphone", "\(token),APPLE_PAY,VISA,1177"), device("android", "-GOOGLE_PAY"),
    ]
    var card = Fixture.cards[1]
    var frozen = MobileWalletTokenization(
      dpanRef: token, walletType: .applePay, status: .completed)
    frozen.isFrozen = true
    card.tokenizations = [frozen]
    state.details.store(Fixture.details(card), at: Fixture.now)
  }

  private static let token = "DAITHE0000" + String(repeating: "7", count: 38)

  /// The wallets of the devices, and what each offers.
  static func wallets(_ state: inout State) {
    withToken(&state)
    state.type("w")
  }

  /// What can be done with a token.
  static func token(_ state: inout State) {
    withToken(&state)
    _ = TokenPicker.open(token, &state)
  }

  /// What an iPhone has sent, and what the issuer has answered.
  static func sent(_ state: inout State) {
    let card = CardRow(Fixture.cards[1], state.words)
    var adding = PhoneAdding(
      card, .applePay, device("iphone"), PhoneAdding.steps(.push, .applePay, device("iphone")),
      clock: state.clock)
    // Base64 without letters, which are the same in each language.
    func digits(_ count: Int) -> String { String(repeating: "0123456789", count: count) }
    adding.request = CardTokenizationRequest(
      walletType: .applePay, leafCertificate: digits(48), subordinateCertificate: digits(46),
      nonce: digits(1), nonceSignature: digits(9))
    var answer = CardTokenization(
      activationData: bytes(300), scheme: .visa,
      customer: TokenizedCustomer(name: "Ana Petrova"), cardLastDigits: "1177")
    answer.encryptedPassData = bytes(240)
    answer.ephemeralPublicKey = digits(8)
    adding.answer = answer
    _ = state.push(adding)
    _ = state.push(SentRequest(adding: adding, state.words))
  }
}
