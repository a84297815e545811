import Canvas
import Secrets
import Testing
import TextOutput

@testable import Pictures

/// Frames as output for a terminal.
struct TerminalFramesTests {
  private static let style = Style(.rgb(200, 200, 200), on: .rgb(10, 10, 10))
  private static let digits = "4111222233334444"

  @Test func onlyChangesAreSent() {
    var frames = TerminalFrames(.mono)
    var canvas = Canvas(Size(6, 2))
    canvas.write("ab", 0, 0, .plain)
    let first = frames.text(canvas)
    #expect(first.hasPrefix("\u{1b}[2J\u{1b}[1;1H\u{1b}[0mab    \u{1b}[2;1H"))
    #expect(first.hasSuffix("\u{1b}[0m\u{1b}[?25l"))
    #expect(frames.text(canvas) == "")
    canvas.write("x", 4, 1, .plain)
    #expect(frames.text(canvas) == "\u{1b}[2;5H\u{1b}[0mx\u{1b}[0m\u{1b}[?25l")
    canvas.cursor = Point(2, 1)
    #expect(frames.text(canvas) == "\u{1b}[0m\u{1b}[2;3H\u{1b}[?25h")
  }

  @Test func aWideCharacterIsSentOnce() {
    var frames = TerminalFrames(.mono)
    var canvas = Canvas(Size(4, 1))
    canvas.write("日x", 0, 0, .plain)
    #expect(frames.text(canvas).contains("\u{1b}[0m日x "))
  }

  /// Digits from locked memory are masked, and areas that show a secret are shaded. Control: the
  /// same as text is found.
  @Test(arguments: [ColorDepth.mono, .indexed256, .direct])
  func secretsAreNotSent(depth: ColorDepth) {
    var canvas = Canvas(Size(20, 2), style: Self.style)
    let secret = Array(Self.digits.utf8).withUnsafeBytes { Secret(copying: $0) }
    canvas.reveal(secret, 0..<16, 0, 0, Self.style, mask: "•")
    canvas.write("▀▄█", 4, 1, Self.style)
    canvas.markSecretPicture(Rect(4, 1, 3, 1))
    var frames = TerminalFrames(depth)
    let sent = frames.text(canvas) + AnsiPicture.text(canvas, depth).text
    #expect(sent.contains("••••"))
    #expect(sent.contains("░░░"))
    for piece in ["4111", "2222", "▀", "▄", "█"] { #expect(!sent.contains(piece)) }
    canvas.write(Self.digits, 0, 0, Self.style)
    #expect(frames.text(canvas).contains(Self.digits))
  }
}
