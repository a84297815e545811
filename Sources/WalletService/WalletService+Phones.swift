package import PhoneWallet
package import WalletModel

extension WalletService {
  /// The simulated devices, with the present state of their cards from their networks. A card that
  /// cannot be read now, or is another wallet's, stays as it was.
  ///
  /// - Parameter one: Only the cards of this device are read; nil: those of all.
  package func devices(asking one: SimulatedDevice? = nil)
    async throws(WalletError) -> [SimulatedDevice]
  {
    let asked: [SimulatedDevice] = if let one { [one] } else { try await phones.devices() }
    // Each card once. `get` passes on what it reads.
    for id in Set(asked.flatMap(\.held).compactMap(\.card)) {
      _ = try? await cards.get(id, include: [.tokenizations])
    }
    return try await phones.devices()
  }

  /// Removes the cards from a device, and then the device, if it is still there. Whatever happens in
  /// between, a card that was removed stays so, and this can be repeated.
  package func deleteDevice(_ id: String) async throws(WalletError) {
    guard let device = try await phones.devices().first(where: { $0.id == id }) else { return }
    for token in device.present { try await remove(token) }
    try await phones.delete(id)
  }

  /// The issuer ends a token of a device. One that it does not know, or has ended already, needs
  /// nothing.
  package func remove(_ token: DeviceToken) async throws(WalletError) {
    guard let card = token.card else { return }
    do throws(WalletError) {
      _ = try await cards.changeToken(card, token.reference, .remove)
    } catch {
      guard error.code == .notFound || error.code == .actionRefused else { throw error }
    }
  }
}
