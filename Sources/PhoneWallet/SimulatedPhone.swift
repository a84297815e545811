import CSodium
import Secrets
package import WalletModel

/// A phone with Apple Pay, Google Pay and Samsung Pay, and its card network. It makes the X.509
/// data that an issuer requires, and opens the issuer's answer (C08, C10).
package struct SimulatedPhone: Sendable {
  private let key: PassKeyPair
  private let network: PassKeyPair
  /// A certificate for this phone, X.509 in DER.
  package let leafCertificate: [UInt8]
  package let subordinateCertificate: [UInt8]
  /// C01: 24 characters each.
  package let deviceID: String
  package let walletAccountID: String

  /// The phone of this name, the same each time. Throws `.unavailable` if libcrypto is not
  /// installed.
  package init(named name: String) throws(WalletError) {
    guard let key = PassKeyPair(simulated: "walletui: simulated phone " + name),
      let network = SimulatedManufacturers.network, let maker = SimulatedManufacturers.subordinate,
      let root = SimulatedManufacturers.root,
      let leaf = maker.certify(
        key.publicKey, "SIMULATED phone", by: SimulatedManufacturers.subordinateName,
        isAuthority: false,
        SimulatedManufacturers.since),
      let subordinate = root.certify(
        maker.publicKey, SimulatedManufacturers.subordinateName,
        by: SimulatedManufacturers.rootName,
        isAuthority: true, SimulatedManufacturers.since)
    else { throw Self.missing }
    self.key = key
    self.network = network
    leafCertificate = leaf
    subordinateCertificate = subordinate
    let words = Base64.encode(key.publicKey.point.suffix(36)).filter { $0 != "+" && $0 != "/" }
    deviceID = String(words.prefix(20)) + "DEVI"
    walletAccountID = String(words.suffix(20)) + "ACCT"
  }

  private static let missing = WalletError(
    .unavailable, .verbatim("Phone wallets need OpenSSL"),
    detail: .verbatim("libcrypto.so.3 was not found"),
    advice: .verbatim("Install libssl3."))

  /// C08, C10: the request of its wallet to an issuer, with a new nonce.
  package func request(_ walletType: MobileWalletType) throws(WalletError)
    -> CardTokenizationRequest
  {
    guard walletType == .applePay else {
      return CardTokenizationRequest(
        walletType: walletType, clientDeviceID: deviceID, clientWalletAccountID: walletAccountID)
    }
    var nonce = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&nonce, nonce.count)
    guard let signature = key.sign(nonce) else { throw Self.missing }
    return CardTokenizationRequest(
      walletType: walletType, leafCertificate: Base64.encode(leafCertificate),
      subordinateCertificate: Base64.encode(subordinateCertificate), nonce: Base64.encode(nonce),
      nonceSignature: Base64.encode(signature))
  }

  /// Adds the card, as the phone and its network do: opens and compares everything that was sealed,
  /// and returns the token. Throws `.actionRefused` if something is wrong.
  package func add(
    _ answer: CardTokenization, to request: CardTokenizationRequest
  ) throws(WalletError) -> MobileWalletTokenization {
    let activation = Pass(Self.box(answer.activationData), with: network)
    defer { activation?.pan.wipe() }
    guard let activation, let dpanRef = activation.dpanRef,
      activation.walletType == request.walletType, DeviceToken.isPlain(dpanRef)
    else { throw Self.refused("the network cannot read activationData") }
    let lastFour = activation.pan.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) }
    guard lastFour == answer.cardLastDigits else {
      throw Self.refused("activationData is of another card")
    }
    if let pass = try pass(answer, request) {
      defer { pass.pan.wipe() }
      guard pass.pan.matches(activation.pan), pass.expiry == activation.expiry else {
        throw Self.refused("the pass is of another card than activationData")
      }
    }
    return MobileWalletTokenization(
      dpanRef: dpanRef, walletID: request.walletType == .googlePay ? walletAccountID : nil,
      walletType: request.walletType, status: .completed)
  }

  /// nil: Samsung Pay uses `activationData` only (C03).
  private func pass(_ answer: CardTokenization, _ request: CardTokenizationRequest)
    throws(WalletError) -> Pass?
  {
    switch request.walletType {
    case .applePay:
      guard let data = answer.encryptedPassData.flatMap(Base64.decode),
        let ephemeral = answer.ephemeralPublicKey.flatMap(Base64.decode),
        let pass = Pass(SealedPass(ephemeralKey: ephemeral, data: data), with: key)
      else { throw Self.refused("the phone cannot open encryptedPassData") }
      guard pass.nonce == request.nonce, pass.nonceSignature == request.nonceSignature else {
        pass.pan.wipe()
        throw Self.refused("the pass is for another request")
      }
      return pass
    case .googlePay:
      guard let text = answer.opaquePaymentCard, let pass = Pass(Self.box(text), with: network)
      else { throw Self.refused("the network cannot read opaquePaymentCard") }
      return pass
    case .samsungPay, .other: return nil
    }
  }

  private static func box(_ text: String) -> SealedPass? {
    Base64.decode(text).flatMap { SealedPass(joined: $0) }
  }

  private static func refused(_ why: String) -> WalletError {
    WalletError(
      .actionRefused, .verbatim("The phone refused the card"), detail: .verbatim(why))
  }
}
