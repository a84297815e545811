import WalletAPI
import WalletModel

/// What the owner of a card does with its tokens (C11, C16).
extension TokenIssuer {
  /// A token that is removed keeps its place for a while, so that this can be taken back.
  func changeToken(_ operation: ChangeToken, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let action = operation.action
    guard action.isKnown else {
      let words = TokenAction.allCases.map(\.rawValue).joined(separator: ", ")
      throw WalletError(
        .fieldErrors, fieldErrors: [FieldError("action", .field(.oneOf, words))])
    }
    return try change(
      operation.id, operation.dpanRef, ChangeToken.contract, note: action.rawValue, context
    ) { token, record, _ throws(WalletError) in
      if let refusal = token.refusal(of: action, on: record.card.status) {
        return WalletError(.actionRefused, detail: refusal.reason)
      }
      try context.check(version: record.card.version)
      switch action {
      case .freeze: token.isFrozen = true
      // What was removed was frozen before, or was not.
      case .resume where token.removedAt == nil: token.isFrozen = false
      case .resume: token.removedAt = nil
      case .remove: token.removedAt = clock.now()
      case .other: break
      }
      return nil
    }
  }

  /// C11: the code of the confirmation proves who the owner is. A token waits until its phone or
  /// this completes it.
  func verifyToken(_ operation: VerifyToken, _ context: RequestContext) throws(WalletError) -> Card
  {
    try change(
      operation.id, operation.dpanRef, VerifyToken.contract, note: "VERIFIED", context
    ) { token, record, writer throws(WalletError) in
      if token.status == .completed || token.removedAt != nil {
        return WalletError(
          .actionRefused, detail: .card(.tokenNotWaiting), advice: .card(.seeTokenizations))
      }
      if let refusal = record.card.tokenizeRefusal {
        return WalletError(.actionRefused, detail: refusal.reason)
      }
      try context.check(version: record.card.version)
      if let refusal = try sca.useGrant(operation, record.card, writer, context) { return refusal }
      token.status = .completed
      return nil
    }
  }

  /// A change of one token, as a new version of its card. The answer has the card's tokens.
  ///
  /// - Parameter body: Returns why it is refused; nil: it was done.
  private func change(
    _ id: CardID, _ dpanRef: String, _ contract: Contract, note: String,
    _ context: RequestContext,
    _ body: (inout MobileWalletTokenization, CardRecord, any LedgerWriter)
      throws(WalletError) -> WalletError?
  ) throws(WalletError) -> Card {
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(id, writer, context)
      let index = try index(of: dpanRef, in: record.card)
      guard var token = record.card.tokenizations?[index] else {
        return .failure(WalletError(.notFound, detail: .card(.unknownToken)))
      }
      if let refusal = try body(&token, record, writer) { return .failure(refusal) }
      record.card.tokenizations?[index] = token
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try audit(writer, .done, contract, record.card, context, note: note)
      return .success(record)
    }
    publish(.cardsChanged([id]))
    return shown(record, [.tokenizations])
  }
}
