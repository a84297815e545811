package import PhoneWallet
package import WalletModel

extension WalletService {
  /// The simulated devices, with the present state of their cards from their networks. A card that
  /// cannot be read now, or is another wallet's, stays as it was.
  ///
  /// - Parameter isAsked: Of which devices the cards are read.
  package func devices(asking isAsked: (SimulatedDevice) -> Bool = { _ in true })
    async throws(WalletError) -> [SimulatedDevice]
  {
    let asked = try await phones.devices().filter(isAsked)
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
