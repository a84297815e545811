import WalletModel

// Words that a merchant sends. A word that is not in the list is refused. Words that a server
// answers with are in `ThreeDSOutcome.swift`; unknown ones are kept there.

/// How challenges may be drawn (D27).
package enum RenderType: String, CaseIterable, WireWord {
  case native = "NATIVE"
  case html = "HTML"
  /// Natively, and as HTML what can only be HTML. The default.
  case both = "BOTH"
}

/// Which simulator answers (D28), the value of the HTTP header `Simulator`. The default is
/// `external` (H02).
package enum SimulatorType: String, CaseIterable, WireWord {
  /// Test numbers decide, then amounts.
  case external = "EXTERNAL"
  /// Amounts decide, so that any number can be tried.
  case `internal` = "INTERNAL"
}

/// Why the payer is authenticated (D29). All six are accepted (H04).
package enum AuthenticationPurpose: String, CaseIterable, WireWord {
  case payment = "PAYMENT_TRANSACTION"
  case recurring = "RECURRING_TRANSACTION"
  case addCard = "ADD_CARD"
  case maintainCard = "MAINTAIN_CARD"
  case tokenVerification = "EMV_TOKEN_VERIFICATION"
  case instalment = "INSTALMENT_TRANSACTION"
}

/// D31.
package enum MessageCategory: String, CaseIterable, WireWord {
  case payment = "PAYMENT"
  case nonPayment = "NON_PAYMENT"
}

/// D31.
package enum TransactionIntent: String, CaseIterable, WireWord {
  case goodsOrService = "GOODS_OR_SERVICE_PURCHASE"
  case checkAcceptance = "CHECK_ACCEPTANCE"
  case accountFunding = "ACCOUNT_FUNDING"
  case quasiCash = "QUASI_CASH_TRANSACTION"
  case prepaidActivation = "PREPAID_ACTIVATION"
}

/// D31.
package enum ChallengePreference: String, CaseIterable, WireWord {
  case mandated = "CHALLENGE_MANDATED"
  case requested = "CHALLENGE_REQUESTED"
  case noPreference = "NO_PREFERENCE"

  /// Reads a word. The published SDK writes one of them with a space (H09).
  package init?(received word: String) {
    self.init(rawValue: word == "CHALLENGE_ REQUESTED" ? Self.requested.rawValue : word)
  }
}

/// How the payer signed in at the merchant (D31).
package enum LoginMethod: String, CaseIterable, WireWord {
  case thirdParty = "THIRD_PARTY_AUTHENTICATION"
  case noLogin = "NO_LOGIN"
  case internalCredentials = "INTERNAL_CREDENTIALS"
  case federatedID = "FEDERATED_ID"
  case issuerCredentials = "ISSUER_CREDENTIALS"
  case fidoAuthenticator = "FIDO_AUTHENTICATOR"
}

/// How the payer was authenticated before (D31).
package enum PriorMethod: String, CaseIterable, WireWord {
  case frictionless = "FRICTIONLESS_AUTHENTICATION"
  case challenge = "ACS_CHALLENGE"
  case addressVerified = "AVS_VERIFIED"
  case otherIssuerMethod = "OTHER_ISSUER_METHOD"
}

/// D32.
package enum PreOrderIndicator: String, CaseIterable, WireWord {
  case available = "MERCHANDISE_AVAILABLE"
  case future = "FUTURE_AVAILABILITY"
}

/// D32.
package enum ReorderIndicator: String, CaseIterable, WireWord {
  case first = "FIRST_TIME_ORDER"
  case reorder = "REORDER"
}

/// D32.
package enum ShippingIndicator: String, CaseIterable, WireWord {
  case billingAddress = "SHIP_TO_BILLING_ADDRESS"
  case verifiedAddress = "SHIP_TO_VERIFIED_ADDRESS"
  case differentAddress = "SHIP_TO_DIFFERENT_ADDRESS"
  case store = "SHIP_TO_STORE"
  case digital = "DIGITAL_GOODS"
  case tickets = "TRAVEL_AND_EVENT_TICKETS"
  case other = "OTHER"
}

/// When the payer's account was changed (D32).
package enum ChangedRange: String, CaseIterable, WireWord {
  case now = "DURING_TRANSACTION"
  case underThirtyDays = "LESS_THAN_THIRTY_DAYS"
  case thirtyToSixtyDays = "THIRTY_TO_SIXTY_DAYS"
  case overSixtyDays = "MORE_THAN_SIXTY_DAYS"
}

/// When the payer's account was created (D32).
package enum CreatedRange: String, CaseIterable, WireWord {
  case noAccount = "NO_ACCOUNT"
  case now = "DURING_TRANSACTION"
  case underThirtyDays = "LESS_THAN_THIRTY_DAYS"
  case thirtyToSixtyDays = "THIRTY_TO_SIXTY_DAYS"
  case overSixtyDays = "MORE_THAN_SIXTY_DAYS"
}

/// When the delivery address was used for the first time (D32).
package enum InitialUsageRange: String, CaseIterable, WireWord {
  case now = "CURRENT_TRANSACTION"
  case underThirtyDays = "LESS_THAN_THIRTY_DAYS"
  case thirtyToSixtyDays = "THIRTY_TO_SIXTY_DAYS"
  case overSixtyDays = "MORE_THAN_SIXTY_DAYS"
}

/// When the password was changed (D32).
package enum PasswordChangeRange: String, CaseIterable, WireWord {
  case noChange = "NO_CHANGE"
  case now = "DURING_TRANSACTION"
  case underThirtyDays = "LESS_THAN_THIRTY_DAYS"
  case thirtyToSixtyDays = "THIRTY_TO_SIXTY_DAYS"
  case overSixtyDays = "MORE_THAN_SIXTY_DAYS"
}
