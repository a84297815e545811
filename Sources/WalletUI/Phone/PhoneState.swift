package import WalletAPI

/// The simulated phone as a drawer on this screen: demo and kiosk only.
package struct PhoneState: Sendable, Equatable {
  /// Newest first.
  package var messages: [PhoneMessage] = []
  package var isOpen = false
  package init() {}
}
