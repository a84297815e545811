import WalletAPI
import WalletModel

/// Tokens that wait for a proof of identity (C11).
extension TokenIssuer {
  /// The code of the confirmation is the proof. A token waits until its phone or its owner has
  /// completed it; each other state is refused.
  func verifyToken(_ operation: VerifyToken, _ context: RequestContext) throws(WalletError) -> Card
  {
    try checkScope(VerifyToken.contract, context)
    let record = try settle { writer throws(WalletError) -> Result<CardRecord, WalletError> in
      var record = try findForChange(operation.id, writer, context)
      let index = record.card.tokenizations?.firstIndex { $0.dpanRef == operation.dpanRef }
      guard let index, let token = record.card.tokenizations?[index] else {
        return .failure(WalletError(.notFound, details: [.card(.unknownToken)]))
      }
      let state = token.state(on: record.card.status)
      guard state == .initiated else {
        return .failure(
          WalletError(
            .actionRefused, .card(.tokenNotWaiting),
            details: [.card(.tokenIs, state.rawValue)],
            advice: .card(.seeTokenizations)))
      }
      if let refusal = record.card.tokenizeRefusal {
        return .failure(WalletError(.actionRefused, details: [refusal.reason]))
      }
      try checkVersion(record.card, context)
      if let refusal = try sca.useGrant(operation, record.card, writer, context) {
        return .failure(refusal)
      }
      record.card.tokenizations?[index].status = .completed
      record.card.version += 1
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, VerifyToken.contract, record.card, context,
        note: token.walletType.rawValue)
      return .success(record)
    }
    publish(.cardsChanged([operation.id]))
    return shown(record, [.tokenizations])
  }
}
