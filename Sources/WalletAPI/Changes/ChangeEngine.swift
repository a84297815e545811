package import WalletModel

/// Changes whose answers were lost.
package protocol ChangeEngine {
  func settleChange(_ operation: SettleChange, _ context: RequestContext) throws(WalletError)
    -> ChangeSettlement
}

extension WireRoute {
  static let changes: [WireRoute] = [
    WireRoute(SettleChange.self)
  ]
}
