import ThreeDSecure
import WalletAPI
import WalletModel

/// The operations outside of `Wire.base`: of the payment services for shops, and the bank's page.
extension OpenAPI {
  /// Their paths begin at the address of the server.
  private static let servers: JSON = [["url": "/"]]

  static func published(_ route: PublishedRoute) -> JSON {
    let parameters = parameters(in: route.path) + query(of: route)
    let security: JSON = route.service == .netaxept ? [] : [["shop": []]]
    let success = JSON.present([
      ("description", .string(route.about)), ("content", route.answer.map { content($0) }),
    ])
    let refused: JSON = ["description": "Refused", "content": content(error(of: route.service))]
    return .present([
      ("operationId", .string(route.name)), ("tags", tags(.payments)),
      ("summary", .string(route.about)), ("servers", servers), ("security", security),
      ("parameters", parameters.isEmpty ? nil : .array(parameters)),
      ("requestBody", route.body.map { body($0, of: route.service) }),
      (
        "responses",
        OpenAPIAnswers.all(
          [(route.status, success)]
            + [400, 401, 404, 409, 429, 500, 503].map { ($0, refused) }, errors: errorsOfHTTP)
      ),
    ])
  }

  /// The errors that no service has made.
  private static let errorsOfHTTP: Set = [405, 411, 413, 415]

  private static func error(of service: PublishedRoute.Service) -> String {
    switch service {
    case .netaxept: "NetaxeptError"
    case .merchant: "ProcessingError"
    case .payments: "PaymentServiceError"
    }
  }

  /// Netaxept reads JSON and forms.
  private static func body(_ schema: String, of service: PublishedRoute.Service) -> JSON {
    let shape: JSON = ["schema": OpenAPISchemas.reference(schema)]
    let both: JSON = ["application/json": shape, "application/x-www-form-urlencoded": shape]
    return ["required": true, "content": service == .netaxept ? both : content(schema)]
  }

  private static func query(of route: PublishedRoute) -> [JSON] {
    guard let parameter = route.parameter else { return [] }
    return [
      [
        "name": .string(parameter.name), "in": "query", "required": .bool(parameter.isRequired),
        "schema": OpenAPISchemas.text(parameter.form),
      ]
    ]
  }

  static let bankPage = page("BANK_PAGE", "The bank's page, for a browser", statuses: [200, 410])

  static let bankPageAnswer = page(
    "ANSWER_BANK_PAGE", "The answer of the bank's page", statuses: [303, 410]
  ).adding(
    "requestBody",
    [
      "required": true,
      "content": content("BankPageForm", type: "application/x-www-form-urlencoded"),
    ])

  private static func page(_ name: String, _ about: String, statuses: [Int]) -> JSON {
    let html: JSON = [
      "description": "HTML", "content": ["text/html": ["schema": ["type": "string"]]],
    ]
    let answers = (statuses + [400, 404, 429, 500, 503]).sorted().map { ($0, html) }
    return [
      "operationId": .string(name), "tags": tags(.payments), "summary": .string(about),
      "servers": servers, "security": [],
      "parameters": .array(parameters(in: BankPageEndpoint.path)),
      "responses": OpenAPIAnswers.all(answers, errors: errorsOfHTTP),
    ]
  }
}

