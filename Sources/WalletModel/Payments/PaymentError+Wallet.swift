extension PaymentError {
  /// The error as the wallet gets it. What the form finds by itself, and what cannot happen
  /// here, has no code of its own.
  package var walletError: WalletError {
    switch name {
    case .amount: WalletError(.paymentAmount)
    case .currency: WalletError(.paymentCurrency)
    case .account: WalletError(.paymentAccount)
    case .accountNotConfigured: WalletError(.paymentAccountSetUp)
    case .accountForm: WalletError(.paymentAccountForm)
    case .noMethods: WalletError(.paymentMethods)
    case .dynamicDescriptor: WalletError(.paymentDescriptor)
    case .merchantPhone: WalletError(.paymentPhone)
    case .firstName: WalletError(.paymentFirstName)
    case .lastName: WalletError(.paymentLastName)
    case .email: WalletError(.paymentEmail)
    case .brand: WalletError(.paymentBrand)
    case .handleStatus: WalletError(.paymentHandleStatus, detail: .verbatim(detailedMessage))
    case .inProgress: WalletError(.paymentInProgress)
    case .timeout: WalletError(.netTimeout)
    case .noConnection: WalletError(.netOffline)
    case .invalidFields, .invalidValue, .communication, .unhandled, .address, .encoding, .apiKey,
      .authenticationNotAccepted, .methodsNotLoaded, .apiKeyEmpty, .notSetUp:
      WalletError(.internalError, detail: .verbatim(detailedMessage))
    }
  }
}
