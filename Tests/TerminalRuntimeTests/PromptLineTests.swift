import Secrets
import Testing

@testable import TerminalRuntime

/// What a prompt takes of the bytes that a terminal sends.
struct PromptLineTests {
  /// Types the bytes one by one, and ends the last pause.
  private func typed(
    _ bytes: String, capacity: Int = 64
  ) -> (text: String, ending: PromptLine.Ending?) {
    var line = PromptLine(Secret(capacity: capacity))
    var ending: PromptLine.Ending?
    for (index, byte) in bytes.utf8.enumerated() {
      ending = line.feed(byte, at: UInt64(index) * 1_000_000)
    }
    ending = line.feed(nil, at: .max) ?? ending
    return (text(line.text), ending)
  }

  private func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// They were invisible parts of a passphrase. In line mode the terminal edits the line itself, and
  /// passes on what other keys send.
  @Test(arguments: [
    "\u{1b}[A", "\u{1b}OA", "\u{1b}[3~", "\u{1b}[H", "\u{1b}[1;5C", "\u{1b}[I", "\u{1b}[O",
    "\u{1b}OP", "\u{1b}[[A", "\u{1b}[<0;1;1M", "\t", "\u{1b}x", "\u{1b}]11;rgb:0/0/0\u{7}",
    "\u{1}", "\u{1b}[201~", "",
  ])
  func keysAndReportsAreDropped(_ sequence: String) {
    #expect(typed("horse" + sequence + " ö").text == "horse ö")
    let line = Secret(capacity: 64)
    for byte in ("horse" + sequence + " ö").utf8 { line.append(byte) }
    #expect(text(PromptLine.text(of: line)) == "horse ö")
  }

  @Test func pastedTextIsTaken() {
    #expect(typed("a\u{1b}[200~b ö\u{1b}[A\n123\u{1b}[201~").text == "ab ö[A")
    #expect(typed("a\u{1b}[200~b").text == "ab")
    // As much as there is room for, in whole characters.
    #expect(typed("\u{1b}[200~äöü\u{1b}[201~", capacity: 5).text == "äö")
  }

  /// A line arrives at once: what was typed after a paste is no part of its burst.
  @Test func aLineGoesOnAfterAPaste() {
    let line = Secret(capacity: 64)
    for byte in "a\u{1b}[200~b\u{1b}[201~c ö\u{1b}[200~d\u{1b}[201~".utf8 { line.append(byte) }
    #expect(text(PromptLine.text(of: line)) == "abc öd")
  }

  @Test func aLineIsEdited() {
    #expect(typed("aö\u{7f}b").text == "ab")
    #expect(typed("aö\u{15}\u{7f}b").text == "b")
    #expect(typed("äöü", capacity: 5).text == "äö")
    #expect(typed("a\r").ending == .entered && typed("a\n").ending == .entered)
    #expect(typed("a\u{3}").ending == .cancelled)
    #expect(typed("\u{4}").ending == .cancelled && typed("a\u{4}").ending == nil)
  }
}
