import Canvas
import Secrets

/// Shows a test when the screen is complete. Release builds never do: there `isWanted` is false
/// when they are compiled.
///
/// A marker is the sequence that names a folder (OSC 7). It changes nothing on the screen, and a
/// test reads it with the screen: it is tmux' `pane_path`. A marker is
/// `walletui:STATE:FRAMES:KEYS:BYTES:WIDTHxHEIGHT`. FRAMES counts the markers of complete frames,
/// KEYS the keys that were handled, and BYTES the bytes that were read. The size is the frame's.
package struct TestMarker {
  enum State: String {
    /// Something has arrived that is not handled, or the frame is not complete.
    case busy
    /// The frame is complete, but a result is awaited.
    case waiting
    /// The frame is complete, and nothing is awaited except time and the person.
    case settled
    /// The program does not have the terminal.
    case left
  }

  /// Whether a test wants markers. In a debug build this is `TestSettings.wantsMarkers`.
  package static var isWanted: Bool {
    #if DEBUG
      TestSettings.wantsMarkers
    #else
      false
    #endif
  }

  private var state: State?
  private var frames = 0
  private var keys = 0
  private var bytes = 0

  mutating func handled(_ event: InputEvent) {
    if case .key = event { keys += 1 }
  }

  mutating func read(_ count: Int) { bytes += count }

  /// The sequence for a new state; nil: the terminal has it, or no markers are wanted.
  mutating func change(to new: State, _ size: Size) -> [UInt8]? {
    guard Self.isWanted, new != state else { return nil }
    state = new
    if new == .settled || new == .waiting { frames += 1 }
    let words = "walletui:\(new.rawValue):\(frames):\(keys):\(bytes):\(size.width)x\(size.height)"
    return Array("\u{1b}]7;\(words)\u{1b}\\".utf8)
  }
}
