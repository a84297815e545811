/// The payer (D36).
package struct PaymentProfile: Hashable, Sendable {
  package var firstName: String?
  package var lastName: String?
  package var email: String?
  package var phone: String?
  package var mobile: String?
  package var locale: ProfileLocale?
  /// The customer's id at the shop.
  package var merchantCustomerID: String?
  package var dateOfBirth: BirthDate?
  package var gender: ProfileGender?
  /// ISO 3166-1, two letters.
  package var nationality: String?
  package var identityDocuments: [IdentityDocument]?

  package init(
    firstName: String? = nil, lastName: String? = nil, email: String? = nil, phone: String? = nil
  ) {
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.phone = phone
  }
}

/// The language and country of a payer (D36).
package enum ProfileLocale: String, Sendable, CaseIterable, WireWord {
  /// As it is published.
  case canadianEnglish = "ca_en"
  case american = "en_US"
  case canadianFrench = "fr_CA"
  case british = "en_GB"
}

/// D36.
package enum ProfileGender: String, Sendable, CaseIterable, WireWord {
  case male = "M"
  case female = "F"
}

/// The payer's day of birth (D36).
package struct BirthDate: Hashable, Sendable {
  package var day: Int
  package var month: Int
  package var year: Int

  package init(day: Int, month: Int, year: Int) {
    self.day = day
    self.month = month
    self.year = year
  }
}

/// A document that identifies the payer (D36).
package struct IdentityDocument: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable, WireWord {
    case socialSecurity = "SOCIAL_SECURITY"
  }

  package var kind: Kind
  /// 1…9 characters.
  package var number: String

  package init(_ kind: Kind, _ number: String) {
    self.kind = kind
    self.number = number
  }
}
