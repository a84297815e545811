/// C01: the data that a phone wallet sends to get a card. Certificates, nonce and signature are in
/// Base64, as in the SDK, or, all four, in hexadecimal, as on the REST page: C02, H16.
package struct CardTokenizationRequest: Hashable, Sendable {
  /// Apple Pay, if a request does not say it (C13).
  package var walletType: MobileWalletType
  /// 1…64 characters; needed for VISA with Google Pay and Samsung Pay.
  package var clientDeviceID: String?
  /// 1…64 characters; needed for VISA with Google Pay and Samsung Pay.
  package var clientWalletAccountID: String?
  /// An X.509 certificate in DER, like the next one. Apple Pay needs these four fields.
  package var leafCertificate: String?
  package var subordinateCertificate: String?
  package var nonce: String?
  /// The signature of the nonce with the leaf's key: ECDSA with SHA-256, in DER.
  package var nonceSignature: String?

  package init(
    walletType: MobileWalletType = .applePay, clientDeviceID: String? = nil,
    clientWalletAccountID: String? = nil, leafCertificate: String? = nil,
    subordinateCertificate: String? = nil, nonce: String? = nil, nonceSignature: String? = nil
  ) {
    self.walletType = walletType
    self.clientDeviceID = clientDeviceID
    self.clientWalletAccountID = clientWalletAccountID
    self.leafCertificate = leafCertificate
    self.subordinateCertificate = subordinateCertificate
    self.nonce = nonce
    self.nonceSignature = nonceSignature
  }

  /// C01: which fields a wallet needs for a card of this scheme.
  package func fieldErrors(scheme: CardScheme) -> [FieldError] {
    var errors: [FieldError] = []
    func add(_ field: String, _ text: String?, isNeeded: Bool, most: Int) {
      let missing: Reason? = isNeeded ? .field(.needed) : nil
      errors.add(field, text.map { Rules.length($0, 1...most) } ?? missing)
    }
    errors.add("walletType", walletType.problem)
    let isApple = walletType == .applePay
    let needsDevice = scheme == .visa && (walletType == .googlePay || walletType == .samsungPay)
    add("clientDeviceId", clientDeviceID, isNeeded: needsDevice, most: 64)
    add("clientWalletAccountId", clientWalletAccountID, isNeeded: needsDevice, most: 64)
    add("leafCertificate", leafCertificate, isNeeded: isApple, most: 3000)
    add("subordinateCertificate", subordinateCertificate, isNeeded: isApple, most: 3000)
    add("nonce", nonce, isNeeded: isApple, most: 128)
    add("nonceSignature", nonceSignature, isNeeded: isApple, most: 256)
    return errors
  }
}

/// C03: the data that the phone needs. Binary data are in Base64, and card numbers are only in
/// sealed parts.
package struct CardTokenization: Hashable, Sendable {
  /// Google Pay only, for the card network.
  package var opaquePaymentCard: String?
  /// Apple Pay only, for the device.
  package var encryptedPassData: String?
  /// Apple Pay only: the point on P-256, uncompressed, that the pass data is encrypted with.
  package var ephemeralPublicKey: String?
  /// For the card network.
  package var activationData: String
  package var cardNetwork: Word<CardNetwork>
  package var tokenProvider: Word<CardTokenProvider>
  package var customer: TokenizedCustomer
  package var cardLastDigits: String

  package init(
    activationData: String, scheme: CardScheme, customer: TokenizedCustomer, cardLastDigits: String
  ) {
    self.activationData = activationData
    cardNetwork = scheme.network
    tokenProvider = scheme.tokenProvider
    self.customer = customer
    self.cardLastDigits = cardLastDigits
  }
}

/// C03.
package struct TokenizedCustomer: Hashable, Sendable {
  package var name: String
  package var mobile: String?
  /// The address to which the card was sent.
  package var address: DeliveryAddress?

  package init(name: String, mobile: String? = nil, address: DeliveryAddress? = nil) {
    self.name = name
    self.mobile = mobile
    self.address = address
  }
}

/// C04.
package enum CardNetwork: String, CaseIterable, WireWord {
  case visa = "CARD_NETWORK_VISA"
  case mastercard = "CARD_NETWORK_MASTERCARD"
}

/// C04.
package enum CardTokenProvider: String, CaseIterable, WireWord {
  case visa = "TOKEN_PROVIDER_VISA"
  case mastercard = "TOKEN_PROVIDER_MASTERCARD"
}

extension CardScheme {
  package var network: Word<CardNetwork> { word(.visa, .mastercard) }
  package var tokenProvider: Word<CardTokenProvider> { word(.visa, .mastercard) }

  private func word<W>(_ visa: W, _ mastercard: W) -> Word<W> {
    switch self {
    case .visa: .known(visa)
    case .mastercard: .known(mastercard)
    case .other(let word): .other(word)
    }
  }
}

extension MobileWalletTokenization {
  /// C05: a phone can only report that it has the card.
  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("walletType", walletType.problem)
    if status != .completed { errors.add("status", .verbatim("Must be COMPLETED")) }
    if let walletID {
      errors.add(
        "walletId",
        walletType == .googlePay
          ? Rules.length(walletID, 1...64) : .verbatim("Leave this out: it is for Google Pay"))
    }
    return errors
  }
}

extension MobileWalletType {
  /// Why a request with it is refused; nil: it is known.
  fileprivate var problem: Reason? {
    isKnown ? nil : .verbatim("Must be APPLE_PAY, GOOGLE_PAY or SAMSUNG_PAY")
  }
}
