/// What went wrong with a field of a request (A38).
package struct FieldError: Hashable, Sendable {
  package var field: String
  /// Words that make sense alone or after the field's name: what is wrong or what would be right.
  package var error: Reason

  package init(_ field: String, _ error: Reason) {
    self.field = field
    self.error = error
  }
}

extension [FieldError] {
  /// Adds what is wrong with a field; nil: nothing is.
  package mutating func add(_ field: String, _ reason: Reason?) {
    if let reason { append(FieldError(field, reason)) }
  }
}

/// Any failure that is reported to a person or a program.
///
/// `code` never changes once released; `message` says what happened, `details` why, `advice` what
/// to do. On the wire it is the published error object (A38).
package struct WalletError: Error, Hashable, Sendable {
  package var code: ErrorCode
  package var message: Reason
  package var details: [Reason]
  package var fieldErrors: [FieldError]
  /// nil when there is nothing to say.
  package var advice: Reason?
  /// Seconds until it makes sense to try again.
  package var retryAfter: Int?
  /// A server's code that is not in the catalogue, as it came: `code` is then what its status says.
  package var serverCode: String?
  /// With `.scaRequired`: what has to be authorised first (B04).
  package var scaEvent: ScaEvent?
  /// The change may have been carried out all the same: the answer was lost. Not on the wire.
  package var mayHaveHappened = false

  package init(
    _ code: ErrorCode, _ message: Reason? = nil, details: [Reason] = [],
    fieldErrors: [FieldError] = [], advice: Reason? = nil, retryAfter: Int? = nil,
    scaEvent: ScaEvent? = nil
  ) {
    self.code = code
    self.message = message ?? code.usualMessage
    self.details = details
    self.fieldErrors = fieldErrors
    self.advice = advice ?? code.usualAdvice
    self.retryAfter = retryAfter
    self.scaEvent = scaEvent
  }

  /// Most errors have one detail.
  package init(
    _ code: ErrorCode, _ message: Reason? = nil, detail: Reason, advice: Reason? = nil,
    retryAfter: Int? = nil
  ) {
    self.init(code, message, details: [detail], advice: advice, retryAfter: retryAfter)
  }

  /// The code for people, as in lists of codes.
  package var codeText: String { serverCode ?? code.rawValue }

  /// 400 with the fields that were wrong; nil when none was.
  package static func invalid(_ errors: [FieldError]) -> WalletError? {
    errors.isEmpty ? nil : WalletError(.fieldErrors, fieldErrors: errors)
  }

  package static func scaRequired(_ event: ScaEvent) -> WalletError {
    WalletError(.scaRequired, scaEvent: event)
  }

  /// The locked memory for secrets has no room for another request.
  package static let secretMemoryFull = WalletError(
    .unavailable, .storage(.secretMemoryFull), advice: .storage(.waitForOthers))

  /// The limit of processes and threads (RLIMIT_NPROC, a control group's) is reached.
  package static let noThreads = WalletError(
    .unavailable, .storage(.noThreads), detail: .storage(.threadLimit),
    advice: .storage(.raiseThreadLimit))
}
