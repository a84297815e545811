import WalletAPI

/// The OpenAPI document, made from the operations.
package enum OpenAPI {
  /// JSON with a line for each name, as a file under version control needs it.
  package static var document: String {
    var writer = PrettyJSON()
    writer.put(value)
    return writer.text + "\n"
  }

  private static var value: JSON {
    var paths: [(String, [(String, JSON)])] = []
    func add(_ path: String, _ method: String, _ operation: JSON) {
      let path = path.split(separator: "/").map {
        $0.hasPrefix(":") ? "/{\($0.dropFirst())}" : "/\($0)"
      }
      .joined()
      if let index = paths.firstIndex(where: { $0.0 == path }) {
        if !paths[index].1.contains(where: { $0.0 == method }) {
          paths[index].1.append((method, operation))
        }
      } else {
        paths.append((path, [(method, operation)]))
      }
    }
    for route in WireRoute.all {
      add(
        route.contract.path, route.contract.method.rawValue.lowercased(), operation(route))
    }
    add("/auth/brands/:brand/token", "post", getToken)
    add("/auth/brands/:brand/revocation", "post", revokeToken)
    add(WireNews.path, "get", news)
    for route in PublishedRoute.all { add(route.path, route.method.lowercased(), published(route)) }
    add(BankPageEndpoint.path, "get", bankPage)
    add(BankPageEndpoint.path, "post", bankPageAnswer)
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "walletd", "version": "1.0.0",
        "description": "Wallets of payment cards. See docs/rest.md.",
      ],
      "servers": [["url": .string(Wire.base)]],
      "security": [["token": []]],
      "tags": .array(
        OperationGroup.allCases.map {
          ["name": .string($0.rawValue), "description": .string($0.about)]
        }),
      "paths": .named(paths.map { ($0.0, .named($0.1)) }),
      "components": [
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description":
              "An access token; the scope whitelabelWallet for everything, pci-dss-1 for secrets.",
          ],
          "client": [
            "type": "http", "scheme": "basic", "description": "The client's id and secret.",
          ],
          "shop": [
            "type": "http", "scheme": "basic",
            "description": "The merchant's id, or a shop's for payments, and the merchant's token.",
          ],
        ],
        "headers": .named(OpenAPIAnswers.headers),
        "responses": .named(OpenAPIAnswers.errors),
        "schemas": .named(OpenAPISchemas.all.map { ($0.name, $0.schema) }),
      ],
    ]
  }

  private static func operation(_ route: WireRoute) -> JSON {
    let contract = route.contract
    let document = contract.document
    let parameters = parameters(of: route)
    let examples = document.examples.map { ($0.name, $0.body) }
    let body: JSON? = route.bodyName.map {
      ["required": true, "content": content($0, examples)]
    }
    var statuses: Set = [400, 401, 403, 404, 405, 411, 413, 415, 429, 500, 503]
    if !contract.isRead { statuses.formUnion([409, 422]) }
    // What is shown may be gone: a payment that can no longer be charged has no token.
    if contract.needsSCA || route.answersSecrets { statuses.insert(409) }
    if contract.comparesVersion { statuses.insert(412) }
    if contract.method == .patch { statuses.insert(428) }
    let answer = route.answerRecord.recordName
    let success = OpenAPIAnswers.success(
      content(answer, orSealed: route.answersSecrets), about: answer,
      hasVersion: route.hasVersion, hasPlace: route.hasLocation, isSecret: route.answersSecrets,
      document.links)
    return .present([
      ("operationId", .string(contract.name)), ("tags", tags(contract.group)),
      ("summary", .string(contract.about)),
      ("parameters", parameters.isEmpty ? nil : .array(parameters)), ("requestBody", body),
      ("responses", OpenAPIAnswers.all([(contract.status, success)], errors: statuses)),
    ])
  }

  private static func parameters(of route: WireRoute) -> [JSON] {
    let contract = route.contract
    return parameters(in: contract.path, contract.document.id)
      + QuerySchema.parameters(route.query)
      + (contract.comparesVersion
        ? [OpenAPIHeaders.ifMatch(isNeeded: contract.method == .patch)] : [])
      + (contract.retry.takesKey ? [OpenAPIHeaders.idempotencyKey] : [])
      + (contract.needsSCA || contract.method == .patch ? [OpenAPIHeaders.scaAuthorization] : [])
      + (route.answersSecrets ? [OpenAPIHeaders.deviceKey] : [])
  }

  static func tags(_ group: OperationGroup) -> JSON { [.string(group.rawValue)] }

  static func parameters(in path: String, _ form: FieldForm = .id) -> [JSON] {
    path.split(separator: "/").filter { $0.hasPrefix(":") }.map { part in
      [
        "name": .string(String(part.dropFirst())), "in": "path", "required": true,
        "schema": OpenAPISchemas.text(form),
      ]
    }
  }

  static func content(
    _ schema: String, _ examples: [(String, JSON)] = [], type: String = "application/json",
    orSealed: Bool = false
  ) -> JSON {
    let plain = OpenAPISchemas.reference(schema)
    let shape: JSON =
      orSealed ? ["oneOf": [plain, OpenAPISchemas.reference(Sealed.recordName)]] : plain
    let named = JSON.named(examples.map { ($0.0, ["value": $0.1]) })
    let fields = JSON.present([
      ("schema", shape), ("examples", examples.isEmpty ? nil : named),
    ])
    return .named([(type, fields)])
  }

  private static func form(
    _ name: String, _ about: String, _ schema: String, _ success: (Int, JSON)
  ) -> JSON {
    [
      "operationId": .string(name), "tags": tags(.signIn), "summary": .string(about),
      "security": [["client": []]], "parameters": .array(parameters(in: "/:brand")),
      "requestBody": [
        "required": true, "content": content(schema, type: "application/x-www-form-urlencoded"),
      ],
      "responses": OpenAPIAnswers.all(
        [success], errors: [400, 401, 404, 405, 411, 413, 415, 429, 500, 503]),
    ]
  }

  private static let getToken = form(
    "GET_TOKEN", "Signs in, renews or narrows a sign-in, or gives a client's own token (B18–B21)",
    "TokenForm",
    (
      200,
      OpenAPIAnswers.success(
        content("Token"), about: "Token", hasVersion: false, isSecret: true,
        links: ["revoke": ("REVOKE_TOKEN", [("brand", "$request.path.brand")], nil)])
    ))

  private static let revokeToken = form(
    "REVOKE_TOKEN", "Ends the sign-in that a token belongs to (RFC 7009)", "RevocationForm",
    (204, ["description": "Ended, or there was none"]))

  private static let news: JSON = [
    "operationId": "LISTEN", "tags": tags(.news),
    "summary": "What changes, as server-sent events",
    "parameters": [
      [
        "name": "Last-Event-ID", "in": "header", "required": false,
        "description": "What was heard last; what came since is told first",
        "schema": ["type": "string"],
      ],
      [
        "name": .string(WireNews.poll.name), "in": "header", "required": false,
        "description": .string("\(WireNews.poll.value): the stream ends after what came since"),
        "schema": ["type": "string"],
      ],
      [
        "name": .string(WireNews.type), "in": "query",
        "schema": OpenAPISchemas.among(NewsTopic.allCases.map(\.rawValue)),
      ],
    ],
    "responses": OpenAPIAnswers.all(
      [
        (
          200,
          [
            "description": "A stream that stays open",
            "content": ["text/event-stream": ["schema": OpenAPISchemas.reference("News")]],
          ]
        )
      ], errors: [400, 401, 403, 405, 411, 413, 429, 500, 503]),
  ]
}
