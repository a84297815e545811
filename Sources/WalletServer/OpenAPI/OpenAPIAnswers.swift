import WalletAPI

/// Answers, their headers, and their links.
enum OpenAPIAnswers {
  /// Links by name: the operation, its parameters and its body.
  typealias Links = [String: (operation: String, parameters: [(String, String)], body: JSON?)]

  static func all(_ successes: [(Int, JSON)], errors: Set<Int>) -> JSON {
    .named(
      successes.map { (String($0.0), $0.1) }
        + errors.sorted().map {
          (String($0), ["$ref": .string("#/components/responses/\($0)")])
        })
  }

  static func success(
    _ content: JSON, about: String, hasVersion: Bool, hasPlace: Bool = false, isSecret: Bool,
    _ links: [Documented.Link]
  ) -> JSON {
    let links = links.map { link in
      (
        link.name,
        (link.operation.contract.name, link.parameters.map { ($0.name, $0.value) }, link.body)
      )
    }
    return success(
      content, about: about, hasVersion: hasVersion, hasPlace: hasPlace, isSecret: isSecret,
      links: Links(uniqueKeysWithValues: links))
  }

  static func success(
    _ content: JSON, about: String, hasVersion: Bool, hasPlace: Bool = false, isSecret: Bool,
    links: Links
  ) -> JSON {
    let headers = JSON.present([
      ("Cache-Control", header(isSecret ? "no-store" : "no-cache")),
      ("ETag", hasVersion ? reference("ETag") : nil),
      ("Location", hasPlace ? reference("Location") : nil),
    ])
    let links = links.sorted { $0.key < $1.key }.map { ($0.key, link($0.value)) }
    return .present([
      ("description", .string(about)), ("headers", headers), ("content", content),
      ("links", links.isEmpty ? nil : JSON.named(links)),
    ])
  }

  private static func link(_ link: Links.Value) -> JSON {
    .present([
      ("operationId", .string(link.operation)),
      ("parameters", .named(link.parameters.map { ($0.0, .string($0.1)) })),
      ("requestBody", link.body),
    ])
  }

  private static func reference(_ header: String) -> JSON {
    ["$ref": .string("#/components/headers/" + header)]
  }

  /// `Cache-Control` with this word.
  private static func header(_ word: String) -> JSON {
    ["required": true, "schema": ["type": "string", "pattern": .string(word)]]
  }

  static let headers: [(String, JSON)] = [
    (
      "ETag",
      [
        "required": true, "description": "The card's version, for If-Match",
        "schema": ["type": "string", "pattern": "^\"(0|[1-9][0-9]{0,14})\"$"],
      ]
    ),
    (
      "Location",
      [
        "required": true, "description": "Where what was made is",
        "schema": ["type": "string", "format": "uri-reference"],
      ]
    ),
    (
      "Allow",
      ["required": true, "schema": ["type": "string", "pattern": "^[A-Z]+(, [A-Z]+)*$"]]
    ),
    (
      "Retry-After",
      ["description": "Seconds", "schema": ["type": "integer", "minimum": 0]]
    ),
    (
      "WWW-Authenticate",
      [
        "required": true,
        "description":
          "What is missing: a sign-in, a scope, or `SCA`, with the event that waits for a code",
        "schema": [
          "type": "string",
          "pattern": "^(Bearer |Basic |SCA realm=\"[^\"]*\"( auth-param1=\"[A-Za-z0-9+/=]+\")?$)",
        ],
      ]
    ),
  ]

  private static let names: [(Int, String, [String])] = [
    (400, "The request is not as it should be", []),
    (401, "Not signed in, or not confirmed", ["WWW-Authenticate"]),
    (403, "The sign-in does not have the scope", ["WWW-Authenticate"]),
    (404, "There is no such thing", []),
    (405, "The path has other methods", ["Allow"]),
    (409, "It cannot be done as things are", ["Retry-After"]),
    (411, "Content-Length is missing", []),
    (412, "It was changed meanwhile", []),
    (413, "The body is too long", []),
    (415, "The body is of another type", []),
    (422, "The idempotency key was used for another request", []),
    (428, "If-Match is missing", []),
    (429, "Too many requests, or codes are blocked", ["Retry-After"]),
    (500, "An internal error", []),
    (503, "Not now", ["Retry-After"]),
  ]

  static let errors: [(String, JSON)] = names.map { status, about, headers in
    (
      String(status),
      [
        "description": .string(about),
        "headers": .named(
          [("Cache-Control", header("no-store"))] + headers.map { ($0, reference($0)) }),
        "content": ["application/json": ["schema": OpenAPISchemas.reference("Error")]],
      ]
    )
  }
}
