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
      let reasons = SentReasons(fields.readable("reasons"))
      let fieldErrors: [FieldError] = fields.readable("fieldErrors")
      error = WalletError(
        code ?? .internalError, fields.text("message").map(reasons.reason),
        details: fields.readable("details").map(reasons.reason),
        fieldErrors: fieldErrors.map { FieldError($0.field, reasons.reason($0.error.english)) },
        advice: fields.text("advice").map(reasons.reason),
        retryAfter: fields.retryDelay("retryAfter"))
      error.recogniseUsual()
      guard code == nil else { return }
      if ErrorCode.isServiceWord(word) {
        error.takeServiceWord(word)
      } else {
        error.serverCode = word
      }
    }

    func write(to writer: inout JSONWriter) {
      writer.object {
        $0.field("code", error.codeText)
        $0.field("message", error.message.english)
        $0.field("details", error.details.map(\.english))
        $0.field("fieldErrors", error.fieldErrors)
        if let advice = error.advice?.english, !advice.isEmpty { $0.field("advice", advice) }
        $0.optional("retryAfter", error.retryAfter)
        let reasons = SentReasons.all(of: error)
        if !reasons.isEmpty { $0.field("reasons", reasons) }
      }
    }
  }

  /// A request that could not be read.
  package init(_ malformed: WireMalformed) {
    let field = malformed.field.isEmpty ? "body" : malformed.field
    let fields = [field] + malformed.others
    self.init(.fieldErrors, fieldErrors: fields.map { FieldError($0, .verbatim(malformed.reason)) })
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
      self.init(
        ErrorCode(httpStatus: answer.status),
        details: [.text("HTTP status \(answer.status)", "HTTP-Status \(answer.status)")])
    }
    if retryAfter == nil { retryAfter = answer.retryAfter }
    if answer.status >= 500, let id = answer.header(Wire.requestID),
      (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    {
      details.append(
        .text("the server calls the request \(id)", "der Server nennt die Anfrage \(id)"))
    }
    guard answer.status == 401 else { return }
    let challenges = answer.headers.filter { $0.name.lowercased() == "www-authenticate" }
      .flatMap { AuthChallenge.read($0.value) }.filter { $0.scheme == "sca" }
    let details = challenges.compactMap { $0.parameters["auth-param1"] }
    if let event = details.lazy.compactMap({ ScaDetails<ScaEvent>(base64: $0)?.value }).first {
      self = .scaRequired(event)
    } else if !details.isEmpty || !challenges.isEmpty && code == .unauthorized {
      // A confirmation is asked for: that is no sign-in that has ended (B04).
      self.init(
        .netAnswer,
        details: [
          .text(
            "it asks for a confirmation and does not say which",
            "er verlangt eine Bestätigung und sagt nicht, welche")
        ])
    }
  }

  /// The kind of a failure whose own code says nothing here. What the server says of it stays.
  private mutating func take(_ kind: ErrorCode) {
    if message == code.usualMessage { message = kind.usualMessage }
    if advice == code.usualAdvice {
      advice =
        kind == .internalError
        ? Self.askTheServer : kind.usualAdvice
    }
    code = kind
    recogniseUsual()
  }

  /// An unknown word of the service of virtual cards: an internal error, reported as
  /// `type - message` (F34).
  fileprivate mutating func takeServiceWord(_ word: String) {
    let said = message == code.usualMessage ? "" : message.english
    message = .verbatim(said.isEmpty ? word : "\(word) - \(said)")
    if advice == code.usualAdvice { advice = Self.askTheServer }
  }

  private static let askTheServer = Reason.text(
    "Try again; if it stays, ask who runs the server.",
    "Versuchen Sie es neu; bleibt es so, fragen Sie, wer den Server betreibt.")

  /// What its code always says is not named on the wire.
  fileprivate mutating func recogniseUsual() {
    if message.english == code.usualMessage.english { message = code.usualMessage }
    if advice?.english == code.usualAdvice?.english { advice = code.usualAdvice }
  }
}

/// The reasons that an answer names by code beside its sentences.
struct SentReasons {
  /// By their English text.
  private let known: [String: Reason]

  /// What is more is not read: an answer has no more sentences than this.
  private static let most = 64

  init(_ sent: [SentReason]) {
    let reasons = sent.prefix(Self.most).compactMap {
      CodedReason(code: $0.code, values: $0.values)
    }
    known = Dictionary(
      reasons.map { ($0.english, Reason.coded($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The reason of a sentence: the one that says just this in English, else the sentence as it
  /// came. So no server makes a sentence say one thing in English and another one in German.
  func reason(_ sentence: String) -> Reason { known[sentence] ?? .verbatim(sentence) }

  /// What goes with an error: all its reasons that have a code, but for what its own code says.
  static func all(of error: WalletError) -> [SentReason] {
    var texts = error.details + error.fieldErrors.map(\.error)
    if error.message != error.code.usualMessage { texts.append(error.message) }
    if let advice = error.advice, advice != error.code.usualAdvice { texts.append(advice) }
    return all(of: texts)
  }

  static func all(of texts: [Reason]) -> [SentReason] {
    var sent: [SentReason] = []
    for case .coded(let reason) in texts {
      let one = SentReason(code: reason.code.rawValue, values: reason.values)
      if !sent.contains(one) { sent.append(one) }
    }
    return sent
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
