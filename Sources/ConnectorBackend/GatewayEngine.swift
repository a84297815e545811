import HTTPClient
import Issuer
import IssuerConnectors
import WalletAPI
import WalletModel

/// The engine of one request to a gateway. It adds to `ConnectorEngine` what many clients of a
/// server need: lists are shared, and what the issuer says about the gateway's key is not mistaken
/// for the client's own sign-in.
struct GatewayEngine: WalletEngine {
  let engine: ConnectorEngine
  /// When the request arrived.
  let arrived: Instant
  /// Whether the request came too late, or the server ends.
  let refusal: WalletError?

  var cardEngine: any CardEngine { engine }
  var shopEngine: any ShopEngine { engine }
  var tokenEngine: any TokenEngine { engine.tokenEngine }
  var paymentEngine: any PaymentEngine { engine.paymentEngine }
  var savedCardEngine: any SavedCardEngine { engine.savedCardEngine }
  var virtualCardEngine: any VirtualCardEngine { engine.virtualCardEngine }
  var scaEngine: any ScaEngine { engine.scaEngine }
  var profileEngine: any ProfileEngine { engine.profileEngine }
  var changeEngine: any ChangeEngine { engine.changeEngine }

  private var vault: Issuer { engine.vault }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response
  {
    if let refusal { throw refusal }
    guard O.contract.isAtIssuer else { return try vault.perform(operation, context) }
    guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
    if O.contract.showsSecrets, !context.scopes.contains(.pciDss) {
      throw WalletError(.scopeMissing)
    }
    do throws(WalletError) {
      if let list = operation as? ListCards, let known = try known(list.query) as? O.Response {
        return known
      }
      return try engine.perform(operation, context)
    } catch {
      throw error.throughGateway(engine.connector.issuer)
    }
  }

  /// A list that was read for another client after this request arrived; nil: it has to be read.
  private func known(_ query: CardQuery) throws(WalletError) -> CardList? {
    guard query.offset == 0, query.fieldErrors.isEmpty, engine.book.wasRead(since: arrived) else {
      return nil
    }
    return try engine.list(query, leastPages: 0)
  }
}

extension Contract {
  /// Whether the issuer carries it out, or can tell; the vault has codes and the owner.
  var isAtIssuer: Bool { group != .confirmations && name != GetProfile.contract.name }
}

extension WalletError {
  /// An issuer's answer as a gateway tells it to its clients, who have no part in the connection to
  /// the issuer and in its key.
  fileprivate func throughGateway(_ issuer: IssuerKind) -> WalletError {
    var told = self
    if code == .unauthorized || code == .scopeMissing {
      // The client's own sign-in is good.
      told.code = .actionRefused
      told.advice = .text(
        "Ask who runs the server: its key for \(issuer.name) has to be replaced.",
        "Fragen Sie den Betreiber des Servers: Sein Schlüssel für \(issuer.name) muss ersetzt"
          + " werden.")
    } else if ErrorCode.network.contains(code) {
      told = WalletError(
        .unavailable,
        .text(
          "The server can't reach \(issuer.name)", "Der Server erreicht \(issuer.name) nicht"),
        details: [message] + details, retryAfter: retryAfter ?? 2)
      told.mayHaveHappened = mayHaveHappened
    }
    return told
  }
}
