package import Secrets
package import WalletAPI

/// The simulated phone as a drawer on this screen: demo and kiosk only.
package struct PhoneState: Sendable, Equatable {
  /// Newest first.
  package var messages: [PhoneMessage] = []
  package var isOpen = false
  package init() {}

  /// The six digits of the newest message that has some still.
  package var newestCode: Secret? { newest(6) }

  /// The newest code of that many digits: six of a one-time code, three of a CVV.
  package func newest(_ digits: Int) -> Secret? {
    messages.lazy.compactMap(\.code).first { $0.count == digits }
  }
}
