import DeviceKeys
package import Secrets
package import WalletAPI
package import WalletModel

/// What virtual cards need beside the request: this device's keys, which seal and open them, their
/// cache, and waiting until a card is made (F01–F38).
package struct VirtualCardService: Sendable {
  let session: WalletSession
  let keyring: DeviceKeyring
  /// nil: nothing is kept, as the wallet is on this machine.
  let cache: VirtualCardCache?

  /// Returns the provisioning data to the issuer.
  ///
  /// - Throws: `.fundingSourceNotSetUp` while the bank's question is not answered,
  ///   `.fundingSourceCreation` if nothing can become of it any more.
  package func complete(_ source: ProvisionalFundingSource)
    async throws(WalletError) -> FundingSource
  {
    if source.state == .failed { throw WalletError(.fundingSourceCreation) }
    guard let data = source.provisioningData else {
      throw WalletError(.fundingSourceCompletionData)
    }
    return try await session.send(CompleteFundingSource(source.id, FundingCompletion(data)))
  }

  // MARK: Making a card

  /// That the persona of an order belongs to the customer: what making a card begins with (F06).
  ///
  /// - Throws: `.noOwnershipProof` if there is no such persona.
  package func proof(for order: VirtualCardOrder) async throws(WalletError) -> OwnershipProof {
    var operation = GetOwnershipProof(
      order.personaID, ProofRequest(audience: OwnershipProof.virtualCardAudience))
    operation.detail = order.reference
    do throws(WalletError) {
      return try await session.send(operation)
    } catch {
      throw error.code == .notFound ? WalletError(.noOwnershipProof) : error
    }
  }

  /// Begins to make a card (F06). The first one makes a key of this device (F08). The same order
  /// makes a card once, however often it is given.
  package func provision(_ order: VirtualCardOrder)
    async throws(WalletError) -> ProvisionalVirtualCard
  { try await provision(order, with: try await proof(for: order)) }

  /// The same with a proof that the caller has.
  package func provision(_ order: VirtualCardOrder, with proof: OwnershipProof)
    async throws(WalletError) -> ProvisionalVirtualCard
  {
    let key = try await keyring.sealingKey()
    let request = VirtualCardRequest(
      ownershipProofs: [proof.proof], fundingSourceID: order.fundingSourceID,
      cardHolder: order.cardHolder, alias: order.alias, billingAddress: order.billingAddress,
      currency: order.currency, metadata: order.metadata, clientRefID: order.reference,
      rules: order.rules, publicKey: DevicePublicKey(keyID: key.id, bytes: key.publicKey))
    return try await session.send(ProvisionVirtualCard(request))
  }

  /// Waits until a card is made (F07).
  ///
  /// While it is PROVISIONING, it is read again after news. A server that cannot be reached for a
  /// while is waited for.
  ///
  /// - Parameter show: Called with the present state at once, then with each change.
  /// - Returns: It with the state COMPLETED, FAILED or one of a later version.
  /// - Throws: `.cancelled` if the task is.
  @discardableResult
  package func waitForProvisioning(
    _ id: String, show: (ProvisionalVirtualCard) async -> Void = { _ in }
  ) async throws(WalletError) -> ProvisionalVirtualCard {
    let news = session.backend.events()
    var card = try await session.send(GetProvisionalCard(id))
    await show(card)
    guard card.state == .provisioning else { return card }
    for await event in news where event.isAboutVirtualCards {
      do throws(WalletError) {
        let now = try await session.send(GetProvisionalCard(id))
        if now != card { await show(now) }
        card = now
      } catch {
        guard error.code.isUnreachable else { throw error }
      }
      guard card.state == .provisioning else { return card }
    }
    throw WalletError(.cancelled)
  }

  // MARK: Cards

  /// A page as the issuer has it. Nothing is opened: `open` does that for the cards that somebody
  /// sees.
  package func page(_ query: VirtualCardQuery = VirtualCardQuery())
    async throws(WalletError) -> VirtualCardPage
  {
    let page = try await session.send(ListVirtualCards(query))
    // Keys are not read for the cache alone: that takes a second.
    if let cache, let ring = await keyring.readRing { await cache.keep(page, of: query, ring) }
    return page
  }

  /// The same, or what was answered earlier (F19).
  ///
  /// - Throws: `.netOffline` if it is not in the cache; with `.remoteOrCache` why the server cannot be
  ///   reached.
  package func page(_ query: VirtualCardQuery, _ policy: CachePolicy)
    async throws(WalletError) -> CachedPage
  {
    var failure = WalletError(
      .netOffline,
      .text("The cache doesn't have this list", "Der Zwischenspeicher hat diese Liste nicht"),
      detail: .text(
        "it has what this device has listed in the same way from a server",
        "er hat, was dieses Gerät auf dieselbe Weise von einem Server aufgelistet hat"),
      advice: .text("List it without the cache.", "Listen Sie ohne Zwischenspeicher auf."))
    if policy != .cacheOnly {
      do throws(WalletError) {
        if cache != nil { _ = try? await keyring.ring() }
        return CachedPage(page: try await page(query))
      } catch {
        guard policy == .remoteOrCache, error.code.isUnreachable else { throw error }
        failure = error
      }
    }
    guard let cache, let page = await cache.page(of: query, try await keyring.ring()) else {
      throw failure
    }
    return page
  }

  /// A page, opened (F16).
  package func list(_ query: VirtualCardQuery = VirtualCardQuery())
    async throws(WalletError) -> VirtualCardResults
  {
    let page = try await page(query)
    return VirtualCardResults(try await open(page.cards), nextToken: page.nextToken)
  }

  /// nil: there is none (F15).
  package func get(_ id: String) async throws(WalletError) -> VirtualCardResult? {
    let card: VirtualCard
    do throws(WalletError) {
      card = try await session.send(GetVirtualCard(id))
    } catch {
      if error.code == .virtualCardNotFound { return nil }
      throw error
    }
    return try await open([card])[0]
  }

  /// - Parameter expectedVersion: Another version of the card is refused with `.versionConflict`;
  ///   nil: any.
  package func update(_ id: String, _ update: VirtualCardUpdate, expectedVersion: Int? = nil)
    async throws(WalletError) -> VirtualCardResult
  {
    let card = try await session.send(
      UpdateVirtualCard(id, update), expectedVersion: expectedVersion)
    return try await open([card])[0]
  }

  /// Closes it for ever (F14).
  package func cancel(_ id: String) async throws(WalletError) -> VirtualCardResult {
    let card = try await session.send(CancelVirtualCard(id))
    return try await open([card])[0]
  }

  /// What this device can read of the cards, in their order. If its keys cannot be read, that is the
  /// public part.
  package func open(_ cards: [VirtualCard]) async throws(WalletError) -> [VirtualCardResult] {
    let needed = Set(cards.lazy.filter { !$0.isDamaged }.map(\.sealed.keyID))
    do throws(WalletError) {
      return cards.map(VirtualCardOpener(ring: try await keyring.ring(with: needed)).open)
    } catch {
      return cards.map {
        .partial($0, $0.isDamaged ? .damagedRecord : .keysUnreadable(error))
      }
    }
  }

  // MARK: Keys

  /// The ids of this device's keys, the newest last.
  ///
  /// - Throws: `.keyArchive` if they are under another password.
  package func keys() async throws(WalletError) -> [String] {
    try await keyring.ring().keys.map(\.id)
  }

  /// All keys in a file under a passphrase (F08).
  package func exportKeys(passphrase: Secret) async throws(WalletError) -> [UInt8] {
    try await keyring.archive(passphrase: passphrase)
  }

  /// - Returns: How many keys are new on this device.
  package func importKeys(_ archive: [UInt8], passphrase: Secret)
    async throws(WalletError) -> Int
  { try await keyring.add(archive, passphrase: passphrase) }

  /// Puts the keys under the present sign-in password, after it was changed.
  package func unlockKeys(oldPassword: Secret) async throws(WalletError) {
    try await keyring.unlock(oldPassword: oldPassword)
  }

  /// Gives keys up that nobody can open any more. They are not deleted.
  ///
  /// - Returns: Where they are now.
  package func setKeysAside() async throws(WalletError) -> String { try await keyring.setAside() }
}

