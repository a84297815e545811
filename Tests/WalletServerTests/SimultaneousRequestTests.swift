import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// A few requests at once over HTTP. `ConcurrencyTests` sends up to a thousand.
struct SimultaneousRequestTests {
  private static let count = 8
  private let served: InProcessServer
  private let token: Secret
  private let card: Card

  init() throws {
    served = try InProcessServer.forManyRequests()
    token = try served.signIn().accessToken
    card = try served.activeCard(token)
  }

  @Test func oneOfSeveralRightCodesIsAccepted() throws {
    let (event, code) = try served.challenge(GetPin(card.id), token)
    let request = served.bytes(SubmitAttempt(event, code: code), token)
    let answers = try served.burst(Array(repeating: request, count: Self.count))
    #expect(answers.allSatisfy { $0.0 == 201 })
    #expect(answers.count { $0.1.contains("\"VERIFIED\"") } == 1)
    #expect(answers.count { $0.1.contains("\"REJECTED\"") } == Self.count - 1)
    // The grant can be used once.
    let reveal = served.bytes(GetPin(card.id), token) { $0.sca = event }
    let reveals = try served.burst(Array(repeating: reveal, count: Self.count))
    #expect(reveals.count { $0.0 == 200 } == 1)
  }

  @Test func oneOfSeveralChangesOfAVersionSucceeds() throws {
    let request = served.bytes(SetCardStatus(card.id, .locked, reason: "r"), token) {
      $0.expectedVersion = card.version
    }
    let statuses = try served.burst(Array(repeating: request, count: Self.count)).map(\.0)
    #expect(statuses.count { $0 == 200 } == 1)
    #expect(statuses.count { $0 == 412 } == Self.count - 1)
    #expect(try served.perform(GetCard(card.id), token).version == card.version + 1)
  }

  @Test func oneKeyHasOneEffect() throws {
    try served.checkOneKey(Self.count, token)
  }
}
