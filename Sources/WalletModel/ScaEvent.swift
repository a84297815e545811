/// How a person proves who they are (B10).
package enum ScaMethod: String, WireEnum {
  case password = "PASSWORD"
  case pin = "PIN"
  case passkeys = "PASSKEYS"
  case otp = "OTP"
  case biometric = "BIOMETRIC"
  case unknown = "UNKNOWN"
}

/// Which way a one-time code travels (B11).
package enum ScaChannel: String, WireEnum {
  case sms = "SMS"
  case email = "EMAIL"
  case authenticator = "AUTHENTICATOR"
  case pushNotification = "PUSH_NOTIFICATION"
  case redirect = "REDIRECT"
  case unknown = "UNKNOWN"
}

/// B02. This issuer authenticates by itself: EMBEDDED.
package enum AuthenticationMode: String, WireEnum {
  case outsourced = "OUTSOURCED"
  case embedded = "EMBEDDED"
  case hybrid = "HYBRID"
  case unknown = "UNKNOWN"
}

/// A way to verify that an event offers (B04); `target` is masked: `+359 ••• ••• 412`.
package struct ScaVerification: Hashable, Sendable, Codable {
  package var method: ScaMethod
  package var channel: ScaChannel?
  package var target: String?

  package init(method: ScaMethod, channel: ScaChannel? = nil, target: String? = nil) {
    self.method = method
    self.channel = channel
    self.target = target
  }
}

/// An operation that waits for Strong Customer Authentication (B04, B08).
package struct ScaEvent: Hashable, Sendable, Codable {
  package var id: ScaEventID
  package var walletOperationID: WalletOperationID
  package var authenticationMode: AuthenticationMode
  /// Empty: any agreed method may be used (B06).
  package var availableVerifications: [ScaVerification]
  package var creationTime: Timestamp
  package var expirationTime: Timestamp

  package init(
    id: ScaEventID, walletOperationID: WalletOperationID,
    authenticationMode: AuthenticationMode = .embedded,
    availableVerifications: [ScaVerification], creationTime: Timestamp, expirationTime: Timestamp
  ) {
    self.id = id
    self.walletOperationID = walletOperationID
    self.authenticationMode = authenticationMode
    self.availableVerifications = availableVerifications
    self.creationTime = creationTime
    self.expirationTime = expirationTime
  }

  /// What the repeated request carries (B09).
  package var reference: ScaReference {
    ScaReference(eventID: id, walletOperationID: walletOperationID)
  }

  private enum CodingKeys: String, CodingKey {
    case id = "eventId"
    case walletOperationID = "walletOperationId"
    case authenticationMode, availableVerifications, creationTime, expirationTime
  }
}

/// B09: what a repeated request carries to say which event authorised it.
package struct ScaReference: Hashable, Sendable, Codable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID

  package init(eventID: ScaEventID, walletOperationID: WalletOperationID) {
    self.eventID = eventID
    self.walletOperationID = walletOperationID
  }

  private enum CodingKeys: String, CodingKey {
    case eventID = "eventId"
    case walletOperationID = "walletOperationId"
  }
}

/// A challenge that was sent (B12). Challenges expire apart from their event (B13).
package struct ScaChallenge: Hashable, Sendable, Codable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID
  package var authenticationMode: AuthenticationMode
  package var verification: ScaVerification
  package var allowableChallenges: Int
  package var currentChallenges: Int
  package var creationTime: Timestamp
  package var expirationTime: Timestamp
  /// Ours: attempts that remain before the account is blocked, and from when another code may be sent.
  package var attemptsLeft: Int
  package var resendTime: Timestamp

  package init(
    eventID: ScaEventID, walletOperationID: WalletOperationID,
    authenticationMode: AuthenticationMode = .embedded, verification: ScaVerification,
    allowableChallenges: Int, currentChallenges: Int, creationTime: Timestamp,
    expirationTime: Timestamp, attemptsLeft: Int, resendTime: Timestamp
  ) {
    self.eventID = eventID
    self.walletOperationID = walletOperationID
    self.authenticationMode = authenticationMode
    self.verification = verification
    self.allowableChallenges = allowableChallenges
    self.currentChallenges = currentChallenges
    self.creationTime = creationTime
    self.expirationTime = expirationTime
    self.attemptsLeft = attemptsLeft
    self.resendTime = resendTime
  }

  private enum CodingKeys: String, CodingKey {
    case eventID = "eventId"
    case walletOperationID = "walletOperationId"
    case authenticationMode, verification, allowableChallenges, currentChallenges
    case creationTime, expirationTime, attemptsLeft, resendTime
  }
}

/// B16.
package enum ScaAttemptStatus: String, WireEnum {
  /// The code was right; the grant is good for one action on one card for 60 s.
  case verified = "VERIFIED"
  /// Wrong, expired or used: one generic answer.
  case rejected = "REJECTED"
  /// Too many wrong ones: blocked.
  case failed = "FAILED"
  case unknown = "UNKNOWN"
}

/// What a submitted code came to (B15).
package struct ScaAttempt: Hashable, Sendable, Codable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID
  package var status: ScaAttemptStatus
  package var statusReason: String?
  package var allowableAttempts: Int
  package var currentAttempts: Int
  package var creationTime: Timestamp
  /// Ours: with FAILED, seconds until codes are taken again.
  package var retryAfter: Int?

  package init(
    eventID: ScaEventID, walletOperationID: WalletOperationID, status: ScaAttemptStatus,
    statusReason: String? = nil, allowableAttempts: Int, currentAttempts: Int,
    creationTime: Timestamp, retryAfter: Int? = nil
  ) {
    self.retryAfter = retryAfter
    self.eventID = eventID
    self.walletOperationID = walletOperationID
    self.status = status
    self.statusReason = statusReason
    self.allowableAttempts = allowableAttempts
    self.currentAttempts = currentAttempts
    self.creationTime = creationTime
  }

  private enum CodingKeys: String, CodingKey {
    case eventID = "eventId"
    case walletOperationID = "walletOperationId"
    case status, statusReason, allowableAttempts, currentAttempts, creationTime, retryAfter
  }
}