extension WalletEvent {
  /// Whether virtual cards may have changed, or cannot be read any more.
  fileprivate var isAboutVirtualCards: Bool {
    switch self {
    case .changed(.virtualCards, _), .connectionRestored, .signInEnded: true
    case .changed, .cardsAdded, .damageFound, .connectionLost, .newsLate, .newsOnTime: false
    }
  }
}

/// What a person orders: a virtual card of a persona.
package struct VirtualCardOrder: Hashable, Sendable {
  package var personaID: String
  package var fundingSourceID: String
  package var cardHolder: String
  package var alias: String?
  package var billingAddress: VirtualBillingAddress?
  package var currency: Currency
  /// JSON.
  package var metadata: String?
  package var rules: SpendingRules
  /// The same reference makes a card once.
  package var reference: String

  package init(
    personaID: String, fundingSourceID: String, cardHolder: String, alias: String? = nil,
    billingAddress: VirtualBillingAddress? = nil, currency: Currency = Currency("USD"),
    metadata: String? = nil, rules: SpendingRules = SpendingRules(),
    reference: String = IdempotencyKey.make()
  ) {
    self.personaID = personaID
    self.fundingSourceID = fundingSourceID
    self.cardHolder = cardHolder
    self.alias = alias
    self.billingAddress = billingAddress
    self.currency = currency
    self.metadata = metadata
    self.rules = rules
    self.reference = reference
  }
}
