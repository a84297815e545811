package import Secrets
package import WalletAPI

/// The simulated phone as a drawer on this screen: demo and kiosk only.
package struct PhoneState: Sendable, Equatable {
  /// Newest first.
  package var messages: [PhoneMessage] = []
  package var isOpen = false
  package init() {}

  /// The six digits of the newest message that has some still.
  package var newestCode: Secret? { messages.lazy.compactMap(\.code).first { $0.count == 6 } }
}
