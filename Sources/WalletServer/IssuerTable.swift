import Issuer
import Threads
import WalletModel

/// An issuer for each customer, so that events go only to them.
final class IssuerTable: Sendable {
  /// For what is looked up before the customer is known. It changes nothing.
  let lookup: Issuer
  private let issuers = Locked<[CustomerID: Issuer]>([:])
  private let ledger: any Ledger
  private let environment: IssuerEnvironment

  init(_ ledger: any Ledger, _ environment: IssuerEnvironment) {
    self.ledger = ledger
    self.environment = environment
    lookup = Issuer(ledger: ledger, environment: environment)
  }

  func issuer(of customer: CustomerID) -> Issuer {
    issuers.withLock { issuers in
      if let issuer = issuers[customer] { return issuer }
      let issuer = Issuer(ledger: ledger, environment: environment)
      issuers[customer] = issuer
      return issuer
    }
  }
}
