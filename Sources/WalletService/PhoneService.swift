package import PhoneWallet
import Threads
package import WalletModel

/// The simulated devices of this installation, and what they do when a card is put into them (C08,
/// C10–C12) and afterwards (C16).
package actor PhoneService {
  /// No installation has more devices.
  package static let maximum = 8

  private let store: any DeviceStore

  init(_ store: any DeviceStore) { self.store = store }

  /// As they were when they last heard from their networks. `WalletService.devices` asks first.
  package func devices() throws(WalletError) -> [SimulatedDevice] { try store.load() }

  /// - Throws: `.actionRefused` if there are `maximum` devices.
  package func create(_ kind: SimulatedDevice.Kind) throws(WalletError) -> SimulatedDevice {
    try store.change { devices throws(WalletError) -> SimulatedDevice in
      guard devices.count < Self.maximum else {
        throw WalletError(
          .actionRefused,
          detail: .text(
            "There are already \(Self.maximum) devices.", "Es gibt schon \(Self.maximum) Geräte."))
      }
      let device = SimulatedDevice(kind)
      devices.append(device)
      return device
    }
  }

  /// Its cards stay with the issuer. `WalletService.deleteDevice` ends them first.
  func delete(_ id: String) throws(WalletError) {
    try store.change { devices throws(WalletError) in devices.removeAll { $0.id == id } }
  }

  /// The devices hear what became of the tokens of these cards, as far as the cards have them. A
  /// fault of the store is none of the cards': they hear it with the next reading.
  func learn(_ cards: [Card]) {
    guard cards.contains(where: { $0.tokenizations != nil }), let known = try? store.load() else {
      return
    }
    guard Self.taught(known, cards) != known else { return }
    try? store.change { devices throws(WalletError) in devices = Self.taught(devices, cards) }
  }

  private static func taught(_ devices: [SimulatedDevice], _ cards: [Card]) -> [SimulatedDevice] {
    var devices = devices
    for index in devices.indices {
      for card in cards where card.tokenizations != nil { devices[index].learn(card) }
    }
    return devices
  }

  /// The device makes a wallet that it does not have yet (C12).
  ///
  /// - Throws: `.notFound` if the device was deleted.
  package func makeWallet(_ wallet: MobileWalletType, on device: SimulatedDevice)
    throws(WalletError) -> SimulatedDevice
  { try change(device) { $0.makeWallet(wallet) } }

  /// What a wallet of the device sends to an issuer, with a new nonce.
  ///
  /// - Throws: `.notFound` if the device was deleted, `.actionRefused` if it has no such wallet yet, or
  ///   no room for a card.
  package func request(_ wallet: MobileWalletType, of device: SimulatedDevice)
    throws(WalletError) -> CardTokenizationRequest
  {
    guard let known = try store.load().first(where: { $0.id == device.id }) else {
      throw Self.deleted
    }
    guard !known.missing.contains(wallet) else {
      throw WalletError(
        .actionRefused,
        detail: .text(
          "The device has no such wallet yet.", "Das Gerät hat noch keine solche Wallet."))
    }
    guard known.hasRoom else {
      throw WalletError(
        .actionRefused,
        detail: .text(
          "The device has no room for another card.",
          "Das Gerät hat keinen Platz für eine weitere Karte."))
    }
    return try SimulatedPhone(named: device.id).request(wallet)
  }

  /// The device opens and compares what the issuer has sealed for it, and keeps the token.
  ///
  /// - Throws: `.actionRefused` if something is wrong, `.notFound` if the device was deleted.
  package func add(
    _ answer: CardTokenization, to request: CardTokenizationRequest, of card: CardID,
    in device: SimulatedDevice
  ) throws(WalletError) -> MobileWalletTokenization {
    let token = try SimulatedPhone(named: device.id).add(answer, to: request)
    // The issuer completes it when the device has reported, or its owner has proved who they are.
    _ = try change(device) {
      $0.add(DeviceToken(token.dpanRef, nil, wallet: token.walletType, card: card))
    }
    return token
  }

  private static let deleted = WalletError(
    .notFound, .text("The device is gone", "Das Gerät ist weg"),
    advice: .text(
      "Choose another device, or make one.", "Wählen Sie ein anderes Gerät, oder legen Sie eins an."
    ))

  private func change(_ device: SimulatedDevice, _ body: (inout SimulatedDevice) -> Void)
    throws(WalletError) -> SimulatedDevice
  {
    try store.change { devices throws(WalletError) -> SimulatedDevice in
      guard let index = devices.firstIndex(where: { $0.id == device.id }) else {
        throw Self.deleted
      }
      body(&devices[index])
      return devices[index]
    }
  }
}

/// Keeps devices as long as the program runs: for a demo, whose cards do not live longer either.
package final class MemoryDeviceStore: DeviceStore {
  private let devices = Locked<[SimulatedDevice]>([])
  package init() {}
  package func load() -> [SimulatedDevice] { devices.withLock { $0 } }
  package func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
  {
    try devices.withLock { devices throws(WalletError) -> R in
      var changed = devices
      let result = try body(&changed)
      devices = changed
      return result
    }
  }
}
