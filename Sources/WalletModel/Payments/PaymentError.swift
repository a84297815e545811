import TextLayout

/// What can go wrong when a card is turned into a payment handle, as the payment service publishes it
/// (D50). It is keyed by name, since several names share a number (H08). Those of 3-D Secure are in
/// its own module.
package struct PaymentError: Error, Hashable, Sendable {
  package var name: Name
  /// Replaces `%` in the published text.
  package var value: String
  /// Finds the request in the logs of the service; nil: nothing was sent.
  package var correlationID: String?

  package init(_ name: Name, _ value: String = "", correlationID: String? = nil) {
    self.name = name
    self.value = value
    self.correlationID = correlationID
  }

  /// D50: the part of the service that the error comes from.
  package enum Origin: String, Sendable, CaseIterable {
    case api = "APIError"
    case core = "CoreError"
    case cardForm = "CardFormError"
  }

  /// A row of D51 to D53, or D60.
  package enum Name: String, Sendable, CaseIterable {
    // D51.
    case noConnection, communication, unhandled, address, timeout, encoding
    // D52.
    case apiKey, authenticationNotAccepted, currency, account, accountNotConfigured
    case methodsNotLoaded, handleStatus, inProgress, apiKeyEmpty, notSetUp
    // D53.
    case invalidFields, amount, noMethods, dynamicDescriptor, merchantPhone, accountForm
    case firstName, lastName, email, brand
    // D60.
    case invalidValue
  }

  package var code: Int { name.row.code }
  package var origin: Origin { name.row.origin }
  /// D50: for the person who pays, as the service words it.
  package var displayMessage: String {
    "There was an error (\(code)), please contact our support."
  }
  /// D50: for the developer of the shop.
  package var detailedMessage: String { name.row.text.escaping(["%": value]) }
}

extension PaymentError.Name {
  fileprivate typealias Row = (code: Int, origin: PaymentError.Origin, text: String)

  /// D51–D53. A value replaces `%`.
  fileprivate var row: Row {
    switch self {
    case .noConnection: (9001, .api, "No connection to server.")
    case .communication: (9002, .api, "Error communicating with server.")
    case .unhandled: (9014, .api, "Unhandled error occurred.")
    case .address: (9168, .api, "Error communicating with server.")
    case .timeout: (9204, .api, "Timeout error.")
    case .encoding: (9205, .api, "Encoding error.")
    case .apiKey: (9013, .core, "Invalid API key.")
    case .authenticationNotAccepted:
      (9040, .core, "Authentication result is not accepted for the provided account.")
    case .currency: (9055, .core, "Invalid currency parameter.")
    case .account: (9061, .core, "Invalid account id for %.")
    case .accountNotConfigured: (9073, .core, "Account not configured correctly.")
    case .methodsNotLoaded: (9084, .core, "Failed to load available payment methods.")
    case .handleStatus: (9131, .core, "Status of the payment handle is %.")
    case .inProgress: (9136, .core, "Tokenization is already in progress.")
    case .apiKeyEmpty: (9167, .core, "The API key should not be empty.")
    case .notSetUp: (9202, .core, "Application context not initialized!")
    case .invalidFields: (9003, .cardForm, "Invalid fields: %.")
    // What the back end of the service has refused, as its document says it.
    case .invalidValue: (9003, .cardForm, "Invalid % field value(s).")
    case .amount:
      (9054, .cardForm, "Amount should be a number greater than 0 no longer than 11 characters.")
    case .noMethods:
      (9085, .cardForm, "There are no available payment methods for this API key.")
    case .dynamicDescriptor:
      (9098, .cardForm, "Invalid parameter in merchantDescriptor.dynamicDescriptor.")
    case .merchantPhone: (9099, .cardForm, "Invalid parameter in merchantDescriptor.phone.")
    case .accountForm: (9101, .cardForm, "Invalid accountId parameter.")
    case .firstName: (9112, .cardForm, "Profile firstName should be valid.")
    case .lastName: (9113, .cardForm, "Profile lastName should be valid.")
    case .email: (9119, .cardForm, "Profile email should be valid.")
    case .brand: (9125, .cardForm, "Unsupported card brand used.")
    }
  }
}

extension PaymentError {
  /// A shop's name for an error of the service's back end (D43). `nil`: the code keeps its own
  /// number, and the error is a general one.
  package static func backend(_ code: Int) -> Name? {
    switch code {
    case 5001: .currency
    case 5279: .apiKey
    case 5068, 7508: .invalidValue
    default: nil
    }
  }
}
