package import WalletModel

/// What a line accepts, and how its bytes are grouped.
package enum LineGrammar: Hashable, Sendable {
  case number(CardEntryRules)
  /// MMYY.
  case expiry
  case cvv(CardBrand)
  case name

  /// The most bytes of any text.
  package var capacity: Int {
    switch self {
    case .number: CardEntryRules.longestNumber
    case .expiry, .cvv: 4
    case .name: Rules.holderNameLength.upperBound
    }
  }

  /// The most bytes of a text that begins like this one.
  func limit(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch self {
    case .number(let rules): rules.maximum(PAN.brand(of: bytes))
    case .cvv(let brand): CardEntryRules.cvvLengths(brand).upperBound
    case .expiry, .name: capacity
    }
  }

  /// A character as one byte (ISO 8859-1); nil: it is refused (D09, D13).
  func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch self {
    case .number, .expiry, .cvv: ("0"..."9").contains(scalar) ? UInt8(scalar.value) : nil
    case .name: Rules.isOfHolderName(scalar) ? UInt8(scalar.value) : nil
    }
  }

  /// Whether a byte may be inserted there. `000d` is no expiry (D12).
  func permits(_ byte: UInt8, at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard self == .expiry, bytes.count == 3 else { return true }
    return index < 3 && byte != zero || !bytes.allSatisfy { $0 == zero }
  }

  /// What is inserted before a byte: the month `2` is `02` (D12).
  func prefix(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> UInt8? {
    self == .expiry && bytes.isEmpty && byte > zero + 1 ? zero : nil
  }

  /// The first byte that must not be there: in a name, a space at the beginning or behind another
  /// one (D13).
  func surplus(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard self == .name else { return nil }
    return bytes.indices.first { bytes[$0] == space && ($0 == 0 || bytes[$0 - 1] == space) }
  }

  /// The groups on display.
  func groups(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    switch self {
    case .number: PAN.groups(brand: PAN.brand(of: bytes), count: bytes.count)
    case .expiry where bytes.count > 2: [0..<2, 2..<bytes.count]
    case .expiry, .cvv, .name: bytes.isEmpty ? [] : [0..<bytes.count]
    }
  }

  /// The text between the groups (D08, D12). ASCII.
  package var separator: String {
    switch self {
    case .number(let rules): rules.separator.rawValue
    case .expiry: " / "
    case .cvv, .name: ""
    }
  }

  /// Where the words begin: at the groups, or behind the spaces of a name.
  func words(_ bytes: UnsafeRawBufferPointer) -> [Int] {
    guard self == .name else { return groups(bytes).map(\.lowerBound) }
    return bytes.indices.filter { bytes[$0] != space && ($0 == 0 || bytes[$0 - 1] == space) }
  }
}

private let zero = UInt8(ascii: "0")
private let space = UInt8(ascii: " ")
