import Conformance
import Secrets
import WalletAPI
import WalletModel

extension OperationProbeKind {
  static let virtualReads: [OperationProbeKind] = [
    read(ListPersonas.self) { _ in ListPersonas() },
    read(GetVirtualCardsConfig.self) { _ in GetVirtualCardsConfig() },
    read(ListProvisionalFundingSources.self) { _ in ListProvisionalFundingSources() },
    read(GetProvisionalFundingSource.self) {
      GetProvisionalFundingSource(try await $0.provisionalFunding().id)
    },
    read(ListFundingSources.self) { _ in ListFundingSources() },
    read(GetFundingSource.self) { GetFundingSource(try await $0.fundingSource().id) },
    read(ListProvisionalCards.self) { _ in ListProvisionalCards() },
    read(GetProvisionalCard.self) { person in
      let request = try await person.virtualCardRequest()
      return GetProvisionalCard(try await person.perform(ProvisionVirtualCard(request)).id)
    },
    read(ListVirtualCards.self) { _ in ListVirtualCards() },
    read(GetVirtualCard.self) { GetVirtualCard(try await $0.virtualCard().id) },
    OperationProbeKind(GetVirtualCardDetails.self, .once) { person in
      let operation = GetVirtualCardDetails(try await person.virtualCard().id)
      return Prepared(operation, sca: try await person.permission(for: operation))
    },
    read(ListVirtualTransactions.self) {
      ListVirtualTransactions(try await $0.virtualCard().id)
    },
    read(GetNoticeRules.self) { _ in GetNoticeRules() },
    read(GetTransaction.self) { person in
      let card = CardID(try await person.virtualCard().id)
      let payment = Authorize(.card(card), at: "brooklyn-books", ShopAmount(1))
      return GetTransaction(TransactionID(try await person.perform(payment).id))
    },
  ]

  static let virtualChanges: [OperationProbeKind] = [
    change(CreatePersona.self) { person in
      let name = "\(UInt64.random(in: 0...UInt64.max))"
      return Prepared(CreatePersona(PersonaRequest(name: name))) {
        try await person.perform(ListPersonas()).count { $0.name == name }
      }
    },
    change(DeletePersona.self) { person in
      let persona = try await person.persona()
      return Prepared(DeletePersona(persona.id)) {
        try await person.perform(ListPersonas()).contains(persona) ? 0 : 1
      }
    },
    // It changes nothing, but each answer has another expiry.
    change(GetOwnershipProof.self, .read) { person in
      let persona = try await person.persona()
      return Prepared(GetOwnershipProof(persona.id, ProofRequest(audience: "probe")))
    },
    change(SetUpFundingSource.self) { person in
      let number = "4242424242424242"
      let ids: @Sendable () async throws -> Set<String> = {
        Set(try await person.perform(ListProvisionalFundingSources()).map(\.id))
      }
      try await person.giveUpFunding()
      let before = try await ids()
      return Prepared(person.fundingRequest(number)) { try await ids().subtracting(before).count }
    },
    change(CompleteFundingSource.self) { person in
      let begun = try await person.provisionalFunding()
      return Prepared(CompleteFundingSource(begun.id, try person.completion(begun))) {
        let state = try await person.perform(GetProvisionalFundingSource(begun.id)).state
        return state == .completed ? 1 : 0
      }
    },
    change(CancelProvisionalFundingSource.self) { person in
      let id = try await person.provisionalFunding().id
      return Prepared(CancelProvisionalFundingSource(id)) {
        try await person.perform(GetProvisionalFundingSource(id)).version - 1
      }
    },
    change(CancelFundingSource.self) { person in
      let source = try await person.fundingSource()
      return Prepared(CancelFundingSource(source.id)) {
        try await person.perform(GetFundingSource(source.id)).version - 1
      }
    },
    change(ReviewUnfundedFundingSource.self) { person in
      let source = try await person.unfundedSource()
      return Prepared(ReviewUnfundedFundingSource(source.id)) {
        try await person.perform(GetFundingSource(source.id)).version - source.version
      }
    },
    change(RefreshFundingSource.self) { person in
      let source = try await person.fundingSource()
      let card = EnteredCard(
        number: secret("4242424242424242"), expiry: CardExpiry(month: 10, year: 2036),
        cvv: secret("123"))
      return Prepared(RefreshFundingSource(source.id, FundingSourceRequest(.entered(card)))) {
        try await person.perform(GetFundingSource(source.id)).version - 1
      }
    },
    change(RequireFundingSourceRefresh.self) { person in
      let source = try await person.fundingSource()
      return Prepared(RequireFundingSourceRefresh(source.id)) {
        try await person.perform(GetFundingSource(source.id)).version - 1
      }
    },
    change(ProvisionVirtualCard.self) { person in
      let request = try await person.virtualCardRequest()
      let ids: @Sendable () async throws -> Set<String> = {
        Set(try await person.perform(ListProvisionalCards()).map(\.id))
      }
      let before = try await ids()
      return Prepared(ProvisionVirtualCard(request)) { try await ids().subtracting(before).count }
    },
    change(UpdateVirtualCard.self) { person in
      let card = try await person.virtualCard()
      return Prepared(UpdateVirtualCard(card.id, VirtualCardUpdate(alias: .value("Probe")))) {
        try await person.perform(GetVirtualCard(card.id)).version - 1
      }
    },
    change(SetNoticeRules.self) { person in
      let rules = NoticeRules([NoticeRule(.disable, owner: "\(UInt64.random(in: 0...9_999))")])
      return Prepared(SetNoticeRules(rules)) {
        try await person.perform(GetNoticeRules()) == rules ? 1 : 0
      }
    },
    change(CancelVirtualCard.self) { person in
      let card = try await person.virtualCard()
      return Prepared(CancelVirtualCard(card.id)) {
        try await person.perform(GetVirtualCard(card.id)).version - 1
      }
    },
  ]