/// The schemas of these operations.
extension OpenAPISchemas {
  static let published: [Schema] = [
    (
      "NetaxeptRegister",
      fieldsOnce(
        credentials + [
          needed("orderNumber", pattern("^[!-~]{1,32}$")), needed("currencyCode", text(.currency)),
          optional("redirectUrl", text()), optional("serviceType", among(["M", "B"])),
          optional(
            "paymentMethodActionList",
            among(ShopMethod.allCases.map { "[{\"PaymentMethod\":\"\($0.rawValue)\"}]" })),
          optional("recurringType", words(SavedCardUse.self)),
          optional("recurringExpiryDate", pattern("^[0-9]{8}$")),
          optional("recurringFrequency", orNumber("^[0-9]{1,4}$", 9999)),
          optional("force3DSecure", orFlag), optional("updateStoredPaymentInfo", orFlag),
          optional("amount", orNumber("^[0-9]{1,12}$", 999_999_999_999)),
          optional("customerNumber", text(.id)), optional("panHash", text(.token)),
          optional("recurringUse3DS", orFlag),
        ])
    ),
    (
      "NetaxeptRegistered",
      object([
        needed("TransactionId", pattern("^[0-9a-f]{1,32}$")), optional("WalletURL", text()),
      ])
    ),
    (
      "NetaxeptProcess",
      fieldsOnce(
        credentials + [
          needed("transactionId", text(.id)), needed("operation", words(ShopOperation.self)),
        ])
    ),
    (
      "NetaxeptProcessed",
      object(
        [
          "AuthorizationId", "BatchNumber", "ExecutionTime", "MerchantId", "Operation",
          "ResponseCode", "ResponseSource", "ResponseText", "TransactionId", "SubTransactionId",
        ].map { needed($0, text()) })
    ),
    ("NetaxeptQuery", fieldsOnce(credentials + [needed("transactionId", text(.id))])),
    (
      "NetaxeptTransaction",
      object(
        [needed("TransactionId", text()), needed("QueryFinished", time)]
          + ["OrderInformation", "CustomerInformation", "TerminalInformation", "Summary"].map {
            needed($0, texts)
          }
          + [
            "AuthenticationInformation", "CardInformation", "SecurityInformation", "Recurring",
            "Error",
          ].map { optional($0, texts) }
          + [needed("History", list(of: texts)), optional("ErrorLog", list(of: texts))])
    ),
    (
      "NetaxeptError",
      object([
        needed(
          "Error",
          object(
            ["DateTime", "ResponseCode", "ResponseSource", "ResponseText"].map {
              needed($0, text())
            }))
      ])
    ),
    (
      "MerchantPayment",
      object([
        needed("customerId", text(.id)), needed("orderNumber", pattern("^[!-~]{1,32}$")),
        maybe("amount", orderSum), maybe("method", object([needed("id", words(ShopMethod.self))])),
        maybe("cardId", text(.token)), maybe("paymentData", text()),
        maybe("redirectUrl", text()), maybe("storeCard", flag),
        maybe("customerEmail", text(.text(6, 255))), maybe("phoneNumber", text(.visible(1, 40))),
        maybe(
          "items",
          list(
            of: object([
              needed("articleNumber", text(.visible(1, 64))),
              needed("quantity", ["type": "integer", "minimum": 1, "maximum": 9999]),
              maybe("amount", orderSum),
            ]))),
      ])
    ),
    (
      "MerchantRegistered",
      object([
        needed("transactionId", pattern("^[0-9a-f]{1,32}$")), needed("redirectOK", text()),
        needed("redirectCancel", text()), optional("walletUrl", text()),
      ])
    ),
    (
      "MerchantMethods",
      object([
        needed(
          "paymentMethods",
          list(
            of: object([
              needed("id", words(ShopMethod.self)), needed("displayName", text()),
              needed("fee", count),
            ]))),
        needed(
          "tokens",
          list(of: object(["name", "issuer", "value", "expiry"].map { needed($0, text()) }))),
      ])
    ),
    (
      "ProcessingError",
      object([
        needed("explanationText", text()), needed("params", object([needed("message", text())])),
      ])
    ),
    (
      "MerchantCardRemoval",
      object([needed("customerId", text(.id)), needed("cardId", text(.token))])
    ),
    ("StatusChange", object([needed("TransactionId", text(.id))])),
    (
      "SingleUseCustomerToken",
      object([
        needed("id", text()), needed("customerId", text()), needed("timeToLiveSeconds", count),
        needed("status", among(["ACTIVE"])), needed("singleUseCustomerToken", text()),
        needed(
          "paymentHandles",
          list(
            of: object(
              [
                ("id", text()), ("status", text()), ("usage", among(["MULTI_USE"])),
                ("paymentType", among(["CARD"])), ("paymentHandleToken", text()),
                ("card", ["type": "object"]),
              ].map { needed($0.0, $0.1) }))),
      ])
    ),
    ("SingleUseHandleRequest", handleRequest),
    (
      "SingleUseHandle",
      [
        "allOf": [
          reference(PaymentHandle.recordName),
          object([
            needed("paymentHandleToken", text(.text(1, 128))),
            needed("executionMode", among(["SYNCHRONOUS", "ASYNCHRONOUS"])),
            needed("liveMode", flag),
            needed(
              "gatewayResponse", object(["id", "processor"].map { needed($0, text(.text(1))) })),
            optional(
              "links",
              list(
                of: object([
                  needed("rel", text()), needed("href", text(.link)),
                  needed("method", among(["GET"])),
                ]))),
          ]),
        ]
      ]
    ),
    (
      "AuthenticationRequest",
      object([
        needed("merchantRefNum", text(.visible(1, 64))), maybe("process", flag),
        maybe("deviceFingerprintingId", text()),
      ])
    ),
    (
      "HandleAuthentication",
      object(
        ["id", "merchantRefNum", "accountId", "deviceChannel"].map { needed($0, text()) } + [
          needed("status", among(AuthenticationStatus.allCases.map(\.rawValue))),
          optional("threeDResult", among(ThreeDSResult.allCases.map(\.rawValue))),
          optional("sdkChallengePayload", text(.base64)),
        ])
    ),
    (
      "DeviceTokenRequest",
      object([
        needed("accountId", text(.digits(1, 20))),
        maybe("card", object([maybe("cardBin", pattern("^[0-9]{6,8}$"))])),
      ])
    ),
    (
      "DeviceToken",
      object(
        ["id", "accountId", "jwt", "deviceFingerprintingId"].map { needed($0, text()) } + [
          optional("card", object([needed("cardBin", text())]))
        ])
    ),
    ("FinalizeRequest", object([needed("payload", text(.text(1, 4096)))])),
    (
      "AuthenticationOutcome",
      object(
        [
          needed("id", text()),
          needed("status", among(AuthenticationStatus.allCases.map(\.rawValue))),
          optional("threeDResult", among(ThreeDSResult.allCases.map(\.rawValue))),
        ]
          + [
            "eci", "cavv", "threeDSecureVersion", "directoryServerTransactionId", "acsUrl",
            "txnTime",
          ].map { optional($0, text()) })
    ),
    (
      "PaymentServiceError",
      object([
        needed(
          "error",
          object([
            needed("code", pattern("^[0-9]{4}$")), needed("displayMessage", text(.text(1))),
            needed("detailedMessage", text(.text(1))), needed("correlationId", text(.id)),
            needed("fieldErrors", list(of: reference(FieldError.recordName))),
          ]))
      ])
    ),
    (
      "BankPageForm",
      object([
        needed("token", text()), needed("attempt", among(["1", "2", "3"])),
        needed("action", among(["submit", "cancel"])), optional("code", text(.text(0, 16))),
      ])
    ),
  ]

