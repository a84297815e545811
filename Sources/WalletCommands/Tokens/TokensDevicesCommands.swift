import Arguments
import FrontEnd
import PhoneWallet
import WalletModel
import WalletService
import WalletUI
import Words

struct TokensDevicesListCommand: WalletCommand {
  let path = "tokens devices list"
  let summary = "List the simulated devices of this installation."
  let answer: String? = "a list of `id`, `kind`, `wallets` and `tokens`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let devices = try await invocation.wallet(readOnly: true).phones.devices()
    let words = invocation.words
    if invocation.wantsJSON {
      try Output.json(devices.map(DeviceText.Row.init))
    } else if devices.isEmpty {
      try Output.line(words.noDevices)
    } else {
      try DeviceText.print(devices, words)
    }
    return .ok
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

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    guard let kind = SimulatedDevice.Kind(rawValue: invocation.arguments[0]) else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "a device is one of \(arguments[0].help)",
            "ein Gerät ist eins von \(arguments[0].help)")
        ])
    }
    let phones = try await invocation.wallet().phones
    let device = try await phones.create(kind)
    let words = invocation.words
    if invocation.wantsJSON {
      try Output.json(DeviceText.Row(device))
    } else {
      let name = PhoneWallets(try await phones.devices()).name(of: device, words)
      try Output.line(words.deviceAdded(name, device.id))
    }
    return .ok
  }
}

struct TokensDevicesRemoveCommand: WalletCommand {
  let path = "tokens devices remove"
  let summary = "Remove a simulated device, as if it was lost: its tokens stay with the issuer."
  let arguments: [CommandArgument] = [.device]
  let answer: String? = "`id`, `kind`, `wallets` and `tokens`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let phones = try await invocation.wallet().phones
    let devices = try await phones.devices()
    let device = try DeviceText.find(invocation.arguments[0], devices)
    try await phones.delete(device.id)
    let words = invocation.words
    if invocation.wantsJSON {
      try Output.json(DeviceText.Row(device))
    } else {
      try Output.line(words.deviceRemoved(PhoneWallets(devices).name(of: device, words)))
    }
    return .ok
  }
}

/// The simulated devices, as a table or as JSON.
enum DeviceText {
  struct Row: Encodable {
    let id: String
    let kind: String
    let wallets: [String]
    let tokens: [String]

    init(_ device: SimulatedDevice) {
      id = device.id
      kind = device.kind.rawValue
      wallets = device.kind.wallets.map(\.rawValue)
      tokens = device.tokens
    }
  }

  static func print(_ devices: [SimulatedDevice], _ words: Words) throws(WalletError) {
    let phones = PhoneWallets(devices)
    var table = Table([
      .init(title: words.deviceIDLabel), .init(title: words.wallets), .init(title: words.cards),
      .init(title: "ID"),
    ])
    for device in devices {
      table.add([
        phones.name(of: device, words),
        device.kind.wallets.map(words.phoneWallet).joined(separator: ", "),
        "\(device.tokens.count)", device.id,
      ])
    }
    try Output.text(table.text)
  }

  /// The device with this id, or the only one of this kind.
  static func find(_ text: String, _ devices: [SimulatedDevice]) throws(WalletError)
    -> SimulatedDevice
  {
    let found = devices.filter { $0.id == text || $0.kind.rawValue == text }
    if found.count == 1 { return found[0] }
    throw WalletError(
      .notFound,
      details: [
        found.isEmpty
          ? .text("There is no such device.", "Dieses Gerät gibt es nicht.")
          : .text("There are several of this kind.", "Davon gibt es mehrere.")
      ],
      advice: .text(
        "`walletui tokens devices list` lists their ids.",
        "`walletui tokens devices list` zählt ihre IDs auf."))
  }
}