  private static func change<O: WalletOperation>(
    _ type: O.Type, _ nature: Nature = .change,
    _ make: @escaping @Sendable (Person) async throws -> Prepared<O>
  ) -> OperationProbeKind {
    OperationProbeKind(type, nature) { person in
      // Renews the sign-in, if it is over.
      _ = try await person.perform(ListPersonas())
      return try await make(person)
    }
  }
}

extension Person {
  func persona() async throws -> Persona {
    try await perform(CreatePersona(PersonaRequest(name: "Probe")))
  }

  /// What is being set up would be a duplicate, or too many.
  func giveUpFunding() async throws {
    for source in try await perform(ListProvisionalFundingSources()) where source.state.isOpen {
      _ = try await perform(CancelProvisionalFundingSource(source.id))
    }
    for source in try await perform(ListFundingSources()) where source.state == .active {
      _ = try await perform(CancelFundingSource(source.id))
    }
  }

  func fundingRequest(_ number: String) -> SetUpFundingSource {
    let card = EnteredCard(
      number: secret(number), expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"))
    return SetUpFundingSource(FundingSourceRequest(.entered(card)))
  }

  func provisionalFunding() async throws -> ProvisionalFundingSource {
    try await giveUpFunding()
    return try await perform(fundingRequest("4242424242424242"))
  }

  func completion(_ source: ProvisionalFundingSource) throws -> FundingCompletion {
    guard let data = source.provisioningData else { throw WalletError(.fundingSourceState) }
    return FundingCompletion(data)
  }

  func fundingSource() async throws -> FundingSource {
    let begun = try await provisionalFunding()
    return try await perform(CompleteFundingSource(begun.id, try completion(begun)))
  }

  /// A payment has found that it has no money.
  func unfundedSource() async throws -> FundingSource {
    let card = try await virtualCard()
    _ = try await perform(
      Authorize(.card(CardID(card.id)), at: "brooklyn-books", ShopAmount(510_01)))
    return try await perform(GetFundingSource(card.fundingSourceID))
  }

  func virtualCardRequest() async throws -> VirtualCardRequest {
    let audience = ProofRequest(audience: OwnershipProof.virtualCardAudience)
    let proof = try await perform(GetOwnershipProof(try await persona().id, audience))
    return VirtualCardRequest(
      ownershipProofs: [proof.proof], fundingSourceID: try await fundingSource().id,
      cardHolder: "Ana Petrova",
      publicKey: DevicePublicKey(keyID: "k", bytes: SealingKeyPair().publicKey))
  }

  func virtualCard() async throws -> VirtualCard {
    let begun = try await perform(ProvisionVirtualCard(try await virtualCardRequest()))
    place.clock.advance(milliseconds: 3_000)
    guard let card = try await perform(GetProvisionalCard(begun.id)).card else {
      throw WalletError(.virtualCardNotFound)
    }
    return card
  }
}