  private static let credentials: [Member] = [
    needed("merchantId", orNumber("^[0-9]{1,15}$", 999_999_999_999_999)),
    needed("token", text(.text(1))),
  ]

  /// A member of a request, which may be null as well.
  private static func maybe(_ name: String, _ schema: JSON) -> Member {
    optional(name, ["anyOf": [schema, ["type": "null"]]])
  }

  /// A form has each name once.
  private static func fieldsOnce(_ members: [Member]) -> JSON {
    object(members).adding(
      "additionalProperties", ["type": ["string", "integer", "boolean"]])
  }

  /// H18: a text, or the number that it means.
  private static func orNumber(_ pattern: String, _ most: Int64) -> JSON {
    [
      "type": ["string", "integer"], "pattern": .string(pattern), "minimum": 0,
      "maximum": .integer(most),
    ]
  }

  /// H18.
  private static let orFlag: JSON = ["enum": ["true", "false", true, false]]
  private static let orderAmount: JSON = [
    "type": "integer", "minimum": 0, "maximum": 999_999_999_999,
  ]
  private static let orderSum = object([
    needed("currencyCode", text(.currency)), needed("totalAmount", orderAmount),
    maybe("vatAmount", orderAmount),
  ])
  private static let texts: JSON = ["type": "object", "additionalProperties": ["type": "string"]]

  /// D39: the wallet's own request without what the headers say.
  private static var handleRequest: JSON {
    let request = RecordSchema.of(PaymentHandleRequest.self, isRequest: true)
    guard case .object(let fields) = request.json else { return [:] }
    let own: Set = ["merchantId", "simulator", "cardId", "savedCardId"]
    return .object(
      fields.map { field in
        switch field.value {
        case .object(let members) where field.name == "properties":
          let added: [(name: String, value: JSON)] = [
            ("paymentType", maybe("", among(["CARD"])).schema),
            ("singleUseCustomerToken", maybe("", text(.text(1, 256))).schema),
            ("paymentHandleTokenFrom", maybe("", text(.text(1, 256))).schema),
          ]
          return (field.name, .object(members.filter { !own.contains($0.name) } + added))
        case .array(let names) where field.name == "required":
          return (
            field.name,
            .array(
              names.filter { if case .string(let name) = $0 { !own.contains(name) } else { true } })
          )
        default: return field  // Nothing else names a field of the request.
        }
      })
  }
}
