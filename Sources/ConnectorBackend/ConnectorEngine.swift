import Issuer
import IssuerConnectors
import Languages
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Carries operations out at a card issuer. What the issuer does not have is refused with its
/// reason. One-time codes, the authenticator app, the customer and the audit log are the vault's.
///
/// Its methods block.
final class ConnectorEngine: WalletEngine, Sendable {
  let client: ConnectorClient
  let account: IssuerAccountRecord
  let book: CardBook
  let payments = PaymentBook()
  let vault: Issuer
  let random: IssuerRandom
  private let events = Mutex<[WalletEvent]>([])

  init(
    _ client: ConnectorClient, _ account: IssuerAccountRecord, _ book: CardBook, _ vault: Issuer,
    _ random: IssuerRandom
  ) {
    self.client = client
    self.account = account
    self.book = book
    self.vault = vault
    self.random = random
    var capabilities = client.connector.capabilities
    if account.isReadOnly {
      capabilities.refuse(
        .changes,
        LocalizedText(
          "The account \(account.name) is read-only",
          "Mit dem Konto \(account.name) wird nur gelesen"))
    }
    self.capabilities = capabilities
  }

  var connector: any IssuerConnector { client.connector }
  /// Those of the issuer, and what the account does not allow.
  let capabilities: IssuerCapabilities

  var cardEngine: any CardEngine { self }
  var shopEngine: any ShopEngine { self }
  var tokenEngine: any TokenEngine { vault.tokenEngine }
  var paymentEngine: any PaymentEngine { vault.paymentEngine }
  var savedCardEngine: any SavedCardEngine { vault.savedCardEngine }
  var virtualCardEngine: any VirtualCardEngine { vault.virtualCardEngine }
  var scaEngine: any ScaEngine { vault.scaEngine }
  var profileEngine: any ProfileEngine { vault.profileEngine }
  var changeEngine: any ChangeEngine { self }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response
  {
    guard context.scopes.contains(.wallet) else { throw .walletScopeMissing }
    guard context.customerID == book.customer else { throw WalletError(.unauthorized) }
    if let feature = IssuerCapabilities.Feature(of: O.contract),
      capabilities.refusal(feature) != nil
    {
      throw capabilities.error(feature)
    }
    if account.isReadOnly, !O.contract.isRead, !O.contract.isStepOfSCA {
      var error = capabilities.error(.changes)
      error.advice = .text(
        "Add it again without --read-only to change cards.",
        "Legen Sie es ohne --read-only neu an, um Karten zu ändern.")
      throw error
    }
    // The vault's own: it keeps the answers, too.
    if O.contract.group == .confirmations { return try vault.perform(operation, context) }
    if let answer = try vault.earlierAnswer(operation, context) { return answer }
    if let card = try madeEarlier(operation, context), let answer = O.response(of: card) {
      return answer
    }
    return try operation.carryOut(by: self, context)
  }

  /// Events since the last call.
  func takeEvents() -> [WalletEvent] {
    vault.takeEvents()
      + events.withLock { events in
        defer { events = [] }
        return events
      }
  }

  func publish(_ event: WalletEvent) { events.withLock { $0.append(event) } }
}

extension IssuerCapabilities.Feature {
  /// What an operation needs of an issuer; nil: all have it, or it is the vault's.
  init?(of contract: Contract) {
    switch contract.name {
    case GetPin.contract.name: self = .showPin
    case SetCardPin.contract.name: self = .setPin
    case RenameCard.contract.name: self = .rename
    case ActivateCard.contract.name: self = .activation
    case UnlockCardFor.contract.name: self = .cardTimes
    case GetAccount.contract.name, TopUp.contract.name: self = .accountBalance
    case GetSecureDetails.contract.name: self = .showDetails
    case LinkSecureDetails.contract.name, OpenSecureDetails.contract.name: self = .detailLinks
    case SetCardControls.contract.name: self = .limits
    case Tokenize.contract.name, UpdateTokenization.contract.name, ChangeToken.contract.name:
      self = .phoneWallets
    case ListPhoneMessages.contract.name: return nil
    default:
      switch contract.group {
      case .payments, .virtualCards: self = .otherCards
      case .simulator: self = .simulation
      case .wallet, .signIn, .confirmations, .news: return nil
      }
    }
  }
}
