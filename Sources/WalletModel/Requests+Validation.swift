package import Secrets
import TextLayout

extension CardQuery {
  /// A02, A03: limit 1…1000, offset from 0.
  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("limit", Rules.range(limit, 1...CardQuery.maximumLimit))
    if offset < 0 { errors.add("offset", .field(.negative)) }
    if cardType?.isKnown == false { errors.add("cardType", .field(.unknown)) }
    if !statuses.allSatisfy(\.isKnown) { errors.add("status", .field(.unknown)) }
    return errors
  }
}

/// The customer's place of residence, which decides some rules (A17–A19).
package enum Market: WireEnum {
  case eu, us
  /// Another word of a server. The rules of the EU are used, which require no consents.
  indirect case other(String)

  package static let allCases: [Market] = [.eu, .us]

  package var rawValue: String {
    switch self {
    case .eu: "EU"
    case .us: "US"
    case .other(let word): word
    }
  }
}

extension CardRequest {
  /// All field rules of A16–A19 in the order of the fields. `program` is the programme in the
  /// request; nil: there is none of that name.
  package func fieldErrors(program: CardProgram?, market: Market) -> [FieldError] {
    var errors: [FieldError] = []
    let notEligible: Reason? = program == nil ? .field(.notEligible) : nil
    errors.add("programName", programName.isEmpty ? .field(.needed) : notEligible)
    errors.add("currency", currencyProblem(program))
    errors.add("mobile", mobile.flatMap(Rules.mobile))
    errors.add(
      "cardPin", cardPin.flatMap { market == .us ? .field(.setSeparately) : Rules.pin($0) })
    errors.add("externalId", externalID.flatMap { Rules.length($0, 1...40) })
    errors.add("alias", alias.flatMap(Rules.alias))
    if let deliveryAddress {
      if program?.cardType == .virtual {
        errors.add("deliveryAddress", .field(.notForVirtual))
      } else {
        errors += deliveryAddress.fieldErrors(market: market)
      }
    } else if program?.cardType == .physical {
      errors.add("deliveryAddress", .field(.neededForPhysical))
    }
    if market == .us {
      errors.add("termsAndConditionsAccepted", consentProblem(termsAndConditionsAccepted))
      errors.add("eDisclosureAccepted", consentProblem(eDisclosureAccepted))
    }
    return errors
  }

  private func currencyProblem(_ program: CardProgram?) -> Reason? {
    if currency.isEmpty { return .field(.needed) }
    guard Rules.isCurrencyCode(currency) else { return .field(.currencyForm) }
    guard let program, !program.currencies.contains(Currency(currency)) else { return nil }
    return .field(.oneOf, program.currencies.map(\.code).joined(separator: ", "))
  }

  private func consentProblem(_ consent: Bool?) -> Reason? {
    switch consent {
    case true: nil
    case false: .field(.notAccepted)
    case nil: .field(.neededForUS)
    }
  }
}

extension DeliveryAddress {
  /// A18. Field names carry the path: `deliveryAddress.city`.
  package func fieldErrors(market: Market) -> [FieldError] {
    var errors: [FieldError] = []
    func add(_ field: String, _ reason: Reason?) {
      errors.add("deliveryAddress." + field, reason)
    }
    add("address1", Rules.length(address1, 4...40))
    add("address2", address2.flatMap { Rules.length($0, 0...30) })
    add("address3", address3.flatMap { Rules.length($0, 0...30) })
    add("city", Rules.city(city))
    add("countryCode", Rules.country(countryCode))
    add("state", stateProblem(market))
    add("postalCode", Rules.postalCode(postalCode, market: market))
    return errors
  }

  private func stateProblem(_ market: Market) -> Reason? {
    switch market {
    case .eu, .other: return state.flatMap { Rules.length($0, 0...3) }
    case .us:
      guard let state, !state.isEmpty else { return .field(.neededForUSAddress) }
      return Rules.length(state, 2...3)
    }
  }
}

extension CardActivationRequest {
  /// A22: four digits and three digits.
  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    if !Rules.isDigits(lastFourDigits, count: 4) {
      errors.add("lastFourDigits", .field(.fourDigits))
    }
    if !cvv.isDigits(count: 3) { errors.add("cvv", .field(.threeDigits)) }
    return errors
  }
}

extension CardUpdateRequest {
  /// A23. `CardStatus.customerTargets` says whether the card can change to that status.
  package var fieldErrors: [FieldError] {
    switch self {
    case .pin(let pin): return Rules.pin(pin).map { [FieldError("pin", $0)] } ?? []
    case .alias(let alias):
      return Rules.length(alias, 0...24).map { [FieldError("alias", $0)] } ?? []
    case .status(let status, let reason):
      var errors: [FieldError] = []
      if ![.active, .locked, .cancelled].contains(status) {
        errors.add("status", .field(.statusToChangeTo))
      }
      errors.add("statusReason", Rules.length(reason, 1...200))
      return errors
    }
  }
}

