import WalletAPI
import WalletModel

/// What goes in and out, by name.
enum OpenAPISchemas {
  struct Shape {
    var about = ""
    /// What the path's id is.
    var id = "id"
    var query: [String] = []
    var request: String?
    var response = "Card"
    /// Whether the answer says where what was made is.
    var hasPlace = false
    var examples: [(String, JSON)] = []
    var links: OpenAPIAnswers.Links = [:]

    /// One of `query`. Lists of cards have an offset and pages of their own length.
    func parameter(_ name: String) -> JSON {
      OpenAPISchemas.query(
        name,
        limit: query.contains("offset") ? CardQuery.defaultLimit : TransactionQuery.defaultLimit)
    }
  }

  /// By `OperationDescriptor.name`. PATCH of a card stands there once, with both its forms.
  static let shapes: [String: Shape] = [
    "LIST_CARDS": Shape(
      about: "The customer's cards, oldest first",
      query: ["cardType", "status", "include", "limit", "offset"], response: "CardList",
      links: cardLinks("$response.body#/cards/0", version: nil)),
    "GET_CARD": Shape(
      about: "A card", query: ["include"],
      links: cardLinks("$response.body#", version: "$response.header.ETag")),
    "CREATE_CARD": Shape(
      about: "Orders a card", request: "CardRequest", hasPlace: true, examples: newCards,
      links: cardLinks("$response.body#", version: "$response.header.ETag")),
    "ACTIVATE": Shape(
      about: "Activates a physical card, once", request: "CardActivationRequest",
      examples: [("card", ["lastFourDigits": "0093", "cvv": "123"])]),
    "SET_STATUS": Shape(
      about: "Locks, unlocks or cancels a card, or sets its PIN", request: "CardUpdateRequest",
      examples: [
        ("lock", ["status": "LOCKED", "statusReason": "Lost"]),
        ("unlock", ["status": "ACTIVE", "statusReason": "Found"]),
        ("pin", ["pin": "4711"]),
      ],
      links: cardLinks("$response.body#", version: "$response.header.ETag")),
    "SET_PIN": Shape(request: "CardUpdateRequest"),
    "SHOW_DETAILS": Shape(about: "The card's number and CVV", response: "SecureDetails"),
    "LINK_DETAILS": Shape(
      about: "A URL that shows the card's number and CVV once, within 30 s",
      response: "SecureDetailsLink"),
    "OPEN_DETAILS": Shape(
      about: "What such a URL shows, to the sign-in that asked for it", response: "SecureDetails"),
    "SHOW_PIN": Shape(about: "The card's PIN", response: "Pin"),
    "TOKENIZE": Shape(
      about: "Gives a phone's wallet what it needs to take a card up",
      request: "TokenizationRequest",
      response: "CardTokenization",
      examples: [
        (
          "google",
          [
            "walletType": "GOOGLE_PAY", "clientDeviceId": "WNkcsfZPiKfa5PrH3jilkQYT",
            "clientWalletAccountId": "40exmLiWV1iV55ZVstOAiMf7",
          ]
        )
      ]),
    "UPDATE_TOKENIZATION": Shape(
      about: "Says that a phone's wallet has taken a card up", request: "TokenizationUpdate",
      response: "Tokenization",
      examples: [("completed", ["walletType": "GOOGLE_PAY", "status": "COMPLETED"])]),
    "GET_PROGRAMS": Shape(
      about: "What cards can be ordered", query: ["cardType"], response: "Programs"),
    "GET_ACCOUNT": Shape(about: "An account's balances", response: "Account"),
    "LIST_TRANSACTIONS": Shape(
      about: "A card's payments", query: transactions, response: "Transactions"),
    "LIST_ALL_TRANSACTIONS": Shape(
      about: "The payments with all cards", query: transactions, response: "Transactions"),
    "LIST_MERCHANTS": Shape(
      about: "The simulated shop's merchants, with --demo only, like all of /simulator",
      response: "Merchants"),
    "LIST_RATES": Shape(about: "What currencies are worth there", response: "Rates"),
    "AUTHORIZE": Shape(
      about: "A payment; a decline is an answer", request: "AuthorizationRequest",
      response: "Receipt", examples: someSales, links: authorizationLinks),
    "INCREMENT_AUTHORIZATION": Shape(
      about: "Reserves more", request: "ShopAmount", response: "Receipt"),
    "REVERSE_AUTHORIZATION": Shape(
      about: "Gives back what was reserved, or a part of it", request: "ShopAmount",
      response: "Receipt"),
    "EXPIRE_AUTHORIZATION": Shape(about: "Gives back what was reserved", response: "Receipt"),
    "DEBIT_AUTHORIZATION": Shape(
      about: "Takes the money", request: "ShopAmount", response: "Receipt",
      links: [
        "refund": ("REFUND_DEBIT", [("id", "$response.body#/id")], ["amount": 100])
      ]),
    "REFUND_DEBIT": Shape(about: "Gives money back", request: "ShopAmount", response: "Receipt"),
    "CREATE_CHALLENGE": Shape(
      about: "Sends a one-time code", request: "ChallengeRequest", response: "Challenge",
      links: [
        "attempt": (
          "SUBMIT_ATTEMPT", [("id", "$response.body#/eventId")],
          [
            "walletOperationId": "$response.body#/walletOperationId",
            "verification": ["method": "OTP", "value": "123456"],
          ]
        )
      ]),
    "SUBMIT_ATTEMPT": Shape(
      about: "Submits a one-time code; a wrong one is an answer", request: "AttemptRequest",
      response: "Attempt"),
    "GET_AUTHENTICATOR": Shape(
      about: "Whether an authenticator app is enrolled", response: "Authenticator"),
    "ENROL_AUTHENTICATOR": Shape(
      about: "Starts to enrol an authenticator app", response: "AuthenticatorEnrolment",
      links: ["confirm": ("CONFIRM_AUTHENTICATOR", [], ["code": "123456"])]),
    "CONFIRM_AUTHENTICATOR": Shape(
      about: "Ends enrolling, with a code of the app", request: "AuthenticatorCode",
      response: "Authenticator"),
    "LIST_PHONE_MESSAGES": Shape(
      about: "The simulated phone, with --demo only", response: "PhoneMessages"),
    "GET_PROFILE": Shape(about: "Who the wallet belongs to", response: "Profile"),
    "SETTLE_CHANGE": Shape(
      about: "What became of a change whose answer was lost", id: "key",
      response: "ChangeSettlement"),
  ]

