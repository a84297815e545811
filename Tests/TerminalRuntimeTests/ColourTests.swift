import Canvas
import Testing

@testable import TerminalRuntime

@Suite struct ColourTests {
  @Test(arguments: [
    (Color.rgb(0, 0, 0), Int32(16)), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196),
    (.rgb(128, 128, 128), 244), (.rgb(95, 135, 175), 67), (.indexed(9), 9), (.default, -1),
  ])
  func nearestOf256(color: Color, number: Int32) {
    #expect(Nearest.number(of: color, in: .indexed256) == number)
  }

  @Test(arguments: [
    (Color.rgb(0, 0, 0), Int32(0)), (.rgb(250, 250, 250), 15), (.rgb(220, 20, 20), 1),
    (.rgb(120, 120, 120), 8), (.indexed(9), 9), (.indexed(196), 9), (.indexed(255), 7),
    (.default, -1),
  ])
  func nearestOf16(color: Color, number: Int32) {
    #expect(Nearest.number(of: color, in: .ansi16) == number)
  }

  /// Below 256 are the palette's.
  @Test(arguments: [
    (Color.rgb(0x12, 0x34, 0x56), Int32(0x123456)), (.rgb(0, 0, 0), 0x100),
    (.rgb(0, 0, 255), 0x1ff), (.indexed(9), 9), (.indexed(200), 200), (.default, -1),
  ])
  func directColours(color: Color, number: Int32) {
    #expect(Nearest.number(of: color, in: .direct) == number)
  }

  @Test func everyColourHasANumberThatTheTerminalKnows() {
    for r in stride(from: 0, through: 255, by: 15) {
      for g in stride(from: 0, through: 255, by: 15) {
        for b in stride(from: 0, through: 255, by: 15) {
          let color = Color.rgb(UInt8(r), UInt8(g), UInt8(b))
          #expect((16...255).contains(Nearest.number(of: color, in: .indexed256)))
          #expect((0...15).contains(Nearest.number(of: color, in: .ansi16)))
          #expect(Nearest.number(of: color, in: .mono) == -1)
        }
      }
    }
  }
}
