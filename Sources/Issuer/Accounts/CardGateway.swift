package import Secrets
package import WalletAPI
package import WalletModel

/// Carries out what a vault's owner asks for at a card issuer, for a server with many clients. The
/// issuer answers over a network, so each operation runs on a thread that may wait. Thread-safe.
package protocol CardGateway: Sendable {
  /// The owner of the vault with the issuer's key. Others have no cards there.
  var customer: CustomerID { get }

  /// Begins. Called once, before everything else.
  ///
  /// - Parameters:
  ///   - vault: For codes, the audit log and idempotency keys.
  ///   - tell: Takes what changed at the issuer, on any thread.
  func start(_ vault: Issuer, tell: @escaping @Sendable ([WalletEvent]) -> Void)

  /// The issuer is asked for news only while a client listens.
  func setListening(_ isListening: Bool)

  /// Whether a simulated operation exists: a payment in the issuer's sandbox.
  func simulates(_ contract: Contract) -> Bool

  /// Calls `job` on a thread that may wait, with the engine of the issuer.
  ///
  /// - Returns: False if too many are waiting; `job` is not called then.
  func carryOut(_ contract: Contract, _ job: @escaping @Sendable (any WalletEngine) -> Void) -> Bool

  /// Events of operations since the last call.
  func takeEvents() -> [WalletEvent]

  /// The headers that sign a webhook; empty: webhooks are not taken.
  var webhookHeaders: [String] { get }

  /// Takes a webhook. If its signature is right, what it is about is read again soon.
  ///
  /// - Parameters:
  ///   - headers: Those of `webhookHeaders` that are there.
  ///   - body: As received.
  /// - Returns: Whether the signature is right.
  func takeWebhook(_ headers: [WireField], _ body: Secret) -> Bool

  /// Ends requests to the issuer. Jobs that wait get an engine that refuses everything.
  func stop()
}
