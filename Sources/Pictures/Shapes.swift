import Canvas

/// The shapes of a picture, by colour: everything that is not text.
struct Shapes {
  private var grounds: [(color: RGB, path: String)] = []
  /// Drawn over the backgrounds, in whatever order they were added.
  private var fills: [(color: RGB, path: String)] = []
  private var strokes: [(color: RGB, path: String)] = []

  private var width: Int { SvgPicture.cell.width }
  private var height: Int { SvgPicture.cell.height }

  var text: String {
    var text = "<g shape-rendering=\"crispEdges\">\n"
    for (color, path) in grounds + fills { text += "<path fill=\"\(color.hex)\" d=\"\(path)\"/>\n" }
    text += "</g>\n<g fill=\"none\" stroke-width=\"1.2\">\n"
    for (color, path) in strokes { text += "<path stroke=\"\(color.hex)\" d=\"\(path)\"/>\n" }
    return text + "</g>\n"
  }

  mutating func ground(_ color: RGB, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    Self.add("M\(x) \(y)h\(width)v\(height)h-\(width)z", color, &grounds)
  }

  mutating func fill(_ color: RGB, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    Self.add("M\(x) \(y)h\(width)v\(height)h-\(width)z", color, &fills)
  }

  private mutating func stroke(_ color: RGB, _ path: String) {
    Self.add(path, color, &strokes)
  }

  private static func add(
    _ piece: String, _ color: RGB, _ paths: inout [(color: RGB, path: String)]
  ) {
    if let index = paths.firstIndex(where: { $0.color == color }) {
      paths[index].path += piece
    } else {
      paths.append((color, piece))
    }
  }

  /// Draws a line or block character. Returns false if the character is neither.
  mutating func draw(_ scalar: UInt32, _ x: Int, _ y: Int, _ color: RGB) -> Bool {
    let left = x * width
    let top = y * height
    let middle = "\(top + height / 2).5"
    let centre = "\(left + width / 2).5"
    switch scalar {
    case 0x2500: stroke(color, "M\(left) \(middle)h\(width)")
    case 0x2502: stroke(color, "M\(centre) \(top)v\(height)")
    case 0x256d:
      stroke(color, "M\(centre) \(top + height)V\(top + 14)q0-4.5 4.5-4.5H\(left + width)")
    case 0x256e: stroke(color, "M\(centre) \(top + height)V\(top + 14)q0-4.5-4.5-4.5H\(left)")
    case 0x2570: stroke(color, "M\(centre) \(top)V\(top + 5)q0 4.5 4.5 4.5H\(left + width)")
    case 0x256f: stroke(color, "M\(centre) \(top)V\(top + 5)q0 4.5-4.5 4.5H\(left)")
    case 0x2501: fill(color, left, top + height / 2 - 1, width, 2)
    // ▁ … █: eighths from the bottom.
    case 0x2581...0x2588:
      let part = (Int(scalar - 0x2580) * height + 4) / 8
      fill(color, left, top + height - part, width, part)
    case 0x2580: fill(color, left, top, width, height / 2)
    // ▉ … ▏: eighths from the left.
    case 0x2589...0x258f:
      fill(color, left, top, max(1, (Int(0x2590 - scalar) * width + 4) / 8), height)
    case 0x2590: fill(color, left + width / 2, top, width - width / 2, height)
    default: return false
    }
    return true
  }
}
