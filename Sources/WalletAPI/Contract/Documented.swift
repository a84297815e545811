/// What the OpenAPI document says of an operation beside its contract.
package struct Documented: Sendable {
  /// The schema of the path's ids.
  package let id: String
  package let query: [QueryParameter]
  /// The name of the body's schema; nil: there is no body.
  package let request: String?
  /// The name of the answer's schema.
  package let response: String
  /// Bodies by name.
  package let examples: [(name: String, body: JSON)]
  package let links: [Link]

  package init(
    id: String = "id", query: [QueryParameter] = [], request: String? = nil, response: String,
    examples: [(String, JSON)] = [], links: [Link] = []
  ) {
    self.id = id
    self.query = query
    self.request = request
    self.response = response
    self.examples = examples.map { (name: $0.0, body: $0.1) }
    self.links = links
  }

  /// What leads on from an answer: an operation with what it takes from there.
  package struct Link: Sendable {
    package let name: String
    package let operation: any WalletOperation.Type
    /// Expressions of OpenAPI by parameter: `$response.body#/id`.
    package let parameters: [(name: String, value: String)]
    package let body: JSON?

    package init(
      _ name: String, _ operation: any WalletOperation.Type, _ parameters: [(String, String)] = [],
      body: JSON? = nil
    ) {
      self.name = name
      self.operation = operation
      self.parameters = parameters.map { (name: $0.0, value: $0.1) }
      self.body = body
    }
  }

  /// A parameter of a query, as it may be written.
  package enum QueryParameter: Sendable {
    case cardType
    case status
    case include
    case startDate
    case endDate
    case sortOrder
    case nextToken
    case offset
    /// With how many there are on a page unless one says so.
    case limit(Int)

    package var name: String {
      switch self {
      case .cardType: "cardType"
      case .status: "status"
      case .include: "include"
      case .startDate: "startDate"
      case .endDate: "endDate"
      case .sortOrder: "sortOrder"
      case .nextToken: "nextToken"
      case .offset: "offset"
      case .limit: "limit"
      }
    }
  }
}
