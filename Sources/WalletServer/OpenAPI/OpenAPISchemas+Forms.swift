import WalletAPI
import WalletModel

/// The schemas of what is asked for: orders and changes, confirmations, sign-ins.
extension OpenAPISchemas {
  static let changes: [(name: String, schema: JSON)] = [
    request(CardRequest.self),
    request(CardTokenizationRequest.self),
    record(CardTokenization.self),
    record(TokenizedCustomer.self),
    (
      "TokenizationUpdate",
      request([
        ("dpanRef?", "id"), ("walletId?", "text1-64"), ("walletType", "walletType"),
        ("status", "completed"),
      ])
    ),
    ("ChangeSettlement", settlement),
    request(CardActivationRequest.self),
    ("CardUpdateRequest", ["oneOf": [type("StatusUpdate"), type("PinUpdate")]]),
    (
      "StatusUpdate",
      [
        "type": "object",
        "properties": [
          "status": ["type": "string", "enum": ["ACTIVE", "LOCKED", "CANCELLED"]],
          "statusReason": type("seen1-200"), "pin": ["type": "null"],
        ],
        "required": ["status", "statusReason"],
      ]
    ),
    (
      "PinUpdate",
      [
        "type": "object",
        "properties": [
          "pin": type("digits4"), "status": ["type": "null"], "statusReason": ["type": "null"],
        ],
        "required": ["pin"],
      ]
    ),
  ]

  private static let settlement: JSON = [
    "type": "object",
    "properties": [
      "state": ["type": "string", "enum": ["done", "unknown"]],
      "status": ["type": "integer", "minimum": 200, "maximum": 299], "cardId": type("id"),
    ],
    "required": ["state"],
  ]

  static let confirmations: [(name: String, schema: JSON)] = [
    request(ScaVerification.self),
    (
      "ChallengeRequest",
      request([("walletOperationId", "text"), ("verification", "Verification")])
    ),
    record(ScaChallenge.self),
    ("AttemptValue", request([("method?", "otp"), ("value", "text")])),
    (
      "AttemptRequest",
      request([("walletOperationId", "text"), ("verification", "AttemptValue")])
    ),
    record(ScaAttempt.self),
    ("Authenticator", record([("state", "authenticatorState")])),
    record(AuthenticatorEnrolment.self),
    ("AuthenticatorCode", request([("code", "text")])),
    record(PhoneMessage.self),
    (
      "News",
      record([("id", "id"), ("event", "newsName"), ("data", "text2")])
    ),
    ("PhoneMessages", record([("messages", "[PhoneMessage]")])),
  ]

  static let forms: [(name: String, schema: JSON)] = [
    (
      "TokenForm",
      [
        "oneOf": [
          type("PasswordForm"), type("RefreshForm"), type("ClientForm"), type("ExchangeForm"),
        ]
      ]
    ),
    (
      "PasswordForm",
      grant(
        "password", [("username", "text"), ("password", "text"), ("device_id?", "text")])
    ),
    (
      "RefreshForm",
      grant("refresh_token", [("refresh_token", "text"), ("device_id?", "text")])
    ),
    ("ClientForm", grant("clientGrant", [])),
    (
      "ExchangeForm",
      grant(
        "exchangeGrant",
        [
          ("subject_token", "text"), ("subject_token_type", "accessTokenType"),
          ("requested_token_type?", "accessTokenType"), ("device_id?", "text"),
        ])
    ),
    (
      "Token",
      record([
        ("access_token", "token"), ("expires_in", "version"), ("token_type", "TokenType"),
        ("scope", "text"), ("refresh_token?", "token"),
        ("issued_token_type?", "accessTokenType"),
      ])
    ),
    ("TokenType", ["const": "Bearer"]),
    ("RevocationForm", form([("token", "text")])),
  ]

  private static func grant(_ name: String, _ fields: [(String, String)]) -> JSON {
    form([("grant_type", name), ("scope?", "text")] + fields)
  }

  /// RFC 6749, 3.1: each name once.
  private static func form(_ fields: [(String, String)]) -> JSON {
    guard case .object(let parts) = record(fields) else { return .null }
    return .object(parts + [(name: "additionalProperties", value: ["type": "string"])])
  }
}
