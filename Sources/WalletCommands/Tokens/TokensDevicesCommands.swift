import Arguments
import FrontEnd
import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

struct TokensDevicesListCommand: WalletCommand {
  let path = "tokens devices list"
  let summary = "List the simulated devices of this installation."
  let answer: String? = "a list of `id`, `kind`, `wallets` and `tokens`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let devices = try await invocation.wallet(readOnly: true).devices()
    if invocation.wantsJSON { return try Output.json(.array(devices.map(\.json))) }
    if devices.isEmpty { return try Output.line(invocation.words.phones.noDevices) }
    try DeviceRow.print(devices, devices, invocation.words)
  }
}

struct TokensDevicesAddCommand: WalletCommand {
  let path = "tokens devices add"
  let summary = "Make a simulated device."
  let arguments: [CommandArgument] = [
    CommandArgument(
      "KIND", SimulatedDevice.Kind.allCases.map(\.rawValue).joined(separator: ", "))
  ]
  let answer: String? = "`id`, `kind`, `wallets` and `tokens`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    guard let kind = SimulatedDevice.Kind(rawValue: invocation.arguments[0]) else {
      throw WalletError.usage(
        "KIND is one of \(arguments[0].help)", "KIND ist eins von \(arguments[0].help)")
    }
    let phones = try await invocation.wallet().phones
    let device = try await phones.create(kind)
    if invocation.wantsJSON {
      try Output.json(device.json)
    } else {
      try DeviceRow.print([device], try await phones.devices(), invocation.words)
    }
  }
}

struct TokensDevicesRemoveCommand: WalletCommand {
  let path = "tokens devices remove"
  let summary = "Remove a simulated device, and its cards from it."
  let arguments: [CommandArgument] = [.device]
  let options: [CommandOption] = [.endsWithoutAsking] + Verification.options
  let answer: String? = "`id`, `kind`, `wallets` and `tokens`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let words = invocation.words
    let text = invocation.arguments[0]
    let devices = try await wallet.devices { $0.isMeant(by: text) }
    let device = try DeviceRow.find(text, devices)
    let name = PhoneWallets(devices).name(of: device, words)
    try invocation.confirm(words.phones.deleteDevice(name) + ". " + words.phones.deleteDeviceText)
    // A server may require a code for each of them.
    for token in device.present {
      try await Verification(invocation, wallet).around { wallet throws(WalletError) in
        try await wallet.remove(token)
      }
    }
    try await wallet.deleteDevice(device.id)
    try invocation.write(device.json, or: words.phones.deviceDeleted(name) + ".")
  }
}

extension SimulatedDevice {
  /// Whether this is its id or its kind.
  func isMeant(by text: String) -> Bool { id == text || kind.rawValue == text }

  var json: JSON {
    [
      "id": .string(id), "kind": .string(kind.rawValue),
      "wallets": .texts(kind.wallets.map(\.rawValue)), "tokens": .texts(tokens),
    ]
  }
}

/// Simulated devices in tables and as arguments.
enum DeviceRow {
  /// - Parameter all: All devices, for their names.
  static func print(_ devices: [SimulatedDevice], _ all: [SimulatedDevice], _ words: Words)
    throws(WalletError)
  {
    let phones = PhoneWallets(all)
    let columns: [TableColumn<SimulatedDevice>] = [
      .init(words.phones.deviceLabel) { phones.name(of: $0, words) },
      .init(words.phones.walletsColumn) { device in
        device.kind.wallets.map(words.cards.phoneWallet).joined(separator: ", ")
      },
      .init(words.screen.cards) { "\($0.tokens.count)" },
      .init("ID") { $0.id },
    ]
    try Output.text(Table(of: devices, columns).text)
  }

  /// The device with this id, or the only one of this kind.
  ///
  /// - Throws: `.notFound` if there is none, or there are several.
  static func find(_ text: String, _ devices: [SimulatedDevice]) throws(WalletError)
    -> SimulatedDevice
  {
    let found = devices.filter { $0.isMeant(by: text) }
    if found.count == 1 { return found[0] }
    throw WalletError(
      .notFound,
      detail: found.isEmpty
        ? .text("There is no such device.", "Dieses Gerät gibt es nicht.")
        : .text("There are several of this kind.", "Davon gibt es mehrere."),
      advice: .text(
        "`walletui tokens devices list` lists their ids.",
        "`walletui tokens devices list` zählt ihre IDs auf."))
  }
}
