package import WalletModel

extension SpendingLimits {
  package var fieldErrors: [FieldError] {
    var errors = amountErrors
    if let categories, let reason = Self.listError(categories, 1...MerchantCategory.allCases.count)
    {
      errors.append(FieldError("allowedCategories", reason))
    }
    if let countries {
      let wrong = countries.lazy.compactMap { Rules.country($0) }.first
      if let reason = wrong ?? Self.listError(countries, Self.countryCounts) {
        errors.append(FieldError("allowedCountries", reason))
      }
    }
    return errors
  }

  /// Why it is no list of different values, so many of them; nil: it is one.
  private static func listError<T: Hashable>(_ list: [T], _ counts: ClosedRange<Int>) -> Reason? {
    if !counts.contains(list.count) {
      return .field(.valueCount, "\(counts.lowerBound)", "\(counts.upperBound)")
    }
    return Set(list).count < list.count ? .field(.repeated) : nil
  }
}

extension MerchantCategory: FieldValue, JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    self = try Word<MerchantCategory>(json: json).value ?? .other
  }
  package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }

  package static var blank: MerchantCategory { .other }
  /// In answers an unknown word is `other`. Requests refuse it, see `CardControlsUpdate`.
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    var word = Word(self)
    try v.word(&word, form)
    self = word.value ?? .other
  }
}
