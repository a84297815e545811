import Secrets
package import WalletAPI
package import WalletModel

/// Enrolling an authenticator app: a secret is handed out, and counts once a code from it came.
extension Issuer {
  package func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  {
    try checkScope(GetAuthenticator.descriptor, context)
    return try ledger.read { reader throws(WalletError) in
      if try reader.authenticator(.pending, of: context.customerID) != nil { return .pending }
      return try reader.scaAccount(of: context.customerID).isEnrolled ? .enrolled : .none
    }
  }

  package func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  {
    try checkScope(EnrolAuthenticator.descriptor, context)
    return try settle { writer throws(WalletError) -> Result<AuthenticatorEnrolment, WalletError> in
      let customer = context.customerID
      if let refusal = try useGrant(EnrolAuthenticator.descriptor, nil, writer, context) {
        return .failure(refusal)
      }
      let secret = Secret(count: Totp.secretBytes) { random.fill($0) }
      try writer.set(.pending, secret, of: customer)
      try audit(writer, .done, EnrolAuthenticator.descriptor, nil, context, note: "PENDING")
      let profile = try writer.profile(of: customer)
      return Totp.enrolment(secret: secret, account: profile.email).map { .success($0) }
        ?? .failure(WalletError(.internalError))
    }
  }

  package func confirmAuthenticator(
    _ operation: ConfirmAuthenticator, _ context: RequestContext
  ) throws(WalletError) -> AuthenticatorState {
    try checkScope(ConfirmAuthenticator.descriptor, context)
    return try settle { writer throws(WalletError) -> Result<AuthenticatorState, WalletError> in
      let customer = context.customerID
      let now = clock.moment
      guard let secret = try writer.authenticator(.pending, of: customer) else {
        return .failure(
          WalletError(.authenticatorState, details: ["No enrolment waits for a code."]))
      }
      var account = try counted(writer, customer, now)
      let left = blockLeft(account, now)
      if left > 0 { return .failure(blocked(left)) }
      guard operation.code.isDigits(count: 6),
        let step = Totp.step(of: operation.code, secret: secret, now: now.wall, after: -1)
      else {
        countFailure(&account, now)
        try writer.put(account, of: customer)
        try audit(
          writer, .refused, ConfirmAuthenticator.descriptor, nil, context, note: "CODE-WRONG")
        return .failure(
          account.blockedAt == nil
            ? WalletError(.scaRejected) : blocked(blockLeft(account, now)))
      }
      clear(&account)
      account.isEnrolled = true
      account.lastStep = step
      try writer.set(.current, secret, of: customer)
      try writer.set(.pending, nil, of: customer)
      try writer.put(account, of: customer)
      try audit(
        writer, .done, ConfirmAuthenticator.descriptor, nil, context, note: "ENROLLED")
      return .success(.enrolled)
    }
  }
}
