import WalletAPI

/// The schemas of records and of all records that their fields name, each once.
struct SchemaList {
  private(set) var all: [OpenAPISchemas.Schema] = []
  private var names: Set<String> = []

  mutating func add(_ record: any WireRecord.Type, isRequest: Bool) {
    guard names.insert(record.recordName).inserted else { return }
    let schema = RecordSchema.of(record, isRequest: isRequest)
    all.append((record.recordName, schema.json))
    for nested in schema.nested { add(nested, isRequest: isRequest) }
  }

  /// The body of a request, which may be one of several records; nil: there is none.
  mutating func add(body name: String?, _ records: [any WireRecord.Type]) {
    if let name, records.count > 1, names.insert(name).inserted {
      let members = records.map { OpenAPISchemas.reference($0.recordName) }
      all.append((name, ["oneOf": .array(members)]))
    }
    for record in records { add(record, isRequest: true) }
  }
}
