/// The simulated phone that gets messages, and the devices with tokens of cards.
package struct PhonesState: Sendable {
  package var simulated = PhoneState()
  package var wallets = PhoneWallets()
}
