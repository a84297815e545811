package import PhoneWallet
import Synchronization
import WalletAPI
package import WalletModel

/// The simulated devices of this installation, and what they do when a card is put into them (C08,
/// C10).
package actor PhoneService {
  /// No installation has more devices.
  package static let maximum = 8

  private let store: any DeviceStore
  private let conditions: DeviceConditions
  /// How long a device or its network takes for a step: so that a person sees what happens.
  private static let pace = Duration.milliseconds(700)

  private static let deleted = WalletError(
    .notFound, .text("The device is gone", "Das Gerät ist weg"),
    advice: .text("Choose another device, or make one.", "Wählen Sie ein anderes Gerät."))

  init(_ store: any DeviceStore, _ conditions: DeviceConditions) {
    self.store = store
    self.conditions = conditions
  }

  package func devices() throws(WalletError) -> [SimulatedDevice] { try store.load() }

  /// - Throws: `.actionRefused` if there are `maximum` devices.
  package func create(_ kind: SimulatedDevice.Kind) throws(WalletError) -> SimulatedDevice {
    try store.change { devices throws(WalletError) in
      guard devices.count < Self.maximum else { throw WalletError(.actionRefused) }
      let device = SimulatedDevice(kind, id: conditions.newID())
      devices.append(device)
      return device
    }
  }

  /// Cards that are in it stay in the issuer's list, as with a lost phone.
  package func delete(_ id: String) throws(WalletError) {
    try store.change { $0.removeAll { $0.id == id } }
  }

  /// Removes a token from the device that has it. The issuer has deleted it.
  package func remove(_ token: String) throws(WalletError) {
    guard try store.load().contains(where: { $0.tokens.contains(token) }) else { return }
    try store.change { devices in
      for index in devices.indices { devices[index].remove(token) }
    }
  }

  /// C11: the device that has a token may pay with it, since its owner has proved who they are.
  ///
  /// - Returns: All devices. No one has the token if it is of a phone that is not here.
  package func activate(_ token: String) async throws(WalletError) -> [SimulatedDevice] {
    guard try store.load().contains(where: { $0.tokens.contains(token) }) else {
      return try store.load()
    }
    await conditions.wait(Self.pace)
    return try store.change { devices in
      for index in devices.indices { devices[index].activate(token) }
      return devices
    }
  }

  /// C12: the device makes a wallet that it does not have yet.
  ///
  /// - Throws: `.notFound` if the device was deleted.
  package func makeWallet(_ wallet: MobileWalletType, on device: SimulatedDevice)
    async throws(WalletError) -> SimulatedDevice
  {
    await conditions.wait(Self.pace)
    return try change(device) { $0.makeWallet(wallet) }
  }

  /// What a wallet of the device sends to an issuer, with a new nonce.
  ///
  /// - Throws: `.notFound` if the device was deleted, `.unavailable` without libcrypto.
  package func request(_ wallet: MobileWalletType, of device: SimulatedDevice)
    async throws(WalletError) -> CardTokenizationRequest
  {
    await conditions.wait(Self.pace)
    guard try store.load().contains(where: { $0.id == device.id }) else { throw Self.deleted }
    return try SimulatedPhone(named: device.id).request(wallet)
  }

  /// The device opens and compares what the issuer has sealed for it, and keeps the token.
  ///
  /// - Parameter state: What the network makes of the token.
  /// - Throws: `.actionRefused` if something is wrong, `.notFound` if the device was deleted.
  package func add(
    _ answer: CardTokenization, to request: CardTokenizationRequest, in device: SimulatedDevice,
    _ state: DeviceToken.State = .active
  ) async throws(WalletError) -> MobileWalletTokenization {
    await conditions.wait(Self.pace)
    let token = try SimulatedPhone(named: device.id).add(answer, to: request)
    let scheme: CardScheme? =
      switch answer.cardNetwork {
      case .visa: .visa
      case .mastercard: .mastercard
      case .other: nil
      }
    let isDigits = answer.cardLastDigits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    _ = try change(device) {
      $0.add(
        DeviceToken(
          token.dpanRef, state, wallet: token.walletType, scheme: scheme,
          lastFour: isDigits ? answer.cardLastDigits : nil))
    }
    return token
  }

  private func change(_ device: SimulatedDevice, _ body: (inout SimulatedDevice) -> Void)
    throws(WalletError) -> SimulatedDevice
  {
    try store.change { devices throws(WalletError) in
      guard let index = devices.firstIndex(where: { $0.id == device.id }) else {
        throw Self.deleted
      }
      body(&devices[index])
      return devices[index]
    }
  }
}

/// Time and chance of simulated devices. A script replaces them, so that it is the same each time.
package struct DeviceConditions: Sendable {
  let wait: @Sendable (Duration) async -> Void
  let newID: @Sendable () -> String

  /// - Parameters:
  ///   - wait: Returns after the time that a device or its network takes.
  ///   - newID: Returns the id of a new device, 32 hexadecimal digits.
  package init(
    wait: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    newID: @escaping @Sendable () -> String = SimulatedDevice.newID
  ) {
    self.wait = wait
    self.newID = newID
  }
}

/// Keeps devices as long as the program runs: for a demo, whose cards do not live longer either.
package final class MemoryDeviceStore: DeviceStore {
  private let devices = Mutex<[SimulatedDevice]>([])
  package init() {}
  package func load() -> [SimulatedDevice] { devices.withLock { $0 } }
  package func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
  {
    // One program has it, and `PhoneService` is an actor.
    var changed = load()
    let result = try body(&changed)
    devices.withLock { $0 = changed }
    return result
  }
}
