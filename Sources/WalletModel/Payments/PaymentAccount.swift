/// Rules for the account of a shop that takes payments (D01, D03, D04).
package enum PaymentAccount {
  /// D01: a key is Base64 of UTF-8 text with a user name and a password around its first colon.
  ///
  /// - Throws: `.apiKeyEmpty`, `.apiKey`.
  package static func check(key decoded: [UInt8]?, isEmpty: Bool) throws(PaymentError) {
    if isEmpty { throw PaymentError(.apiKeyEmpty) }
    guard let decoded, let text = String(validating: decoded, as: UTF8.self),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.utf8.startIndex,
      text.utf8.index(after: colon) != text.utf8.endIndex
    else { throw PaymentError(.apiKey) }
  }

  /// D03: three capital letters.
  package static func isCurrency(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5a).contains($0) }
  }

  /// D03: digits only, and at least one.
  package static func isAccountID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
