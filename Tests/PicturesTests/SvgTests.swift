import Canvas
import Secrets
import Testing
import TextOutput

@testable import Pictures

@Suite("Pictures")
struct SvgTests {
  private static let style = Style(.rgb(200, 200, 200), on: .rgb(10, 10, 10))

  private func svg(_ canvas: Canvas) -> String {
    SvgPicture(canvas, palette: .dark, ground: Self.style).text(title: "a & b")
  }

  @Test("Text is text, in runs of one look, each as wide as its cells")
  func text() {
    var canvas = Canvas(Size(20, 2), style: Self.style)
    canvas.write("ab c  <d>", 1, 0, Self.style)
    canvas.write("e", 2, 1, Style(.indexed(1), on: .rgb(10, 10, 10), .bold))
    let text = svg(canvas)
    #expect(text.contains("<text x=\"9\" textLength=\"36\" y=\"14\">ab c</text>"))
    #expect(text.contains("textLength=\"27\" y=\"14\">&lt;d&gt;</text>"))
    #expect(
      text.contains(
        "<g fill=\"#cd3131\" font-weight=\"700\">\n<text x=\"22.5\" text-anchor=\"middle\" y=\"33\">e"
      ))
    #expect(text.contains("<title>a &amp; b</title>"))
  }

  @Test("Grounds, reversed ones too, and lines are shapes")
  func shapes() {
    var canvas = Canvas(Size(10, 3), style: Self.style)
    canvas.box(Rect(0, 0, 4, 3), Self.style)
    canvas.write("x", 5, 1, Self.style.with(.reverse))
    canvas.write("u", 6, 1, Self.style.with(.underline))
    let text = svg(canvas)
    #expect(
      text.contains(
        "<path fill=\"#c8c8c8\" d=\"M45 19h9v19h-9z\"/>\n<path fill=\"#c8c8c8\" d=\"M54 35h9v1h-9z\"/>"
      ))
    #expect(text.contains("<path stroke=\"#c8c8c8\" d=\"M4.5 19V14q0-4.5 4.5-4.5H9M9 9.5h9"))
    #expect(!text.contains("╭") && !text.contains("─"))
  }

  @Test("A revealed secret is not in a picture")
  func secrets() {
    let digits: StaticString = "4000000000000093"
    let secret = digits.withUTF8Buffer { Secret(copying: UnsafeRawBufferPointer($0)) }
    var canvas = Canvas(Size(20, 1), style: Self.style)
    canvas.reveal(secret, 0..<16, 0, 0, Self.style, mask: "•")
    // The canvas names the secret: the runtime would draw it.
    #expect(canvas.secrets.count == 1)
    let text = svg(canvas) + AnsiPicture.text(canvas, .direct).text
    #expect(text.contains(">" + String(repeating: "•", count: 16) + "</text>"))
    #expect(!text.contains("4000"))
    // Control: a text with these digits is found.
    var plain = Canvas(Size(20, 1), style: Self.style)
    plain.write("4000000000000093", 0, 0, Self.style)
    #expect(svg(plain).contains("4000"))
  }

  @Test(
    "Colours of each depth as a terminal's sequences",
    arguments: [
      (ColorDepth.direct, "\u{1b}[0;1;38;2;255;0;0;48;5;200mA\u{1b}[0m\n"),
      (.indexed256, "\u{1b}[0;1;38;5;196;48;5;200mA\u{1b}[0m\n"),
      (.ansi16, "\u{1b}[0;1;91;48;5;200mA\u{1b}[0m\n"),
      (.mono, "\u{1b}[0;1mA\u{1b}[0m\n"),
    ])
  func sequences(depth: ColorDepth, wanted: String) {
    var canvas = Canvas(Size(1, 1))
    canvas.write("A", 0, 0, Style(.rgb(255, 0, 0), on: .indexed(200), .bold))
    #expect(AnsiPicture.text(canvas, depth).text == wanted)
  }
}
