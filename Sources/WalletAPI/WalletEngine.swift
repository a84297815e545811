package import WalletModel

/// Carries operations out synchronously. Each operation has a method, in the protocol of its
/// feature. The issuer is an engine.
package protocol WalletEngine {
  var cardEngine: any CardEngine { get }
  var tokenEngine: any TokenEngine { get }
  var shopEngine: any ShopEngine { get }
  var paymentEngine: any PaymentEngine { get }
  var savedCardEngine: any SavedCardEngine { get }
  var personaEngine: any PersonaEngine { get }
  var fundingEngine: any FundingEngine { get }
  var virtualCardEngine: any VirtualCardEngine { get }
  var scaEngine: any ScaEngine { get }
  var profileEngine: any ProfileEngine { get }
  var budgetEngine: any BudgetEngine { get }
  var changeEngine: any ChangeEngine { get }

  /// Carries out any operation. A change with an idempotency key is made once: the same request
  /// with the same key gets the first answer. A refused request may be repeated. If the refusal was
  /// counted, it is refused again in the same way. Answers with secrets are not kept.
  ///
  /// - Throws: The errors of the operation's own method; `.keyReused` if the key came with another
  ///   request, `.keyClosed` if it was closed, `.fieldErrors` if it is not valid.
  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response
}
