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

  init(_ store: any DeviceStore) { self.store = store }

  package func devices() throws(WalletError) -> [SimulatedDevice] { try store.load() }

  /// - Throws: `.actionRefused` if there are `maximum` devices.
  package func create(_ kind: SimulatedDevice.Kind) throws(WalletError) -> SimulatedDevice {
    var devices = try store.load()
    guard devices.count < Self.maximum else { throw WalletError(.actionRefused) }
    let device = SimulatedDevice(kind)
    devices.append(device)
    try store.save(devices)
    return device
  }

  /// Cards that are in it stay in the issuer's list, as with a lost phone.
  package func delete(_ id: String) throws(WalletError) {
    try store.save(try store.load().filter { $0.id != id })
  }

  /// What a wallet of the device sends to an issuer, with a new nonce.
  package func request(_ wallet: MobileWalletType, of device: SimulatedDevice)
    throws(WalletError) -> CardTokenizationRequest
  { try SimulatedPhone(named: device.id).request(wallet) }

  /// The device opens and compares what the issuer has sealed for it, and keeps the token.
  ///
  /// - Throws: `.actionRefused` if something is wrong.
  package func add(
    _ answer: CardTokenization, to request: CardTokenizationRequest, in device: SimulatedDevice
  ) throws(WalletError) -> MobileWalletTokenization {
    let token = try SimulatedPhone(named: device.id).add(answer, to: request)
    var devices = try store.load()
    guard let index = devices.firstIndex(where: { $0.id == device.id }) else {
      throw WalletError(.notFound)
    }
    devices[index].add(token.dpanRef)
    try store.save(devices)
    return token
  }
}

/// Keeps devices as long as the program runs: for a demo, whose cards do not live longer either.
package final class MemoryDeviceStore: DeviceStore {
  private let devices = Mutex<[SimulatedDevice]>([])
  package init() {}
  package func load() -> [SimulatedDevice] { devices.withLock { $0 } }
  package func save(_ devices: [SimulatedDevice]) { self.devices.withLock { $0 = devices } }
}
