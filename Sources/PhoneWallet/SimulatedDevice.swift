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
  /// What was put into its wallets, the oldest first.
  package private(set) var held: [DeviceToken]
  /// Wallets that nobody has made yet (C12). Apple Pay is always there.
  package private(set) var missing: Set<MobileWalletType>

  /// Cards that there is room for.
  package static let room = 12

  /// A new device. Its wallets for Google Pay and Samsung Pay are not made yet.
  ///
  /// - Parameter id: 32 hexadecimal digits.
  package init(_ kind: Kind, id: String = newID()) {
    self.id = id
    self.kind = kind
    held = []
    missing = Set(kind.wallets.filter { $0 != .applePay })
  }

  /// A random id.
  package static func newID() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&bytes, bytes.count)
    return Hex.encode(bytes)
  }

  /// References of the tokens in it, the oldest first.
  package var tokens: [String] { held.map(\.reference) }

  package mutating func add(_ reference: String) { add(DeviceToken(reference)) }

  /// A token that is there already is replaced.
  package mutating func add(_ token: DeviceToken) {
    if let index = held.firstIndex(where: { $0.reference == token.reference }) {
      held[index] = token
    } else {
      held.append(token)
    }
  }

  package mutating func remove(_ reference: String) {
    held.removeAll { $0.reference == reference }
  }

  /// The token with this reference needs identity verification no longer (C11).
  package mutating func activate(_ reference: String) {
    guard let index = held.firstIndex(where: { $0.reference == reference }) else { return }
    held[index].state = .active
  }

  package mutating func makeWallet(_ wallet: MobileWalletType) { missing.remove(wallet) }

  // MARK: As a line of text

  /// Before the name of a wallet that is not made yet.
  private static let missingMark: Character = "-"

  /// `id kind -WALLET… token token …`
  package var line: String {
    let absent = kind.wallets.filter(missing.contains).map {
      String(Self.missingMark) + $0.rawValue
    }
    return ([id, kind.rawValue] + absent + held.map(\.word)).joined(separator: " ")
  }

  /// nil: it is not the line of a device.
  package init?(line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 2, let id = words.first, id.count == 32, Hex.decode(id) != nil,
      let kind = Kind(rawValue: words[1])
    else { return nil }
    self.id = id
    self.kind = kind
    let rest = words.dropFirst(2)
    let absent = kind.wallets.filter { rest.contains(String(Self.missingMark) + $0.rawValue) }
    missing = Set(absent)
    held = rest.filter { $0.first != Self.missingMark }.map { DeviceToken(word: $0) }
  }
}

/// A card in a wallet of a device.
package struct DeviceToken: Hashable, Sendable {
  package enum State: Sendable {
    case active
    /// C11: TOKEN_STATE_NEEDS_IDENTITY_VERIFICATION.
    case needsIdentityVerification
  }

  /// The issuer's reference; Google calls it `issuerTokenId`.
  package let reference: String
  package var state: State
  /// nil: it was stored by a version that did not note it. So for the next two.
  package let wallet: MobileWalletType?
  package let scheme: CardScheme?
  package let lastFour: String?

  package init(
    _ reference: String, _ state: State = .active, wallet: MobileWalletType? = nil,
    scheme: CardScheme? = nil, lastFour: String? = nil
  ) {
    self.reference = reference
    self.state = state
    self.wallet = wallet
    self.scheme = scheme
    self.lastFour = lastFour
  }

  // MARK: As a word of text

  /// Before a token that needs identity verification.
  private static let unverifiedMark = "?"

  /// `reference`, or `reference,WALLET,SCHEME,1177`.
  var word: String {
    let facts = [wallet?.rawValue, scheme?.rawValue, lastFour]
    let mark = state == .active ? "" : Self.unverifiedMark
    let known = facts.allSatisfy { $0 == nil } ? [] : facts.map { $0 ?? "" }
    return mark + ([reference] + known).joined(separator: ",")
  }

  init(word: String) {
    let isUnverified = word.hasPrefix(Self.unverifiedMark)
    let parts = word.dropFirst(isUnverified ? 1 : 0)
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    func part(_ index: Int) -> String? {
      parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil
    }
    self.init(
      part(0) ?? "", isUnverified ? .needsIdentityVerification : .active,
      wallet: part(1).map { MobileWalletType(rawValue: $0) },
      scheme: part(2).map { CardScheme(rawValue: $0) }, lastFour: part(3))
  }
}

/// Where the simulated devices are kept.
package protocol DeviceStore: Sendable {
  func load() throws(WalletError) -> [SimulatedDevice]
  /// Changes them, while no other program does. When this returns, the change is durable; when
  /// `body` throws, there is none.
  func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
}
