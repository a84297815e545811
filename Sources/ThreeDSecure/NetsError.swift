/// A number that the Nets SDK fails with (E30). They are for developers; people read other texts.
package struct NetsError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case request, threeDSecure, navigation
    /// Netaxept refused the request.
    case netaxept
    case generic, terminalValidation
    /// Another wallet's app, a redirection, or the page of the bank.
    case walletOrPage
    /// Netaxept's `MZ`.
    case deniedBy3DS
    /// Netaxept's code for a merchant that did not go on in time.
    case merchantTimeout
  }

  package let code: Int
  package let kind: Kind

  package static let generic = NetsError(known: 300, .generic)
  package static let deniedBy3DS = NetsError(known: 900, .deniedBy3DS)
  package static let merchantTimeout = NetsError(known: 901, .merchantTimeout)

  /// All of them, by number.
  package static let all: [NetsError] =
    netaxept.map { NetsError(known: $0.code, .netaxept) }
    + [
      NetsError(known: 101, .request), NetsError(known: 102, .threeDSecure),
      NetsError(known: 103, .navigation), generic, NetsError(known: 301, .terminalValidation),
    ]
    + (302...311).map { NetsError(known: $0, .walletOrPage) }
    + [deniedBy3DS, merchantTimeout]

  /// The codes of Netaxept that keep their number, with its text.
  private static let netaxept: [(code: Int, message: String)] = [
    (14, "Invalid card number."), (25, "Transaction not found."),
    (30, "Field missing or invalid."), (84, "Original transaction rejected."),
    (86, "Transaction already reversed."), (96, "Internal failure."), (97, "No transaction."),
    (98, "Transaction already processed."), (99, "Error in request message."),
  ]

  private init(known code: Int, _ kind: Kind) {
    self.code = code
    self.kind = kind
  }

  /// nil: there is no such number.
  package init?(code: Int) {
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// A failure that a source reported (E31).
  ///
  /// - Returns: nil if it does not reach the SDK: `OK`, and every code of another source.
  package init?(responseCode: String, source: ResponseSource) {
    guard source.reachesSDK, responseCode != "OK" else { return nil }
    switch responseCode {
    case "MZ": self = .deniedBy3DS
    case "T1": self = .merchantTimeout
    default:
      let code = Self.netaxept.first { "\($0.code)" == responseCode }?.code
      self = code.map { NetsError(known: $0, .netaxept) } ?? .generic
    }
  }

  /// As Netaxept itself answers it.
  package var responseCode: String {
    switch kind {
    case .deniedBy3DS: "MZ"
    case .merchantTimeout: "T1"
    default: "\(code)"  // Netaxept has a word only for these two.
    }
  }

  /// Netaxept's published text; nil: only the number is published.
  package var message: String? {
    switch kind {
    case .netaxept: Self.netaxept.first { $0.code == code }?.message
    case .deniedBy3DS: "Denied by 3D Secure."
    default: nil  // Netaxept publishes no other text.
    }
  }
}

/// The sender of a response code (E31).
package enum ResponseSource: String, CaseIterable, Sendable {
  case netaxept = "01"
  case issuer = "02"
  case module = "03"
  case transport = "04"
  case terminal = "05"

  /// Whether the SDK gets its codes.
  package var reachesSDK: Bool { self == .netaxept }
}
