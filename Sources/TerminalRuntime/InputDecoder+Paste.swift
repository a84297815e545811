import Canvas
import Secrets

// Bracketed paste, directly into locked memory.
extension InputDecoder {
  private static let endMarker: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]

  mutating func startPaste() {
    paste = Secret(capacity: Self.pasteLimit)
    markerMatched = 0
    state = .paste
  }

  /// Whether these bytes are a paste on a terminal without bracketed paste: at least three
  /// characters at once that are not a single repeated key.
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
        // The paste is reported after the burst, since the rest of the burst belongs to it.
        state = .afterPaste
      }
      return
    }
    // It was not the end marker but text. Only the marker's first byte can begin another one.
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
