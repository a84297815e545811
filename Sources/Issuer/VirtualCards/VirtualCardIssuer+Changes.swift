import WalletAPI
import WalletModel

/// Changes of virtual cards, and their payments.
extension VirtualCardIssuer {
  func updateVirtualCard(_ operation: UpdateVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  {
    let update = operation.body
    if let error = WalletError.invalid(update.fieldErrors) { throw error }
    try checkMerchant(update.applied(to: SpendingRules()))
    let card = try ledger.write { writer throws(WalletError) in
      var record = try virtualCard(operation.id, writer, context)
      try context.check(version: record.card.version)
      guard record.card.state == .issued else { throw WalletError(.virtualCardState) }
      guard let sealer = CardSealer(record.card.id, publicKey: record.publicKey) else {
        throw WalletError(.damagedRecord)
      }
      if case .value(let name) = update.cardHolder { record.card.cardHolder = name }
      func change<T>(
        _ field: SealedFields.Field, _ patch: Patch<T>,
        _ seal: (T) throws(WalletError) -> [UInt8]
      ) throws(WalletError) {
        switch patch {
        case .absent: break
        case .null: record.card.sealed.boxes[field] = nil
        case .value(let value): record.card.sealed.boxes[field] = try seal(value)
        }
      }
      try change(.alias, update.alias) { text throws(WalletError) in
        try sealer.seal(text, .alias)
      }
      try change(.metadata, update.metadata) { text throws(WalletError) in
        try sealer.seal(text, .metadata)
      }
      try change(.billingAddress, update.billingAddress) { address throws(WalletError) in
        try sealer.seal(address)
      }
      switch update.billingAddress {
      case .absent: break
      case .null: record.postalHash = []
      case .value(let address):
        record.postalHash = postalHash(address.postalCode, record.numberHash)
      }
      record.card.rules = update.applied(to: record.card.rules)
      record.card.pause(update)
      record.card.version += 1
      record.card.updatedAt = clock.now()
      try put(record, writer, context)
      try audit(writer, .done, UpdateVirtualCard.contract, nil, context, note: "UPDATED")
      return record.shown
    }
    publish(.virtualCardsChanged([card.id]))
    return card
  }

  func cancelVirtualCard(_ operation: CancelVirtualCard, _ context: RequestContext)
    throws(WalletError) -> VirtualCard
  {
    let card = try ledger.write { writer throws(WalletError) in
      var record = try virtualCard(operation.id, writer, context)
      // Repeating it has no effect, and a card that is closed for another reason stays that.
      if record.card.state == .closed { return record.shown }
      let now = clock.now()
      record.card.close(.cancelled, at: now)
      record.card.version += 1
      record.card.updatedAt = now
      try put(record, writer, context)
      try audit(
        writer, .done, CancelVirtualCard.contract, nil, context, note: record.card.state.rawValue)
      return record.shown
    }
    publish(.virtualCardsChanged([card.id]))
    return card
  }

  // MARK: Payments

  func listVirtualTransactions(_ operation: ListVirtualTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      let record = try virtualCard(operation.id, reader, context)
      return try reader.transactions(
        of: record.payments, context.customerID, operation.query)
    }
  }
}
