import PhoneWallet
import Secrets
import WalletAPI
import WalletModel

/// The phone of a request, after its checks.
struct AskingPhone {
  let request: CardTokenizationRequest
  /// Apple Pay: the key of the leaf certificate, which belongs to the phone.
  let key: PassKey?
  /// Identifies the phone and profile: 32 hexadecimal digits. nil: the request does not identify
  /// them (C01 does not require it for Mastercard with Google Pay).
  let mark: String?

  init(
    _ request: CardTokenizationRequest, _ trust: PhoneTrust, at now: Timestamp, _ keys: IssuerKeys
  ) throws(WalletError) {
    self.request = request
    var name: [UInt8]
    if request.walletType == .applePay {
      let key = try Self.check(request, trust, at: now)
      self.key = key
      name = key.point
    } else {
      key = nil
      name = []
      for part in [request.clientDeviceID, request.clientWalletAccountID] {
        name += Array((part ?? "").utf8) + [0]
      }
    }
    guard name.contains(where: { $0 != 0 }) else {
      mark = nil
      return
    }
    name += Array(request.walletType.rawValue.utf8)
    let text = SecretBytes(count: name.count) { $0.copyBytes(from: name) }
    mark = CardNumbers.keyedHash(of: text, key: keys.requests).withBytes {
      Hex.encode($0.prefix(16))
    }
  }

  /// C01, C02: checks the certificate chain up to a trusted manufacturer, and the nonce's
  /// signature.
  private static func check(
    _ request: CardTokenizationRequest, _ trust: PhoneTrust, at now: Timestamp
  ) throws(WalletError) -> PassKey {
    // A certificate begins with the byte 0x30: `30` in hexadecimal, `M` in Base64.
    let isHex = request.leafCertificate?.hasPrefix("30") ?? false
    func bytes(_ field: String, _ text: String?) throws(WalletError) -> [UInt8] {
      let bytes = text.flatMap { isHex ? Hex.decode($0) : Base64.decode($0) }
      guard let bytes, !bytes.isEmpty else {
        throw wrong(field, "must be \(isHex ? "hexadecimal" : "Base64")")
      }
      return bytes
    }
    func wrong(_ field: String, _ why: String) -> WalletError {
      WalletError(.fieldErrors, fieldErrors: [FieldError(field, .verbatim(why))])
    }
    let leaf = try bytes("leafCertificate", request.leafCertificate)
    let subordinate = try bytes("subordinateCertificate", request.subordinateCertificate)
    let nonce = try bytes("nonce", request.nonce)
    let signature = try bytes("nonceSignature", request.nonceSignature)
    let key: PassKey
    do throws(PhoneTrust.Refusal) {
      key = try trust.check(
        leaf: leaf, subordinate: subordinate, at: now.milliseconds / 1000)
    } catch {
      switch error {
      case .leaf: throw wrong("leafCertificate", "is not an X.509 certificate")
      case .subordinate: throw wrong("subordinateCertificate", "is not an X.509 certificate")
      case .untrusted:
        throw wrong("leafCertificate", "was not signed by a maker of phones that is trusted")
      case .outOfDate: throw wrong("leafCertificate", "or its subordinate is not good now")
      case .form: throw wrong("leafCertificate", "must have a key on P-256, by the subordinate")
      case .failed: throw WalletError(.internalError)
      }
    }
    guard key.verifies(signature, of: nonce) else {
      throw wrong("nonceSignature", "is not the nonce's, by the leaf's key")
    }
    return key
  }
}