/// The definitions of all field rules. Each returns what would be valid; nil: the value is valid.
package enum Rules {
  /// So many Unicode scalars, counted as JSON Schema does, and each of them seen or a joiner of a
  /// word: every text that somebody may choose goes by this.
  package static func length(_ text: String, _ range: ClosedRange<Int>) -> Reason? {
    if range.contains(text.unicodeScalars.count) {
      let scalars = Array(text.unicodeScalars)
      return scalars.indices.contains {
        isInvisible(scalars[$0]) && !Text.isJoined($0, in: scalars)
      } ? .field(.invisible) : nil
    }
    if text.isEmpty { return .field(.needed) }
    if range.lowerBound <= 1 { return .field(.atMost, "\(range.upperBound)") }
    return .field(.length, "\(range.lowerBound)", "\(range.upperBound)")
  }

  /// A number of this range.
  package static func range<N: FixedWidthInteger>(_ number: N, _ range: ClosedRange<N>) -> Reason? {
    range.contains(number) ? nil : .field(.range, "\(range.lowerBound)", "\(range.upperBound)")
  }

  /// A17 (`^\+\d+\s?\d{1,16}$`), of which only what E.164 allows can be a number: 7 to 15 digits,
  /// behind whose country code, one to three of them, there may be a blank.
  package static func mobile(_ text: String) -> Reason? {
    let problem = Reason.field(.mobileForm)
    guard text.first == "+" else { return problem }
    let parts = text.dropFirst().split(
      omittingEmptySubsequences: false, whereSeparator: { " \t".contains($0) })
    let digits = parts.reduce(0) { $0 + $1.utf8.count }
    guard parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), (7...15).contains(digits) else {
      return problem
    }
    switch parts.count {
    case 1: return nil
    case 2: return (1...3).contains(parts[0].count) ? nil : problem
    default: return problem
    }
  }

  /// A17, A23: exactly four digits.
  package static func pin(_ pin: Secret) -> Reason? {
    pin.isDigits(count: 4) ? nil : .field(.fourDigits)
  }

  /// A18: at most 30 letters (with the marks that belong to them), spaces, hyphens and periods.
  package static func city(_ text: String) -> Reason? {
    if let problem = length(text, 1...30) { return problem }
    let fine = text.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark:
        true
      default: $0 == " " || $0 == "-" || $0 == "."
      }
    }
    return fine ? nil : .field(.cityForm)
  }

  /// A18: ISO 3166 alpha-2.
  package static func country(_ text: String) -> Reason? {
    if text.isEmpty { return .field(.needed) }
    guard text.utf8.count == 2, text.utf8.allSatisfy(isCapital) else {
      return .field(.countryForm)
    }
    return Countries.codes.contains(text) ? nil : .field(.notACountry)
  }

  /// A18: 1…16 characters; US `^[a-zA-Z0-9-\ ]*$`.
  package static func postalCode(_ text: String, market: Market) -> Reason? {
    if let problem = length(text, 1...16) { return problem }
    guard market == .us else { return nil }
    let fine = text.utf8.allSatisfy {
      isDigit($0) || isCapital($0) || (0x61...0x7a).contains($0) || $0 == 0x2d || $0 == 0x20
    }
    return fine ? nil : .field(.postalCodeForm)
  }

  /// Ours: a card's own name, 1…24 characters.
  package static func alias(_ text: String) -> Reason? { length(text, 1...24) }

  /// Whether a scalar is a control character, reorders or hides neighbouring characters, has no
  /// width and belongs to no letter, or is unassigned (Unicode's categories C, Zl and Zp, and its
  /// default ignorable code points). Not U+FE0F, which makes an emoji of a sign.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7f).contains(scalar.value) || scalar.value == 0xfe0f { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// A full address of the web: `http` or `https`, a host, no user name, at most 2,048 characters.
  package static func isWebAddress(_ text: String) -> Bool {
    let lower = text.lowercased()
    guard text.utf8.count <= 8192, text.count <= 2048,
      let scheme = ["https://", "http://"].first(where: lower.hasPrefix),
      !text.utf8.contains(where: { $0 <= 0x20 || "<>\"\\".utf8.contains($0) })
    else { return false }
    let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return !host.isEmpty && !host.contains("@")
  }

  package static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy(isCapital)
  }

  package static func isDigits(_ text: String, count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
}
