import Secrets
import WalletAPI
import WalletModel

/// Making and reading virtual cards, and payments with them (F02–F18).
extension VirtualCardIssuer {
  // MARK: Making a card

  func provisionVirtualCard(_ operation: ProvisionVirtualCard, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  {
    let request = operation.body
    if let error = WalletError.invalid(request.fieldErrors) { throw error }
    try VirtualCardLimits.check(request.currency)
    try checkMerchant(request.rules)
    // A new proof of the same request is the same request.
    var compared = request
    compared.ownershipProofs = []
    let hash = hash(ProvisionVirtualCard(compared))
    let id = request.clientRefID.map { provisionalID(of: $0, context) } ?? random.id()
    let (provisional, isNew) = try ledger.write { writer throws(WalletError) in
      if let known = try writer.get(ProvisionalCardRecord.self, id, of: context.customerID) {
        guard known.request == hash else { throw WalletError(.keyReused) }
        return (try shown(known, writer, context), false)
      }
      let persona = try persona(provedBy: request.ownershipProofs[0], writer, context)
      let funding = try FundingIssuer(core: core)
        .fundingSource(request.fundingSourceID, writer, context)
      guard funding.source.state == .active else { throw WalletError(.fundingSourceNotActive) }
      try checkVelocity(writer, context)
      let now = clock.now()
      let endsAt = now.adding(seconds: environment.makingSeconds)
      var record = ProvisionalCardRecord(
        provisional: ProvisionalVirtualCard(
          id: id, owner: context.customerID, clientRefID: request.clientRefID, createdAt: now,
          updatedAt: now),
        request: hash, cardID: nil, endsAt: endsAt)
      if request.cardHolder == ProvisionalVirtualCard.failingHolder {
        record.hasFailed = true
      } else {
        let card = try card(request, of: persona, at: endsAt, context)
        record.cardID = card.card.id
        try put(card, writer, context)
        try writer.put(VirtualNumberRecord(card), of: context.customerID)
      }
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, ProvisionVirtualCard.contract, nil, context,
        note: record.provisional.state.rawValue)
      return (try shown(record, writer, context), true)
    }
    if isNew { publish(.virtualCardsChanged([provisional.id])) }
    return provisional
  }

