import WalletAPI
import WalletModel

/// Schemas of what goes in and out, parameters and headers.
enum OpenAPISchemas {
  static func query(_ parameter: Documented.QueryParameter) -> JSON {
    var fields: [(String, JSON)] = [("name", .string(parameter.name)), ("in", "query")]
    if case .endDate = parameter {
      fields.append(("description", "Not before startDate, where both are given: else 400"))
    }
    fields += [("style", "form"), ("explode", false), ("schema", schema(parameter))]
    return .named(fields)
  }

  private static func schema(_ parameter: Documented.QueryParameter) -> JSON {
    func several(_ words: JSON) -> JSON {
      ["type": "array", "minItems": 1, "items": words]
    }
    return switch parameter {
    case .limit(let limit):
      [
        "type": "integer", "minimum": 1, "maximum": .integer(Int64(CardQuery.maximumLimit)),
        "default": .integer(Int64(limit)),
      ]
    case .offset:
      ["type": "integer", "minimum": 0, "maximum": .integer(.max), "default": 0]
    case .startDate, .endDate: type("time")
    case .sortOrder: words(SortOrder.self)
    case .nextToken: pattern("^[0-9]{1,10}$")
    case .status: several(words(CardStatus.self))
    case .include: several(words(CardInclude.self))
    case .cardType: words(CardType.self)
    }
  }

  static func words<T: WireWord>(_ type: T.Type) -> JSON {
    [
      "type": "string",
      "enum": .array(T.allCases.map { .string($0.rawValue) }),
    ]
  }

  static func ifMatch(isNeeded: Bool) -> JSON {
    [
      "name": "If-Match", "in": "header", "required": .bool(isNeeded),
      "description": "The version that one saw, or * for whichever it is",
      "schema": ["type": "string", "pattern": "^(\\*|\"(0|[1-9][0-9]{0,14})\")$"],
    ]
  }
  static let idempotencyKey: JSON = [
    "name": .string(Wire.idempotencyKey), "in": "header", "required": false,
    "description": "The same key with the same request has its effect once",
    "schema": type("key"),
  ]
  static let deviceKey: JSON = [
    "name": .string(Wire.deviceKey), "in": "header", "required": false,
    "description": "An X25519 key, base 64: the answer is sealed to it",
    "schema": [
      "type": "string", "format": "x25519-key", "contentEncoding": "base64",
      "pattern": "^[A-Za-z0-9+/_-]{43}={0,2}$",
    ],
  ]
  static let scaAuthorization: JSON = [
    "name": .string(Wire.scaAuthorization), "in": "header", "required": false,
    "description": "The confirmation, base 64 of {\"scaDetails\":{eventId, walletOperationId}}",
    "schema": [
      "type": "string", "format": "sca-authorization", "contentEncoding": "base64",
      "pattern": "^[A-Za-z0-9+/_-]+={0,2}$",
    ],
  ]
}
