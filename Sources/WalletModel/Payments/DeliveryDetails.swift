/// How the goods of a payment are sent (D37).
package enum DeliveryMethod: String, Sendable, CaseIterable, WireWord {
  case nextDay = "N"
  case twoDays = "T"
  case lowestCost = "C"
  case other = "O"
}

/// Where the goods of a payment are sent (D37).
package struct DeliveryDetails: Hashable, Sendable {
  package var method: DeliveryMethod?
  /// ISO 3166-1, two letters.
  package var country: String
  package var zip: String
  package var state: String?
  package var city: String?
  package var street: String?
  package var street2: String?

  package init(
    country: String, zip: String, method: DeliveryMethod? = nil, state: String? = nil,
    city: String? = nil, street: String? = nil, street2: String? = nil
  ) {
    self.country = country
    self.zip = zip
    self.method = method
    self.state = state
    self.city = city
    self.street = street
    self.street2 = street2
  }
}

/// When a return link is followed (D39).
package enum ReturnRelation: String, Sendable, CaseIterable, WireWord {
  case usual = "default"
  case completed = "on_completed"
  case failed = "on_failed"
  case cancelled = "on_cancelled"
}

/// Where the payer's browser returns to, after the bank's page (D39).
package struct ReturnLink: Hashable, Sendable {
  package var relation: ReturnRelation
  /// An address with http:// or https://, 1…2,048 characters.
  package var address: String

  package init(_ relation: ReturnRelation, _ address: String) {
    self.relation = relation
    self.address = address
  }
}

/// The number by which a shop knows a payment (D02).
package enum MerchantReference {
  /// A new one: a UUID of version 4.
  package static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return UUIDText.make(random.next(), random.next())
  }
}
