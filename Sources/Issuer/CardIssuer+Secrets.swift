import Secrets
import WalletAPI
import WalletModel

extension CardIssuer {
  func getSecureDetails(_ operation: GetSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  {
    try reveal(operation, .showDetails, operation.id, context) {
      reader, record throws(WalletError) in try details(reader, record, context)
    }
  }

  func details(_ reader: any LedgerReader, _ record: CardRecord, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  {
    let pan = try reader.pan(of: record, context.customerID)
    let cvv = CardNumbers.cvv(pan: pan, expiry: record.card.expiry, key: ledger.keys.cvv)
    return SecureDetails(
      pan: pan, cvv: cvv, expiry: record.card.expiry, holderName: record.card.holderName)
  }

  func getPin(_ operation: GetPin, _ context: RequestContext)
    throws(WalletError) -> Secret
  {
    try reveal(operation, .showPin, operation.id, context) {
      reader, record throws(WalletError) in
      guard let pin = try reader.secret(.pin(of: record), of: context.customerID) else {
        throw WalletError(.pinNotSet)
      }
      return pin
    }
  }

  /// The common steps of showing a secret: the grant is used up and the intent is written to the
  /// audit log before the secret is read; the outcome is written before it is returned.
  ///
  /// - Parameter version: The version of a card whose details were authorised before. No grant is
  ///   needed as long as the card has this version; otherwise it is reported as not found.
  func reveal<O: WalletOperation, R>(
    _ operation: O, _ action: CardAction, _ id: CardID,
    _ context: RequestContext, agreed version: Int? = nil, note: String = "SHOWN",
    read: (any LedgerReader, CardRecord) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let contract = O.contract
    let record = try audited { () throws(WalletError) -> CardRecord in
      try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
        let record = try findForChange(id, writer, context)
        let refusal = secretRefusal(action, record.card)
        if let version {
          guard version == record.card.version, refusal == nil else {
            return .failure(WalletError(.notFound))
          }
        } else if let refusal {
          return .failure(refusal)
        } else if let refusal = try sca.useGrant(operation, record.card, writer, context) {
          return .failure(refusal)
        }
        try audit(writer, .intent, contract, record.card, context, note: "")
        return .success(record)
      }
    }
    let outcome = Result { () throws(WalletError) in
      try ledger.read { reader throws(WalletError) in try read(reader, record) }
    }
    try audited { () throws(WalletError) in
      try ledger.write { writer throws(WalletError) in
        switch outcome {
        case .success: try audit(writer, .done, contract, record.card, context, note: note)
        case .failure(let error):
          try audit(
            writer, .refused, contract, record.card, context, note: error.code.rawValue)
        }
      }
    }
    return try outcome.get()
  }

  private func secretRefusal(_ action: CardAction, _ card: Card) -> WalletError? {
    guard let refusal = card.refusal(of: action) else { return nil }
    let lacksPin = action == .showPin && card.status.showsSecrets && !card.isPinSet
    return WalletError(lacksPin ? .pinNotSet : .actionRefused, detail: refusal.reason)
  }

  func setCardPin(_ operation: SetCardPin, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      if let error = WalletError.invalid(CardUpdateRequest.pin(operation.pin).fieldErrors) {
        return .failure(error)
      }
      if let refusal = record.card.refusal(of: .setPin) {
        return .failure(WalletError(.actionRefused, detail: refusal.reason))
      }
      try context.check(version: record.card.version)
      if let refusal = try sca.useGrant(operation, record.card, writer, context) {
        return .failure(refusal)
      }
      record.card.isPinSet = true
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try writer.set(operation.pin, .pin(of: record), of: context.customerID)
      try audit(writer, .done, SetCardPin.contract, record.card, context, note: "SET")
      return .success(record)
    }
    publish(.cardsChanged([record.card.id]))
    return shown(record, [])
  }
}
