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
  /// What was put into its wallets, the oldest first. What was removed stays as long as there is
  /// room, since a removal can be taken back.
  package private(set) var held: [DeviceToken]
  /// Wallets that nobody has made yet (C12). Apple Pay is always there.
  package private(set) var missing: Set<MobileWalletType>

  /// Cards that there is room for.
  package static let room = 12

  /// A new device. Its wallets for Google Pay and Samsung Pay are not made yet.
  package init(_ kind: Kind) {
    var bytes = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&bytes, bytes.count)
    id = Hex.encode(bytes)
    self.kind = kind
    held = []
    missing = Set(kind.wallets.filter { $0 != .applePay })
  }

  package mutating func makeWallet(_ wallet: MobileWalletType) { missing.remove(wallet) }

  /// What is in its wallets now.
  package var present: [DeviceToken] { held.filter { $0.state != .deleted } }

  /// References of what is in its wallets now.
  package var tokens: [String] { present.map(\.reference) }

  package var hasRoom: Bool { tokens.count < Self.room }

  /// A token with the same reference is replaced.
  package mutating func add(_ token: DeviceToken) {
    held.removeAll { $0.reference == token.reference }
    while held.count >= 2 * Self.room, let index = held.firstIndex(where: { $0.state == .deleted })
    {
      held.remove(at: index)
    }
    held.append(token)
  }

  /// Takes over the state of a card's tokens from its network (C16). What a later version of the
  /// card has reported stays.
  package mutating func learn(_ card: Card) {
    for index in held.indices
    where held[index].card == card.id && held[index].version <= card.version {
      held[index].version = card.version
      if let token = card.token(held[index].reference) {
        held[index].state = card.state(of: token)
      } else {
        held[index].state = .deleted
      }
    }
  }

  // MARK: As a line of text

  /// Before a wallet that is not made yet. No token begins with it.
  private static let missingMark = "-"

  /// `id kind -WALLET token token …`
  package var line: String {
    let absent = kind.wallets.filter(missing.contains).map { Self.missingMark + $0.rawValue }
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
    missing = Set(kind.wallets.filter { words.contains(Self.missingMark + $0.rawValue) })
    held = words.dropFirst(2).compactMap { DeviceToken(word: $0) }
  }
}

/// A card in a wallet of a device, as its network has last reported it.
package struct DeviceToken: Hashable, Sendable {
  /// `MobileWalletTokenization.dpanRef`.
  package let reference: String
  /// nil: the issuer has not completed it.
  package var state: TokenState?
  /// nil: an older version of the program did not note it. So for the next one.
  package let wallet: MobileWalletType?
  package let card: CardID?
  /// The version of the card that has reported its state.
  package var version: Int

  /// - Parameter card: An id that is not plain is not noted.
  package init(
    _ reference: String, _ state: TokenState? = .active, wallet: MobileWalletType? = nil,
    card: CardID? = nil, version: Int = 0
  ) {
    self.reference = reference
    self.state = state
    self.wallet = wallet
    self.card = card.flatMap { Self.isPlain($0.rawValue) ? $0 : nil }
    self.version = version
  }

  /// Whether a text from outside can be a part of a line: 1…64 letters, digits, `-`, `_` and `.` of
  /// ASCII, the first one no `-`.
  package static func isPlain(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.first != "-"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }

  // MARK: As a word of text

  /// `REFERENCE,STATE,WALLET,VERSION,CARD`, or the reference alone.
  var word: String {
    guard wallet != nil || card != nil else { return reference }
    return [
      reference, state?.rawValue ?? "", wallet?.rawValue ?? "", "\(version)", card?.rawValue ?? "",
    ].joined(separator: ",")
  }

  /// nil: it is not the word of a token.
  init?(word: String) {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Self.isPlain(parts[0]), parts.count == 1 || parts.count == 5 else { return nil }
    guard parts.count == 5 else {
      self.init(parts[0])
      return
    }
    guard let version = Int(parts[3]), version >= 0 else { return nil }
    self.init(
      parts[0], parts[1].isEmpty ? nil : TokenState(rawValue: parts[1]),
      wallet: parts[2].isEmpty ? nil : MobileWalletType(rawValue: parts[2]),
      card: CardID(parts[4]), version: version)
  }
}

/// Where the simulated devices are kept.
package protocol DeviceStore: Sendable {
  func load() throws(WalletError) -> [SimulatedDevice]
  /// Changes them, while nobody else does. When this returns, the change is durable; when `body`
  /// throws, there is none.
  func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
}
