import Secrets
import WalletAPI
import WalletModel

/// Personas, and the proofs that they belong to the customer (F01–F06).
struct PersonaIssuer: PersonaEngine, IssuerFeature {
  let core: IssuerCore

  private var limits: VirtualCardLimits { environment.virtualCards }
  private var cards: VirtualCardIssuer { VirtualCardIssuer(core: core) }

  func listPersonas(_ operation: ListPersonas, _ context: RequestContext)
    throws(WalletError) -> [Persona]
  {
    try ledger.read { reader throws(WalletError) in
      let page = try reader.page(Persona.self, of: context.customerID, LedgerQuery())
      return page.items + page.damaged.map { .damaged(id: $0.id.rawValue) }
    }
  }

  func createPersona(_ operation: CreatePersona, _ context: RequestContext)
    throws(WalletError) -> Persona
  {
    if let error = WalletError.invalid(operation.body.fieldErrors) { throw error }
    let now = clock.now()
    let persona = Persona(
      id: random.id(), name: operation.body.name, createdAt: now, updatedAt: now)
    try ledger.write { writer throws(WalletError) in
      guard try writer.count(Persona.self, of: context.customerID) < limits.personas else {
        throw WalletError(.virtualCardsLimit)
      }
      try writer.put(persona, of: context.customerID)
      try audit(writer, .done, CreatePersona.contract, nil, context, note: "CREATED")
    }
    publish(.virtualCardsChanged)
    return persona
  }

  func deletePersona(_ operation: DeletePersona, _ context: RequestContext)
    throws(WalletError) -> Persona
  {
    let persona = try ledger.write { writer throws(WalletError) in
      guard let persona = try writer.get(Persona.self, operation.id, of: context.customerID) else {
        throw WalletError(.notFound)
      }
      try orphanCards(of: persona, writer, context)
      try writer.remove(persona, of: context.customerID)
      try audit(writer, .done, DeletePersona.contract, nil, context, note: "DELETED")
      return persona
    }
    publish(.virtualCardsChanged)
    return persona
  }

  /// Closes the cards of a persona, and removes it from their owners (F04, F05). A card that is
  /// being made fails.
  private func orphanCards(
    of persona: Persona, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    let now = clock.now()
    var unmade: Set<String> = []
    for var record in try writer.page(VirtualCardRecord.self, of: context.customerID, LedgerQuery())
      .items
    where record.card.owners.contains(where: { $0.id == persona.id }) {
      guard cards.isMade(record) else {
        unmade.insert(record.card.id)
        try cards.remove(record, writer, context)
        continue
      }
      record = cards.current(record)
      record.card.owners.removeAll { $0.id == persona.id && $0.issuer == CardOwner.personas }
      if record.card.state != .closed { record.card.close(.personaDeleted, at: now) }
      record.card.version += 1
      record.card.updatedAt = now
      try cards.put(record, writer, context)
    }
    if unmade.isEmpty { return }
    // No more than that can have begun lately.
    let query = LedgerQuery(isBackwards: true, limit: limits.cards.maximum)
    for var record in try writer.page(ProvisionalCardRecord.self, of: context.customerID, query)
      .items where record.cardID.map(unmade.contains) ?? false
    {
      record.cardID = nil
      record.hasFailed = true
      record.endsAt = now
      try writer.put(record, of: context.customerID)
    }
  }

  // MARK: Proofs

  /// `BASE64.HEX`: what is said, and the issuer's keyed hash of it.
  func getOwnershipProof(_ operation: GetOwnershipProof, _ context: RequestContext)
    throws(WalletError) -> OwnershipProof
  {
    if let error = WalletError.invalid(operation.body.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      guard let persona = try reader.get(Persona.self, operation.id, of: context.customerID) else {
        throw WalletError(.notFound)
      }
      let expiresAt = clock.now().adding(seconds: OwnershipProof.lifetime)
      let claims = ProofClaims(
        subject: persona.id, customer: context.customerID, audience: operation.body.audience,
        expiresAt: expiresAt)
      let statement = Base64.encode(JSONWriter.bytes(claims))
      return OwnershipProof(
        proof: statement + "." + Hex.encode(signature(of: statement)), expiresAt: expiresAt)
    }
  }
}

extension IssuerFeature {
  /// 32 bytes that only the issuer can compute.
  func mark(_ purpose: String, _ text: String) -> [UInt8] {
    let bytes = Array("\(purpose) \(text)".utf8)
    let message = SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    return CardNumbers.keyedHash(of: message, key: ledger.keys.requests).withBytes { Array($0) }
  }

  fileprivate func signature(of statement: String) -> [UInt8] {
    mark("ownership proof", statement)
  }

  /// The persona that a proof is about.
  ///
  /// - Throws: `.ownershipProof` if the proof was changed, has expired, is for another audience, or
  ///   its persona was deleted or is another customer's.
  func persona(
    provedBy proof: String, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> Persona {
    let parts = proof.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard proof.utf8.count <= 4096, parts.count == 2, let given = Hex.decode(parts[1]),
      CardNumbers.isSame(given, signature(of: parts[0])), let bytes = Base64.decode(parts[0]),
      let json = try? JSON.read(.plain(bytes)), let claims = try? ProofClaims(json: json)
    else { throw WalletError(.ownershipProof, detail: .verbatim("It was changed.")) }
    guard claims.audience == OwnershipProof.virtualCardAudience else {
      throw WalletError(.ownershipProof, detail: .verbatim("It is for another audience."))
    }
    guard clock.now() < claims.expiresAt else {
      throw WalletError(.ownershipProof, detail: .verbatim("It has expired."))
    }
    guard claims.customer == context.customerID,
      let persona = try reader.get(Persona.self, claims.subject, of: context.customerID)
    else {
      throw WalletError(.ownershipProof, detail: .verbatim("There is no such persona."))
    }
    return persona
  }
}

/// What an ownership proof says.
private struct ProofClaims: WireRecord, JSONValue {
  var issuer = CardOwner.personas
  var subject: String
  var customer: CustomerID
  var audience: String
  var expiresAt: Timestamp

  static var blank: ProofClaims {
    ProofClaims(subject: "", customer: CustomerID(""), audience: "", expiresAt: .blank)
  }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("iss", &issuer)
    try v.field("sub", &subject)
    try v.field("own", &customer)
    try v.field("aud", &audience)
    try v.field("exp", &expiresAt)
  }
}
