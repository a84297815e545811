import PhoneWallet
import WalletAPI
import WalletModel

extension Conformance {
  private static let types: [MobileWalletType] = [.applePay, .googlePay, .samsungPay]

  static let tokens: [ConformanceCase] = [
    ConformanceCase("C08 A13 a phone takes a card up: INITIATED, then COMPLETED") { wallet in
      let phone = try SimulatedPhone(named: "a")
      for (card, scheme) in [
        (try await wallet.card("Everyday"), CardScheme.mastercard),
        (try await wallet.visaCard(), .visa),
      ] {
        wallet.equal(card.scheme, scheme)
        for type in types {
          let token = try await wallet.add(card.id, phone, type)
          wallet.equal(token.status, .completed)
          wallet.equal(token.walletID != nil, type == .googlePay, "walletId of \(type)")
        }
        let now = try await wallet.perform(GetCard(card.id, include: [.tokenizations]))
        wallet.equal(now.tokenizations?.map(\.walletType) ?? [], types)
        wallet.equal(now.tokenizations?.map(\.status) ?? [], types.map { _ in .completed })
        wallet.equal(now.version, card.version + 6, "version")
      }
    },
    ConformanceCase("C03 the answer has what each wallet needs, and the card's own words") {
      wallet in
      let phone = try SimulatedPhone(named: "a")
      let card = try await wallet.card("Travel")
      _ = try await wallet.perform(SetCardStatus(card.id, .active, reason: "x"))
      for type in types {
        let answer = try await wallet.authorised(Tokenize(card.id, try phone.request(type)))
        wallet.equal(answer.encryptedPassData != nil, type == .applePay, "encryptedPassData")
        wallet.equal(answer.ephemeralPublicKey != nil, type == .applePay, "ephemeralPublicKey")
        wallet.equal(answer.opaquePaymentCard != nil, type == .googlePay, "opaquePaymentCard")
        wallet.expect(!answer.activationData.isEmpty, "no activationData")
        wallet.equal(answer.cardLastDigits, card.lastFour)
        wallet.equal(answer.cardNetwork, card.scheme.network)
        wallet.equal(answer.tokenProvider, card.scheme.tokenProvider)
        wallet.equal(answer.customer.name, card.holderName)
        wallet.equal(answer.customer.mobile, card.mobile)
        wallet.equal(answer.customer.address, card.deliveryAddress)
      }
    },
    ConformanceCase("C01 a code for one phone puts the card into no other") { wallet in
      let card = try await wallet.visaCard()
      let mine = try SimulatedPhone(named: "mine").request(.googlePay)
      let other = try SimulatedPhone(named: "other").request(.googlePay)
      let granted = try await wallet.grant(for: Tokenize(card.id, mine))
      let text = try await wallet.perform(ListPhoneMessages()).first?.text ?? ""
      wallet.expect(
        text.contains("··\(card.lastFour) into Google Pay on phone ··"), "it names both: \(text)")
      await wallet.refuse(.scaRejected, Tokenize(card.id, other), granted)
      // Its owner can still use the grant.
      let answer = try await wallet.perform(Tokenize(card.id, mine), granted)
      wallet.equal(answer.cardLastDigits, card.lastFour)
    },
    ConformanceCase("C01 which fields each wallet needs for which scheme") { wallet in
      let mastercard = try await wallet.card("Everyday").id
      let visa = try await wallet.visaCard().id
      let apple = ["leafCertificate", "subordinateCertificate", "nonce", "nonceSignature"]
      let device = ["clientDeviceId", "clientWalletAccountId"]
      for (card, type, fields) in [
        (visa, MobileWalletType.googlePay, device), (visa, .samsungPay, device),
        (visa, .applePay, apple), (mastercard, .applePay, apple),
        (mastercard, .other("PHONE"), ["walletType"]),
      ] {
        await wallet.refuse(
          fields: fields, Tokenize(card, CardTokenizationRequest(walletType: type)))
      }
      for type in [MobileWalletType.googlePay, .samsungPay] {
        _ = try await wallet.authorised(
          Tokenize(mastercard, CardTokenizationRequest(walletType: type)))
      }
      let long = String(repeating: "x", count: 65)
      await wallet.refuse(
        fields: device,
        Tokenize(
          visa,
          CardTokenizationRequest(
            walletType: .googlePay, clientDeviceID: long, clientWalletAccountID: "")))
    },
    ConformanceCase("C01 C02 only phones of a maker that is trusted, with a nonce of their own") {
      wallet in
      let card = try await wallet.card("Everyday").id
      let phone = try SimulatedPhone(named: "a")
      let good = try phone.request(.applePay)
      let other = try SimulatedPhone(named: "b").request(.applePay)
      for (field, change) in try wallet.wrongRequests(phone, other) {
        var request = good
        change(&request)
        await wallet.refuse(fields: [field], Tokenize(card, request))
      }
      // Control: nothing else was wrong.
      _ = try await wallet.event(of: Tokenize(card, good))
    },
    ConformanceCase("C02 H16 certificates, nonce and signature in hexadecimal, too") { wallet in
      let card = try await wallet.card("Everyday").id
      let phone = try SimulatedPhone(named: "a")
      var request = try phone.request(.applePay)
      request.leafCertificate = hex(request.leafCertificate)
      request.subordinateCertificate = hex(request.subordinateCertificate)
      request.nonce = hex(request.nonce)
      request.nonceSignature = hex(request.nonceSignature)
      let answer = try await wallet.authorised(Tokenize(card, request))
      let token = try phone.add(answer, to: request)
      _ = try await wallet.perform(UpdateTokenization(card, token))
      let mixed = try phone.request(.applePay)
      request.nonce = mixed.nonce
      await wallet.refuse(fields: ["nonce"], Tokenize(card, request))
    },
    ConformanceCase("C05 a card that is in a phone cannot be put there again") { wallet in
      let card = try await wallet.card("Everyday").id
      let phone = try SimulatedPhone(named: "a")
      for type in types {
        // An unfinished tokenization is replaced by the next one.
        _ = try await wallet.authorised(Tokenize(card, try phone.request(type)))
        _ = try await wallet.add(card, phone, type)
      }
      try await wallet.restart()
      for type in types {
        await wallet.refuse(.actionRefused, Tokenize(card, try phone.request(type)))
      }
      let tokens = try await wallet.perform(GetCard(card, include: [.tokenizations])).tokenizations
      wallet.equal(tokens?.count, 3)
      _ = try await wallet.add(card, try SimulatedPhone(named: "b"), .applePay)
    },
    ConformanceCase("C05 what may be said of a token, and of which") { wallet in
      let card = try await wallet.card("Everyday").id
      let phone = try SimulatedPhone(named: "a")
      let request = try phone.request(.applePay)
      let token = try phone.add(try await wallet.authorised(Tokenize(card, request)), to: request)
      func said(_ change: (inout MobileWalletTokenization) -> Void) -> UpdateTokenization {
        var token = token
        change(&token)
        return UpdateTokenization(card, token)
      }
      await wallet.refuse(fields: ["status"], said { $0.status = .initiated })
      await wallet.refuse(fields: ["walletType"], said { $0.walletType = .samsungPay })
      await wallet.refuse(fields: ["walletType"], said { $0.walletType = .other("PHONE") })
      await wallet.refuse(fields: ["walletId"], said { $0.walletID = "w" })
      await wallet.refuse(.notFound, said { $0.dpanRef = "no such" })
      let another = try await wallet.card("Groceries").id
      await wallet.refuse(.notFound, UpdateTokenization(another, token))
      let stale = wallet.version(1)
      await wallet.refuse(.versionConflict, UpdateTokenization(card, token), stale)
      wallet.equal(try await wallet.perform(UpdateTokenization(card, token)), token)
      let version = try await wallet.perform(GetCard(card)).version
      wallet.equal(try await wallet.perform(UpdateTokenization(card, token)), token, "again")
      wallet.equal(try await wallet.perform(GetCard(card)).version, version, "version")
    },
    ConformanceCase("A card that does not pay in shops is put into no phone") { wallet in
      let phone = try SimulatedPhone(named: "a")
      for alias in ["Travel", "New plastic"] {
        let card = try await wallet.card(alias)
        let error = await wallet.refuse(
          .actionRefused, Tokenize(card.id, try phone.request(.samsungPay)))
        wallet.equal(
          error?.details.map(\.english) ?? [], ["The card is \(card.status.title.lowercased())."])
      }
      await wallet.refuse(.notFound, Tokenize(CardID("none"), try phone.request(.samsungPay)))
    },
    ConformanceCase("A request for a phone with one key has its effect once") { wallet in
      let card = try await wallet.card("Everyday").id
      let operation = Tokenize(card, try SimulatedPhone(named: "a").request(.googlePay))
      var context = try await wallet.authorise(try await wallet.event(of: operation))
      context.idempotencyKey = "tokenize-once"
      let first = try await wallet.perform(operation, context)
      wallet.equal(try await wallet.perform(operation, context), first)
      let tokens = try await wallet.perform(GetCard(card, include: [.tokenizations])).tokenizations
      wallet.equal(tokens?.count, 1)
    },
  ]
}

