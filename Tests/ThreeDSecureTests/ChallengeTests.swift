import Languages
import Secrets
import Testing
import ThreeDSecure

/// D27: what is asked, and what is right.
struct ChallengeTests {
  private func secret(_ text: String) -> Secret {
    Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
  }

  private func verdict(
    _ reply: ChallengeReply, _ type: ChallengeType, _ end: Challenge.ForcedEnd? = nil
  ) -> ChallengeVerdict {
    AccessControlServer.verdict(
      reply, on: Challenge(type, render: .both, forcedEnd: end), solution: .documented(type))
  }

  /// What a device without pages draws, what a device with pages only draws, and both.
  @Test(arguments: ChallengeType.allCases)
  func render(_ type: ChallengeType) {
    let native = Challenge(type, render: .native)
    #expect(native.type == (type == .html ? .oneTimeCode : type) && !native.isPage)
    let html = Challenge(type, render: .html)
    #expect(html.type == type && html.isPage)
    let both = Challenge(type, render: .both)
    #expect(both.type == type && both.isPage == (type == .html))
  }

  @Test(arguments: [ChallengeType.oneTimeCode, .html])
  func codes(_ type: ChallengeType) {
    #expect(verdict(.code(secret("123456")), type) == .right)
    for wrong in ["", "12345", "1234567", "123457", "１２３４５６", " 123456"] {
      #expect(verdict(.code(secret(wrong)), type) == .wrong)
    }
    #expect(verdict(.options(["bookshop"]), type) == .wrong)
    #expect(verdict(.confirmation(.confirmed), type) == .wrong)
  }

  @Test func outOfBand() {
    #expect(verdict(.confirmation(.waiting), .outOfBand) == .waiting)
    #expect(verdict(.confirmation(.confirmed), .outOfBand) == .right)
    #expect(verdict(.confirmation(.declined), .outOfBand) == .declined)
    #expect(verdict(.code(secret("123456")), .outOfBand) == .wrong)
  }

  @Test(arguments: [
    (ChallengeType.singleSelect, ["bookshop"], true), (.singleSelect, ["bakery"], false),
    (.singleSelect, [], false), (.singleSelect, ["bookshop", "bakery"], false),
    (.singleSelect, ["bookshop", "bookshop"], false), (.singleSelect, ["Bookshop"], false),
    (.multiSelect, ["bakery", "railway"], true), (.multiSelect, ["railway", "bakery"], true),
    (.multiSelect, ["bakery"], false), (.multiSelect, ["bakery", "bakery"], false),
    (.multiSelect, ["bakery", "railway", "x"], false), (.multiSelect, [], false),
    (.multiSelect, ["bakery", "railway", "cinema"], false),
    (.multiSelect, ["bakery", "railway", "railway"], false),
  ])
  func options(_ type: ChallengeType, _ ids: [String], _ isRight: Bool) {
    #expect(verdict(.options(ids), type) == (isRight ? .right : .wrong))
  }

  @Test(arguments: ChallengeType.allCases)
  func forcedEnds(_ type: ChallengeType) {
    for reply in [ChallengeReply.code(secret("123456")), .confirmation(.confirmed), .options([])] {
      #expect(verdict(reply, type, .timeout) == .timedOut)
      #expect(verdict(reply, type, .cancelled) == .cancelled)
    }
    #expect(verdict(.cancel, type) == .cancelled)
    #expect(verdict(.cancel, type, .timeout) == .cancelled)
  }

  /// What can be chosen includes what is right.
  @Test func documentedAnswers() {
    for type in ChallengeType.allCases {
      let challenge = Challenge(type, render: .both)
      switch ChallengeSolution.documented(type) {
      case .code: #expect(challenge.asksForCode && challenge.options.isEmpty)
      case .confirmation: #expect(type == .outOfBand && challenge.options.isEmpty)
      case .options(let right):
        #expect(!right.isEmpty && right.isSubset(of: challenge.options))
        #expect(right.count < challenge.options.count)
      }
    }
  }

  @Test func texts() {
    let code = ChallengeText.code(target: "+359 ••• 412").text
    #expect(FormLanguage.allCases.allSatisfy { code[$0].contains("+359 ••• 412") })
    #expect(ChallengeText.wrong(attemptsLeft: 1).text[.english].contains("One try"))
    #expect(ChallengeText.wrong(attemptsLeft: 2).text[.german].contains("2 Versuche"))
  }
}
