import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

/// Many requests at once over HTTP.
struct ConcurrencyTests {
  private static let rounds = Effort.pick(long: 5, torture: 200)
  private let served: InProcessServer
  private let token: Secret
  private let card: Card

  init() throws {
    served = try InProcessServer.forManyRequests()
    token = try served.signIn().accessToken
    card = try served.activeCard(token)
  }

  @Test func oneOfAThousandRightCodesIsAccepted() throws {
    let (event, code) = try served.challenge(GetPin(card.id), token)
    let request = served.bytes(SubmitAttempt(event, code: code), token)
    // All arrive at once. Those without room (503) ask again, like clients do.
    var answers: [(Int, String)] = []
    try wait(for: "a thousand answers", seconds: 600) {
      answers += try served.burst(Array(repeating: request, count: 1000 - answers.count))
        .filter { $0.0 != 503 }
      return answers.count >= 1000
    }
    #expect(answers.allSatisfy { $0.0 == 201 })
    #expect(answers.count { $0.1.contains("\"VERIFIED\"") } == 1)
    #expect(answers.count { $0.1.contains("\"REJECTED\"") } == 999)
    // The grant can be used once.
    let reveal = served.bytes(GetPin(card.id), token) { $0.sca = event }
    #expect(try served.burst(Array(repeating: reveal, count: 64)).count { $0.0 == 200 } == 1)
  }

  /// 64 clients lock and unlock one card in any state. Each change counts, and none is lost.
  @Test func simultaneousChangesAllCount() throws {
    let lock = served.bytes(SetCardStatus(card.id, .locked, reason: "l"), token)
    let unlock = served.bytes(SetCardStatus(card.id, .active, reason: "u"), token)
    var changes = 0
    for _ in 0..<Self.rounds {
      let answers = try served.burst((0..<64).map { $0 % 2 == 0 ? lock : unlock })
      // A card cannot change to the status that it has: 409.
      #expect(answers.allSatisfy { $0.0 == 200 || $0.0 == 409 })
      let made = answers.filter { $0.0 == 200 }
      // Each answer has a version of its own.
      let versions = try made.map { try Card(json: JSON.read(.plain(Array($0.1.utf8)))).version }
      #expect(
        Set(versions) == Set(card.version + changes + 1...card.version + changes + made.count))
      changes += made.count
      #expect(!made.isEmpty)
    }
    #expect(try served.perform(GetCard(card.id), token).version == card.version + changes)
  }

  /// 64 clients change the version that they have all read. One succeeds; the others are refused.
  @Test func oneOfSeveralChangesOfAVersionSucceeds() throws {
    for round in 0..<Self.rounds {
      let next: CardStatus = round % 2 == 0 ? .locked : .active
      let request = served.bytes(SetCardStatus(card.id, next, reason: "r"), token) {
        $0.expectedVersion = card.version + round
      }
      let statuses = try served.burst(Array(repeating: request, count: 64)).map(\.0)
      #expect(statuses.count { $0 == 200 } == 1)
      #expect(statuses.count { $0 == 412 } == 63)
    }
    #expect(try served.perform(GetCard(card.id), token).version == card.version + Self.rounds)
  }

  /// Of many requests with one key, one is carried out, and all get the same answer.
  @Test func oneKeyHasOneEffect() throws {
    try served.checkOneKey(64, token)
  }
}
