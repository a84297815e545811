import WalletAPI
import WalletModel

/// The schemas. Those of records are made of their fields; of what has no record a name ends with `?`
/// where it may be left out.
extension OpenAPISchemas {
  typealias Schema = (name: String, schema: JSON)

  /// What goes out: what is not there is left out.
  static func record<R: WireRecord>(_ type: R.Type) -> Schema {
    (R.recordName, RecordSchema.of(type, isRequest: false))
  }

  /// What comes in, too: what may be left out may be null as well.
  static func request<R: WireRecord>(_ type: R.Type) -> Schema {
    (R.recordName, RecordSchema.of(type, isRequest: true))
  }

  /// A text of a form. Forms of integers are no texts.
  static func text(_ form: FieldForm) -> JSON {
    switch form {
    case .text(let least, let most): text(least, most)
    case .seen(let least, let most): text(least, most, pattern: seen)
    case .digits(let count): pattern("^[0-9]{\(count)}$")
    case .only(let text): ["const": .string(text)]
    case .id: type("id")
    case .link: type("url")
    case .mobile: type("mobile")
    case .city: type("city")
    case .country: type("country")
    case .token: type("token")
    case .currency: type("currency")
    case .usual, .reckoned, .count, .positive, .range, .shown: text(0, nil)
    }
  }

  /// What goes out: what is not there is left out.
  static func record(_ fields: [(String, String)]) -> JSON {
    object(fields) { type($0) }
  }

  /// What comes in: what may be left out may be null as well.
  static func request(_ fields: [(String, String)]) -> JSON {
    object(fields) { ["anyOf": [type($0), ["type": "null"]]] }
  }

  private static func object(_ fields: [(String, String)], optional: (String) -> JSON) -> JSON {
    var properties: [(String, JSON)] = []
    var required: [JSON] = []
    for (name, word) in fields {
      if name.hasSuffix("?") {
        properties.append((String(name.dropLast()), optional(word)))
      } else {
        properties.append((name, type(word)))
        required.append(.string(name))
      }
    }
    return ["type": "object", "properties": .named(properties), "required": .array(required)]
  }

  private static func text(_ least: Int, _ most: Int?, pattern: String? = nil) -> JSON {
    var fields: [(String, JSON)] = [("type", "string"), ("minLength", .integer(Int64(least)))]
    if let most { fields.append(("maxLength", .integer(Int64(most)))) }
    if let pattern { fields.append(("pattern", .string(pattern))) }
    return .named(fields)
  }

  static func pattern(_ pattern: String) -> JSON {
    ["type": "string", "pattern": .string(pattern)]
  }

  /// `Rules.isUnseen`, as far as a pattern says it: not that a letter or a mark may be invisible, too.
  private static let seen = "^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}]*$"

  /// `[X]` is a list of X, `text4-40` a text of so many characters, `seen4-40` one without unseen
  /// ones (what is read may be older than that rule), `digits6` so many digits; the rest are the
  /// names below and those of `all`.
  static func type(_ word: String) -> JSON {
    if word.hasPrefix("[") {
      return ["type": "array", "items": type(String(word.dropFirst().dropLast()))]
    }
    if word.hasPrefix("digits") { return pattern("^[0-9]{\(word.dropFirst(6))}$") }
    if word.hasPrefix("text") || word.hasPrefix("seen") {
      let limits = word.dropFirst(4).split(separator: "-").compactMap { Int($0) }
      let pattern = word.hasPrefix("seen") ? seen : nil
      return text(limits.first ?? 0, limits.count > 1 ? limits[1] : nil, pattern: pattern)
    }
    return simple[word] ?? ["$ref": .string("#/components/schemas/" + word)]
  }

