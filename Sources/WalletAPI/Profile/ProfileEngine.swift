package import WalletModel

/// The customer.
package protocol ProfileEngine {
  func getProfile(_ operation: GetProfile, _ context: RequestContext) throws(WalletError)
    -> CustomerProfile
}

extension WireRoute {
  static let profiles: [WireRoute] = [
    WireRoute(GetProfile.self)
  ]
}
