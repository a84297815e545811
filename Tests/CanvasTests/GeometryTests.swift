import Canvas
import Testing

@Suite struct GeometryTests {
  @Test func splitsStayWithinTheRectangle() {
    let rect = Rect(1, 2, 10, 5)
    for cut in [-3, 0, 2, 5, 99] {
      let (top, below) = rect.splitTop(cut)
      #expect(top.height + below.height == 5)
      #expect(below.y == top.maxY)
      let (above, bottom) = rect.splitBottom(cut)
      #expect(above.height + bottom.height == 5)
      #expect(bottom.maxY == rect.maxY)
      let (left, right) = rect.splitLeft(cut)
      #expect(left.width + right.width == 10)
    }
  }

  @Test func intersectionAndInset() {
    #expect(Rect(0, 0, 4, 4).intersection(Rect(2, 2, 4, 4)) == Rect(2, 2, 2, 2))
    #expect(Rect(0, 0, 4, 4).intersection(Rect(9, 9, 4, 4)).isEmpty)
    #expect(Rect(0, 0, 4, 4).inset(3, 3).isEmpty)
    #expect(Rect(0, 0, 9, 9).centred(Size(3, 99)) == Rect(3, 0, 3, 9))
  }

  @Test func onlyRGBColoursAreMixed() {
    #expect(Color.rgb(0, 0, 0).mixed(with: .rgb(200, 100, 50), 0.5).kind == .rgb(100, 50, 25))
    #expect(Color.indexed(3).mixed(with: .rgb(1, 2, 3), 0.5) == .indexed(3))
  }
}
