import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  /// Enrols an app and returns its base-32 secret.
  private static func enrol(_ wallet: Wallet) async throws -> Secret {
    let enrolment = try await wallet.authorised(EnrolAuthenticator())
    let code = wallet.under.appCode(enrolment.secret, wallet.now)
    wallet.equal(try await wallet.perform(ConfirmAuthenticator(code: code)), .enrolled)
    // The code that confirmed the enrolment is used. The next time step has a new one.
    wallet.advance(60)
    return enrolment.secret
  }

  private static func attempt(_ wallet: Wallet, _ code: Secret) async throws -> ScaAttemptStatus {
    let event = try await details(wallet)
    try await wallet.challenge(event, by: Wallet.app)
    return try await wallet.submit(code, for: event).status
  }

  static let authenticator: [ConformanceCase] = [
    ConformanceCase("B11 an app is enrolled by scanning and a first code") { wallet in
      wallet.equal(try await wallet.perform(GetAuthenticator()), .none)
      await wallet.refuse(.authenticatorState, ConfirmAuthenticator(code: secret("123456")))
      let enrolment = try await wallet.authorised(EnrolAuthenticator())
      wallet.equal(try await wallet.perform(GetAuthenticator()), .pending)
      wallet.equal(enrolment.secret.count, 32)
      let uri = enrolment.uri.withBytes { String(decoding: $0, as: UTF8.self) }
      let base32 = enrolment.secret.withBytes { String(decoding: $0, as: UTF8.self) }
      wallet.equal(
        uri,
        "otpauth://totp/walletui:ana.petrova%40example.com?secret=\(base32)"
          + "&issuer=walletui")
      let code = wallet.under.appCode(enrolment.secret, wallet.now)
      await wallet.refuse(.scaRejected, ConfirmAuthenticator(code: wallet.wrong(code)))
      wallet.equal(try await wallet.perform(GetAuthenticator()), .pending)
      wallet.equal(try await wallet.perform(ConfirmAuthenticator(code: code)), .enrolled)
      wallet.equal(try await wallet.perform(GetAuthenticator()), .enrolled)
      await wallet.refuse(.authenticatorState, ConfirmAuthenticator(code: code))
      let event = try await details(wallet)
      wallet.equal(
        event.availableVerifications.map(\.channel), [.sms, .email, .authenticator])
      wallet.equal(try await attempt(wallet, code), .rejected, "the code that confirmed")
    },
    ConformanceCase("B11 an app's codes authorise, each once, over a restart") { wallet in
      let app = try await enrol(wallet)
      let code = wallet.under.appCode(app, wallet.now)
      wallet.equal(try await attempt(wallet, code), .verified)
      wallet.equal(try await attempt(wallet, code), .rejected, "a second time")
      try await wallet.restart()
      wallet.equal(try await attempt(wallet, code), .rejected, "after a restart")
      wallet.advance(30)
      wallet.equal(try await attempt(wallet, wallet.under.appCode(app, wallet.now)), .verified)
    },
    ConformanceCase("B11 one step of drift is forgiven, two are not") { wallet in
      let app = try await enrol(wallet)
      for (steps, status) in [
        (-2, ScaAttemptStatus.rejected), (2, .rejected), (-1, .verified), (0, .verified),
        (1, .verified),
      ] as [(Int64, ScaAttemptStatus)] {
        let code = wallet.under.appCode(app, wallet.now.adding(seconds: steps * 30))
        wallet.equal(try await attempt(wallet, code), status, "\(steps) steps")
      }
      let old = wallet.under.appCode(app, wallet.now)
      wallet.equal(try await attempt(wallet, old), .rejected, "older than the last that was used")
    },
    ConformanceCase("B11 an enrolment waits for 15 minutes for its code") { wallet in
      for (milliseconds, isOver) in [(899_999, false), (900_000, true)] as [(Int64, Bool)] {
        let enrolment = try await wallet.authorised(EnrolAuthenticator())
        wallet.advance(0, milliseconds: milliseconds)
        let code = wallet.under.appCode(enrolment.secret, wallet.now)
        if isOver {
          wallet.equal(try await wallet.perform(GetAuthenticator()), .enrolled, "the first app")
          await wallet.refuse(.authenticatorState, ConfirmAuthenticator(code: code))
        } else {
          wallet.equal(try await wallet.perform(GetAuthenticator()), .pending)
          wallet.equal(try await wallet.perform(ConfirmAuthenticator(code: code)), .enrolled)
        }
      }
    },
    ConformanceCase("B11 an enrolment that nobody ended is none") { wallet in
      _ = try await wallet.authorised(EnrolAuthenticator())
      wallet.advance(15 * 60)
      wallet.equal(try await wallet.perform(GetAuthenticator()), .none)
      // A new enrolment waits for its code again.
      let again = try await wallet.authorised(EnrolAuthenticator())
      wallet.equal(try await wallet.perform(GetAuthenticator()), .pending)
      wallet.equal(try await again.confirm(wallet), .enrolled)
    },
    ConformanceCase("B11 the old app stays in force until the new one is confirmed") { wallet in
      let old = try await enrol(wallet)
      let new = try await wallet.authorised(EnrolAuthenticator())
      wallet.equal(try await wallet.perform(GetAuthenticator()), .enrolled, "the old app")
      wallet.equal(
        try await attempt(wallet, wallet.under.appCode(old, wallet.now)), .verified)
      wallet.advance(60)
      let code = wallet.under.appCode(new.secret, wallet.now)
      wallet.equal(try await wallet.perform(ConfirmAuthenticator(code: code)), .enrolled)
      wallet.advance(60)
      wallet.equal(
        try await attempt(wallet, wallet.under.appCode(old, wallet.now)), .rejected)
      wallet.equal(
        try await attempt(wallet, wallet.under.appCode(new.secret, wallet.now)), .verified)
    },
    ConformanceCase("B17 an app's wrong codes count as any others") { wallet in
      _ = try await enrol(wallet)
      let event = try await details(wallet)
      try await wallet.challenge(event, by: Wallet.app)
      for count in 1...5 {
        let attempt = try await wallet.submit(secret("00000\(count)"), for: event)
        wallet.equal(attempt.status, count < 5 ? .rejected : .failed)
      }
      await wallet.refuse(.scaBlocked, CreateChallenge(event.reference, Wallet.app))
    },
  ]
}
