import WalletAPI
import WalletModel

/// The schemas of the document. Those of records are made from their fields.
enum OpenAPISchemas {
  typealias Schema = (name: String, schema: JSON)
  typealias Member = (name: String, schema: JSON, isRequired: Bool)

  static let all = errors + records + others + forms + published

  /// What the operations name. A record that is in requests and in answers is documented as one of
  /// requests.
  private static var records: [Schema] {
    var list = SchemaList()
    for route in WireRoute.all { list.add(body: route.bodyName, route.bodyRecords) }
    for route in WireRoute.all { list.add(route.answerRecord, isRequest: false) }
    list.add(FieldError.self, isRequest: false)
    list.add(SentReason.self, isRequest: false)
    return list.all
  }

  /// An object that is no record.
  static func object(_ members: [Member]) -> JSON {
    [
      "type": "object", "properties": .named(members.map { ($0.name, $0.schema) }),
      "required": .texts(members.filter(\.isRequired).map(\.name)),
    ]
  }

  static func needed(_ name: String, _ schema: JSON) -> Member { (name, schema, true) }
  static func optional(_ name: String, _ schema: JSON) -> Member { (name, schema, false) }

  static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/components/schemas/" + name)]
  }

  static func list(of schema: JSON) -> JSON { ["type": "array", "items": schema] }

  static func words<T: WireWord>(_ type: T.Type) -> JSON {
    ["type": "string", "enum": .texts(T.allCases.map(\.rawValue))]
  }

  /// One of these texts.
  static func among(_ texts: [String]) -> JSON {
    texts.count == 1
      ? ["const": .string(texts[0])]
      : ["type": "string", "enum": .texts(texts)]
  }

  static let time: JSON = ["type": "string", "format": "date-time"]
  static let count: JSON = ["type": "integer", "minimum": 0]
  static let flag: JSON = ["type": "boolean"]

  static func pattern(_ pattern: String) -> JSON {
    ["type": "string", "pattern": .string(pattern)]
  }

  /// A text of this form. Forms of integers are no texts.
  static func text(_ form: FieldForm = .text(0)) -> JSON {
    switch form {
    case .text(let least, let most): text(least, most)
    case .visible(let least, let most): text(least, most, pattern: visibleCharacters)
    case .digits(let least, let most):
      pattern("^[0-9]{\(least)\(most.map { ",\($0)" } ?? "")}$")
    case .among(let texts): among(texts)
    case .id: text(1, 64)
    case .key: pattern("^[!-~]{1,64}$")
    case .link: ["type": "string", "format": "uri-reference"]
    case .mobile:
      pattern(
        "^\\+([0-9]{7,15}|[0-9][ \\t][0-9]{6,14}"
          + "|[0-9]{2}[ \\t][0-9]{5,13}|[0-9]{3}[ \\t][0-9]{4,12})$")
    case .city: text(1, 30, pattern: "^[\\p{L}\\p{M} .-]+$")
    case .country: among(Countries.codes.sorted())
    case .token: pattern("^[0-9a-f]{64}$")
    case .currency: pattern("^[A-Z]{3}$")
    case .base64: ["type": "string", "contentEncoding": "base64"]
    case .anything, .boundedInteger, .count, .positive, .range, .documented: text(0, nil)
    }
  }

  private static func text(_ least: Int, _ most: Int?, pattern: String? = nil) -> JSON {
    var fields: [(String, JSON)] = [("type", "string"), ("minLength", .integer(Int64(least)))]
    if let most { fields.append(("maxLength", .integer(Int64(most)))) }
    if let pattern { fields.append(("pattern", .string(pattern))) }
    return .named(fields)
  }

  /// `Rules.isInvisible`, as far as a pattern can say it: some letters and marks are invisible too.
  private static let visibleCharacters = "^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}]*$"
}
