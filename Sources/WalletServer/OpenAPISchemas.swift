import WalletAPI
import WalletModel

/// What goes in and out, by name.
enum OpenAPISchemas {
  struct Shape {
    var query: [String] = []
    var request: String?
    var response = "Card"
  }

  /// By `OperationDescriptor.name`. PATCH of a card stands there once, with both its forms.
  static let shapes: [String: Shape] = [
    "LIST_CARDS": Shape(
      query: ["cardType", "status", "include", "limit", "offset"], response: "CardList"),
    "GET_CARD": Shape(query: ["include"]),
    "CREATE_CARD": Shape(request: "CardRequest"),
    "ACTIVATE": Shape(request: "CardActivationRequest"),
    "SET_STATUS": Shape(request: "CardUpdateRequest"),
    "SET_PIN": Shape(request: "CardUpdateRequest"),
    "SHOW_DETAILS": Shape(response: "SecureDetails"),
    "SHOW_PIN": Shape(response: "Pin"),
    "GET_PROGRAMS": Shape(query: ["cardType"], response: "Programs"),
    "GET_ACCOUNT": Shape(response: "Account"),
    "LIST_TRANSACTIONS": Shape(query: ["limit"], response: "Transactions"),
    "CREATE_CHALLENGE": Shape(request: "ChallengeRequest", response: "Challenge"),
    "SUBMIT_ATTEMPT": Shape(request: "AttemptRequest", response: "Attempt"),
    "GET_AUTHENTICATOR": Shape(response: "Authenticator"),
    "ENROL_AUTHENTICATOR": Shape(response: "AuthenticatorEnrolment"),
    "CONFIRM_AUTHENTICATOR": Shape(request: "AuthenticatorCode", response: "Authenticator"),
    "LIST_PHONE_MESSAGES": Shape(response: "PhoneMessages"),
    "GET_PROFILE": Shape(response: "Profile"),
    "SETTLE_CHANGE": Shape(response: "ChangeSettlement"),
  ]

