import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// A device with a key.
struct Device: Sendable {
  let pair = SealingKeyPair()

  var publicKey: DevicePublicKey { DevicePublicKey(keyID: "device-1", bytes: pair.publicKey) }

  /// The text in a box; nil: there is none, or it cannot be opened.
  func text(_ field: SealedFields.Field, of card: VirtualCard, as cardID: String? = nil) -> String?
  {
    card.sealed.boxes[field].flatMap {
      pair.open($0, about: SealedFields.label(cardID ?? card.id, field))
    }?.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension Wallet {
  func fundingCard(_ number: String) -> EnteredCard {
    EnteredCard(
      number: secret(number), expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"))
  }

  func setUp(_ number: String = "4242424242424242") -> SetUpFundingSource {
    SetUpFundingSource(FundingSourceRequest(.entered(fundingCard(number))))
  }

  func completion(_ source: ProvisionalFundingSource) -> CompleteFundingSource {
    CompleteFundingSource(
      source.id,
      source.provisioningData.map { FundingCompletion($0) }
        ?? FundingCompletion(provider: "", version: 0, linkToken: ""))
  }

  func fundingSource(_ number: String = "4242424242424242")
    async throws -> FundingSource
  {
    try await perform(completion(try await perform(setUp(number))))
  }

  func persona(_ name: String = "Shopping") async throws -> Persona {
    try await perform(CreatePersona(PersonaRequest(name: name)))
  }

  func proof(
    _ persona: Persona, for audience: String = OwnershipProof.virtualCardAudience
  ) async throws -> String {
    try await perform(GetOwnershipProof(persona.id, ProofRequest(audience: audience))).proof
  }

  /// A request that is right, for a persona and funding source.
  func request(
    _ persona: Persona, _ source: FundingSource, _ device: Device = Device()
  ) async throws -> VirtualCardRequest {
    VirtualCardRequest(
      ownershipProofs: [try await proof(persona)], fundingSourceID: source.id,
      cardHolder: "Ana Petrova", publicKey: device.publicKey)
  }

  func made(_ request: VirtualCardRequest) async throws -> VirtualCard {
    let provisional = try await perform(ProvisionVirtualCard(request))
    advance(3)
    guard let card = try await perform(GetProvisionalCard(provisional.id)).card else {
      throw WalletError(.internalError, details: [.verbatim("No card was made.")])
    }
    return card
  }

  func virtualCards(_ query: VirtualCardQuery = VirtualCardQuery(limit: 100))
    async throws -> [VirtualCard]
  { try await perform(ListVirtualCards(query)).cards }
}

extension Conformance {
  static let virtualCards: [ConformanceCase] =
    personas + fundingSources + provisioning + readingVirtualCards + changingVirtualCards
    + virtualDetails + virtualPayments + serviceErrorCases

  private static let personas: [ConformanceCase] = [
    ConformanceCase("F01 personas are created, listed and deleted") { wallet in
      wallet.equal(try await wallet.perform(ListPersonas()), [])
      let shopping = try await wallet.persona()
      let travel = try await wallet.persona("Travel")
      wallet.equal(try await wallet.perform(ListPersonas()), [shopping, travel])
      wallet.equal(try await wallet.perform(DeletePersona(shopping.id)), shopping)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(ListPersonas()), [travel])
      await wallet.refuse(.notFound, DeletePersona(shopping.id))
      await wallet.refuse(
        .notFound, GetOwnershipProof(shopping.id, ProofRequest(audience: "a")))
      for name in ["", String(repeating: "a", count: 41), "a\u{200b}"] {
        await wallet.refuse(fields: ["name"], CreatePersona(PersonaRequest(name: name)))
      }
      for _ in 1..<20 { _ = try await wallet.persona() }
      await wallet.refuse(.virtualCardsLimit, CreatePersona(PersonaRequest(name: "One more")))
    },
    ConformanceCase("F06 a proof of ownership has an audience, an end and a signature") { wallet in
      let source = try await wallet.fundingSource()
      let persona = try await wallet.persona()
      var request = try await wallet.request(persona, source)
      func refuse(_ proof: String, _ what: String) async {
        request.ownershipProofs = [proof]
        let error = await wallet.refuse(.ownershipProof, ProvisionVirtualCard(request))
        wallet.equal(error?.details.map(\.english) ?? [], [what])
      }
      let good = request.ownershipProofs[0]
      await refuse(
        try await wallet.proof(persona, for: "somebody.else"), "It is for another audience.")
      await refuse("x" + good, "It was changed.")
      await refuse(String(good.dropLast()) + (good.hasSuffix("0") ? "1" : "0"), "It was changed.")
      await refuse("", "It was changed.")
      let deleted = try await wallet.persona("Old")
      let orphaned = try await wallet.proof(deleted)
      _ = try await wallet.perform(DeletePersona(deleted.id))
      await refuse(orphaned, "There is no such persona.")
      wallet.advance(OwnershipProof.lifetime - 1)
      request.ownershipProofs = [good]
      _ = try await wallet.perform(ProvisionVirtualCard(request))
      wallet.advance(1)
      await refuse(good, "It has expired.")
      request.ownershipProofs = []
      await wallet.refuse(fields: ["ownershipProofs"], ProvisionVirtualCard(request))
    },
  ]

  private static let fundingSources: [ConformanceCase] = [
    ConformanceCase("F28 F38 a test card is set up and completed once") { wallet in
      let begun = try await wallet.perform(wallet.setUp())
      wallet.equal(begun.state, .provisioning)
      wallet.equal(begun.provisioningData?.provider, "walletui")
      wallet.equal(begun.provisioningData?.authorizationText.map(\.language), ["en", "de"])
      wallet.equal(try await wallet.perform(ListFundingSources()), [])
      var wrong = wallet.completion(begun).body
      wrong.linkToken = "0" + wrong.linkToken.dropFirst()
      if wrong == wallet.completion(begun).body { wrong.linkToken = "1" }
      await wallet.refuse(
        .fundingSourceCompletionData, CompleteFundingSource(begun.id, wrong))
      let source = try await wallet.perform(wallet.completion(begun))
      wallet.equal(source.state, .active)
      wallet.equal(source.lastFour, "4242")
      wallet.equal(source.network, .visa)
      wallet.equal(source.flags, [])
      wallet.equal(try await wallet.perform(wallet.completion(begun)), source, "again")
      try await wallet.restart()
      wallet.equal(try await wallet.perform(ListFundingSources()), [source])
      wallet.equal(try await wallet.perform(GetFundingSource(source.id)), source)
      let done = try await wallet.perform(GetProvisionalFundingSource(begun.id))
      wallet.equal(done.state, .completed)
      wallet.equal(done.fundingSourceID, source.id)
      wallet.equal(done.provisioningData, nil)
      await wallet.refuse(.fundingSourceState, CancelProvisionalFundingSource(begun.id))
      await wallet.refuse(
        .provisionalFundingSourceNotFound, GetProvisionalFundingSource("nothing"))
      await wallet.refuse(.fundingSourceNotFound, GetFundingSource("nothing"))
      await wallet.refuse(.unacceptableFundingSource, wallet.setUp("4111111111111111"))
      await wallet.refuse(
        fields: ["card.cardNum", "card.cardExpiry", "card.cvv"],
        SetUpFundingSource(FundingSourceRequest(.entered(EnteredCard()))))
      await wallet.refuse(
        .unsupportedCurrency,
        SetUpFundingSource(
          FundingSourceRequest(
            .entered(wallet.fundingCard("4242424242424242")), currency: Currency("EUR"))))
    },
    ConformanceCase("F28 F38 the bank asks about 4000000000003220 first") { wallet in
      let begun = try await wallet.perform(wallet.setUp("4000000000003220"))
      wallet.equal(begun.state, .pending)
      await wallet.refuse(.fundingSourceNotSetUp, wallet.completion(begun))
      let asked = try await wallet.perform(ListAuthentications())
      wallet.equal(asked.map(\.id), [begun.id])
      wallet.equal(
        try await wallet.perform(ListPhoneMessages())[0].text,
        "Code %@ to check card ··3220 for walletui. Nothing is paid. Don't share it.")
      _ = try await wallet.perform(
        AnswerAuthentication(
          begun.id, attempt: 1, .code(try await wallet.codeOnPhone())))
      let ready = try await wallet.perform(GetProvisionalFundingSource(begun.id))
      wallet.equal(ready.state, .provisioning)
      wallet.equal(try await wallet.perform(wallet.completion(ready)).lastFour, "3220")

      let refused = try await wallet.perform(
        wallet.setUp(Scenario.rejected.testNumber(.mastercard) ?? ""))
      wallet.equal(refused.state, .failed)
      await wallet.refuse(.fundingSourceState, wallet.completion(refused))
    },
    ConformanceCase("F28 cancelled or left alone, it has FAILED") { wallet in
      let begun = try await wallet.perform(wallet.setUp("4000000000003220"))
      let cancelled = try await wallet.perform(CancelProvisionalFundingSource(begun.id))
      wallet.equal(cancelled.state, .failed)
      wallet.equal(
        try await wallet.perform(CancelProvisionalFundingSource(begun.id)), cancelled, "again")
      await wallet.refuse(.fundingSourceState, wallet.completion(begun))
      wallet.equal(try await wallet.perform(ListAuthentications()), [])
      let left = try await wallet.perform(wallet.setUp())
      wallet.advance(ProvisionalFundingSource.lifetime)
      wallet.equal(
        try await wallet.perform(GetProvisionalFundingSource(left.id)).state, .failed)
      await wallet.refuse(.fundingSourceState, wallet.completion(left))
      wallet.equal(
        try await wallet.perform(ListProvisionalFundingSources()).map(\.id), [left.id, begun.id])
    },
    ConformanceCase("F29 a duplicate counts among ACTIVE ones only; cancelling is for ever") {
      wallet in
      let first = try await wallet.fundingSource()
      let second = try await wallet.perform(wallet.setUp())
      await wallet.refuse(.duplicateFundingSource, wallet.completion(second))
      let inactive = try await wallet.perform(CancelFundingSource(first.id))
      wallet.equal(inactive.state, .inactive)
      wallet.equal(inactive.version, 2)
      wallet.equal(try await wallet.perform(CancelFundingSource(first.id)), inactive, "again")
      let active = try await wallet.perform(wallet.completion(second))
      wallet.equal(
        try await wallet.perform(ListFundingSources()).map(\.state), [.inactive, .active])
      wallet.expect(active.id != first.id, "an id was used again")
      let request = try await wallet.request(try await wallet.persona(), first)
      await wallet.refuse(.fundingSourceNotActive, ProvisionVirtualCard(request))
    },
    ConformanceCase("F29 a saved card is a funding source until it is removed") { wallet in
      let registration = try await wallet.perform(
        RegisterSavedCard(
          SavedCardRequest(testCard(.frictionless), .easy, currency: Currency("EUR"))))
      let saved = try await wallet.perform(ProcessSavedCard(registration.id)).savedCardID ?? ""
      let begun = try await wallet.perform(
        SetUpFundingSource(FundingSourceRequest(.saved(saved))))
      wallet.equal(begun.state, .provisioning)
      let source = try await wallet.perform(wallet.completion(begun))
      // The same number, typed.
      let typed = try await wallet.perform(
        wallet.setUp(Scenario.frictionless.testNumber(.visa) ?? ""))
      await wallet.refuse(.duplicateFundingSource, wallet.completion(typed))
      _ = try await wallet.perform(RemoveSavedCard(saved))
      wallet.equal(try await wallet.perform(GetFundingSource(source.id)).state, .inactive)
      await wallet.refuse(
        .notFound, SetUpFundingSource(FundingSourceRequest(.saved(saved))))
    },
    ConformanceCase("F27 a funding source whose card has expired asks for a new one") { wallet in
      let source = try await wallet.fundingSource()
      wallet.advance(20 * 366 * 86_400)
      wallet.equal(try await wallet.perform(GetFundingSource(source.id)).flags, [.refresh])
    },
    ConformanceCase("F30 funding sources have velocities") { wallet in
      let config = try await wallet.perform(GetVirtualCardsConfig())
      wallet.equal(config.maxFundingSourceVelocity, ["10/P1D"])
      wallet.equal(config.maxFundingSourceFailureVelocity, ["5/P1D"])
      wallet.equal(config.maxFundingSourcePendingVelocity, ["5/P1D"])
      wallet.equal(config.maxCardCreationVelocity, ["20/P1D"])
      wallet.equal(config.virtualCardCurrencies, [Currency("USD")])
      wallet.expect(!config.fundingSourceSupport.isEmpty, "no cards are supported")
      for _ in 1...5 { _ = try await wallet.perform(wallet.setUp()) }
      await wallet.refuse(.velocityExceeded, wallet.setUp(), line: #line)
      // They fail, which has a velocity of its own.
      wallet.advance(ProvisionalFundingSource.lifetime)
      await wallet.refuse(.velocityExceeded, wallet.setUp(), line: #line)
      wallet.advance(86_400)
      for _ in 1...10 {
        let source = try await wallet.fundingSource()
        _ = try await wallet.perform(CancelFundingSource(source.id))
      }
      await wallet.refuse(.velocityExceeded, wallet.setUp(), line: #line)
      wallet.advance(86_400)
      _ = try await wallet.perform(wallet.setUp())
    },
  ]

  private static let provisioning: [ConformanceCase] = [
    ConformanceCase("F02 F07 a card is made after some seconds, also across a restart") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      let device = Device()
      let request = try await wallet.request(persona, source, device)
      let begun = try await wallet.perform(ProvisionVirtualCard(request))
      wallet.equal(begun.state, .provisioning)
      wallet.equal(begun.card, nil)
      wallet.equal(try await wallet.virtualCards(), [], "not yet")
      wallet.advance(2)
      wallet.equal(try await wallet.perform(GetProvisionalCard(begun.id)).state, .provisioning)
      try await wallet.restart()
      wallet.advance(1)
      let done = try await wallet.perform(GetProvisionalCard(begun.id))
      wallet.equal(done.state, .completed)
      wallet.equal(try await wallet.perform(ListProvisionalCards()), [done])
      let cards = try await wallet.virtualCards()
      wallet.equal(cards, done.card.map { [$0] } ?? [])
      guard let card = cards.first else { return }
      wallet.equal(card.state, .issued)
      wallet.equal(card.owners, [CardOwner(id: persona.id)])
      wallet.equal(card.isOrphan, false)
      wallet.equal(card.fundingSourceID, source.id)
      wallet.equal(card.cardHolder, "Ana Petrova")
      wallet.equal(card.version, 1)
      wallet.equal(try await wallet.perform(GetVirtualCard(card.id)), card)
      wallet.advance(86_400)
      wallet.equal(try await wallet.perform(ListProvisionalCards()), [])
      await wallet.refuse(.virtualCardNotFound, GetProvisionalCard("nothing"))
      await wallet.refuse(.virtualCardNotFound, GetVirtualCard("nothing"))
    },
    ConformanceCase("F08 F10 what is secret is sealed to the device, for this card only") {
      wallet in
      let device = Device()
      var request = try await wallet.request(
        try await wallet.persona(), try await wallet.fundingSource(), device)
      request.alias = "Shoes \u{1f45f}"
      request.metadata = #"{"color": "ü", "list": [1, 2.5, null]}"#
      let card = try await wallet.withDetails(try await wallet.made(request))
      wallet.equal(card.sealed.keyID, "device-1")
      wallet.equal(card.sealed.algorithm, SealedFields.algorithm)
      let number = device.text(.number, of: card) ?? ""
      wallet.equal(number.count, 16)
      wallet.expect(PAN.isLuhnValid(Array(number.utf8)), "the number is not valid")
      wallet.equal(String(number.suffix(4)), card.lastFour)
      wallet.equal(device.text(.csc, of: card)?.count, 3)
      wallet.equal(device.text(.alias, of: card), request.alias)
      wallet.equal(device.text(.metadata, of: card), request.metadata)
      wallet.equal(device.text(.lastTransaction, of: card), nil)
      wallet.expect(
        device.text(.expiry, of: card)?.contains(#""yyyy":"20"#) == true, "no expiry")
      wallet.expect(
        device.text(.billingAddress, of: card)?.contains("Atlanta") == true, "F06: its own one")
      wallet.equal(Device().text(.number, of: card), nil, "another device")
      wallet.equal(device.text(.number, of: card, as: "other"), nil, "another card")
      let again = try await wallet.withDetails(try await wallet.made(request))
      wallet.expect(device.text(.number, of: again) != number, "the same number twice")
    },
    ConformanceCase("F06 the same clientRefId makes a card once") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      var request = try await wallet.request(persona, source)
      request.clientRefID = "shop 1"
      let first = try await wallet.perform(ProvisionVirtualCard(request))
      request.ownershipProofs = [try await wallet.proof(persona)]
      wallet.equal(try await wallet.perform(ProvisionVirtualCard(request)), first, "a new proof")
      try await wallet.restart()
      wallet.advance(OwnershipProof.lifetime)
      let later = try await wallet.perform(ProvisionVirtualCard(request))
      wallet.equal(later.id, first.id, "an old proof")
      wallet.equal(later.state, .completed)
      wallet.equal(try await wallet.virtualCards().count, 1)
      request.cardHolder = "Boris"
      await wallet.refuse(.keyReused, ProvisionVirtualCard(request))
      request.clientRefID = "shop 2"
      request.ownershipProofs = [try await wallet.proof(persona)]
      let other = try await wallet.perform(ProvisionVirtualCard(request))
      wallet.expect(other.id != first.id, "another reference is the same card")
    },
    ConformanceCase("F02 F06 a failing holder, wrong fields, another currency") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      var request = try await wallet.request(persona, source)
      request.cardHolder = ProvisionalVirtualCard.failingHolder
      let begun = try await wallet.perform(ProvisionVirtualCard(request))
      wallet.equal(begun.state, .provisioning)
      wallet.advance(3)
      let failed = try await wallet.perform(GetProvisionalCard(begun.id))
      wallet.equal(failed.state, .failed)
      wallet.equal(failed.card, nil)
      wallet.equal(try await wallet.virtualCards(), [])
      request.cardHolder = ""
      request.alias = ""
      request.metadata = "{"
      request.billingAddress = VirtualBillingAddress(
        addressLine1: "", city: "Sofia", postalCode: "1000", country: "XX")
      request.publicKey.bytes = [1, 2, 3]
      request.publicKey.algorithm = "ROT13"
      await wallet.refuse(
        fields: [
          "cardHolder", "alias", "billingAddress.addressLine1", "billingAddress.country",
          "metadata", "publicKey.algorithm", "publicKey.publicKey",
        ], ProvisionVirtualCard(request))
      request = try await wallet.request(persona, source)
      request.currency = Currency("EUR")
      await wallet.refuse(.unsupportedCurrency, ProvisionVirtualCard(request))
      request = try await wallet.request(persona, source)
      request.fundingSourceID = "nothing"
      await wallet.refuse(.fundingSourceNotFound, ProvisionVirtualCard(request))
    },
    ConformanceCase("F13 metadata are any JSON of up to 3,000 characters") { wallet in
      let device = Device()
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      var request = try await wallet.request(persona, source, device)
      for metadata in [
        "null", "true", "-1.5e3", #""text""#, "[]", "{}",
        "\"" + String(repeating: "ж", count: VirtualCard.longestMetadata - 2) + "\"",
      ] {
        request.metadata = metadata
        let card = try await wallet.made(request)
        wallet.equal(device.text(.metadata, of: card), metadata)
      }
      for metadata in [
        "", "nul", "{} {}", "'a'",
        "\"" + String(repeating: "a", count: VirtualCard.longestMetadata - 1) + "\"",
        "\"" + String(repeating: "\u{1f45f}", count: 1_600) + "\"",
      ] {
        request.metadata = metadata
        await wallet.refuse(fields: ["metadata"], ProvisionVirtualCard(request))
      }
    },
    ConformanceCase("F30 twenty cards a day") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      let request = try await wallet.request(persona, source)
      for _ in 1...20 { _ = try await wallet.perform(ProvisionVirtualCard(request)) }
      await wallet.refuse(.velocityExceeded, ProvisionVirtualCard(request))
      wallet.advance(86_400)
      _ = try await wallet.perform(
        ProvisionVirtualCard(try await wallet.request(persona, source)))
    },
  ]

  private static let readingVirtualCards: [ConformanceCase] = [
    ConformanceCase("F16 pages of ten, the last changed first, each card once") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      var ids: [String] = []
      for _ in 1...12 {
        ids.append(try await wallet.made(try await wallet.request(persona, source)).id)
      }
      let first = try await wallet.perform(ListVirtualCards())
      wallet.equal(first.cards.map(\.id), ids.reversed().prefix(10).map(\.self))
      let second = try await wallet.perform(
        ListVirtualCards(VirtualCardQuery(nextToken: first.nextToken)))
      wallet.equal(second.cards.map(\.id), ids.reversed().suffix(2).map(\.self))
      wallet.equal(second.nextToken, nil)
      var found: [String] = []
      var query = VirtualCardQuery(limit: 5, order: .ascending)
      repeat {
        let page = try await wallet.perform(ListVirtualCards(query))
        found += page.cards.map(\.id)
        query.nextToken = page.nextToken
      } while query.nextToken != nil
      wallet.equal(found, ids)
      wallet.advance(1)
      _ = try await wallet.perform(
        UpdateVirtualCard(ids[3], VirtualCardUpdate(alias: .value("New"))))
      wallet.equal(try await wallet.virtualCards().first?.id, ids[3], "the last changed")
      for query in [VirtualCardQuery(limit: 0), VirtualCardQuery(limit: 101)] {
        await wallet.refuse(fields: ["limit"], ListVirtualCards(query))
      }
      await wallet.refuse(
        fields: ["nextToken"], ListVirtualCards(VirtualCardQuery(nextToken: "x")))
    },
    ConformanceCase("F18 cards are filtered by id and state, across pages") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      var ids: [String] = []
      for _ in 1...4 {
        ids.append(try await wallet.made(try await wallet.request(persona, source)).id)
      }
      _ = try await wallet.perform(CancelVirtualCard(ids[1]))
      func found(_ filter: String, limit: Int = 100) async throws -> [String] {
        var all: [String] = []
        var query = VirtualCardQuery(limit: limit, order: .ascending, filter: filter)
        repeat {
          let page = try await wallet.perform(ListVirtualCards(query))
          all += page.cards.map(\.id)
          query.nextToken = page.nextToken
        } while query.nextToken != nil
        return all
      }
      wallet.equal(try await found("state = CLOSED"), [ids[1]])
      wallet.equal(
        Set(try await found("not state = closed", limit: 1)), Set([ids[0], ids[2], ids[3]]))
      wallet.equal(try await found(#"id = "\#(ids[2])" or state beginsWith "X""#), [ids[2]])
      wallet.equal(try await found("state = SUSPENDED"), [])
      await wallet.refuse(
        fields: ["filter"], ListVirtualCards(VirtualCardQuery(filter: "state = ")))
    },
  ]

  private static let changingVirtualCards: [ConformanceCase] = [
    ConformanceCase("F11 each field is kept, removed or set, and nothing else changes") { wallet in
      let device = Device()
      var request = try await wallet.request(
        try await wallet.persona(), try await wallet.fundingSource(), device)
      request.alias = "Old"
      request.metadata = "[1]"
      let card = try await wallet.made(request)
      wallet.advance(5)
      var changed = try await wallet.perform(
        UpdateVirtualCard(
          card.id,
          VirtualCardUpdate(
            cardHolder: .value("A Petrova"), alias: .null,
            billingAddress: .value(
              VirtualBillingAddress(
                addressLine1: "12 Vitosha Blvd", city: "Sofia", postalCode: "1000",
                country: "BG")))))
      wallet.equal(changed.version, 2)
      wallet.equal(changed.updatedAt, wallet.now)
      wallet.equal(device.text(.alias, of: changed), nil)
      wallet.expect(
        device.text(.billingAddress, of: changed)?.contains("Sofia") == true, "the address")
      wallet.equal(device.text(.metadata, of: changed), "[1]", "absent")
      wallet.equal(changed.cardHolder, "A Petrova")
      try await wallet.restart()
      wallet.equal(try await wallet.perform(GetVirtualCard(card.id)), changed)
      // Back to how it was, but for version, time and boxes.
      changed.version = card.version
      changed.updatedAt = card.updatedAt
      changed.cardHolder = card.cardHolder
      changed.sealed = card.sealed
      wallet.equal(changed, card)
      let bare = try await wallet.perform(
        UpdateVirtualCard(card.id, VirtualCardUpdate(billingAddress: .null, metadata: .null)))
      wallet.equal(bare.sealed.boxes[.billingAddress], nil)
      wallet.equal(bare.sealed.boxes[.metadata], nil)
      await wallet.refuse(
        fields: ["cardHolder", "alias", "metadata"],
        UpdateVirtualCard(
          card.id,
          VirtualCardUpdate(cardHolder: .null, alias: .value(""), metadata: .value("{"))))
    },
    ConformanceCase("F11 an expected version, an unknown id, and only ISSUED cards") { wallet in
      let card = try await wallet.made(
        try await wallet.request(try await wallet.persona(), try await wallet.fundingSource()))
      let rename = UpdateVirtualCard(card.id, VirtualCardUpdate(alias: .value("New")))
      await wallet.refuse(.versionConflict, rename, wallet.version(2))
      wallet.equal(try await wallet.perform(rename, wallet.version(1)).version, 2)
      await wallet.refuse(.versionConflict, rename, wallet.version(1))
      wallet.equal(try await wallet.perform(rename).version, 3)
      await wallet.refuse(
        .virtualCardNotFound,
        UpdateVirtualCard("nothing", VirtualCardUpdate(alias: .value("New"))))
      _ = try await wallet.perform(CancelVirtualCard(card.id))
      await wallet.refuse(.virtualCardState, rename)
    },
    ConformanceCase("F04 F14 a cancelled card is CLOSED for ever, and stays readable") { wallet in
      let device = Device()
      let card = try await wallet.made(
        try await wallet.request(
          try await wallet.persona(), try await wallet.fundingSource(), device))
      wallet.advance(5)
      let closed = try await wallet.perform(CancelVirtualCard(card.id))
      wallet.equal(closed.state, .closed)
      wallet.equal(closed.closedReason, .cancelled)
      wallet.equal(closed.cancelledAt, wallet.now)
      wallet.equal(closed.version, 2)
      wallet.advance(5)
      wallet.equal(try await wallet.perform(CancelVirtualCard(card.id)), closed, "again")
      wallet.equal(try await wallet.virtualCards(), [closed])
      let (before, after) = (
        try await wallet.withDetails(card), try await wallet.withDetails(closed)
      )
      wallet.expect(device.text(.number, of: before) != nil, "no number")
      wallet.equal(device.text(.number, of: after), device.text(.number, of: before))
      await wallet.refuse(.virtualCardNotFound, CancelVirtualCard("nothing"))
    },
    ConformanceCase("F04 F05 a deleted persona closes its cards, which become orphans") { wallet in
      let (persona, source) = (try await wallet.persona(), try await wallet.fundingSource())
      let other = try await wallet.persona("Travel")
      let cancelled = try await wallet.made(try await wallet.request(persona, source))
      _ = try await wallet.perform(CancelVirtualCard(cancelled.id))
      let open = try await wallet.made(try await wallet.request(persona, source))
      let kept = try await wallet.made(try await wallet.request(other, source))
      let begun = try await wallet.perform(
        ProvisionVirtualCard(try await wallet.request(persona, source)))
      _ = try await wallet.perform(DeletePersona(persona.id))
      let orphan = try await wallet.perform(GetVirtualCard(open.id))
      wallet.equal(orphan.state, .closed)
      wallet.equal(orphan.closedReason, .personaDeleted)
      wallet.equal(orphan.isOrphan, true)
      wallet.equal(orphan.owners, [])
      let before = try await wallet.perform(GetVirtualCard(cancelled.id))
      wallet.equal(before.closedReason, .cancelled)
      wallet.equal(before.isOrphan, true)
      wallet.equal(try await wallet.perform(GetVirtualCard(kept.id)), kept)
      wallet.advance(3)
      wallet.equal(try await wallet.perform(GetProvisionalCard(begun.id)).state, .failed)
      wallet.equal(try await wallet.virtualCards().count, 3)
    },
    ConformanceCase("F04 a card past its expiry is CLOSED") { wallet in
      let card = try await wallet.made(
        try await wallet.request(try await wallet.persona(), try await wallet.fundingSource()))
      wallet.under.advance(card.activeTo.milliseconds - wallet.now.milliseconds - 1)
      wallet.equal(try await wallet.perform(GetVirtualCard(card.id)).state, .issued)
      wallet.under.advance(1)
      let expired = try await wallet.perform(GetVirtualCard(card.id))
      wallet.equal(expired.state, .closed)
      wallet.equal(expired.closedReason, .expired)
      wallet.equal(expired.isOrphan, false)
      await wallet.refuse(
        .virtualCardState, UpdateVirtualCard(card.id, VirtualCardUpdate(alias: .value("New"))))
      wallet.equal(try await wallet.perform(CancelVirtualCard(card.id)), expired, "F14")
    },
  ]
}
