import Secrets
import WalletAPI
import WalletModel

/// Enrolling an authenticator app: its secret is valid once a code from the app has been confirmed.
extension ScaIssuer {
  func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  {
    try ledger.read { reader throws(WalletError) in
      let account = try reader.get(ScaAccount.self, of: context.customerID)
      // An enrolled app counts, even if another one is about to replace it.
      if account.isEnrolled { return .enrolled }
      return try pending(reader, account, context) == nil ? .none : .pending
    }
  }

  /// The secret that waits for its first code and has not expired.
  private func pending(
    _ reader: any LedgerReader, _ account: ScaAccount, _ context: RequestContext
  ) throws(WalletError) -> Secret? {
    guard let began = account.enrolmentBegan,
      clock.moment.longest(since: began) < IssuerLimits.enrolment * 1000
    else { return nil }
    return try reader.secret(.authenticator(.pending), of: context.customerID)
  }

  func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  {
    try settle { writer throws(WalletError) -> Result<AuthenticatorEnrolment, WalletError> in
      let customer = context.customerID
      if let refusal = try useGrant(operation, nil, writer, context) {
        return .failure(refusal)
      }
      let secret = Secret(count: Totp.secretBytes) { random.fill($0) }
      try writer.set(secret, .authenticator(.pending), of: customer)
      var account = try writer.get(ScaAccount.self, of: customer)
      account.enrolmentBegan = clock.moment
      try writer.put(account, of: customer)
      try audit(writer, .done, EnrolAuthenticator.contract, nil, context, note: "PENDING")
      let profile = try writer.get(CustomerProfile.self, of: customer)
      return Totp.enrolment(secret: secret, account: profile.email).map { .success($0) }
        ?? .failure(WalletError(.internalError))
    }
  }

  func confirmAuthenticator(
    _ operation: ConfirmAuthenticator, _ context: RequestContext
  ) throws(WalletError) -> AuthenticatorState {
    try settle { writer throws(WalletError) -> Result<AuthenticatorState, WalletError> in
      let customer = context.customerID
      let now = clock.moment
      var account = try counted(writer, customer, now)
      guard let secret = try pending(writer, account, context) else {
        return .failure(try noPendingEnrolment(&account, writer, context))
      }
      let left = blockLeft(account, now)
      if left > 0 { return .failure(blocked(left)) }
      guard operation.code.isDigits(count: 6),
        let step = Totp.step(of: operation.code, secret: secret, now: now.wall, after: -1)
      else {
        countFailure(&account, now)
        try writer.put(account, of: customer)
        try audit(
          writer, .refused, ConfirmAuthenticator.contract, nil, context, note: "CODE-WRONG")
        return .failure(
          account.blockedAt == nil
            ? WalletError(.scaRejected) : blocked(blockLeft(account, now)))
      }
      clear(&account)
      account.isEnrolled = true
      account.enrolmentBegan = nil
      account.lastStep = step
      try writer.set(secret, .authenticator(.current), of: customer)
      try writer.set(nil, .authenticator(.pending), of: customer)
      try writer.put(account, of: customer)
      try audit(
        writer, .done, ConfirmAuthenticator.contract, nil, context, note: "ENROLLED")
      return .success(.enrolled)
    }
  }

  /// Explains why there is nothing to confirm, and removes a secret that has expired.
  private func noPendingEnrolment(
    _ account: inout ScaAccount, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> WalletError {
    guard try writer.secret(.authenticator(.pending), of: context.customerID) != nil else {
      return WalletError(.authenticatorState, detail: .authentication(.noEnrolment))
    }
    account.enrolmentBegan = nil
    try writer.set(nil, .authenticator(.pending), of: context.customerID)
    try writer.put(account, of: context.customerID)
    return WalletError(
      .authenticatorState, detail: .authentication(.enrolmentOver))
  }
}
