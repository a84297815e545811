import WalletAPI
import WalletModel

/// The OpenAPI document, made from the declarations.
package enum OpenAPI {
  /// JSON with a line for each name, for a file under version control.
  package static var document: String {
    var writer = PrettyJSON()
    writer.put(value, indent: "")
    return writer.text + "\n"
  }

  private static func object(_ fields: [(String, JSON)]) -> JSON {
    .object(fields.map { (name: $0.0, value: $0.1) })
  }

  private static func reference(_ name: String) -> JSON {
    object([("$ref", .string("#/components/schemas/" + name))])
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
      let descriptor = route.descriptor
      add(descriptor.path, descriptor.method.rawValue.lowercased(), operation(route))
    }
    add("/auth/brands/:brand/token", "post", token(answer: "Token"))
    add("/auth/brands/:brand/revocation", "post", token(answer: nil))
    add(WireNews.path, "get", news)
    return object([
      ("openapi", .string("3.1.0")),
      (
        "info",
        object([
          ("title", .string("walletd")), ("version", .string("1.0.0")),
          ("description", .string("Wallets of payment cards. See docs/rest.md.")),
        ])
      ),
      ("servers", .array([object([("url", .string(Wire.base))])])),
      ("security", .array([object([("token", .array([]))])])),
      ("paths", object(paths.map { ($0.0, object($0.1)) })),
      ("components", OpenAPISchemas.components),
    ])
  }

  private static func operation(_ route: WireRoute) -> JSON {
    let descriptor = route.descriptor
    let shape = OpenAPISchemas.shapes[descriptor.name] ?? OpenAPISchemas.Shape()
    var fields: [(String, JSON)] = [("operationId", .string(descriptor.name))]
    let parameters =
      parameters(in: descriptor.path) + shape.query.map(OpenAPISchemas.query)
      + (descriptor.method == .patch ? [OpenAPISchemas.ifMatch] : [])
      + (descriptor.isIdempotent ? [] : [OpenAPISchemas.idempotencyKey])
      + (descriptor.needsSCA ? [OpenAPISchemas.scaAuthorization] : [])
      + (route.answersSecrets ? [OpenAPISchemas.deviceKey] : [])
    if !parameters.isEmpty { fields.append(("parameters", .array(parameters))) }
    if let body = shape.request { fields.append(("requestBody", content(body, isRequest: true))) }
    var answers: [(String, JSON)] = [
      (
        String(route.successStatus),
        content(shape.response, isRequest: false, orSealed: route.answersSecrets)
      )
    ]
    var statuses = [400, 401, 403, 404, 405, 413, 429, 500, 503]
    if !descriptor.isRead { statuses += [409, 415, 422] }
    if descriptor.method == .patch { statuses += [412, 428] }
    if descriptor.needsSCA { statuses.append(409) }
    for status in Set(statuses).sorted() {
      answers.append((String(status), content("Error", isRequest: false)))
    }
    fields.append(("responses", object(answers)))
    return object(fields)
  }

  private static func parameters(in path: String) -> [JSON] {
    path.split(separator: "/").filter { $0.hasPrefix(":") }.map { part in
      object([
        ("name", .string(String(part.dropFirst()))), ("in", .string("path")),
        ("required", .bool(true)),
        ("schema", object([("type", .string("string")), ("minLength", .integer(1))])),
      ])
    }
  }

  private static func content(
    _ schema: String, isRequest: Bool, type: String = "application/json", orSealed: Bool = false
  ) -> JSON {
    let shape =
      orSealed
      ? object([("oneOf", .array([reference(schema), reference("Sealed")]))]) : reference(schema)
    return object([
      isRequest ? ("required", .bool(true)) : ("description", .string(schema)),
      ("content", object([(type, object([("schema", shape)]))])),
    ])
  }

  private static func token(answer: String?) -> JSON {
    let success: (String, JSON) =
      answer.map { ("200", content($0, isRequest: false)) }
      ?? ("204", object([("description", .string("Ended"))]))
    return object([
      ("operationId", .string(answer == nil ? "REVOKE_TOKEN" : "GET_TOKEN")),
      ("security", .array([object([("client", .array([]))])])),
      ("parameters", .array(parameters(in: "/:brand"))),
      (
        "requestBody",
        content(
          answer == nil ? "RevocationForm" : "TokenForm", isRequest: true,
          type: "application/x-www-form-urlencoded")
      ),
      (
        "responses",
        object(
          [success]
            + [400, 401, 404, 405, 413, 429, 503].map {
              (String($0), content("Error", isRequest: false))
            })
      ),
    ])
  }

  private static var news: JSON {
    object([
      ("operationId", .string("LISTEN")),
      (
        "responses",
        object([
          (
            "200",
            object([
              ("description", .string("Server-sent events")),
              ("content", object([("text/event-stream", object([]))])),
            ])
          ), ("401", content("Error", isRequest: false)),
          ("403", content("Error", isRequest: false)),
          ("503", content("Error", isRequest: false)),
        ])
      ),
    ])
  }
}

/// JSON for people: two spaces, a line for each name.
private struct PrettyJSON {
  var text = ""

  mutating func put(_ json: JSON, indent: String) {
    let inner = indent + "  "
    switch json {
    case .object(let fields) where !fields.isEmpty:
      text += "{\n"
      for (index, field) in fields.enumerated() {
        text += inner + quoted(field.name) + ": "
        put(field.value, indent: inner)
        text += index == fields.count - 1 ? "\n" : ",\n"
      }
      text += indent + "}"
    case .array(let values) where !values.isEmpty:
      text += "[\n"
      for (index, value) in values.enumerated() {
        text += inner
        put(value, indent: inner)
        text += index == values.count - 1 ? "\n" : ",\n"
      }
      text += indent + "]"
    case .object: text += "{}"
    case .array: text += "[]"
    case .string(let value): text += quoted(value)
    case .integer(let value): text += String(value)
    case .number(let value): text += String(value)
    case .bool(let value): text += String(value)
    case .null, .secret: text += "null"
    }
  }

  private func quoted(_ value: String) -> String {
    String(decoding: JSONWriter.bytes(value), as: UTF8.self)
  }
}
