import WalletModel
import Words

extension PhoneWords {
  /// What a device has sent, as far as it is no secret: a nonce is used once, and certificates are
  /// public.
  func sentByDevice(_ request: CardTokenizationRequest) -> [CardFacts.Line] {
    func count(_ text: String?) -> Int { text.flatMap(Base64.decode)?.count ?? 0 }
    func line(_ label: String, _ value: String) -> CardFacts.Line {
      CardFacts.Line(label: label, value: value)
    }
    guard request.walletType == .applePay else {
      return [
        line(deviceLabel, request.clientDeviceID ?? "—"),
        line(words.shop.account, request.clientWalletAccountID ?? "—"),
      ]
    }
    let certificates = count(request.leafCertificate) + count(request.subordinateCertificate)
    let nonce = request.nonce.flatMap(Base64.decode) ?? []
    return [
      line(certificatesLabel, leafThenSubordinate(words.number(certificates))),
      line(nonceLabel, nonce.map { Hex.encode([$0]) }.joined(separator: " ")),
      line(signatureLabel, signatureOf(words.number(count(request.nonceSignature)))),
    ]
  }

  /// What the issuer has answered: how long the sealed parts are.
  func answerOfIssuer(_ answer: CardTokenization) -> CardFacts.Line {
    let parts = [
      (answer.encryptedPassData, passData), (answer.opaquePaymentCard, opaqueCard),
      (answer.activationData, activationData),
    ]
    let bytes = parts.compactMap { text, name in
      text.flatMap(Base64.decode).map { sealedPart(name, words.number($0.count)) }
    }
    return CardFacts.Line(label: answerLabel, value: bytes.joined(separator: ", "))
  }
}