private func hex(_ text: String?) -> String? {
  text.flatMap(Base64.decode)?.map {
    ($0 < 16 ? "0" : "") + String($0, radix: 16)
  }.joined()
}

extension Wallet {
  /// A new card of the other scheme. It is active at once.
  func visaCard() async throws -> Card {
    let request = CardRequest(programName: "SKRILL-VIRTUAL-VISA-EEA", currency: "EUR")
    return try await perform(CreateCard(request))
  }

  /// Puts a card into a phone completely.
  func add(_ card: CardID, _ phone: SimulatedPhone, _ type: MobileWalletType)
    async throws -> MobileWalletTokenization
  {
    let request = try phone.request(type)
    let answer = try await authorised(Tokenize(card, request))
    let begun = try await perform(GetCard(card, include: [.tokenizations])).tokenizations?.last
    let token = try phone.add(answer, to: request)
    equal(begun?.status, .initiated)
    equal(begun?.dpanRef, token.dpanRef)
    return try await perform(UpdateTokenization(card, token))
  }

  /// Wrong requests, with the field that is reported.
  func wrongRequests(_ phone: SimulatedPhone, _ other: CardTokenizationRequest) throws
    -> [(String, (inout CardTokenizationRequest) -> Void)]
  {
    guard let stranger = PassKeyPair() else { throw WalletError(.unavailable) }
    func certificate(_ time: Int64, isAuthority: Bool = false) -> String {
      let name = "SIMULATED phone wallets, devices"
      return Base64.encode(
        stranger.certify(stranger.publicKey, "x", by: name, isAuthority: isAuthority, time) ?? [])
    }
    let strange = certificate(now.milliseconds / 1000)
    let signed = Base64.encode(stranger.sign(other.nonce.flatMap(Base64.decode) ?? []) ?? [])
    var damaged = phone.leafCertificate
    damaged[damaged.count - 3] ^= 1
    let broken = Base64.encode(damaged)
    return [
      ("leafCertificate", { $0.leafCertificate = "MIIx" }),
      ("leafCertificate", { $0.leafCertificate = "!" }),
      ("leafCertificate", { $0.leafCertificate = broken }),
      ("leafCertificate", { $0.leafCertificate = strange }),
      ("leafCertificate", { $0.leafCertificate = $0.subordinateCertificate }),
      ("subordinateCertificate", { $0.subordinateCertificate = "MIIx" }),
      ("leafCertificate", { $0.subordinateCertificate = strange }),
      ("leafCertificate", { $0.subordinateCertificate = $0.leafCertificate }),
      ("nonceSignature", { $0.nonce = other.nonce }),
      ("nonceSignature", { $0.nonceSignature = other.nonceSignature }),
      ("nonceSignature", { $0.nonceSignature = signed }),
      ("nonceSignature", { $0.leafCertificate = other.leafCertificate }),
      ("nonceSignature", { $0.nonceSignature = "AAAA" }),
      ("nonce", { $0.nonce = "*" }),
    ]
  }
}
