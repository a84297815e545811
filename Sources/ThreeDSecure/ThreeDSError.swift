/// The published errors of 3-D Secure (D54), and the two others that an authentication ends with
/// (D47, D48). Some numbers have several meanings, so the name is the key (H08).
package enum ThreeDSError: Error, Hashable, Sendable {
  case communication
  case url
  case encoding
  case invalidAPIKey
  case invalidAmount
  case invalidCurrency
  case invalidCountry
  case invalidCard
  case challengePayload
  /// With the number that the session failed with.
  case session(Int)
  case challengeTimeout
  case cancelled
  case tokenNotValidated
  /// The authentication failed: the handle has the status FAILED.
  case failed
  case requestTimeout

  /// Each of them once.
  package static let all: [ThreeDSError] = [
    .communication, .url, .encoding, .invalidAPIKey, .invalidAmount, .invalidCurrency,
    .invalidCountry, .invalidCard, .challengePayload, .session(0), .challengeTimeout, .cancelled,
    .tokenNotValidated, .failed, .requestTimeout,
  ]

  private var published: (code: Int, message: String) {
    switch self {
    case .communication: (9002, "Error communicating with server.")
    case .invalidCard:
      (
        9003,
        "You submitted an invalid card number or brand or combination of card number and brand with "
          + "your request."
      )
    case .invalidAPIKey: (9013, "Invalid apiKey parameter.")
    case .invalidAmount:
      (9054, "Amount should be a number greater than 0 no longer than 11 characters.")
    case .invalidCurrency: (9055, "Invalid currency parameter.")
    case .invalidCountry: (9068, "Invalid country parameter.")
    case .failed: (9131, "Status of the payment handle is FAILED.")
    case .url: (9168, "Error communicating with server.")
    case .challengePayload: (9197, "Unable to process challenge payload.")
    case .session(let number): (9198, "Error code: \(number)")
    case .challengeTimeout: (9199, "3DS challenge timeout.")
    case .cancelled: (9200, "User cancelled 3DS challenge.")
    case .tokenNotValidated: (9201, "JWT is not validated.")
    case .requestTimeout: (9204, "Timeout error.")
    case .encoding: (9205, "Encoding error.")
    }
  }

  /// The published number.
  package var code: Int { published.code }
  /// The published `detailedMessage`.
  package var message: String { published.message }
}

extension ThreeDSError {
  /// The error for a code of the service's back end, when 3-D Secure was asked (D43). nil: the code
  /// keeps its own number.
  package init?(backend code: Int) {
    switch code {
    case 5000, 5275, 5276, 5278, 5279, 5280: self = .invalidAPIKey
    case 5001: self = .invalidCurrency
    case 5003: self = .invalidAmount
    case 5010: self = .invalidCountry
    default: return nil
    }
  }
}
