import CSodium
import PhoneWallet
import Secrets
import WalletAPI
import WalletModel

/// Cards in phone wallets (C01–C05, C11, C16).
struct TokenIssuer: TokenEngine, IssuerFeature {
  let core: IssuerCore

  func tokenize(_ operation: Tokenize, _ context: RequestContext)
    throws(WalletError) -> CardTokenization
  {
    let answer = try settle { writer throws(WalletError) -> Result<CardTokenization, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      let request = operation.body
      if let error = WalletError.invalid(request.fieldErrors(scheme: record.card.scheme)) {
        return .failure(error)
      }
      if let refusal = record.card.tokenizeRefusal {
        return .failure(WalletError(.actionRefused, detail: refusal.reason))
      }
      guard environment.isSimulation, let trust = PhoneTrust.simulated else {
        var refusal = WalletError(.actionRefused, detail: .card(.noNetwork))
        refusal.advice = nil
        return .failure(refusal)
      }
      let phone = try AskingPhone(request, trust, at: clock.now(), ledger.keys)
      try makeRoom(for: phone, &record)
      try context.check(version: record.card.version)
      if let refusal = try sca.useGrant(operation, record.card, writer, context) {
        return .failure(refusal)
      }
      return .success(try begin(phone, &record, trust, writer, context))
    }
    publish(.cardsChanged([operation.id]))
    return answer
  }

  /// C05: a card is in a phone once. A tokenization that was begun or removed there is replaced.
  private func makeRoom(for phone: AskingPhone, _ record: inout CardRecord) throws(WalletError) {
    var tokens = record.card.tokenizations ?? []
    if let mark = phone.mark {
      let same = tokens.filter { record.tokenMarks[$0.dpanRef] == mark }
      if same.contains(where: { $0.status == .completed && $0.removedAt == nil }) {
        throw WalletError(
          .actionRefused, .card(.inThisPhone),
          advice: .card(.seeTokenizations))
      }
      tokens.removeAll { record.tokenMarks[$0.dpanRef] == mark }
    }
    if tokens.count >= IssuerLimits.tokens {
      let oldest = tokens.firstIndex { $0.status != .completed || $0.removedAt != nil }
      guard let oldest else {
        throw WalletError(
          .actionRefused, detail: .card(.inTooManyPhones, "\(IssuerLimits.tokens)"))
      }
      tokens.remove(at: oldest)
    }
    record.card.tokenizations = tokens
    let left = Set(tokens.map(\.dpanRef))
    record.tokenMarks = record.tokenMarks.filter { left.contains($0.key) }
  }

  private func begin(
    _ phone: AskingPhone, _ record: inout CardRecord, _ trust: PhoneTrust,
    _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> CardTokenization {
    let request = phone.request
    // 48 characters, as in the published sample.
    let dpanRef = CardNumbers.digits(38, random).withBytes {
      (record.card.scheme == .visa ? "DNITHE0000" : "DAPLMC0000")
        + String(decoding: $0, as: UTF8.self)
    }
    record.card.tokenizations?.append(
      MobileWalletTokenization(
        dpanRef: dpanRef,
        walletID: request.walletType == .googlePay ? request.clientWalletAccountID : nil,
        walletType: request.walletType, status: .initiated))
    record.tokenMarks[dpanRef] = phone.mark
    record.card.version += 1
    try writer.put(record, of: context.customerID)
    let pan = try writer.pan(of: record, context.customerID)
    defer { pan.wipe() }
    let pass = Pass(
      pan: pan, expiry: record.card.expiry, holderName: record.card.holderName,
      walletType: request.walletType)
    let answer = try answer(
      pass, phone, dpanRef, record.card, trust,
      try writer.get(CustomerProfile.self, of: context.customerID))
    try audit(
      writer, .done, Tokenize.contract, record.card, context, note: request.walletType.rawValue)
    return answer
  }

  /// C03.
  private func answer(
    _ pass: Pass, _ phone: AskingPhone, _ dpanRef: String, _ card: Card, _ trust: PhoneTrust,
    _ profile: CustomerProfile
  ) throws(WalletError) -> CardTokenization {
    func sealed(for key: PassKey, _ change: (inout Pass) -> Void) throws(WalletError) -> SealedPass
    {
      var pass = pass
      change(&pass)
      guard let box = pass.sealed(for: key) else { throw WalletError(.internalError) }
      return box
    }
    let activation = try sealed(for: trust.network) { $0.dpanRef = dpanRef }
    var answer = CardTokenization(
      activationData: Base64.encode(activation.joined), scheme: card.scheme,
      customer: TokenizedCustomer(
        name: card.holderName, mobile: card.mobile ?? profile.mobile, address: card.deliveryAddress),
      cardLastDigits: card.lastFour)
    if let key = phone.key {
      let box = try sealed(for: key) {
        $0.nonce = phone.request.nonce
        $0.nonceSignature = phone.request.nonceSignature
      }
      answer.encryptedPassData = Base64.encode(box.data)
      answer.ephemeralPublicKey = Base64.encode(box.ephemeralKey)
    }
    if phone.request.walletType == .googlePay {
      answer.opaquePaymentCard = Base64.encode(try sealed(for: trust.network) { _ in }.joined)
    }
    return answer
  }

  func updateTokenization(_ operation: UpdateTokenization, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  {
    let wanted = operation.token
    let token = try ledger.write { writer throws(WalletError) in
      var record = try findForChange(operation.id, writer, context)
      let index = try index(of: wanted.dpanRef, in: record.card)
      guard var token = record.card.tokenizations?[index], token.removedAt == nil else {
        throw WalletError(.notFound, detail: .card(.unknownToken))
      }
      if let error = WalletError.invalid(wanted.fieldErrors) { throw error }
      guard wanted.walletType == token.walletType else {
        throw WalletError(
          .fieldErrors, fieldErrors: [FieldError("walletType", .field(.otherToken))])
      }
      try context.check(version: record.card.version)
      // Repeating it has no effect.
      if token.status == .completed { return token }
      guard !record.card.status.endsTokens else {
        throw WalletError(.actionRefused, detail: .card(.tokenHasEnded))
      }
      token.status = .completed
      if let wallet = wanted.walletID { token.walletID = wallet }
      record.card.tokenizations?[index] = token
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, UpdateTokenization.contract, record.card, context,
        note: token.walletType.rawValue)
      return token
    }
    publish(.cardsChanged([operation.id]))
    return token
  }
}

/// The phone of a request, after its checks.
private struct AskingPhone {
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
