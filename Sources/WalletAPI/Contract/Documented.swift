/// What the OpenAPI document says of an operation beside its contract and its records.
package struct Documented: Sendable {
  /// What the path's ids look like.
  package let id: FieldForm
  /// Bodies by name.
  package let examples: [(name: String, body: JSON)]
  package let links: [Link]

  package init(id: FieldForm = .id, examples: [(String, JSON)] = [], links: [Link] = []) {
    self.id = id
    self.examples = examples.map { (name: $0.0, body: $0.1) }
    self.links = links
  }

  /// A link from an answer to an operation that can follow, with the parameters that it takes from
  /// it.
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
}
