import WalletAPI
package import WalletModel
package import WalletService

/// The part of the customer's profile that dialogs need.
package struct CustomerProfileInfo: Hashable, Sendable {
  package var name: String
  package var market: Market
}

/// Reads the customer's profile. It is optional, so a failure is not reported: the answer is nil
/// then.
package struct ProfileQuery: QuietQuery {
  package func request(_ service: WalletService) async throws(WalletError) -> CustomerProfileInfo? {
    guard let profile = try? await service.send(GetProfile()) else { return nil }
    return CustomerProfileInfo(name: profile.name, market: profile.market)
  }

  package func succeed(_ profile: CustomerProfileInfo?, _ state: inout State) -> [Effect] {
    if let profile { state.cards.profile = profile }
    return []
  }

  package func isInvisible(
    _ result: Result<CustomerProfileInfo?, WalletError>, _ state: State
  ) -> Bool {
    if case .success(_?) = result { false } else { true }
  }
}
