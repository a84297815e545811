import CHarden
import Canvas
import Foundation
import Secrets
import SeededGenerator
import Testing

@testable import KioskApp
@testable import TerminalRuntime

/// Random input of any length.
extension KioskTests {
  static let isLong = ProcessInfo.processInfo.environment["WALLETUI_TORTURE"] == "1"

  /// A key, a paste or a sequence in the form in which a terminal sends it.
  static func piece(_ chance: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<50: return [UInt8.random(in: 0x20...0x7e, using: &chance)]
    case 50..<62: return [UInt8.random(in: 0...0x1f, using: &chance)]
    case 62..<70: return [0x0d]
    case 70..<76: return [0x1b, UInt8.random(in: 0x20...0x7e, using: &chance)]
    case 76..<84: return Array("\u{1b}[\("ABCDFHPQRSZ".randomElement(using: &chance) ?? "A")".utf8)
    case 84..<89: return Array("\u{1b}[\(Int.random(in: 1...34, using: &chance))~".utf8)
    case 89..<92:
      let numbers = (0..<3).map { _ in Int.random(in: 0...130, using: &chance) }
      return Array("\u{1b}[<\(numbers[0]);\(numbers[1]);\(numbers[2])M".utf8)
    case 92..<95:
      let text = (0..<Int.random(in: 0...60, using: &chance)).map { _ in
        UInt8.random(in: 0...0xff, using: &chance)
      }
      return Array("\u{1b}[200~".utf8) + text + Array("\u{1b}[201~".utf8)
    case 95..<97: return Array("\u{1b}[\(Bool.random(using: &chance) ? "I" : "O")".utf8)
    case 97: return Array("é字\u{202e}".utf8)
    case 98: return Array("\u{1b}]52;c;?\u{7}\u{1b}[?62;22c".utf8)
    default: return (0..<8).map { _ in UInt8.random(in: 0...0xff, using: &chance) }
    }
  }

  /// Sends `count` pieces. Ends early if the kiosk was left. Returns how many were sent.
  private func fuzz(_ kiosk: TestKiosk, _ count: Int, seed: UInt64) -> Int {
    var chance = SeededGenerator(seed: seed)
    var decoder = InputDecoder()
    var sent = 0
    let sizes = [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15), Size(30, 10)]
    while sent < count, !kiosk.hasLeft {
      for _ in 0..<Int.random(in: 1...24, using: &chance) {
        let bytes = Self.piece(&chance)
        bytes.withUnsafeBytes { bytes in decoder.feed(bytes) { kiosk.program.handle($0) } }
        sent += 1
        if kiosk.hasLeft { return sent }
      }
      if decoder.timeout != nil { decoder.timeOut { kiosk.program.handle($0) } }
      if Int.random(in: 0..<200, using: &chance) == 0 {
        kiosk.size = sizes.randomElement(using: &chance) ?? kiosk.size
        kiosk.program.handle(.resize(kiosk.size))
      }
      let isRest = Int.random(in: 0..<400, using: &chance) == 0
      let tenths = isRest ? 650 : Int.random(in: 0...10, using: &chance)
      kiosk.time.pass(UInt64(tenths) * 100_000_000)
      kiosk.turn()
    }
    return sent
  }

  @Test func noInputLeadsOutOfTheKiosk() throws {
    let count = Self.isLong ? 1_000_000 : 20_000
    let kiosk = try TestKiosk(pin: Secret(capacity: 16))
    let start = ContinuousClock.now
    let sent = fuzz(kiosk, count, seed: 20_261_121)
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
    #expect(fuzz(kiosk, 20_000, seed: seed) < 20_000)
    #expect(kiosk.hasLeft)
  }

  // MARK: Hours

  struct Use: CustomStringConvertible {
    let resident: Int
    let arena: Int
    let descriptors: Int
    let threads: Int

    init() throws {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      resident = (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
      arena = harden_arena_used()
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    var description: String {
      "\(resident >> 10) KiB, arena \(arena), \(descriptors) descriptors, \(threads) threads"
    }
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
    play(minutes: Self.isLong ? 60 : 5)
    let early = try Use()
    let frames = kiosk.frames
    play(minutes: Self.isLong ? 8 * 60 : 15)
    let late = try Use()
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
