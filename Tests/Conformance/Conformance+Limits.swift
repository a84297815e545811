import WalletAPI
import WalletModel

extension Conformance {
  /// Submits wrong codes and returns the last answer.
  private static func fail(_ times: Int, _ wallet: Wallet, _ event: ScaEvent)
    async throws -> ScaAttempt?
  {
    let code = wallet.wrong(try await wallet.codeOnPhone())
    var last: ScaAttempt?
    for _ in 0..<times {
      last = try await wallet.submit(code, for: event)
    }
    return last
  }

  static let limits: [ConformanceCase] = [
    ConformanceCase("B17 wrong codes are counted, and the fifth blocks for 15 min") { wallet in
      let event = try await details(wallet)
      let code = try await wallet.code(for: event)
      for count in 1...5 {
        let attempt = try await wallet.submit(wallet.wrong(code), for: event)
        wallet.equal(attempt.status, count < 5 ? .rejected : .failed, "attempt \(count)")
        wallet.equal(attempt.retryAfter, count < 5 ? nil : 900, "the wait after \(count)")
        wallet.equal(attempt.currentAttempts, count)
        wallet.equal(attempt.allowableAttempts, 5)
      }
      let right = try await wallet.submit(code, for: event)
      wallet.equal(right.status, .failed, "the right code while blocked")
      let error = await wallet.refuse(
        .scaBlocked, CreateChallenge(event.reference, Wallet.sms))
      wallet.equal(error?.retryAfter, 900)
      let card = try await wallet.card("Groceries")
      await wallet.refuse(.scaBlocked, GetPin(card.id))
      wallet.advance(899)
      await wallet.refuse(.scaBlocked, GetPin(card.id))
      wallet.advance(1)
      _ = try await wallet.authorised(GetPin(card.id))
    },
    ConformanceCase("B17 the answer to a right code counts it, too") { wallet in
      let event = try await details(wallet)
      let code = try await wallet.code(for: event)
      _ = try await fail(2, wallet, event)
      let right = try await wallet.submit(code, for: event)
      wallet.equal(right.status, .verified)
      wallet.equal(right.currentAttempts, 3)
      wallet.advance(30)
      let next = try await wallet.event(of: GetPin(try await wallet.card("Everyday").id))
      let challenge = try await wallet.challenge(next)
      wallet.equal(challenge.attemptsLeft, 5, "a right code forgives")
    },
    ConformanceCase("B17 a new code, a new event or a restart does not start counting again") {
      wallet in
      var event = try await details(wallet)
      var challenge = try await wallet.challenge(event)
      _ = try await fail(2, wallet, event)
      wallet.advance(30)
      challenge = try await wallet.challenge(event)
      wallet.equal(challenge.attemptsLeft, 3, "after a new code")
      _ = try await fail(1, wallet, event)
      event = try await details(wallet)
      challenge = try await wallet.challenge(event, by: Wallet.email)
      wallet.equal(challenge.attemptsLeft, 2, "after a new event")
      try await wallet.restart()
      event = try await details(wallet)
      challenge = try await wallet.challenge(event)
      wallet.equal(challenge.attemptsLeft, 2, "after a restart")
      let last = try await fail(2, wallet, event)
      wallet.equal(last?.status, .failed)
      try await wallet.restart()
      let card = try await wallet.card("Everyday")
      await wallet.refuse(.scaBlocked, GetPin(card.id))
    },
    ConformanceCase("B17 the next block is twice as long; a right code forgives") { wallet in
      let card = try await wallet.card("Everyday")
      for seconds in [900, 1800, 3600] as [Int64] {
        let event = try await wallet.event(of: GetPin(card.id))
        try await wallet.challenge(event)
        wallet.equal(try await fail(5, wallet, event)?.status, .failed)
        let error = await wallet.refuse(.scaBlocked, GetPin(card.id))
        wallet.equal(error?.retryAfter, Int(seconds))
        wallet.advance(seconds)
      }
      _ = try await wallet.authorised(GetPin(card.id))
      let event = try await wallet.event(of: GetPin(card.id))
      try await wallet.challenge(event)
      wallet.equal(try await fail(5, wallet, event)?.status, .failed)
      let error = await wallet.refuse(.scaBlocked, GetPin(card.id))
      wallet.equal(error?.retryAfter, 900)
    },
    ConformanceCase("B17 a right code forgets the wrong ones before") { wallet in
      for _ in 0..<3 {
        let event = try await details(wallet)
        let code = try await wallet.code(for: event)
        wallet.equal(try await fail(4, wallet, event)?.status, .rejected)
        wallet.equal(try await wallet.submit(code, for: event).status, .verified)
      }
    },
    ConformanceCase("B13 three resends, 30 s apart, then a cool-down of 15 min") { wallet in
      let event = try await details(wallet)
      for count in 1...4 {
        let challenge = try await wallet.challenge(event)
        wallet.equal(challenge.currentChallenges, count)
        if count < 4 {
          wallet.advance(29)
          let error = await wallet.refuse(
            .rateLimited, CreateChallenge(event.reference, Wallet.email))
          wallet.equal(error?.retryAfter, 1)
          wallet.advance(1)
        }
      }
      wallet.advance(30)
      let error = await wallet.refuse(
        .challengeLimit, CreateChallenge(event.reference, Wallet.sms))
      wallet.equal(error?.retryAfter, 870)
      let other = try await details(wallet)
      await wallet.refuse(.challengeLimit, CreateChallenge(other.reference, Wallet.sms))
      wallet.advance(869)
      let late = try await details(wallet)
      await wallet.refuse(.challengeLimit, CreateChallenge(late.reference, Wallet.sms))
      wallet.advance(1)
      let fresh = try await details(wallet)
      let challenge = try await wallet.challenge(fresh)
      wallet.equal(challenge.currentChallenges, 1)
    },
    ConformanceCase("S11 an event that is left alone for 5 min is over") { wallet in
      for (seconds, isAlive) in [(299, true), (301, false)] as [(Int64, Bool)] {
        let event = try await details(wallet)
        wallet.advance(seconds)
        if isAlive {
          try await wallet.challenge(event)
        } else {
          await wallet.refuse(.scaExpired, CreateChallenge(event.reference, Wallet.sms))
        }
      }
    },
    ConformanceCase("B08 an event is over after 15 min, however busy") { wallet in
      let event = try await details(wallet)
      for _ in 0..<4 {
        wallet.advance(220)
        try await wallet.challenge(event)
      }
      wallet.advance(19)
      let code = try await wallet.codeOnPhone()
      wallet.equal(try await wallet.submit(wallet.wrong(code), for: event).status, .rejected)
      wallet.advance(1)
      await wallet.refuse(.scaExpired, SubmitAttempt(event.reference, code: code))
    },
  ]
}
