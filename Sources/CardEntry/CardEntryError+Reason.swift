import Secrets
package import WalletModel

extension CardEntryError {
  /// The error as a server reports it.
  package var reason: Reason {
    switch self {
    case .empty: .field(.needed)
    case .length(let lengths):
      .field(.digitsCount, lengths.map { "\($0)" }.joined(separator: ", "))
    case .unknownBrand, .notSupported: .field(.cardNotSupported)
    case .checkDigit: .field(.checkDigit)
    case .incomplete, .month: .field(.expiryForm)
    case .expired: .field(.cardExpired)
    case .tooLate(let year): .field(.expiryTooLate, "\(year)")
    case .name(let reason): reason
    }
  }
}

extension CardEntryRules {
  /// What is wrong with a card that was handed over, in the order of the form. What a form did not
  /// ask for is not checked.
  ///
  /// - Parameter fields: The fields that must be there.
  package func problems(
    _ card: EnteredCard, fields: Set<CardField>, today: CalendarMonth
  ) -> [(field: CardField, error: CardEntryError)] {
    var problems: [(field: CardField, error: CardEntryError)] = []
    var brand = CardBrand.unknown
    func add(_ field: CardField, isThere: Bool, _ error: CardEntryError?) {
      if !isThere {
        if fields.contains(field) { problems.append((field, .empty)) }
      } else if let error {
        problems.append((field, error))
      }
    }
    let isNumber = card.number.map { number in
      number.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
    let numberError = card.number.flatMap { number in
      number.withBytes { bytes -> CardEntryError? in
        guard isNumber == true, bytes.count <= Self.longestNumber else { return .length([16]) }
        brand = PAN.brand(of: bytes)
        return self.numberError(bytes)
      }
    }
    add(.number, isThere: card.number != nil, numberError)
    add(
      .name, isThere: card.holderName != nil,
      card.holderName.flatMap { Rules.holderName($0).map { .name($0) } })
    add(
      .expiry, isThere: card.expiry != nil,
      card.expiry.flatMap { Self.expiryError($0, today: today) })
    let cvvError = card.cvv.flatMap { cvv -> CardEntryError? in
      cvv.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
        ? Self.cvvError(count: cvv.count, brand) : .length([3, 4])
    }
    add(.cvv, isThere: card.cvv != nil, cvvError)
    return problems
  }
}
