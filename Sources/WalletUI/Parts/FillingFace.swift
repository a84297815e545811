import Canvas
import Themes

extension Frame {
  /// Shows a face that is being made: it fills from the left. What is not there yet is a dotted
  /// ground with a slanting edge. Texts stay.
  ///
  /// - Parameter share: 0…1 of the face is there.
  func fillFromLeft(_ share: Double, _ rect: Rect, on ground: Role = .surface) {
    guard share < 1 else { return }
    let muted = theme.style(ground == .surface ? .muted : .overlayMuted, on: ground)
    let dots = theme.style(.faint, on: ground)
    let filled = Int(share * Double(rect.width))
    for line in 0..<rect.height {
      let start = max(0, min(rect.width, filled + rect.height / 2 - line))
      let y = rect.y + line
      let texts = Set((rect.x + start..<rect.maxX).filter { canvas[$0, y].isText })
      for x in rect.x + start..<rect.maxX {
        let cell = Rect(x, y, 1, 1)
        if texts.contains(x) {
          canvas.restyle(cell) { muted.with($0.attributes.intersection(.bold)) }
        } else if (x + line * 2) % 4 == 0, !texts.contains(x - 1), !texts.contains(x + 1) {
          canvas.fill(cell, dots, "·")
        } else {
          canvas.fill(cell, theme[ground])
        }
      }
    }
  }
}
