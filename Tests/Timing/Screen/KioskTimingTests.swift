import Canvas
import Secrets
import TerminalRuntime
import Testing
import Waiting

@testable import KioskTesting

extension SerializedTests {
  /// Random input and hours of scripts.
  @Suite struct KioskTimingTests {
    @Test func noInputLeadsOutOfTheKiosk() throws {
      let count = Effort.pick(long: 20_000, torture: 1_000_000)
      let kiosk = try TestKiosk(pin: Secret(capacity: 16))
      let start = ContinuousClock.now
      let sent = kiosk.fuzz(count, seed: 20_261_121)
      #expect(sent >= count)
      #expect(!kiosk.hasLeft)
      #expect(kiosk.bare.isEmpty)
      #expect(kiosk.frames > count / 100)
      print("kiosk fuzz: \(sent) events, \(kiosk.frames) frames, \(ContinuousClock.now - start)")
    }

    /// Without the kiosk mode the same input soon leaves the program.
    @Test(arguments: [1, 2, 3] as [UInt64]) func inputLeadsOutWithoutTheKioskMode(_ seed: UInt64)
      throws
    {
      let kiosk = try TestKiosk(isRestricted: false)
      #expect(kiosk.fuzz(20_000, seed: seed) < 20_000)
      #expect(kiosk.hasLeft)
    }

    /// Hours of scripts, with a visitor now and then.
    @Test func memoryStaysConstantForHours() throws {
      let kiosk = try TestKiosk(
        """
        caption "A loop."
        key j j
        key r
        wait "send code" 300s
        key enter
        wait "Code" 300s
        type code
        key enter
        wait "hides in" 300s
        pause 20s
        reset
        key j
        pause 10s
        """)
      func play(minutes: Int) {
        for minute in 0..<minutes {
          kiosk.pass(seconds: 60)
          if minute % 10 == 9 { kiosk.press(.character("x"), .character("l")) }
        }
      }
      let failures = Watchdog[.scriptFailures]
      play(minutes: Effort.pick(long: 5, torture: 60))
      let early = try ProcessUse()
      let frames = kiosk.frames
      play(minutes: Effort.pick(long: 15, torture: 8 * 60))
      let late = try ProcessUse()
      #expect(!kiosk.hasLeft && kiosk.bare.isEmpty)
      #expect(kiosk.frames > 2 * frames)
      #expect(Watchdog[.scriptFailures] == failures)
      #expect(late.resident < early.resident + max(early.resident / 20, 4 << 20))
      #expect(late.arena <= early.arena + 8192)
      #expect(late.descriptors <= early.descriptors + 2)
      #expect(late.threads <= early.threads + 2)
      print("kiosk hours: \(early) early, \(late) late, \(kiosk.frames) frames")
    }
  }
}
