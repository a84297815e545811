import Canvas
package import Secrets

/// A line that is typed at a prompt, in locked memory. Its bytes are read as on the screen: typed
/// characters and pasted text are taken, and what other keys and the window send is dropped.
package struct PromptLine {
  package enum Ending: Sendable { case entered, cancelled }

  package let text: Secret
  private var decoder: InputDecoder

  /// - Parameter text: Is filled, as far as it has room.
  package init(_ text: Secret, isRemote: Bool = false) {
    self.text = text
    decoder = InputDecoder(isRemote: isRemote)
  }

  /// The limit of a wait for the next byte, in milliseconds; -1: none.
  package func pollLimit(at now: UInt64) -> Int32 { decoder.pollLimit(at: now) }

  /// Changes the text. nil: the line goes on.
  ///
  /// - Parameter byte: nil: none has come until `now`, in nanoseconds.
  package mutating func feed(_ byte: UInt8?, at now: UInt64) -> Ending? {
    var events: [InputEvent] = []
    if let byte {
      withUnsafeBytes(of: byte) { bytes in
        decoder.feed(bytes, at: now) { events.append($0) }
      }
    } else {
      decoder.decide(at: now) { events.append($0) }
    }
    return events.compactMap { take($0) }.last
  }

  private func take(_ event: InputEvent) -> Ending? {
    switch event {
    case .key(let key): return take(key)
    case .paste(let pasted):
      pasted.withBytes { bytes in
        bytes.forEachScalarOfLine {
          if $0.properties.generalCategory != .control { text.append($0) }
        }
      }
      pasted.wipe()
    default: break  // A line takes only what is typed or pasted.
    }
    return nil
  }

  private func take(_ key: Key) -> Ending? {
    switch (key.code, key.modifiers) {
    case (.character(let value), []), (.character(let value), .shift):
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    // A terminal may send either end of a line.
    case (.enter, _), (.character(0x6a), .control): return .entered
    case (.character(0x63), .control): return .cancelled
    case (.character(0x64), .control): return text.isEmpty ? .cancelled : nil
    case (.backspace, _): text.removeLastCharacter()
    case (.character(0x75), .control): text.wipe()
    default: break
    }
    return nil
  }

  /// The text of a line that the terminal has edited itself.
  static func text(of line: Secret) -> Secret {
    var prompt = PromptLine(Secret(capacity: line.count))
    line.withBytes { bytes in
      for (index, byte) in bytes.enumerated() {
        // Enough time to end a paste, which drops what comes with it, and too little for a key.
        _ = prompt.feed(nil, at: UInt64(index) * 20_000_000)
        _ = prompt.feed(byte, at: UInt64(index) * 20_000_000)
      }
    }
    _ = prompt.feed(nil, at: .max)
    return prompt.text
  }
}
