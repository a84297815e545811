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
