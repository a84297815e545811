import CSodium
package import WalletModel

/// A simulated device that cards can be put into. It is the client's: an issuer learns only what the
/// device sends.
package struct SimulatedDevice: Hashable, Sendable, Identifiable {
  package enum Kind: String, Sendable, CaseIterable {
    case iPhone = "iphone"
    case watch
    case android
    case samsung

    /// The wallets on it, the maker's own first.
    package var wallets: [MobileWalletType] {
      switch self {
      case .iPhone, .watch: [.applePay]
      case .android: [.googlePay]
      case .samsung: [.samsungPay, .googlePay]
      }
    }
  }

  /// 32 hexadecimal digits. The device's keys are made from it, as `SimulatedPhone` does.
  package let id: String
  package let kind: Kind
  /// References of the tokens that were put into it, the oldest first.
  package private(set) var tokens: [String]

  /// Cards that there is room for.
  package static let room = 12

  /// A new device.
  package init(_ kind: Kind) {
    var bytes = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&bytes, bytes.count)
    id = Hex.encode(bytes)
    self.kind = kind
    tokens = []
  }

  package mutating func add(_ token: String) {
    if !tokens.contains(token) { tokens.append(token) }
  }

  // MARK: As a line of text

  /// `id kind token token …`
  package var line: String { ([id, kind.rawValue] + tokens).joined(separator: " ") }

  /// nil: it is not the line of a device.
  package init?(line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 2, let id = words.first, id.count == 32, Hex.decode(id) != nil,
      let kind = Kind(rawValue: words[1])
    else { return nil }
    self.id = id
    self.kind = kind
    tokens = Array(words.dropFirst(2))
  }
}

/// Where the simulated devices are kept.
package protocol DeviceStore: Sendable {
  func load() throws(WalletError) -> [SimulatedDevice]
  /// Replaces them. When this returns, they are durable.
  func save(_ devices: [SimulatedDevice]) throws(WalletError)
}
