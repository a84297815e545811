import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

struct EventTimingTests {
  /// F31: news of a virtual card comes with the ids, and soon.
  @Test func aPaymentWithAVirtualCardIsReportedWithin200Milliseconds() throws {
    let (served, token) = try InProcessServer.signedIn()
    let own = try Belongings(served, token, key: "own-change")
    let stream = try served.listen(token)
    let payment = Authorize(.card(CardID(own.virtualCard)), at: "oebb", ShopAmount(1))
    let began = ContinuousClock.now
    #expect(try served.perform(payment, token).approved)
    #expect(stream.reads("\"\(own.virtualCard)\""))
    let took = began.duration(to: .now)
    #expect(took < .milliseconds(200 * patience), "\(took)")
    #expect(stream.reads("event: virtualCards\n"))
    #expect(stream.reads("event: phone\n"))
  }
}
