import Secrets
import WalletAPI
import WalletModel

/// The fields of an object in an answer of an issuer. A field that is missing or of another type is
/// nil, so that nothing in one record stops a list. Texts have bounds.
struct AnswerFields {
  private var fields: JSONFields

  /// Unicode scalars of the longest text that is usually kept.
  static let longestText = 500
  /// Entries of the longest list in a record.
  private static let longestList = 1000

  init(_ json: JSON) throws(WireMalformed) { fields = try JSONFields(json) }

  /// - Throws: It is missing, is no text, or does not have 1 to 255 visible ASCII characters.
  mutating func id(_ name: String) throws(WireMalformed) -> String {
    guard let id = optionalID(name) else { throw WireMalformed(name, "must be an id") }
    return id
  }

  mutating func optionalID(_ name: String) -> String? {
    guard let text = fields.value(name).flatMap({ try? String(json: $0) }),
      (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return text
  }

  /// - Parameter longest: Unicode scalars that are kept.
  mutating func text(_ name: String, longest: Int = longestText) -> String? {
    guard let text = fields.value(name).flatMap({ try? String(json: $0) }) else { return nil }
    return CardNumberMask.mask(String(text.unicodeScalars.prefix(longest)))
  }

  /// An integer, or a text of digits: some issuers write months as `"06"`.
  mutating func integer(_ name: String) -> Int64? {
    guard let value = fields.value(name) else { return nil }
    if let number = try? Int64(json: value) { return number }
    guard let text = try? String(json: value), text.utf8.count <= 18 else { return nil }
    return Int64(text)
  }

  mutating func flag(_ name: String) -> Bool? {
    fields.value(name).flatMap { try? Bool(json: $0) }
  }

  mutating func object(_ name: String) -> AnswerFields? {
    fields.value(name).flatMap { try? AnswerFields($0) }
  }

  /// Empty: there is none.
  mutating func list(_ name: String) -> [JSON] {
    guard case .array(let entries)? = fields.value(name) else { return [] }
    return Array(entries.prefix(Self.longestList))
  }

  mutating func value(_ name: String) -> JSON? { fields.value(name) }

  /// RFC 3339.
  mutating func time(_ name: String) -> Timestamp? {
    fields.value(name).flatMap { try? String(json: $0) }.flatMap { Timestamp($0) }
  }

  /// Seconds since 1970.
  mutating func unixTime(_ name: String) -> Timestamp? {
    guard let seconds = integer(name), (0...253_402_300_799).contains(seconds) else { return nil }
    return Timestamp(seconds: seconds)
  }

  /// Four digits; empty: there are none.
  mutating func lastFour(_ name: String) -> String {
    guard let text = fields.value(name).flatMap({ try? String(json: $0) }), text.utf8.count == 4,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return "" }
    return text
  }

  /// The month and year at whose end a card expires; `.unspecified` if one is missing or not
  /// possible.
  mutating func expiry(_ month: String, _ year: String) -> CardExpiry {
    guard let month = integer(month), (1...12).contains(month), let year = integer(year),
      CardExpiry.years.contains(Int(clamping: year))
    else { return .unspecified }
    return CardExpiry(month: Int(month), year: Int(year))
  }

  /// In an answer in locked memory: digits.
  ///
  /// - Throws: It is missing or has another number of digits.
  mutating func digits(_ name: String, _ counts: ClosedRange<Int>) throws(WireMalformed) -> Secret {
    let secret = try fields.secret(name)
    guard counts.contains(where: { secret.isDigits(count: $0) }) else {
      secret.wipe()
      throw WireMalformed(name, "must be \(counts.lowerBound) to \(counts.upperBound) digits")
    }
    return secret
  }
}
