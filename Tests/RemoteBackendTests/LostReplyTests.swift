import Conformance
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// R7: the answer is lost after the server has carried out the request.
struct LostReplyTests {
  private static let rounds = isTorture ? 1000 : 50

  /// The client repeats the request with the same key, and so does a later request. The answer is
  /// the same each time, and there is one effect.
  @Test(.atOnce(6), arguments: OperationProbeKind.changes.filter { $0.nature == .change })
  func aRepeatedKeyGetsTheSameAnswer(_ kind: OperationProbeKind) async throws {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    var lost = 0
    for round in 0..<Self.rounds {
      rig.place.clock.advance(milliseconds: 31_000)
      let probe = try await kind.make(person)
      try rig.proxy.fault("reset first=1 only=\(kind.method)")
      let first = await Rig.run(probe, key: "key-\(round)")
      lost += try await rig.proxy.count() > 1 ? 1 : 0
      try rig.proxy.fault("none")
      let second = await Rig.run(probe, key: "key-\(round)")
      #expect(first.answer != nil, "round \(round): \(first)")
      #expect(first.answer == second.answer, "round \(round)")
      #expect(try await probe.effects() == 1, "round \(round)")
    }
    // Control: answers were lost.
    #expect(lost == Self.rounds)
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

/// R6, complete form: the request and the answer are cut at each of their bytes.
struct CutTests {
  private static let step = isTorture ? 1 : 211

  @Test(.atOnce(6), arguments: OperationProbeKind.all, ["cutrequest", "cut", "resetat"])
  func aConnectionCutAtAnyByteHasOneEffect(_ kind: OperationProbeKind, _ fault: String) async throws
  {
    let rig = try Rig()
    let person = try await rig.place.person(at: rig.proxy.url)
    for place in stride(from: 0, to: 1 << 16, by: Self.step) {
      rig.place.clock.advance(milliseconds: 31_000)
      let probe = try await kind.make(person)
      try rig.proxy.fault("\(fault) \(place) first=1")
      let result = await Rig.run(probe, key: "\(fault)-\(place)")
      let sent = try await rig.proxy.count()
      let wasCut = result.code == .netLost || sent > 1
      try rig.proxy.fault("none")
      let effects = try await probe.effects()
      if kind.nature == .once {
        #expect([nil, .netLost].contains(result.code), "\(place): \(result)")
        #expect((effects ?? 0) <= 1, "\(place)")
      } else {
        #expect(result.code == nil, "\(place): \(result)")
        #expect((effects ?? 1) == 1, "\(place)")
      }
      // After the last byte nothing is cut.
      if !wasCut {
        if isTorture { Figures.tell("R7 cut, \(kind.name), \(fault)", "\(place) places") }
        return #expect(place > 100)
      }
    }
    Issue.record("it has no end")
  }
}
