package import WalletAPI
package import WalletModel

/// Confirming what another issuer carries out on a card that is not in the ledger.
extension Issuer {
  /// The wall clock.
  package var now: Timestamp { clock.now() }

  /// Uses up the grant of a request, and writes the intent to the audit log. The request may be
  /// sent to the other issuer when this returns.
  ///
  /// - Parameter card: As the other issuer has it, with the version that the caller counts.
  /// - Throws: `.scaRequired` with a new event that needs a code; why the grant is not valid;
  ///   `.actionRefused` if no authenticator app is set up.
  package func confirm<O: WalletOperation>(
    _ operation: O, on card: Card, _ context: RequestContext
  ) throws(WalletError) {
    try checkScope(O.contract, context)
    try settle { writer throws(WalletError) -> Result<Void, WalletError> in
      if let refusal = try sca.useGrant(operation, card, writer, context) {
        return .failure(refusal)
      }
      try audit(writer, .intent, O.contract, card, context, note: "")
      return .success(())
    }
  }

  /// Writes to the audit log how a request to another issuer ended.
  ///
  /// - Parameter error: nil: it was carried out.
  package func recordOutcome<O: WalletOperation>(
    _ operation: O, on card: Card, _ error: WalletError?, _ context: RequestContext
  ) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      try audit(
        writer, error == nil ? .done : .refused, O.contract, card, context,
        note: error?.code.rawValue ?? "")
    }
  }
}
