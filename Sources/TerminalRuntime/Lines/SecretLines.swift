import Canvas
import Secrets

/// The lines of a frame that contain secrets, as text in locked memory.
struct SecretLines {
  private(set) var lines: [Secret] = []

  init(_ canvas: Canvas) {
    let rows = Set(canvas.secrets.map(\.origin.y)).sorted()
    lines = rows.map { Self.line(canvas, $0) }
  }

  private static func line(_ canvas: Canvas, _ y: Int) -> Secret {
    let line = Secret(capacity: 4 * canvas.size.width + 1)
    let spans = canvas.secrets.filter { $0.origin.y == y }
    var isBlank = true
    for x in 0..<canvas.size.width {
      let span = spans.first { ($0.origin.x..<$0.origin.x + $0.bytes.count).contains(x) }
      let cell = canvas[x, y]
      if let span {
        let index = span.bytes.lowerBound + x - span.origin.x
        let byte = span.secret.withBytes { index < $0.count ? $0[index] : 0x3f }
        line.append((0x20..<0x7f).contains(byte) ? byte : 0x3f)
        isBlank = false
      } else if cell.scalar <= 0x20 || Self.isDecoration(cell.scalar) {
        if !isBlank { line.append(0x20) }
        isBlank = true
      } else if let scalar = Unicode.Scalar(cell.scalar) {
        line.append(scalar)
        isBlank = false
      }
    }
    return line
  }
}
