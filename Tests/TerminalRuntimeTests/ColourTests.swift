import Canvas
import Testing
import Themes

@testable import TerminalRuntime

@Suite struct ColourTests {
  @Test(arguments: [
    (Color.rgb(0, 0, 0), Int32(16)), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196),
    (.rgb(128, 128, 128), 244), (.rgb(95, 135, 175), 67), (.indexed(9), 9), (.default, -1),
  ])
  func nearestOf256(color: Color, number: Int32) {
    #expect(NearestColor.number(of: color, in: .indexed256) == number)
  }

  @Test(arguments: [
    (Color.rgb(0, 0, 0), Int32(0)), (.rgb(250, 250, 250), 15), (.rgb(220, 20, 20), 1),
    (.rgb(120, 120, 120), 8), (.indexed(9), 9), (.indexed(196), 9), (.indexed(255), 7),
    (.default, -1),
  ])
  func nearestOf16(color: Color, number: Int32) {
    #expect(NearestColor.number(of: color, in: .ansi16) == number)
  }

  /// Numbers below 256 belong to the palette.
  @Test(arguments: [
    (Color.rgb(0x12, 0x34, 0x56), Int32(0x123456)), (.rgb(0, 0, 0), 0x100),
    (.rgb(0, 0, 255), 0x1ff), (.indexed(9), 9), (.indexed(200), 200), (.default, -1),
  ])
  func directColours(color: Color, number: Int32) {
    #expect(NearestColor.number(of: color, in: .direct) == number)
  }

  @Test func everyColourHasAValidNumber() {
    for r in stride(from: 0, through: 255, by: 15) {
      for g in stride(from: 0, through: 255, by: 15) {
        for b in stride(from: 0, through: 255, by: 15) {
          let color = Color.rgb(UInt8(r), UInt8(g), UInt8(b))
          #expect((16...255).contains(NearestColor.number(of: color, in: .indexed256)))
          #expect((0...15).contains(NearestColor.number(of: color, in: .ansi16)))
          #expect(NearestColor.number(of: color, in: .mono) == -1)
        }
      }
    }
  }

  /// The appearance of a role with eight colours.
  private static func onEight(_ role: Role, _ theme: Theme, on ground: Role) -> (
    attributes: Attributes, foreground: Int32, background: Int32
  ) {
    let style = theme[role].on(theme[ground].background)
    return EightColours.map(
      style.attributes,
      NearestColor.number(of: style.foreground, in: .ansi16),
      NearestColor.number(of: style.background, in: .ansi16))
  }

  /// Bold is brighter, and dim is darker.
  private static func brightness(_ attributes: Attributes) -> Int {
    (attributes.contains(.bold) ? 1 : 0) - (attributes.contains(.dim) ? 1 : 0)
  }

  @Test(
    "With eight colours dimmed text is not brighter than other text",
    arguments: ThemeLibrary.builtinNames)
  func eightColours(name: String) {
    let theme = ThemeLibrary.load(named: name, depth: .ansi16).0
    let quiet: [Role] = [.muted, .faint, .overlayMuted, .statusExpired]
    for ground in [Role.surface, .overlay] {
      let text = Self.onEight(ground == .overlay ? .overlayText : .text, theme, on: ground)
      for role in quiet {
        let style = Self.onEight(role, theme, on: ground)
        #expect(
          Self.brightness(style.attributes) <= Self.brightness(text.attributes), "\(role)")
        #expect(!style.attributes.contains(.bold), "\(role)")
      }
      // Not text: lines, and bars of small amounts.
      for role in Role.allCases where ![.faint, .border, .chartLow].contains(role) {
        let style = Self.onEight(role, theme, on: ground)
        #expect(!style.attributes.contains(.dim), "what can be done is not dim: \(role)")
      }
      let (possible, impossible) = (
        Self.onEight(.action, theme, on: ground), Self.onEight(.disabled, theme, on: ground)
      )
      #expect(impossible.foreground == text.foreground, "what is impossible has no colour")
      // Black cannot be brighter than black: there the key and the reason show it.
      #expect(
        possible.foreground == 0
          || Self.brightness(possible.attributes) > Self.brightness(impossible.attributes))
    }
  }

  @Test("All sixteen colours are visible on a terminal with eight")
  func allColoursAreVisibleWithEightColours() {
    for foreground in Int32(-1)..<16 {
      for background in Int32(-1)..<16 {
        for attributes in [Attributes(), .bold, .dim] {
          let style = EightColours.map(attributes, foreground, background)
          #expect((-1..<8).contains(style.foreground) && (-1..<8).contains(style.background))
          #expect(style.foreground < 0 || style.foreground != style.background)
          #expect(style.foreground != 0 || !style.attributes.contains(.bold), "dark grey")
        }
      }
    }
  }
}
