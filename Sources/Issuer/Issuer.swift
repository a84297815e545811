package import WalletAPI
package import WalletModel

/// The rules of the issuer. Carries out operations on a ledger, synchronously. Each feature is a
/// type of its own: `CardIssuer`, `ScaIssuer`, `TokenIssuer`, `ShopSimulator`, `PaymentIssuer`,
/// `SavedCardIssuer`, `PersonaIssuer`, `FundingIssuer`, `VirtualCardIssuer`, `BudgetIssuer`.
package final class Issuer: WalletEngine, ProfileEngine, ChangeEngine, IssuerFeature {
  let core: IssuerCore

  package init(ledger: any Ledger, environment: IssuerEnvironment = IssuerEnvironment()) {
    core = IssuerCore(ledger, environment)
  }

  package var cardEngine: any CardEngine { CardIssuer(core: core) }
  package var tokenEngine: any TokenEngine { TokenIssuer(core: core) }
  package var shopEngine: any ShopEngine { ShopSimulator(core: core) }
  package var paymentEngine: any PaymentEngine { PaymentIssuer(core: core) }
  package var savedCardEngine: any SavedCardEngine { SavedCardIssuer(core: core) }
  package var personaEngine: any PersonaEngine { PersonaIssuer(core: core) }
  package var fundingEngine: any FundingEngine { FundingIssuer(core: core) }
  package var virtualCardEngine: any VirtualCardEngine { VirtualCardIssuer(core: core) }
  package var scaEngine: any ScaEngine { sca }
  package var budgetEngine: any BudgetEngine { BudgetIssuer(core: core) }
  package var profileEngine: any ProfileEngine { self }
  package var changeEngine: any ChangeEngine { self }

  /// Events since the last call.
  package func takeEvents() -> [WalletEvent] { core.takeEvents() }

  /// The ids of messages sent since the last call. They are on the disk.
  package func takeMessages() -> [String] { core.takeMessages() }

  /// The text and target of a message that `takeMessages` returned; nil: it was rolled back, or its
  /// code was used.
  ///
  /// - Throws: `.scaExpired` if its code has expired.
  package func delivery(of message: String, _ customer: CustomerID) throws(WalletError)
    -> MessageDelivery?
  { try sca.delivery(of: message, customer) }

  package func getProfile(_ operation: GetProfile, _ context: RequestContext)
    throws(WalletError) -> CustomerProfile
  {
    try ledger.read { reader throws(WalletError) in
      try reader.get(CustomerProfile.self, of: context.customerID)
    }
  }
}

extension WalletError {
  /// The error for a sign-in without the scope that all operations need (B19).
  package static var walletScopeMissing: WalletError {
    WalletError(
      .scopeMissing, .authentication(.walletScope),
      advice: .authentication(.askForWalletScope))
  }
}
