package import PhoneWallet
import WalletModel
import WalletService
package import Words

/// The simulated devices, as far as they were read.
package struct PhoneWallets: Sendable {
  package internal(set) var devices: [SimulatedDevice] = []

  package init(_ devices: [SimulatedDevice] = []) { self.devices = devices }

  /// The name of the device with this token; nil: none here has it.
  package func name(of token: String, _ words: Words) -> String? {
    let device = devices.first { device in device.held.contains { $0.reference == token } }
    return device.map { name(of: $0, words) }
  }

  /// `iPhone`, and with a number from the second one on.
  package func name(of device: SimulatedDevice, _ words: Words) -> String {
    let same = devices.filter { $0.kind == device.kind }
    let number = same.firstIndex { $0.id == device.id } ?? same.count
    return Self.name(device.kind, words) + (number == 0 ? "" : " \(number + 1)")
  }

  static func name(_ kind: SimulatedDevice.Kind, _ words: Words) -> String {
    switch kind {
    case .iPhone: words.phones.iPhone
    case .watch: words.phones.appleWatch
    case .android: words.phones.androidPhone
    case .samsung: words.phones.samsungPhone
    }
  }

  static let command = Command(
    "card.phone", \.phones.addToPhone, sharesKeysOf: "payment.new", place: .cards,
    disabled: { PhoneWallets.refusal($0) }, run: { PhoneWalletPicker.open(&$0) })

  /// Why the card in focus cannot be put into any phone now; nil: it can.
  static func refusal(_ state: State) -> String? {
    if let refusal = CardRefusals.refusalOfChange(state) { return refusal }
    guard let row = state.shown.card(state), row.status != .active else { return nil }
    return state.words.cards.refusal(.hasStatus(row.status))
  }
}

/// The simulated devices of this installation.
struct PhoneDevicesQuery: PlainQuery {
  /// Whether their networks are asked what became of their cards.
  var asksNetworks = false

  func request(_ service: WalletService) async throws(WalletError) -> [SimulatedDevice] {
    try await asksNetworks ? service.devices() : service.phones.devices()
  }

  func succeed(_ devices: [SimulatedDevice], _ state: inout State) -> [Effect] {
    state.phones.wallets.devices = devices
    return []
  }

  func isInvisible(_ result: Result<[SimulatedDevice], WalletError>, _ state: State) -> Bool {
    if case .success(let devices) = result {
      devices == state.phones.wallets.devices
    } else {
      false
    }
  }
}

/// Makes a device, and goes on with putting a card into its first wallet.
struct NewDeviceQuery: PlainQuery {
  let kind: SimulatedDevice.Kind
  let card: CardRow

  func request(_ service: WalletService) async throws(WalletError) -> SimulatedDevice {
    try await service.phones.create(kind)
  }

  func succeed(_ device: SimulatedDevice, _ state: inout State) -> [Effect] {
    state.phones.wallets.devices.append(device)
    return PhoneAdding.begin(card, kind.wallets[0], device, &state)
  }
}

/// Deletes a device, after the cards in it were removed from it.
struct DeviceDeletion: Intent {
  let device: SimulatedDevice
  let name: String

  func title(_ words: Words) -> String { words.phones.deleteDevice(name) }

  func request(_ service: WalletService) async throws(WalletError) -> [SimulatedDevice] {
    try await service.deleteDevice(device.id)
    return try await service.phones.devices()
  }

  func succeed(_ devices: [SimulatedDevice], _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.phones.wallets.devices = devices
    state.show(.success, state.words.phones.deviceDeleted(name))
    return CardRefresh.refresh(device.held.compactMap(\.card), &state)
  }
}
