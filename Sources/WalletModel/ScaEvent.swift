/// The method by which a person proves their identity (B10).
package enum ScaMethod: WireEnum {
  case password
  case pin
  case passkeys
  case otp
  case biometric
  indirect case other(String)

  package static let allCases: [ScaMethod] = [.password, .pin, .passkeys, .otp, .biometric]

  package var rawValue: String {
    switch self {
    case .password: "PASSWORD"
    case .pin: "PIN"
    case .passkeys: "PASSKEYS"
    case .otp: "OTP"
    case .biometric: "BIOMETRIC"
    case .other(let word): word
    }
  }
}

/// The channel by which a one-time code is sent (B11).
package enum ScaChannel: WireEnum {
  case sms
  case email
  case authenticator
  case pushNotification
  case redirect
  indirect case other(String)

  package static let allCases: [ScaChannel] = [
    .sms, .email, .authenticator, .pushNotification, .redirect,
  ]

  package var rawValue: String {
    switch self {
    case .sms: "SMS"
    case .email: "EMAIL"
    case .authenticator: "AUTHENTICATOR"
    case .pushNotification: "PUSH_NOTIFICATION"
    case .redirect: "REDIRECT"
    case .other(let word): word
    }
  }
}

/// B02. This issuer authenticates by itself: EMBEDDED.
package enum AuthenticationMode: String, CaseIterable, WireWord {
  case outsourced = "OUTSOURCED"
  case embedded = "EMBEDDED"
  case hybrid = "HYBRID"
}

/// A way to confirm that an event offers (B04). `target` is masked: `+359 ••• ••• 412`.
package struct ScaVerification: Hashable, Sendable {
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
package struct ScaEvent: Hashable, Sendable {
  package var id: ScaEventID
  package var walletOperationID: WalletOperationID
  package var authenticationMode: Word<AuthenticationMode>
  /// Empty: any agreed method may be used (B06).
  package var availableVerifications: [ScaVerification]
  package var creationTime: Timestamp
  package var expirationTime: Timestamp

  package init(
    id: ScaEventID, walletOperationID: WalletOperationID,
    authenticationMode: Word<AuthenticationMode> = .known(.embedded),
    availableVerifications: [ScaVerification], creationTime: Timestamp, expirationTime: Timestamp
  ) {
    self.id = id
    self.walletOperationID = walletOperationID
    self.authenticationMode = authenticationMode
    self.availableVerifications = availableVerifications
    self.creationTime = creationTime
    self.expirationTime = expirationTime
  }

  /// The ways that walletui supports: one-time codes by a known channel. An event without ways
  /// leaves the choice to walletui (B06).
  package var ways: [ScaVerification] {
    guard !availableVerifications.isEmpty else {
      return [.sms, .email, .authenticator].map { ScaVerification(method: .otp, channel: $0) }
    }
    return availableVerifications.filter { $0.method == .otp && $0.channel?.isKnown != false }
  }

  /// The error if walletui supports none of the ways.
  package var noWay: WalletError {
    let words = availableVerifications.map(\.method.rawValue).joined(separator: ", ")
    return WalletError(
      .scaRequired, .text("You can't confirm this here", "Das lässt sich hier nicht bestätigen"),
      details: [
        .text(
          "The server takes only these ways: \(words)", "Der Server nimmt nur diese Wege: \(words)")
      ],
      advice: .text(
        "Use a program of the card's issuer for it.",
        "Verwenden Sie dafür ein Programm des Kartenausgebers."), scaEvent: self)
  }

  /// The reference in the repeated request (B09).
  package var reference: ScaReference {
    ScaReference(eventID: id, walletOperationID: walletOperationID)
  }
}

/// B09: the reference in a repeated request to the event that authorises it.
package struct ScaReference: Hashable, Sendable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID

  package init(eventID: ScaEventID, walletOperationID: WalletOperationID) {
    self.eventID = eventID
    self.walletOperationID = walletOperationID
  }
}

/// A code that was sent (B12). A challenge expires separately from its event (B13).
package struct ScaChallenge: Hashable, Sendable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID
  package var authenticationMode: Word<AuthenticationMode>
  package var verification: ScaVerification
  package var allowableChallenges: Int
  package var currentChallenges: Int
  package var creationTime: Timestamp
  package var expirationTime: Timestamp
  /// Our own fields: the attempts before codes are blocked, and the time from which another code
  /// can be sent.
  package var attemptsLeft: Int
  package var resendTime: Timestamp

  package init(
    eventID: ScaEventID, walletOperationID: WalletOperationID,
    authenticationMode: Word<AuthenticationMode> = .known(.embedded), verification: ScaVerification,
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
}

/// B16.
package enum ScaAttemptStatus: WireEnum {
  /// The code was right. The grant is valid for one action on one card for 60 s.
  case verified
  /// The code was wrong, expired or used. The answer is the same in all cases.
  case rejected
  /// There were too many wrong codes, and codes are blocked.
  case failed
  indirect case other(String)

  package static let allCases: [ScaAttemptStatus] = [.verified, .rejected, .failed]

  package var rawValue: String {
    switch self {
    case .verified: "VERIFIED"
    case .rejected: "REJECTED"
    case .failed: "FAILED"
    case .other(let word): word
    }
  }
}

/// The result of a submitted code (B15).
package struct ScaAttempt: Hashable, Sendable {
  package var eventID: ScaEventID
  package var walletOperationID: WalletOperationID
  package var status: ScaAttemptStatus
  package var statusReason: String?
  package var allowableAttempts: Int
  package var currentAttempts: Int
  package var creationTime: Timestamp
  /// Our own field: with FAILED, the seconds until codes are accepted again.
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
}
