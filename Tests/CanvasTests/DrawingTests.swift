import Canvas
import Secrets
import Testing

/// Drawing a canvas on another one.
struct DrawingTests {
  private func inner() -> Canvas {
    var canvas = Canvas(Size(4, 2))
    canvas.write("a日b", 0, 0, .plain)
    let secret = Array("42".utf8).withUnsafeBytes { Secret(copying: $0) }
    canvas.reveal(secret, 0..<2, 1, 1, .plain, mask: "•")
    canvas.cursor = Point(3, 1)
    return canvas
  }

  @Test func cellsSecretsAndCursorAreMoved() throws {
    var canvas = Canvas(Size(8, 4))
    canvas.fill(Rect(canvas.size), .plain, ".")
    canvas.draw(inner(), at: Point(2, 1))
    #expect(
      (0..<4).map { canvas.text(row: $0) } == ["........", "..a日b..", ".. •• ..", "........"])
    #expect(canvas.cursor == Point(5, 2))
    let span = try #require(canvas.secrets.first)
    #expect(canvas.secrets.count == 1)
    #expect(span.origin == Point(3, 2))
  }

  @Test(arguments: [
    (Point(-1, 0), ["日b  ", " •• "].map { String($0.prefix(4)) }, 1), (Point(6, 0), [], 0),
  ])
  func partsOutsideTheCanvasAreCut(origin: Point, rows: [String], secrets: Int) {
    var canvas = Canvas(Size(8, 2))
    canvas.draw(inner(), at: origin)
    #expect(canvas.secrets.count == secrets)
    #expect(canvas.cursor.map { Rect(canvas.size).contains($0) } ?? true)
  }

  @Test func nothingIsDrawnOutsideTheClip() {
    var canvas = Canvas(Size(6, 4))
    canvas.fill(Rect(canvas.size), .plain, ".")
    canvas.clip(to: Rect(1, 1, 4, 2))
    for y in 0..<4 { canvas.write("ab日cde", 0, y, .plain) }
    let secret = Array("42".utf8).withUnsafeBytes { Secret(copying: $0) }
    canvas.reveal(secret, 0..<2, 4, 1, .plain, mask: "•")
    canvas.mark(.row, "partly", Rect(0, 0, 6, 2), target: "item 0")
    canvas.mark(.row, "outside", Rect(0, 3, 6, 1), target: "item 1")
    canvas.clip(to: nil)
    #expect(
      (0..<4).map { canvas.text(row: $0) } == ["......", ".b日c.", ".b日c.", "......"])
    #expect(canvas.secrets.isEmpty)
    #expect(canvas.regions.map(\.rect) == [Rect(1, 1, 4, 1)])
  }

  @Test func secretAreasAreShaded() {
    var canvas = Canvas(Size(4, 2))
    canvas.fill(Rect(canvas.size), .plain, "█")
    canvas.markSecretPicture(Rect(1, 0, 2, 2))
    var outer = Canvas(Size(6, 3))
    outer.draw(canvas, at: Point(1, 1))
    #expect(outer.text(row: 1) == " ████ ")
    #expect((0..<3).map { outer.redacted.text(row: $0) } == ["      ", " █░░█ ", " █░░█ "])
    #expect(inner().redacted.secrets.isEmpty)
  }
}
