import Secrets
import Testing
import ThreeDSecure
import WalletModel

/// D34, D47–D49: each scenario from the number to the end, as an issuer carries it out.
struct FlowTests {
  private struct End: Equatable {
    var state: AuthenticationState
    var result: ThreeDSResult?
    var code: Int?
    var eci: String?
  }

  private func moment(_ milliseconds: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: milliseconds), boot: milliseconds)
  }

  /// With the documented answer, until nothing changes any more.
  private func end(_ scenario: Scenario, _ brand: CardBrand, render: RenderType) -> End {
    var value = Authentication(
      id: "a", transactionID: "t", accountID: "1", brand: brand, acsURL: "/3ds/x",
      random: { $0.initializeMemory(as: UInt8.self, repeating: 7) })
    var now: Int64 = 1000
    func apply(_ event: AuthenticationEvent, delay: Int64 = 100) {
      let requested = moment(now)
      now += delay
      _ = value.apply(event, requested: requested, now: moment(now))
    }
    apply(.fingerprint)
    let answer = DirectoryServer.answer(
      DirectoryInquiry(numberScenario: scenario, amount: 1099, render: render))
    apply(.authenticate(answer.decision), delay: answer.delay)
    if let challenge = value.challenge {
      apply(.present)
      let solution = ChallengeSolution.documented(challenge.type)
      let reply: ChallengeReply =
        switch solution {
        case .code(let code): .code(code.copy())
        case .confirmation: .confirmation(.confirmed)
        case .options(let right): .options(right.map(\.rawValue))
        }
      let verdict = AccessControlServer.verdict(reply, on: challenge, solution: solution)
      apply(.answer(verdict, attempt: 1))
    }
    apply(.finalize)
    return End(
      state: value.state, result: value.result, code: value.error?.code, eci: value.outcome?.eci)
  }

  @Test(arguments: Scenario.allCases, RenderType.allCases)
  func scenario(_ scenario: Scenario, _ render: RenderType) {
    let expected =
      switch scenario {
      case .frictionless, .oneTimeCode, .outOfBand, .singleSelect, .multiSelect, .page:
        End(state: .finalized, result: .succeeded, code: nil, eci: "05")
      case .attempted: End(state: .finalized, result: .attempted, code: nil, eci: "06")
      case .failed: End(state: .failed, result: .failed, code: 9131, eci: "07")
      case .unavailable: End(state: .failed, result: .unavailable, code: 9131, eci: "07")
      case .rejected: End(state: .failed, result: .rejected, code: 9131, eci: "07")
      // The merchant's request ends with 9204, and may be sent again.
      case .requestTimeout: End(state: .fingerprinted, result: nil, code: nil, eci: nil)
      case .challengeTimeout: End(state: .timedOut, result: nil, code: 9199, eci: nil)
      case .cancelled: End(state: .cancelled, result: nil, code: 9200, eci: nil)
      }
    #expect(end(scenario, .visa, render: render) == expected)
    #expect(end(scenario, .amex, render: render) == expected)
    var mastercard = expected
    mastercard.eci = expected.eci.flatMap { ["05": "02", "06": "01", "07": "00"][$0] }
    #expect(end(scenario, .mastercard, render: render) == mastercard)
  }
}
