import Conformance
import Testing
import Waiting
import WalletModel

@testable import ClientTesting

/// R6, complete form: the request and the answer are cut at each of their bytes.
struct CutTests {
  private static let step = Effort.pick(long: 211, torture: 1)

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
        if Effort.current == .torture {
          Figures.tell("R7 cut, \(kind.name), \(fault)", "\(place) places")
        }
        return #expect(place > 100)
      }
    }
    Issue.record("it has no end")
  }
}