  /// The same reference of a customer always has the same id, so the request is found again.
  private func provisionalID(of reference: String, _ context: RequestContext) -> String {
    let bytes = mark("virtual card", context.customerID.rawValue + "\n" + reference)
    func word(_ range: Range<Int>) -> UInt64 {
      bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return UUIDText.make(word(0..<8), word(8..<16))
  }

  private func checkVelocity(_ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    let velocity = limits.cards
    let now = clock.now()
    let last = try writer.page(
      ProvisionalCardRecord.self, of: context.customerID,
      LedgerQuery(isBackwards: true, limit: velocity.maximum)
    ).items
    let count = last.count { velocity.counts($0.provisional.createdAt, at: now) }
    guard count < velocity.maximum else { throw WalletError(.velocityExceeded) }
  }

  /// A new card. Its number and CVV exist in clear only here, in locked memory.
  private func card(
    _ request: VirtualCardRequest, of persona: Persona, at time: Timestamp,
    _ context: RequestContext
  ) throws(WalletError) -> VirtualCardRecord {
    let id = random.id()
    guard let sealer = CardSealer(id, publicKey: request.publicKey.bytes) else {
      throw WalletError(.internalError)
    }
    let number = CardNumbers.pan(bin: Self.bin, random)
    let csc = CardNumbers.digits(3, random)
    defer {
      number.wipe()
      csc.wipe()
    }
    let today = time.civil()
    let expiry = CardExpiry(month: today.month, year: today.year + Self.years)
    var sealed = SealedFields(
      algorithm: request.publicKey.algorithm, keyID: request.publicKey.keyID)
    sealed.boxes[.number] = try sealer.seal(number, .number)
    sealed.boxes[.csc] = try sealer.seal(csc, .csc)
    sealed.boxes[.expiry] = try sealer.seal(expiry)
    let address = request.billingAddress ?? .platform
    sealed.boxes[.billingAddress] = try sealer.seal(address)
    if let alias = request.alias { sealed.boxes[.alias] = try sealer.seal(alias, .alias) }
    if let metadata = request.metadata {
      sealed.boxes[.metadata] = try sealer.seal(metadata, .metadata)
    }
    let numberHash = SavedCardIssuer(core: core).hash(of: number)
    var card = VirtualCard(
      id: id, owners: [CardOwner(id: persona.id)], owner: context.customerID,
      fundingSourceID: request.fundingSourceID, cardHolder: request.cardHolder,
      lastFour: number.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) },
      currency: request.currency, activeTo: expiry.end, createdAt: time, sealed: sealed)
    card.rules = request.rules
    var record = VirtualCardRecord(
      card, publicKey: request.publicKey.bytes, numberHash: numberHash,
      cscHash: cscHash(csc, numberHash))
    record.postalHash = postalHash(address.postalCode, numberHash)
    return record
  }

  /// What the issuer keeps of a CVV. The hash of the number makes equal CVVs differ.
  private func cscHash(_ csc: Secret, _ numberHash: [UInt8]) -> [UInt8] {
    csc.withBytes { digits in
      let message = SecretBytes(count: numberHash.count + digits.count) { message in
        message.copyBytes(from: numberHash)
        UnsafeMutableRawBufferPointer(rebasing: message[numberHash.count...])
          .copyMemory(from: digits)
      }
      return CardNumbers.keyedHash(of: message, key: ledger.keys.requests).withBytes { Array($0) }
    }
  }

  // MARK: The making, as it is now

  private func shown(
    _ record: ProvisionalCardRecord, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> ProvisionalVirtualCard {
    var provisional = record.provisional
    guard clock.now() >= record.endsAt else { return provisional }
    provisional.version += 1
    provisional.updatedAt = record.endsAt
    guard !record.hasFailed, let id = record.cardID else {
      provisional.state = .failed
      return provisional
    }
    provisional.state = .completed
    provisional.card = try virtualCard(id, reader, context).shown
    return provisional
  }

  func listProvisionalCards(_ operation: ListProvisionalCards, _ context: RequestContext)
    throws(WalletError) -> [ProvisionalVirtualCard]
  {
    let since = clock.now().adding(seconds: -Self.listed)
    return try ledger.read { reader throws(WalletError) in
      let page = try reader.page(
        ProvisionalCardRecord.self, of: context.customerID,
        LedgerQuery(isBackwards: true, limit: limits.cards.maximum))
      var cards: [ProvisionalVirtualCard] = []
      for record in page.items where record.provisional.createdAt > since {
        do throws(WalletError) {
          cards.append(try shown(record, reader, context))
        } catch {
          // Its card cannot be read. That hides no other.
          guard error.code == .damagedRecord else { throw error }
          cards.append(.damaged(id: record.provisional.id))
        }
      }
      return cards + page.damaged.map { .damaged(id: $0.id.rawValue) }
    }
  }

  func getProvisionalCard(_ operation: GetProvisionalCard, _ context: RequestContext)
    throws(WalletError) -> ProvisionalVirtualCard
  {
    try ledger.read { reader throws(WalletError) in
      guard
        let record = try reader.get(
          ProvisionalCardRecord.self, operation.id, of: context.customerID)
      else { throw WalletError(.virtualCardNotFound) }
      return try shown(record, reader, context)
    }
  }

  // MARK: Cards

  /// Whether the card is there already.
  func isMade(_ record: VirtualCardRecord) -> Bool { clock.now() >= record.card.createdAt }

  /// The card as it is now: its expiry closes it (F04), and a new month begins with nothing spent.
  func current(_ record: VirtualCardRecord) -> VirtualCardRecord {
    var record = record
    update(&record)
    return record
  }

  private func update(_ record: inout VirtualCardRecord) {
    record.spent.add(0, in: clock.now().month)
    if [.issued, .suspended].contains(record.card.state), clock.now() >= record.card.activeTo {
      record.card.close(.expired)
    }
  }

  /// - Throws: `.virtualCardNotFound`
  func virtualCard(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> VirtualCardRecord
  {
    guard let record = try record(id, reader, context) else {
      throw WalletError(.virtualCardNotFound)
    }
    return record
  }

  func getVirtualCard(_ operation: GetVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  {
    try ledger.read { reader throws(WalletError) in
      try virtualCard(operation.id, reader, context).shown
    }
  }

  func listVirtualCards(_ operation: ListVirtualCards, _ context: RequestContext)
    throws(WalletError) -> VirtualCardPage
  {
    let query = operation.query
    if let error = WalletError.invalid(query.fieldErrors) { throw error }
    // It was read before, without a mistake.
    let filter = query.filter.flatMap { try? CardFilter(parsing: $0) }
    return try ledger.read { reader throws(WalletError) in
      // One more than the page has shows whether there is a next page.
      var wanted = LedgerQuery(isBackwards: query.order == .descending, limit: query.limit + 1)
      wanted.readsKeysOnly = true
      wanted.continue(after: query.place)
      var cards: [VirtualCard] = []
      var last: Int64?
      while true {
        // The key of an order names its card.
        let page = try reader.page(VirtualOrderRecord.self, of: context.customerID, wanted)
        var near = try neighbours(page.damaged, reader, context)
        // They are large, and would be moved each time that the list grows.
        cards.reserveCapacity(min(page.damaged.count, query.limit))
        for order in page.damaged {
          guard let card = try listed(order, among: &near, reader, context),
            filter?.matches(id: card.id, state: card.state.rawValue) != false
          else { continue }
          guard cards.count < query.limit else {
            return VirtualCardPage(cards, nextToken: last.map { String($0) })
          }
          cards.append(card)
          last = Int64(order.position)
        }
        guard let next = page.next else { return VirtualCardPage(cards) }
        wanted.continue(after: next)
      }
    }
  }

  /// The cards between the first of these orders and the last one, the first one last. One scan reads
  /// them faster than as many look-ups; none if most of them are others. Those that were not changed
  /// since they were made are in the order of their places.
  private func neighbours(
    _ orders: [DamagedRecord], _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> [ListedVirtualCard] {
    // What fails for another reason than damage fails again when the cards are read.
    let ends = [orders.first, orders.last].compactMap { order in
      order.flatMap {
        (try? reader.get(VirtualOrderRecord.self, at: Int64($0.position), of: context.customerID))?
          .cardPlace
      }
    }
    guard ends.count == 2, abs(ends[1] - ends[0]) < Int64(orders.count + orders.count / 4) else {
      return []
    }
    let query = LedgerQuery(
      first: min(ends[0], ends[1]), last: max(ends[0], ends[1]), isBackwards: ends[0] < ends[1])
    return try reader.page(ListedVirtualCard.self, of: context.customerID, query).items
  }

  /// A card as a list shows it; nil: it is not made yet.
  private func listed(
    _ order: DamagedRecord, among near: inout [ListedVirtualCard], _ reader: any LedgerReader,
    _ context: RequestContext
  ) throws(WalletError) -> VirtualCard? {
    let id = VirtualOrderRecord.cardID(of: order.id.rawValue)
    if let index = near.lastIndex(where: { $0.recordID == id }) {
      var record = near.remove(at: index).record
      update(&record)
      return isMade(record) ? record.card : nil
    }
    do throws(WalletError) {
      if let record = try reader.get(VirtualCardRecord.self, id, of: context.customerID) {
        return present(record)?.shown
      }
      // If somebody has changed the key of its row, it is not found by its id, but it is there.
      let order = try reader.get(
        VirtualOrderRecord.self, at: Int64(order.position), of: context.customerID)
      guard let place = order?.cardPlace else { return nil }
      return present(
        try reader.get(VirtualCardRecord.self, at: place, of: context.customerID))?.shown
    } catch {
      guard error.code == .damagedRecord else { throw error }
      return .damaged(id: id)
    }
  }

  /// - Parameter isChange: It is the last one that was changed.
  func put(
    _ record: VirtualCardRecord, isChange: Bool = true, _ writer: any LedgerWriter,
    _ context: RequestContext
  ) throws(WalletError) {
    let place = try writer.put(record, of: context.customerID)
    guard isChange else { return }
    let order = VirtualOrderRecord(cardID: record.card.id, cardPlace: place)
    try writer.remove(order, of: context.customerID)
    try writer.put(order, of: context.customerID)
  }

  /// Nothing is left of a card that was not made yet.
  func remove(
    _ record: VirtualCardRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    try writer.remove(record, of: context.customerID)
    try writer.remove(VirtualOrderRecord(cardID: record.card.id), of: context.customerID)
    try writer.remove(VirtualNumberRecord(record), of: context.customerID)
  }

  /// - Throws: `.shopMerchant` if there is no such merchant.
  func checkMerchant(_ rules: SpendingRules) throws(WalletError) {
    guard let id = rules.merchantID, !Shop.merchants.contains(where: { $0.id == id }) else {
      return
    }
    throw WalletError(.shopMerchant)
  }

  // MARK: At a terminal

  /// The card with this number; nil: there is none.
  func record(numbered number: Secret, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> VirtualCardRecord?
  {
    let hash = SavedCardIssuer(core: core).hash(of: number)
    let known = try reader.get(
      VirtualNumberRecord.self, Hex.encode(hash), of: context.customerID)
    return try known.flatMap { known throws(WalletError) in
      try record(known.cardID, reader, context)
    }
  }

  /// The card as it is now; nil: there is none, or it is not made yet.
  func record(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> VirtualCardRecord?
  {
    present(try reader.get(VirtualCardRecord.self, id, of: context.customerID))
  }

  /// The card as it is now; nil: it is not made yet.
  private func present(_ record: VirtualCardRecord?) -> VirtualCardRecord? {
    guard let record, isMade(record) else { return nil }
    return current(record)
  }

  func payer(_ record: VirtualCardRecord, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> VirtualPayer
  {
    let source = try reader.get(
      FundingSourceRecord.self, record.card.fundingSourceID, of: context.customerID)
    return VirtualPayer(issuer: self, record: record, source: source, now: clock.now())
  }

  /// What does not match the card in the details that came with its number. The issuer can read
  /// none of them, so it compares hashes.
  func refusal(
    _ record: VirtualCardRecord, expiry: CardExpiry, csc: Secret?, postalCode: String?
  ) -> DeclineReason? {
    if expiry.end != record.card.activeTo { return .expiryCheckFailed }
    if let csc, !CardNumbers.isSame(cscHash(csc, record.numberHash), record.cscHash) {
      return .cscCheckFailed
    }
    if let postalCode, !record.postalHash.isEmpty,
      !CardNumbers.isSame(postalHash(postalCode, record.numberHash), record.postalHash)
    {
      return .avsCheckFailed
    }
    return nil
  }

  func postalHash(_ code: String, _ numberHash: [UInt8]) -> [UInt8] {
    mark("postal code", Hex.encode(numberHash) + "\n" + code)
  }
}
