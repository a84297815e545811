import Secrets
import Testing

@testable import KioskTesting

/// Random input. `KioskTimingTests` sends very much of it, and measures the memory.
extension KioskTests {
  @Test func noInputLeadsOutOfTheKiosk() throws {
    let kiosk = try TestKiosk(pin: Secret(capacity: 16))
    #expect(kiosk.fuzz(500, seed: 20_261_121) >= 500)
    #expect(!kiosk.hasLeft)
    #expect(kiosk.bare.isEmpty)
    #expect(kiosk.frames > 5)
  }

  /// Without the kiosk mode such input soon leaves the program.
  @Test func inputLeadsOutWithoutTheKioskMode() throws {
    let kiosk = try TestKiosk(isRestricted: false)
    #expect(kiosk.fuzz(20_000, seed: 1) < 20_000)
    #expect(kiosk.hasLeft)
  }
}
