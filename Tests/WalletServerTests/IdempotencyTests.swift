import Conformance
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

struct IdempotencyTests {
  private let request = CardRequest(
    programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR", alias: "One")

  @Test func aRepeatedKeyHasOneEffect() throws {
    let (served, token) = try InProcessServer.signedIn()
    let boris = try served.signIn(as: "boris").accessToken
    let first = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
    let again = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
    #expect(again == first)
    let other = try served.perform(CreateCard(request), boris) { $0.idempotencyKey = "k" }
    #expect(other.id != first.id)
    #expect(try served.perform(ListCards(CardQuery()), token).cards.count == 7)

    var context = RequestContext.unknown
    context.idempotencyKey = "k"
    var changed = request
    changed.alias = "Two"
    #expect(try served.send(CreateCard(changed).wireRequest(context), token).status == 422)
    served.clock.advance(seconds: 24 * 3600)
    let late = try served.signIn().accessToken
    let next = try served.perform(CreateCard(request), late) { $0.idempotencyKey = "k" }
    #expect(next.id != first.id)
  }

  @Test func aRefusedRequestMayBeTriedAgain() throws {
    let (served, token) = try InProcessServer.signedIn()
    var wrong = request
    wrong.programName = "NONE"
    for _ in 0..<2 {
      let error = #expect(throws: WalletError.self) {
        try served.perform(CreateCard(wrong), token) { $0.idempotencyKey = "k" }
      }
      #expect(error?.code == .fieldErrors)
    }
    _ = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
  }
}
