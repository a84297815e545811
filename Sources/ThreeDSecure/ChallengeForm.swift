package import Secrets
import WalletModel

/// What the bank's page posted, in `application/x-www-form-urlencoded`.
package struct ChallengeForm: Sendable {
  /// The fields of the form.
  enum Name: String, CaseIterable {
    case token, attempt, action, code, option
  }

  package enum Action: String, Sendable {
    case submit, cancel
  }

  /// The longest body that is read, in bytes.
  package static let longest = 1024
  /// The characters of a code.
  package static let longestCode = 16
  /// The bytes of a value that is not a code.
  private static let longestValue = 64
  /// The options that are read.
  private static let mostOptions = 16

  package private(set) var action: Action
  /// The number of the answer, 1 or more.
  package private(set) var attempt: Int
  /// nil: none was sent, or an empty one.
  package private(set) var code: Secret?
  package private(set) var options: [String]
  private let token: Secret

  /// Reads a body. The code stays in locked memory.
  ///
  /// - Returns: nil if it is not what the page posts: too long, a wrong percent sign, an unknown
  ///   field or one that is there twice, no token, attempt or action.
  package init?(_ body: UnsafeRawBufferPointer) {
    guard body.count <= Self.longest, SecretMemory.hasRoom(for: 4 * Self.longest) else {
      return nil
    }
    var token: Secret?
    var attempt: Int?
    var action: Action?
    var code: Secret?
    var options: [String] = []
    for pair in body.split(separator: 0x26, omittingEmptySubsequences: false) {
      guard let equals = pair.firstIndex(of: 0x3d),
        let name = Name.allCases.first(where: {
          pair[..<equals].elementsEqual($0.rawValue.utf8)
        })
      else { return nil }
      let isCode = name == .code
      guard
        let value = Self.decode(
          UnsafeRawBufferPointer(rebasing: pair[(equals + 1)...]),
          longest: isCode ? Self.longestCode : Self.longestValue)
      else { return nil }
      switch name {
      case .token where token == nil && !value.isEmpty: token = value
      case .code where code == nil: code = value
      case .attempt where attempt == nil:
        guard value.isDigits(count: 1), let number = Int(Self.text(value)), number > 0 else {
          return nil
        }
        attempt = number
      case .action where action == nil:
        guard let found = Action(rawValue: Self.text(value)) else { return nil }
        action = found
      case .option where options.count < Self.mostOptions: options.append(Self.text(value))
      case .token, .code, .attempt, .action, .option: return nil
      }
    }
    guard let token, let attempt, let action else { return nil }
    self.token = token
    self.attempt = attempt
    self.action = action
    self.code = code?.isEmpty == true ? nil : code
    self.options = options
  }

  /// Whether it came from the page with this token, compared in constant time.
  package func isFrom(token: Secret) -> Bool { self.token.matches(token) }

  /// The answer to a challenge.
  ///
  /// - Parameter confirmation: What the other device says.
  package func reply(
    to challenge: Challenge, confirmation: ChallengeReply.Confirmation = .waiting
  ) -> ChallengeReply {
    if action == .cancel { return .cancel }
    switch challenge.type {
    case .oneTimeCode, .html: return .code((code ?? Secret(capacity: 1)).removingSeparators())
    case .outOfBand: return .confirmation(confirmation)
    case .singleSelect, .multiSelect: return .options(options)
    }
  }

  /// For values that are not secret.
  private static func text(_ value: Secret) -> String {
    value.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Percent-decoding with `+` as a blank, in locked memory.
  private static func decode(_ text: UnsafeRawBufferPointer, longest: Int) -> Secret? {
    var out = SecretBytes(capacity: longest)
    var at = 0
    while at < text.count {
      var byte = text[at]
      at += 1
      if byte == 0x2b { byte = 0x20 }
      if byte == 0x25 {
        guard text.count - at >= 2, let high = hex(text[at]), let low = hex(text[at + 1]) else {
          return nil
        }
        byte = high << 4 | low
        at += 2
      }
      guard out.append(byte) else { return nil }
    }
    return Secret(out)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