  static func query(_ name: String) -> JSON {
    let schema: String
    switch name {
    case "limit": schema = #"{"type":"integer","minimum":1,"maximum":1000}"#
    case "offset": schema = #"{"type":"integer","minimum":0}"#
    case "cardType": schema = #"{"type":"string","enum":\#(words(CardType.self))}"#
    case "status":
      schema = #"{"type":"array","items":{"type":"string","enum":\#(words(CardStatus.self))}}"#
    default:
      schema = #"{"type":"array","items":{"type":"string","enum":\#(words(CardInclude.self))}}"#
    }
    return read(
      #"{"name":"\#(name)","in":"query","style":"form","explode":false,"schema":\#(schema)}"#)
  }

  private static func words<T: WireEnum>(_ type: T.Type) -> String {
    "[" + T.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
  }

  static let ifMatch = header("If-Match", isRequired: true)
  static let idempotencyKey = header(Wire.idempotencyKey, isRequired: false)
  static let scaAuthorization = header(Wire.scaAuthorization, isRequired: false)
  static let deviceKey = header(Wire.deviceKey, isRequired: false)

  private static func header(_ name: String, isRequired: Bool) -> JSON {
    let schema =
      switch name {
      case "If-Match": #"{"type":"string","pattern":"^(\\*|\"[0-9]{1,15}\")$"}"#
      case Wire.deviceKey: #"{"type":"string","pattern":"^[A-Za-z0-9+/]{43}=$"}"#
      case Wire.idempotencyKey: #"{"type":"string","minLength":1,"maxLength":64}"#
      default: #"{"type":"string"}"#
      }
    return read(#"{"name":"\#(name)","in":"header","required":\#(isRequired),"schema":\#(schema)}"#)
  }

  /// nil comes out as null: the test of the document finds it.
  private static func read(_ text: String) -> JSON {
    (try? JSON.read(.plain(Array(text.utf8)))) ?? .null
  }

  static let components: JSON = read(
    #"{"securitySchemes":{"token":{"type":"http","scheme":"bearer"},"#
      + #""client":{"type":"http","scheme":"basic"}},"schemas":{"#
      + schemas.map { "\"\($0.name)\":" + $0.schema }.joined(separator: ",") + "}}")

  /// A name ends with `?` where it may be left out. Shorthands: see `type(_:)`.
  private static func record(_ fields: [(String, String)]) -> String {
    var properties: [String] = []
    var required: [String] = []
    for (name, type) in fields {
      let isOptional = name.hasSuffix("?")
      let name = isOptional ? String(name.dropLast()) : name
      properties.append("\"\(name)\":" + self.type(type))
      if !isOptional { required.append("\"\(name)\"") }
    }
    return #"{"type":"object","properties":{\#(properties.joined(separator: ","))},"#
      + #""required":[\#(required.joined(separator: ","))]}"#
  }

  private static func type(_ word: String) -> String {
    if word.hasPrefix("[") {
      return #"{"type":"array","items":\#(type(String(word.dropFirst().dropLast())))}"#
    }
    switch word {
    case "string", "integer", "boolean": return #"{"type":"\#(word)"}"#
    case "time": return #"{"type":"string","format":"date-time"}"#
    case let digits where digits.hasPrefix("digits"):
      return #"{"type":"string","pattern":"^[0-9]{\#(digits.dropFirst(6))}$"}"#
    case "status": return #"{"type":"string","enum":\#(words(CardStatus.self))}"#
    case "cardType": return #"{"type":"string","enum":\#(words(CardType.self))}"#
    case "scheme": return #"{"type":"string","enum":\#(words(CardScheme.self))}"#
    default: return ##"{"$ref":"#/components/schemas/\##(word)"}"##
    }
  }

  private static let schemas: [(name: String, schema: String)] = [
    (
      "Error",
      record([("error", "ErrorBody")])
    ),
    (
      "ErrorBody",
      record([
        ("code", "string"), ("message", "string"), ("details", "[string]"),
        ("fieldErrors", "[FieldError]"), ("advice?", "string"), ("retryAfter?", "integer"),
      ])
    ),
    ("FieldError", record([("field", "string"), ("error", "string")])),
    ("Expiry", record([("month", "integer"), ("year", "integer")])),
    ("Money", record([("amount", "integer"), ("currencyCode", "string")])),
    (
      "Address",
      record([
        ("address1", "string"), ("address2?", "string"), ("address3?", "string"),
        ("city", "string"), ("countryCode", "string"), ("state?", "string"),
        ("postalCode", "string"),
      ])
    ),
    (
      "Tokenization",
      record([
        ("dpanRef", "string"), ("walletId?", "string"), ("walletType", "string"),
        ("status", "string"),
      ])
    ),
    ("AvailableAction", record([("action", "string")])),
    (
      "Card",
      record([
        ("cardId", "string"), ("status", "status"), ("expiry", "Expiry"), ("lastFour", "digits4"),
        ("bin", "digits6"), ("customerId", "string"), ("cardType", "cardType"),
        ("programName", "string"), ("currency", "string"), ("createdDate", "time"),
        ("accountId", "string"), ("scheme", "scheme"), ("holderName", "string"),
        ("alias", "string"), ("statusDate", "time"), ("statusReason?", "string"),
        ("version", "integer"), ("mobile?", "string"), ("deliveryAddress?", "Address"),
        ("activationDate?", "time"), ("isPinSet", "boolean"), ("externalId?", "string"),
        ("tokenizations?", "[Tokenization]"), ("availableActions?", "[AvailableAction]"),
      ])
    ),
    (
      "Meta",
      record([("numberOfRecords", "integer"), ("limit", "integer"), ("page", "integer")])
    ),
    ("Damaged", record([("id", "string"), ("position", "integer")])),
    ("CardList", record([("cards", "[Card]"), ("meta", "Meta"), ("damaged?", "[Damaged]")])),
    (
      "CardRequest",
      record([
        ("programName", "string"), ("currency", "string"), ("mobile?", "string"),
        ("cardPin?", "digits4"), ("externalId?", "string"), ("deliveryAddress?", "Address"),
        ("termsAndConditionsAccepted?", "boolean"), ("eDisclosureAccepted?", "boolean"),
        ("alias?", "string"),
      ])
    ),
    ("CardActivationRequest", record([("lastFourDigits", "digits4"), ("cvv", "digits3")])),
    (
      "CardUpdateRequest",
      #"{"oneOf":[\#(type("StatusUpdate")),\#(type("PinUpdate"))]}"#
    ),
    (
      "StatusUpdate",
      #"{"type":"object","properties":{"status":{"type":"string","enum":["ACTIVE","LOCKED","#
        + #""CANCELLED"]},"statusReason":{"type":"string","minLength":1,"maxLength":200}},"#
        + #""required":["status","statusReason"],"additionalProperties":false}"#
    ),
    (
      "PinUpdate",
      #"{"type":"object","properties":{"pin":\#(type("digits4"))},"required":["pin"],"#
        + #""additionalProperties":false}"#
    ),
    (
      "SecureDetails",
      record([
        ("pan", "digits16"), ("cvv", "digits3"), ("expiry", "Expiry"),
        ("cardHolderName", "string"),
      ])
    ),
    ("Pin", record([("pin", "digits4")])),
    (
      "Sealed",
      #"{"type":"object","properties":{"sealed":{"type":"string","contentEncoding":"base64"}},"#
        + #""required":["sealed"],"additionalProperties":false}"#
    ),
    (
      "Program",
      record([
        ("cardType", "cardType"), ("scheme", "scheme"), ("name", "string"),
        ("currencies", "[string]"), ("allowableCards", "integer"), ("isDigital", "boolean"),
      ])
    ),
    ("Programs", record([("programs", "[Program]")])),
    (
      "Account",
      record([
        ("id", "string"), ("customerId", "string"), ("currencyCode", "string"),
        ("totalBalance", "integer"), ("availableBalance", "integer"),
      ])
    ),
    (
      "Transaction",
      record([
        ("id", "string"), ("cardId", "string"), ("type", "string"), ("transactedAt", "time"),
        ("settledAt?", "time"), ("billedAmount", "Money"), ("transactedAmount", "Money"),
        ("description", "string"), ("declineReason?", "string"),
      ])
    ),
    ("Transactions", record([("transactions", "[Transaction]")])),
    (
      "Verification",
      record([("method", "string"), ("channel?", "string"), ("target?", "string")])
    ),
    (
      "ChallengeRequest",
      record([("walletOperationId", "string"), ("verification", "Verification")])
    ),
    (
      "Challenge",
      record([
        ("eventId", "string"), ("walletOperationId", "string"),
        ("authenticationMode", "string"), ("verification", "Verification"),
        ("allowableChallenges", "integer"), ("currentChallenges", "integer"),
        ("creationTime", "time"), ("expirationTime", "time"), ("attemptsLeft", "integer"),
        ("resendTime", "time"),
      ])
    ),
    ("AttemptValue", record([("method?", "string"), ("value", "digits6")])),
    (
      "AttemptRequest",
      record([("walletOperationId", "string"), ("verification", "AttemptValue")])
    ),
    (
      "Attempt",
      record([
        ("eventId", "string"), ("walletOperationId", "string"), ("status", "string"),
        ("statusReason?", "string"), ("allowableAttempts", "integer"),
        ("currentAttempts", "integer"), ("creationTime", "time"),
      ])
    ),
    ("Authenticator", record([("state", "string")])),
    ("AuthenticatorEnrolment", record([("uri", "string"), ("secret", "string")])),
    ("AuthenticatorCode", record([("code", "digits6")])),
    (
      "PhoneMessage",
      record([
        ("id", "string"), ("channel", "string"), ("sender", "string"), ("time", "time"),
        ("text", "string"), ("code?", "string"),
      ])
    ),
    ("PhoneMessages", record([("messages", "[PhoneMessage]")])),
    (
      "Profile",
      record([
        ("customerId", "string"), ("name", "string"), ("mobile", "string"), ("email", "string"),
        ("market", "string"),
      ])
    ),
    (
      "ChangeSettlement",
      #"{"type":"object","properties":{"state":{"type":"string","enum":["done","unknown"]},"#
        + #""status":{"type":"integer"},"cardId":{"type":"string"}},"required":["state"]}"#
    ),
    (
      "TokenForm",
      record([
        ("grant_type", "string"), ("username?", "string"), ("password?", "string"),
        ("refresh_token?", "string"), ("scope?", "string"), ("device_id?", "string"),
      ])
    ),
    (
      "Token",
      record([
        ("access_token", "string"), ("expires_in", "integer"), ("token_type", "string"),
        ("scope", "string"), ("refresh_token?", "string"),
      ])
    ),
    ("RevocationForm", record([("token", "string")])),
  ]
}
