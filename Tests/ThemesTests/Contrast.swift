import Canvas
@testable import Themes

/// Contrast as WCAG 2 computes it.
enum Contrast {
  static func ratio(_ a: RGB, _ b: RGB) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// What a terminal of that depth shows; nil for its own default.
  static func shown(_ color: Color, _ depth: ColorDepth) -> RGB? {
    switch color.kind {
    case .default: nil
    case .indexed(let index): Color.rgb(ofIndex: index)
    case .rgb(let r, let g, let b):
      switch depth {
      case .direct: RGB(r, g, b)
      case .indexed256: Color.rgb(ofIndex: Color.nearest256(RGB(r, g, b)))
      default: nil
      }
    }
  }

  private static func luminance(_ color: RGB) -> Double {
    func linear(_ value: UInt8) -> Double {
      let x = Double(value) / 255
      return x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// x to the power of 2.4: x² · x^(2/5), the root by Newton's steps.
  private static func power(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }
}
