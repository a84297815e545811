import Issuer
import WalletAPI
import WalletModel

/// A route of the payment services that shops use (E11–E28, D40), which are outside of `Wire.base`.
struct PublishedRoute: Sendable {
  /// Each has its own way to sign in and its own error object.
  enum Service: Sendable {
    case netaxept, merchant, payments
  }

  /// What a request may say after the path.
  struct Parameter: Sendable {
    let name: String
    let form: FieldForm
    let isRequired: Bool
  }

  typealias Handler = @Sendable (inout PublishedCall) throws(WalletError) -> JSON?

  let service: Service
  let method: String
  let path: String
  /// Its name in the OpenAPI document.
  let name: String
  let about: String
  /// Of a success. 204 and 202 have no body.
  let status: Int
  /// The only one; nil: it has none.
  let parameter: Parameter?
  /// The names of the schemas; nil: there is no body.
  let body: String?
  let answer: String?
  let handler: Handler
  private let parts: [String?]

  init(
    _ service: Service, _ method: String, _ path: String, _ name: String, _ about: String,
    status: Int = 200, parameter: Parameter? = nil, body: String? = nil, answer: String? = nil,
    _ handler: @escaping Handler
  ) {
    self.service = service
    self.method = method
    self.path = path
    self.name = name
    self.about = about
    self.status = status
    self.parameter = parameter
    self.body = body
    self.answer = answer
    self.handler = handler
    parts = Self.split(path).map { $0.hasPrefix(":") ? nil : String($0) }
  }

  static let all = netaxept + merchant + payments

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The routes of a path, with its ids. A path with a word comes before one with an id.
  static func find(_ path: String) -> (routes: [PublishedRoute], ids: [String])? {
    let found = split(path)
    func ids(_ parts: [String?]) -> [String]? {
      guard parts.count == found.count else { return nil }
      var ids: [String] = []
      for (part, found) in zip(parts, found) {
        if let part {
          guard part == found else { return nil }
        } else {
          // Nothing has an empty id.
          let id = PercentCoding.decode(found) ?? ""
          ids.append(id.utf8.count <= 64 ? id : "")
        }
      }
      return ids
    }
    let matching = all.compactMap { route in ids(route.parts).map { (route, $0) } }
    guard let fewest = matching.map(\.1.count).min() else { return nil }
    let best = matching.filter { $0.1.count == fewest }
    return (best.map(\.0), best[0].1)
  }
}

/// A request to a published route.
struct PublishedCall {
  let ids: [String]
  let parameter: PublishedRoute.Parameter?
  let query: [WireField]
  /// An object; empty if there is no body.
  let body: JSON
  /// The shop that asks, if its key names one.
  let merchant: Merchant?
  /// The header `Simulator` (D28).
  let simulator: String?
  /// The merchant's id, which its own service has in its path.
  let shopID: String
  let issuers: IssuerTable
  /// Those whose data may have changed.
  private(set) var customers: [CustomerID] = []

  /// For what is looked up before the customer is known.
  var lookup: ShopBackEnd { issuers.lookup.shopBackEnd }

  /// For what concerns a customer.
  mutating func backEnd(of customer: CustomerID) -> ShopBackEnd {
    if !customers.contains(customer) { customers.append(customer) }
    return issuers.issuer(of: customer).shopBackEnd
  }

  /// The customer that a request names; without a name the first one of the server.
  ///
  /// - Throws: `.fieldErrors` with this field.
  func customer(_ id: String?, _ field: String) throws(WalletError) -> CustomerID {
    guard let customer = try lookup.customer(id) else {
      throw Self.wrong(field, "is not a customer")
    }
    return customer
  }

  /// The value of the route's parameter; nil: it has none, or the request leaves it out.
  ///
  /// - Throws: `.fieldErrors` if it is missing, or not the only one.
  func argument() throws(WalletError) -> String? {
    guard let parameter else { return nil }
    guard query.allSatisfy({ $0.name == parameter.name }), query.count <= 1,
      !query.isEmpty || !parameter.isRequired
    else { throw Self.wrong(parameter.name, "must be the only parameter") }
    return query.first?.value
  }

  static func wrong(_ field: String, _ reason: String) -> WalletError {
    WalletError(WireMalformed(field, reason))
  }

  /// A text of the body.
  func text(_ name: String) throws(WalletError) -> String {
    try read { fields throws(WireMalformed) in try fields.get(name) }
  }

  /// Reads the fields of the body.
  func read<R>(_ reader: (inout JSONFields) throws(WireMalformed) -> R) throws(WalletError) -> R {
    do throws(WireMalformed) {
      var fields = try JSONFields(body)
      return try reader(&fields)
    } catch {
      throw WalletError(error)
    }
  }
}
