import WalletAPI

/// The schemas of sealed answers, news and sign-ins.
extension OpenAPISchemas {
  static let others: [Schema] = [
    (
      Sealed.recordName,
      RecordSchema.of(Sealed.self, isRequest: false).json.adding("additionalProperties", false)
    ),
    (
      "News",
      object([
        needed("id", text(.id)),
        // The last one is that of an event without a name.
        needed("event", among(WireNews.names + ["message"])),
        needed("data", text(.text(2))),
      ])
    ),
  ]

  static let forms: [Schema] = [
    (
      "TokenForm",
      [
        "oneOf": [
          reference("PasswordForm"), reference("RefreshForm"), reference("ClientForm"),
          reference("ExchangeForm"),
        ]
      ]
    ),
    (
      "PasswordForm",
      grant(
        TokenRequest.passwordGrant,
        [needed("username", text()), needed("password", text()), optional("device_id", text())])
    ),
    (
      "RefreshForm",
      grant(
        TokenRequest.refreshGrant,
        [needed("refresh_token", text()), optional("device_id", text())])
    ),
    ("ClientForm", grant(TokenRequest.clientGrant, [])),
    (
      "ExchangeForm",
      grant(
        TokenRequest.exchangeGrant,
        [
          needed("subject_token", text()), needed("subject_token_type", accessTokenType),
          optional("requested_token_type", accessTokenType), optional("device_id", text()),
        ])
    ),
    (
      "Token",
      object([
        needed("access_token", text(.token)),
        needed("expires_in", ["type": "integer", "minimum": 1]),
        needed("token_type", reference("TokenType")), needed("scope", text()),
        optional("refresh_token", text(.token)),
        optional("issued_token_type", accessTokenType),
      ])
    ),
    ("TokenType", ["const": "Bearer"]),
    ("RevocationForm", form([needed("token", text())])),
  ]

  private static let accessTokenType = among([TokenRequest.accessTokenType])

  private static func grant(_ name: String, _ members: [Member]) -> JSON {
    form([needed("grant_type", among([name])), optional("scope", text())] + members)
  }

  /// RFC 6749, 3.1: each name once.
  private static func form(_ members: [Member]) -> JSON {
    object(members).adding("additionalProperties", ["type": "string"])
  }
}