  private static let transactions = ["startDate", "endDate", "sortOrder", "limit", "nextToken"]

  private static let authorizationLinks: OpenAPIAnswers.Links = {
    let id = [("id", "$response.body#/id")]
    return [
      "increment": ("INCREMENT_AUTHORIZATION", id, ["amount": 100]),
      "reverse": ("REVERSE_AUTHORIZATION", id, ["amount": 100]),
      "debit": ("DEBIT_AUTHORIZATION", id, ["amount": 100]),
      "expire": ("EXPIRE_AUTHORIZATION", id, nil),
    ]
  }()

  private static let someSales: [(String, JSON)] = [
    ("card", ["cardId": "f16ba382", "merchantId": "cafe-lumiere", "amount": 420]),
    (
      "number",
      [
        "cardNumber": "5555550000000000", "expiry": ["month": 9, "year": 2029], "csc": "123",
        "merchantId": "brooklyn-books", "amount": 1500, "currencyCode": "USD",
      ]
    ),
  ]

  /// What can be done with a card that was answered.
  private static func cardLinks(_ card: String, version: String?) -> OpenAPIAnswers.Links {
    let id = [("id", card + "/cardId")]
    let change = id + [("If-Match", version ?? "*")]
    return [
      "card": ("GET_CARD", id, nil),
      "lock": ("SET_STATUS", change, ["status": "LOCKED", "statusReason": "Lost"]),
      "unlock": ("SET_STATUS", change, ["status": "ACTIVE", "statusReason": "Found"]),
      "setPin": ("SET_STATUS", change, ["pin": "4711"]),
      "details": ("SHOW_DETAILS", id, nil),
      "link": ("LINK_DETAILS", id, nil),
      "pin": ("SHOW_PIN", id, nil),
      "transactions": ("LIST_TRANSACTIONS", id, nil),
      "account": ("GET_ACCOUNT", [("id", card + "/accountId")], nil),
      "activate": ("ACTIVATE", id, nil),
    ]
  }

  private static let newCards: [(String, JSON)] = [
    (
      "virtual",
      ["programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR", "alias": "Online"]
    ),
    (
      "physical",
      [
        "programName": "SKRILL-PHYSICAL-MC-EEA", "currency": "EUR", "mobile": "+359 888123456",
        "cardPin": "4711",
        "deliveryAddress": [
          "address1": "1 Vitosha Boulevard", "city": "Sofia", "countryCode": "BG",
          "postalCode": "1000",
        ],
      ]
    ),
  ]

  /// - Parameter limit: How many there are on a page unless one says so.
  static func query(_ name: String, limit: Int) -> JSON {
    var fields: [(String, JSON)] = [("name", .string(name)), ("in", "query")]
    if name == "endDate" {
      fields.append(("description", "Not before startDate, where both are given: else 400"))
    }
    fields += [
      ("style", "form"), ("explode", false), ("schema", querySchema(name, limit: limit)),
    ]
    return .named(fields)
  }

  private static func querySchema(_ name: String, limit: Int) -> JSON {
    func several(_ words: JSON) -> JSON {
      ["type": "array", "minItems": 1, "items": words]
    }
    switch name {
    case "limit":
      return [
        "type": "integer", "minimum": 1, "maximum": .integer(Int64(CardQuery.maximumLimit)),
        "default": .integer(Int64(limit)),
      ]
    case "offset":
      return [
        "type": "integer", "minimum": 0, "maximum": .integer(.max), "default": 0,
      ]
    case "startDate", "endDate": return type("time")
    case "sortOrder": return words(SortOrder.self)
    case "nextToken": return pattern("^[0-9]{1,10}$")
    case "status": return several(words(CardStatus.self))
    case "include": return several(words(CardInclude.self))
    default: return words(CardType.self)
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