  private static let simple: [String: JSON] = [
    "id": text(1, 64), "key": pattern("^[!-~]{1,64}$"),
    "boolean": ["type": "boolean"],
    "integer": ["type": "integer"],
    "count": ["type": "integer", "minimum": 0],
    "version": ["type": "integer", "minimum": 1],
    "url": ["type": "string", "format": "uri-reference"],
    "month": ["type": "integer", "minimum": 1, "maximum": 12],
    "year": ["type": "integer", "minimum": 2000, "maximum": 9999],
    "time": ["type": "string", "format": "date-time"],
    "currency": pattern("^[A-Z]{3}$"),
    "mobile": pattern(
      "^\\+([0-9]{7,15}|[0-9][ \\t][0-9]{6,14}"
        + "|[0-9]{2}[ \\t][0-9]{5,13}|[0-9]{3}[ \\t][0-9]{4,12})$"),
    "city": [
      "type": "string", "minLength": 1, "maxLength": 30, "pattern": "^[\\p{L}\\p{M} .-]+$",
    ],
    "country": [
      "type": "string", "enum": .array(Countries.codes.sorted().map { .string($0) }),
    ],
    "token": pattern("^[0-9a-f]{64}$"),
    "status": words(CardStatus.self), "cardType": words(CardType.self),
    "scheme": words(CardScheme.self), "action": words(CardAction.self),
    "method": words(ScaMethod.self), "channel": words(ScaChannel.self),
    "otp": ["const": "OTP"], "password": ["const": "password"],
    "refresh_token": ["const": "refresh_token"],
    "clientGrant": ["const": .string(TokenRequest.clientGrant)],
    "exchangeGrant": ["const": .string(TokenRequest.exchangeGrant)],
    "accessTokenType": ["const": .string(TokenRequest.accessTokenType)],
    "mode": words(AuthenticationMode.self), "attemptStatus": words(ScaAttemptStatus.self),
    "cardNetwork": words(CardNetwork.self), "tokenProvider": words(CardTokenProvider.self),
    "completed": ["const": "COMPLETED"],
    "walletType": words(MobileWalletType.self), "walletStatus": words(MobileWalletStatus.self),
    "transactionType": words(TransactionType.self), "declineReason": words(DeclineReason.self),
    "chargeState": words(ChargeDetail.State.self),
    "amount": ["type": "integer", "minimum": 1, "maximum": .integer(ShopAmount.maximum)],
    "authenticatorState": words(AuthenticatorState.self),
    "newsName": ["type": "string", "enum": ["cards", "added", "phone", "damage", "message"]],
    "market": ["type": "string", "enum": ["EU", "US"]],
  ]

  static let all: [(name: String, schema: JSON)] =
    errors + cards + payments + changes + confirmations + forms

  private static let errors: [(name: String, schema: JSON)] = [
    ("Error", record([("error", "ErrorBody")])),
    (
      "ErrorBody",
      record([
        ("code", "ErrorCode"), ("message", "text1"), ("details", "[text]"),
        ("fieldErrors", "[FieldError]"), ("advice?", "text1"), ("retryAfter?", "count"),
      ])
    ),
    ("ErrorCode", pattern("^([0-9]{4}|WUI(-[A-Z]+)+)$")),
    record(FieldError.self),
  ]

  private static let cards: [(name: String, schema: JSON)] = [
    record(CardExpiry.self),
    record(Money.self),
    request(DeliveryAddress.self),
    record(MobileWalletTokenization.self),
    record(AvailableAction.self),
    record(Card.self),
    record(PagingResultMeta.self),
    record(DamagedRecord.self),
    record(CardList.self),
    record(SecureDetails.self),
    ("SecureDetailsLink", record([("url", "url")])),
    ("Pin", record([("pin", "digits4")])),
    (
      "Sealed",
      [
        "type": "object",
        "properties": ["sealed": ["type": "string", "contentEncoding": "base64"]],
        "required": ["sealed"], "additionalProperties": false,
      ]
    ),
    record(CardProgram.self),
    ("Programs", record([("programs", "[Program]")])),
    record(Account.self),
    record(CustomerProfile.self),
  ]
}
