import WalletAPI

/// The headers of requests, as parameters.
enum OpenAPIHeaders {
  static func ifMatch(isNeeded: Bool) -> JSON {
    [
      "name": "If-Match", "in": "header", "required": .bool(isNeeded),
      "description": "The version that one saw, several of which one must match, or * for any",
      "schema": ["type": "string", "pattern": #"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#],
    ]
  }
  static let idempotencyKey: JSON = [
    "name": .string(Wire.idempotencyKey), "in": "header", "required": false,
    "description": "The same key with the same request has its effect once",
    "schema": OpenAPISchemas.text(.key),
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
