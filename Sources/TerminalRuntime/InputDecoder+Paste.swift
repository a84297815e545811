import Canvas
import Secrets

// Bracketed paste: straight into locked memory.
extension InputDecoder {
  private static let endMarker: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]

  mutating func startPaste() {
    paste = Secret(capacity: Self.pasteLimit)
    markerMatched = 0
    state = .paste
  }

  /// Whether what came at once is more than anyone types at once, on a terminal that does not say
  /// what is pasted: three characters or more, and not one key that is held down.
  static func isBurst(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    let text = bytes.prefix { $0 >= 0x20 && $0 != 0x7f || $0 == 0x0d || $0 == 0x0a || $0 == 0x09 }
    return text.count >= 3 && text.contains { $0 != text.first }
  }

  mutating func startBurst() {
    startPaste()
    state = .burst
  }

  mutating func pasted(_ byte: UInt8) {
    let marker = Self.endMarker
    if byte == marker[markerMatched] {
      markerMatched += 1
      if markerMatched == marker.count {
        markerMatched = 0
        // Told only when the burst is over: what it still holds belongs to the paste.
        state = .afterPaste
      }
      return
    }
    // No marker after all: what looked like one is text. Only its first byte can start another.
    for index in 0..<markerMatched { paste?.append(marker[index]) }
    markerMatched = 0
    if byte == marker[0] { markerMatched = 1 } else { paste?.append(byte) }
  }

  mutating func finishPaste(_ emit: (InputEvent) -> Void) {
    for index in 0..<markerMatched { paste?.append(Self.endMarker[index]) }
    markerMatched = 0
    guard let finished = paste else { return }
    paste = nil
    emit(.paste(finished))
  }
}
