import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  static let codes: [ConformanceCase] = [
    ConformanceCase("B12 a challenge says where it went and until when it is good") { wallet in
      let event = try await details(wallet)
      let challenge = try await wallet.challenge(event)
      wallet.equal(challenge.eventID, event.id)
      wallet.equal(challenge.verification.target, "+359 ••• ••• 412")
      wallet.equal(challenge.allowableChallenges, 4)
      wallet.equal(challenge.currentChallenges, 1)
      wallet.equal(challenge.expirationTime, wallet.now.adding(seconds: 180))
      wallet.equal(challenge.resendTime, wallet.now.adding(seconds: 30))
      wallet.equal(challenge.attemptsLeft, 5)
      let message = try await wallet.perform(ListPhoneMessages())[0]
      wallet.equal(message.channel, .sms)
      wallet.equal(message.time, wallet.now)
      wallet.expect(message.text.contains("%@"), "the text has no gap for the code")
      wallet.expect(message.text.contains("4821"), "the text does not name the card")
      wallet.expect(message.code?.isDigits(count: 6) == true, "the code is not six digits")
    },
    ConformanceCase("S10 a code is single-use, and gone from the phone then") { wallet in
      let event = try await details(wallet)
      let code = try await wallet.code(for: event)
      wallet.equal(try await wallet.submit(code, for: event).status, .verified)
      wallet.equal(try await wallet.perform(ListPhoneMessages())[0].code, nil)
      wallet.equal(try await wallet.submit(code, for: event).status, .rejected)
    },
    ConformanceCase("S10 a code is good for 180 s, then gone from the phone") { wallet in
      for (milliseconds, status) in [
        (179_999, ScaAttemptStatus.verified), (180_000, .rejected),
      ] as [(Int64, ScaAttemptStatus)] {
        let event = try await details(wallet)
        let code = try await wallet.code(for: event)
        wallet.advance(0, milliseconds: milliseconds)
        if status == .rejected {
          wallet.equal(try await wallet.perform(ListPhoneMessages())[0].code, nil)
        }
        wallet.equal(try await wallet.submit(code, for: event).status, status)
      }
    },
    ConformanceCase("S10 a code is its own event's only") { wallet in
      let first = try await details(wallet)
      let code = try await wallet.code(for: first)
      let second = try await details(wallet)
      wallet.equal(try await wallet.submit(code, for: second).status, .rejected)
      try await wallet.challenge(second)
      wallet.equal(try await wallet.submit(code, for: second).status, .rejected)
      var thief = wallet.context
      thief.sessionID = "another-session"
      let refusal = await wallet.refuse(
        .scaRejected, SubmitAttempt(first.reference, code: code), thief)
      wallet.equal(refusal?.advice?.english, "Start again.", "another code does not help")
      await wallet.refuse(.scaRejected, CreateChallenge(first.reference, Wallet.sms), thief)
      wallet.equal(try await wallet.submit(code, for: first).status, .verified)
    },
    ConformanceCase("B12 a new code makes the old one void") { wallet in
      let event = try await details(wallet)
      let old = try await wallet.code(for: event)
      wallet.advance(30)
      let new = try await wallet.code(for: event)
      wallet.equal(try await wallet.perform(ListPhoneMessages())[1].code, nil, "the old one")
      if !old.matches(new) {
        wallet.equal(try await wallet.submit(old, for: event).status, .rejected)
      }
      wallet.equal(try await wallet.submit(new, for: event).status, .verified)
    },
    ConformanceCase("B13 the wait between two codes is not cut short by an app in between") {
      wallet in
      _ = try await wallet.authorised(EnrolAuthenticator()).confirm(wallet)
      wallet.advance(60)
      let event = try await details(wallet)
      let old = try await wallet.code(for: event)
      try await wallet.challenge(event, by: Wallet.app)
      wallet.equal(try await wallet.perform(ListPhoneMessages())[0].code, nil, "the old code")
      wallet.equal(try await wallet.submit(old, for: event).status, .rejected)
      await wallet.refuse(.rateLimited, CreateChallenge(event.reference, Wallet.sms))
      await wallet.refuse(.rateLimited, CreateChallenge(event.reference, Wallet.email))
      wallet.advance(0, milliseconds: 29_999)
      await wallet.refuse(.rateLimited, CreateChallenge(event.reference, Wallet.sms))
      wallet.advance(0, milliseconds: 1)
      try await wallet.challenge(event)
    },
    ConformanceCase("B14 what is not six digits is a wrong code, and nothing worse") { wallet in
      let event = try await details(wallet)
      try await wallet.challenge(event)
      for text in ["", "12345", "1234567", "12345x"] {
        wallet.equal(try await wallet.submit(secret(text), for: event).status, .rejected)
      }
    },
    ConformanceCase("B10 B12 only ways that the event offers") { wallet in
      let event = try await details(wallet)
      for way in [
        Wallet.app, ScaVerification(method: .pin), ScaVerification(method: .otp),
        ScaVerification(method: .otp, channel: .pushNotification),
      ] {
        await wallet.refuse(fields: ["verification"], CreateChallenge(event.reference, way))
      }
      let unknown = ScaReference(
        eventID: ScaEventID("no-such-event"), walletOperationID: event.walletOperationID)
      await wallet.refuse(.scaExpired, CreateChallenge(unknown, Wallet.sms))
      await wallet.refuse(.scaExpired, SubmitAttempt(unknown, code: secret("123456")))
    },
    ConformanceCase("S10 of 1,000 who submit the right code at once, one is accepted") { wallet in
      let event = try await details(wallet)
      let code = try await wallet.code(for: event)
      let accepted = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<1000 {
          group.addTask {
            let attempt = try? await wallet.submit(code, for: event)
            return attempt?.status == .verified ? 1 : 0
          }
        }
        return await group.reduce(0, +)
      }
      wallet.equal(accepted, 1, "accepted")
      let card = try await wallet.card("Everyday")
      let used = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<100 {
          group.addTask {
            let context = wallet.context(with: event)
            return (try? await wallet.perform(GetSecureDetails(card.id), context)) == nil ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      wallet.equal(used, 1, "uses of the grant")
    },
  ]

  static func details(_ wallet: Wallet) async throws -> ScaEvent {
    try await wallet.event(of: GetSecureDetails(try await wallet.card("Everyday").id))
  }
}

extension AuthenticatorEnrolment {
  /// Confirms the enrolment with a code of the app.
  func confirm(_ wallet: Wallet) async throws -> AuthenticatorState {
    try await wallet.perform(
      ConfirmAuthenticator(code: wallet.under.appCode(secret, wallet.now)))
  }
}
