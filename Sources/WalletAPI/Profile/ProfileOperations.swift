package import WalletModel

/// The customer.
package protocol ProfileEngine {
  func getProfile(_ operation: GetProfile, _ context: RequestContext) throws(WalletError)
    -> CustomerProfile
}

extension WireRoute {
  static let profiles: [WireRoute] = [
    WireRoute(GetProfile.self)
  ]
}

/// The customer's own data.
package struct GetProfile: WalletOperation, PlainRequest {
  package typealias Response = CustomerProfile
  package static let contract = Contract.read(
    "GET_PROFILE", "/profile", group: .wallet, about: "Who the wallet belongs to")
  package init() {}
  package static let method = EngineMethod<Self> { $0.profileEngine.getProfile }
}

/// The customer whose wallet it is.
package struct CustomerProfile: Hashable, WireRecord, JSONValue {
  package var customerID: CustomerID
  package var name: String
  package var mobile: String
  package var email: String
  package var market: Market
  package init(
    customerID: CustomerID, name: String, mobile: String, email: String, market: Market
  ) {
    self.customerID = customerID
    self.name = name
    self.mobile = mobile
    self.email = email
    self.market = market
  }

  /// The owner of a new wallet of one person.
  package init(owner: CustomerDetails) {
    self.init(
      customerID: CustomerID("1"), name: owner.name.uppercased(), mobile: owner.mobile,
      email: owner.email, market: owner.market)
  }

  package static var blank: CustomerProfile {
    CustomerProfile(
      customerID: CustomerID(""), name: "", mobile: "", email: "", market: .unspecified)
  }
  package static var recordName: String { "Profile" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("customerId", &customerID)
    try v.lenient("name", &name)
    try v.lenient("mobile", &mobile)
    try v.lenient("email", &email)
    try v.lenient("market", &market)
  }
}
