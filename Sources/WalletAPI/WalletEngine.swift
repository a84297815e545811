package import WalletModel

/// Carries operations out, synchronously: one method each, in a protocol for each feature. The issuer
/// is one.
package protocol WalletEngine: CardEngine, TokenEngine, ShopEngine, ScaEngine, ProfileEngine,
  ChangeEngine
{
  /// Carries any operation out, a change with an idempotency key once: the same request with the
  /// same key has the first one's answer. What was refused may be tried again, unless that was
  /// counted: then it is refused again as it was. Answers with secrets are not kept.
  ///
  /// - Throws: What the operation's own method throws; `.keyReused` when the key came with another
  ///   request, `.keyClosed` when it was given up, `.fieldErrors` when it is none.
  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response
}
