import TextLayout

/// The data that a new wallet asks its owner for (B24): the name on cards, and the addresses for
/// codes.
package struct CustomerDetails: Hashable, Sendable {
  package var name: String
  package var mobile: String
  package var email: String
  package var market: Market

  package init(name: String, mobile: String, email: String, market: Market = .eu) {
    self.name = String(typed: name)
    self.mobile = mobile
    self.email = email
    self.market = market
  }

  /// The rules are D13 for the name (iOS, by H10), A17 for the mobile number, and H07 for the
  /// e-mail address.
  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    func add(_ field: String, _ reason: Reason?) {
      if let reason { errors.append(FieldError(field, reason)) }
    }
    add("name", Rules.holderName(name))
    add("mobile", Rules.mobile(mobile))
    add("email", Rules.email(email))
    return errors
  }
}

extension Rules {
  /// D13: 2…24 letters, spaces, apostrophes and hyphens; no two spaces together, none at an end.
  package static func holderName(_ text: String) -> Reason? {
    if let problem = length(text, holderNameLength) { return problem }
    if !text.unicodeScalars.allSatisfy(isOfHolderName) { return .field(.holderNameForm) }
    if text.contains(part: "  ") || text.first == " " || text.last == " " {
      return .field(.extraSpace)
    }
    return nil
  }

  /// The number of characters of a holder's name (D13).
  package static let holderNameLength = 2...24

  /// Whether the character may be in a holder's name (D13).
  package static func isOfHolderName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5a, 0x61...0x7a, 0xc0...0xff, 0x20, 0x27, 0x2d: true
    default: false
    }
  }

  /// H07: 6…255 characters (Unicode scalars, as everywhere), something before and after one @,
  /// and a dot behind it.
  package static func email(_ text: String) -> Reason? {
    let problem = Reason.field(.emailForm)
    guard (6...255).contains(text.unicodeScalars.count),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || isInvisible($0) })
    else { return problem }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return problem }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty } ? nil : problem
  }
}
