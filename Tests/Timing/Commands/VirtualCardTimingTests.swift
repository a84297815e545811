import Foundation
import Testing

@testable import CommandTesting

/// The making of a virtual card as users see it: it takes three seconds.
struct VirtualCardTimingTests {
  private static let usual = ["WALLETUI_TEST_MAKING_SECONDS": ""]

  @Test func theCommandWaitsUntilTheCardIsMade() throws {
    let vault = try TestVault()
    let cards = TestVirtualCards(folder: try TestFolder()) {
      try Binary.run($0 + vault.options, environment: Self.usual)
    }
    try cards.prepare()
    let clock = ContinuousClock()
    let begun = clock.now
    let made = try cards.create()
    #expect(clock.now - begun >= .seconds(3), "it waits for the issuer")
    #expect(made.status == 0, "\(made.err)")
    #expect(made.out.contains("Virtual card    Shoes"), "\(made.out)")
    #expect(made.err.contains("PROVISIONING"), "\(made.err)")
    #expect(made.err.contains("COMPLETED"), "\(made.err)")
  }
}
