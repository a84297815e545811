import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// R7: the answer is lost after the server has carried out the request.
struct LostReplyTests {
  /// `LostReplyTimingTests` has the other operations, and more rounds.
  @Test(arguments: OperationProbeKind.ofEachRetryRule.filter { $0.nature == .change })
  func aRepeatedKeyGetsTheSameAnswer(_ kind: OperationProbeKind) async throws {
    try await Rig().expectSameAnswers(of: kind, rounds: 3)
  }

  /// One wrong CVV counts once, however often it was sent.
  @Test func aRepeatedFailureCountsOnce() async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    let card = try await person.card(.physical)
    let wrong = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
    var context = person.wallet.context
    func activate(_ key: String) async -> WalletError? {
      context.idempotencyKey = key
      do throws(WalletError) {
        _ = try await person.wallet.perform(ActivateCard(card.id, wrong), context)
        return nil
      } catch {
        return error
      }
    }
    try rig.proxy.fault("reset first=3 only=POST")
    let first = await activate("k")
    #expect(try await rig.proxy.count() == 4)
    #expect(first?.details.map(\.english) == ["2 tries left."])
    // All four answers are lost: it is not known what came of it, until the server is asked.
    try rig.proxy.fault("reset first=4 only=POST")
    let lost = await activate("l")
    #expect(lost?.code == .netLost && lost?.mayHaveHappened == true)
    try rig.proxy.fault("none")
    #expect(try await person.perform(SettleChange("l")) == .unknown)
    #expect(await activate("l")?.details.map(\.english) == ["1 try left."])
    let now = try await person.perform(GetCard(card.id))
    #expect(now.status == .issued && now.version == card.version + 2)
  }
}
