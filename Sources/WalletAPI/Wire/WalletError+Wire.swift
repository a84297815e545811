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
    var error: WalletError
    init(error: WalletError) { self.error = error }

    init(json: JSON) throws(WireMalformed) {
      var fields = try JSONFields(json)
      let word: String = try fields.get("code")
      let code = ErrorCode(rawValue: word)
      // Whatever else is wrong with it: what it says is better than nothing.
      error = WalletError(
        code ?? .internalError, fields.text("message"), details: fields.readable("details"),
        fieldErrors: fields.readable("fieldErrors"), advice: fields.text("advice"),
        retryAfter: fields.retryDelay("retryAfter"))
      if code == nil { error.serverCode = word }
    }

    func write(to writer: inout JSONWriter) {
      writer.object {
        $0.field("code", error.codeText)
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
      let details = Base64.encode(JSONWriter.bytes(ScaDetails(scaEvent)))
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
    if let json, var error = try? WalletError(json: json) {
      if error.serverCode != nil { error.take(ErrorCode(httpStatus: answer.status)) }
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
    guard answer.status == 401 else { return }
    let challenges = answer.headers.filter { $0.name.lowercased() == "www-authenticate" }
      .flatMap { AuthChallenge.read($0.value) }.filter { $0.scheme == "sca" }
    let details = challenges.compactMap { $0.parameters["auth-param1"] }
    if let event = details.lazy.compactMap({ ScaDetails<ScaEvent>(base64: $0)?.value }).first {
      self = .scaRequired(event)
    } else if !details.isEmpty || !challenges.isEmpty && code == .unauthorized {
      // A confirmation is asked for: that is no sign-in that has ended (B04).
      self.init(.netAnswer, details: ["it asks for a confirmation and does not say which"])
    }
  }

  /// The kind of a failure whose own code says nothing here. What the server says of it stays.
  private mutating func take(_ kind: ErrorCode) {
    if message == code.englishMessage { message = kind.englishMessage }
    if advice == code.englishAdvice {
      advice =
        kind == .internalError
        ? "Try again; if it stays, ask who runs the server." : kind.englishAdvice
    }
    code = kind
  }
}

extension ErrorCode {
  /// The nearest code for an answer without an error object.
  package init(httpStatus: Int) {
    self =
      switch httpStatus {
      case 401: .unauthorized
      case 403: .scopeMissing
      case 404, 410: .notFound
      case 409: .actionRefused
      case 412: .versionConflict
      case 429: .rateLimited
      case 502, 503, 504: .unavailable
      case 400...499: .fieldErrors
      default: .internalError
      }
  }
}
