package import WalletModel

extension WalletError: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var outer = try JSONFields(json)
    self = try outer.get("error", Inner.self).error
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { $0.field("error", Inner(error: self)) }
  }

  private struct Inner: JSONValue {
    let error: WalletError
    init(error: WalletError) { self.error = error }

    init(json: JSON) throws(WireMalformed) {
      var fields = try JSONFields(json)
      let word: String = try fields.get("code")
      error = WalletError(
        ErrorCode(rawValue: word) ?? .internalError, try fields.optional("message"),
        details: try fields.optional("details") ?? [],
        fieldErrors: try fields.optional("fieldErrors") ?? [],
        advice: try fields.optional("advice"),
        retryAfter: try fields.optional("retryAfter", Int64.self).map(WireResponse.wait))
    }

    func write(to writer: inout JSONWriter) {
      writer.object {
        $0.field("code", error.code.rawValue)
        $0.field("message", error.message)
        $0.field("details", error.details)
        $0.field("fieldErrors", error.fieldErrors)
        if !error.advice.isEmpty { $0.field("advice", error.advice) }
        $0.optional("retryAfter", error.retryAfter)
      }
    }
  }

  /// A request that could not be read.
  package init(_ malformed: WireMalformed) {
    let field = malformed.field.isEmpty ? "body" : malformed.field
    let fields = [field] + malformed.others
    self.init(.fieldErrors, fieldErrors: fields.map { FieldError($0, malformed.reason) })
  }

  /// The error as an answer (A38, B04).
  package var wireResponse: WireResponse {
    var headers = [
      WireField("Content-Type", "application/json"), WireField("Cache-Control", "no-store"),
    ]
    if let retryAfter { headers.append(WireField("Retry-After", String(retryAfter))) }
    if let scaEvent {
      let details = Base64.encode(JSONWriter.bytes(ScaDetails(event: scaEvent)))
      headers.append(
        WireField(
          "WWW-Authenticate", "SCA realm=\"Prepaid Cards\" auth-param1=\"\(details)\""))
    } else if code == .unauthorized {
      headers.append(
        WireField("WWW-Authenticate", "Bearer realm=\"Prepaid Cards\", error=\"invalid_token\""))
    } else if code == .scopeMissing {
      // RFC 6750, 3.1.
      headers.append(
        WireField(
          "WWW-Authenticate", "Bearer realm=\"Prepaid Cards\", error=\"insufficient_scope\""))
    } else if code == .scaRejected || code == .scaExpired {
      headers.append(WireField("WWW-Authenticate", "SCA realm=\"Prepaid Cards\""))
    } else if code == .signInIdle {
      // RFC 9470: the token is good, but the person has to show the password again.
      headers.append(
        WireField(
          "WWW-Authenticate",
          "Bearer realm=\"Prepaid Cards\", error=\"insufficient_user_authentication\", "
            + "max_age=\(Wire.idleSeconds)"))
    }
    return WireResponse(code.httpStatus, headers: headers, body: .plain(JSONWriter.bytes(self)))
  }

  /// What an answer that is no success says. Reads what it can: another server, or something on the
  /// way to it, may have made it.
  package init(wire answer: WireResponse) {
    let json = try? answer.body.withBytes { bytes throws(WireMalformed) in try JSON.parse(bytes) }
    if let json, let error = try? WalletError(json: json) {
      self = error
    } else {
      self.init(ErrorCode(httpStatus: answer.status), details: ["HTTP status \(answer.status)"])
    }
    if retryAfter == nil { retryAfter = answer.retryAfter }
    if answer.status >= 500, let id = answer.header(Wire.requestID),
      (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    {
      details.append("the server calls the request \(id)")
    }
    for header in answer.headers where header.name.lowercased() == "www-authenticate" {
      guard let event = ScaDetails(challenge: header.value)?.event else { continue }
      code = .scaRequired
      message = code.message
      advice = code.advice
      scaEvent = event
    }
  }
}

extension ErrorCode {
  /// The nearest code for an answer without an error object.
  package init(httpStatus: Int) {
    self =
      switch httpStatus {
      case 400, 422, 428: .fieldErrors
      case 401: .unauthorized
      case 403: .scopeMissing
      case 404, 410: .notFound
      case 412: .versionConflict
      case 429: .rateLimited
      case 502, 503, 504: .unavailable
      default: .internalError
      }
  }
}

extension FieldError: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(try fields.get("field"), try fields.get("error"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("field", field)
      $0.field("error", error)
    }
  }
}

/// B04: what stands in `auth-param1`.
private struct ScaDetails: JSONValue {
  let event: ScaEvent
  init(event: ScaEvent) { self.event = event }

  init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    event = try fields.get("scaDetails")
  }

  func write(to writer: inout JSONWriter) {
    writer.object { $0.field("scaDetails", event) }
  }

  /// Reads a `WWW-Authenticate` header; nil when it asks for something else.
  init?(challenge: String) {
    guard challenge.lowercased().hasPrefix("sca "),
      let found = challenge.firstRange(of: "auth-param1=\"")
    else { return nil }
    let text = challenge[found.upperBound...].prefix { $0 != "\"" }
    guard let bytes = Base64.decode(String(text)), let json = try? JSON.read(.plain(bytes)),
      let details = try? ScaDetails(json: json)
    else { return nil }
    self = details
  }
}
