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

  /// The published number.
  package var code: Int {
    switch self {
    case .communication: 9002
    case .invalidCard: 9003
    case .invalidAPIKey: 9013
    case .invalidAmount: 9054
    case .invalidCurrency: 9055
    case .invalidCountry: 9068
    case .failed: 9131
    case .url: 9168
    case .challengePayload: 9197
    case .session: 9198
    case .challengeTimeout: 9199
    case .cancelled: 9200
    case .tokenNotValidated: 9201
    case .requestTimeout: 9204
    case .encoding: 9205
    }
  }

  /// The published `detailedMessage`.
  package var message: String {
    switch self {
    case .communication, .url: "Error communicating with server."
    case .invalidCard:
      "You submitted an invalid card number or brand or combination of card number and brand with "
        + "your request."
    case .invalidAPIKey: "Invalid apiKey parameter."
    case .invalidAmount: "Amount should be a number greater than 0 no longer than 11 characters."
    case .invalidCurrency: "Invalid currency parameter."
    case .invalidCountry: "Invalid country parameter."
    case .failed: "Status of the payment handle is FAILED."
    case .challengePayload: "Unable to process challenge payload."
    case .session(let number): "Error code: \(number)"
    case .challengeTimeout: "3DS challenge timeout."
    case .cancelled: "User cancelled 3DS challenge."
    case .tokenNotValidated: "JWT is not validated."
    case .requestTimeout: "Timeout error."
    case .encoding: "Encoding error."
    }
  }
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
