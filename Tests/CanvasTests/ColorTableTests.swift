import Canvas
import Testing

@Suite("Colour tables")
struct ColorTableTests {
  @Test("Every colour of the cube and the greys is its own nearest")
  func fixedPoints() {
    for index in UInt8(16)...255 {
      let nearest = Color.nearest256(Color.rgb(ofIndex: index))
      #expect(Color.rgb(ofIndex: nearest) == Color.rgb(ofIndex: index))
    }
  }

  @Test("No other index is much nearer than the nearest of 256")
  func nearest() {
    for value in stride(from: 0, to: 0x1000000, by: 7919) {
      let color = RGB(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
      let chosen = color.distance(to: Color.rgb(ofIndex: Color.nearest256(color)))
      let best = (UInt8(16)...255).map { color.distance(to: Color.rgb(ofIndex: $0)) }.min() ?? 0
      // The search compares one colour of the cube and one grey only. A neighbour may be slightly
      // nearer.
      #expect(chosen <= best + best / 2 + 64, "\(color)")
    }
  }

  @Test(
    "The nearest of 16",
    arguments: [
      (RGB(17, 19, 24), 0), (RGB(246, 246, 246), 15), (RGB(250, 10, 10), 9),
      (RGB(0, 200, 10), 2), (RGB(130, 130, 125), 8),
    ] as [(RGB, UInt8)])
  func sixteen(color: RGB, index: UInt8) {
    #expect(Color.nearest16(color) == index)
  }
}
