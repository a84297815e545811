import Glibc
package import Secrets
import TextLayout

/// Output could not be written; the system's error number.
package struct OutputFailure: Error {
  package let number: Int32
}

/// The only way to write to a descriptor that people read: standard output, standard error, a
/// terminal.
///
/// Text may come from others, such as a server or the author of a file, and terminals obey control
/// sequences. So everything that is not plain text is made visible here. Escape sequences are only
/// those of `TerminalSequence` and `StyledText`. `Tests/Tidy/run` finds other ways of writing.
package struct TextOutput: Sendable {
  package let descriptor: Int32
  /// How long to wait for a terminal that takes no output, in milliseconds; -1: without a limit.
  private let timeout: Int32

  package static let standard = TextOutput(STDOUT_FILENO)
  package static let error = TextOutput(STDERR_FILENO)

  package init(_ descriptor: Int32, timeout: Int32 = -1) {
    self.descriptor = descriptor
    self.timeout = timeout
  }

  /// Text with line ends of our own.
  package func text(_ text: String) throws(OutputFailure) { try send(Self.cleanLines(text)) }

  /// One line and its end, whatever the text contains.
  package func line(_ text: String) throws(OutputFailure) { try send(Text.clean(text) + "\n") }

  package func styled(_ text: StyledText) throws(OutputFailure) { try send(text.text) }

  package func sequences(_ sequences: [TerminalSequence]) throws(OutputFailure) {
    try send(TerminalSequence.text(sequences))
  }

  /// JSON, or a part of it. Characters that are not displayed are written as `\u202e`, which means
  /// the same in JSON strings.
  package func json(_ text: String) throws(OutputFailure) { try json(Array(text.utf8)) }

  /// The same for bytes. They are not copied if there is nothing to escape.
  package func json(_ bytes: [UInt8]) throws(OutputFailure) {
    guard bytes.withUnsafeBufferPointer(Self.isHarmless) else {
      return try send(Self.escaped(String(decoding: bytes, as: UTF8.self)))
    }
    try write(bytes)
  }

  /// Written from locked memory, never as a `String`. Bytes that cannot be displayed become
  /// question marks; with `isQuoted` also those that would end a JSON string.
  package func secret(_ secret: Secret, _ range: Range<Int>? = nil, isQuoted: Bool = false)
    throws(OutputFailure)
  {
    let range = (range ?? 0..<secret.count).clamped(to: 0..<secret.count)
    let safe = Secret(count: range.count) { room in
      // A secret that was wiped meanwhile is shorter.
      secret.withBytes { bytes in
        for (index, byte) in bytes.dropFirst(range.lowerBound).prefix(range.count).enumerated() {
          room[index] = byte
        }
      }
      Self.mask(room, isQuoted: isQuoted)
    }
    defer { safe.wipe() }
    try safe.withBytes { (bytes) throws(OutputFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// A request to the terminal: to copy (OSC 52), as made by `Clipboard`, or to show a notification,
  /// as made by `TerminalNotification`. No other control bytes than theirs.
  package func request(_ sequence: Secret) throws(OutputFailure) {
    let isSequence = sequence.withBytes { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x1b || $0 == 0x07 }
    }
    guard isSequence else { return }
    try sequence.withBytes { (bytes) throws(OutputFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Asks the terminal to show a notification.
  package func notification(_ text: String, _ form: TerminalNotification) throws(OutputFailure) {
    try send(form.sequence(text))
  }

  // MARK: Sanitising

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) || byte == 0x0a
  }

  static func cleanLines(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Text.clean($0) }.joined(separator: "\n")
  }

  /// Whether it is valid text without characters to escape. Long lists have letters of other
  /// languages, and nearly never such a character.
  private static func isHarmless(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = json[...]
    while let start = rest.firstIndex(where: { !isPlain($0) }) {
      let end = rest[start...].firstIndex(where: isPlain) ?? rest.endIndex
      let text = String(validating: rest[start..<end], as: UTF8.self)
      guard let text, !text.unicodeScalars.contains(where: Text.isHazard) else { return false }
      rest = rest[end...]
    }
    return true
  }

  static func escaped(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count + 64)
    for scalar in json.unicodeScalars {
      if scalar == "\n" || !Text.isHazard(scalar) {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let hex = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    return result
  }

  /// In place, so that there is no other copy. Bytes that are not text become question marks.
  private static func mask(_ bytes: UnsafeMutableRawBufferPointer, isQuoted: Bool) {
    let question = UInt8(ascii: "?")
    var at = 0
    while at < bytes.count {
      let length = scalarLength(UnsafeRawBufferPointer(rebasing: bytes[at...]))
      let isQuote = bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "\\")
      if length == 0 || isQuoted && isQuote { bytes[at] = question }
      at += max(1, length)
    }
  }

  /// The length of the first scalar in bytes; 0 if it must not be displayed.
  private static func scalarLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), !Text.isHazard(scalar),
      Text.width(of: scalar) >= 0
    else { return 0 }
    return UTF8.width(scalar)
  }

  // MARK: Bytes

  private func send(_ text: String) throws(OutputFailure) { try write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) throws(OutputFailure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(OutputFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes everything, however little the descriptor takes at once.
  private func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // The descriptor is shared with a process that made it non-blocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&ready, 1, timeout) == 0 { throw OutputFailure(number: ETIMEDOUT) }
      } else if errno != EINTR {
        throw OutputFailure(number: errno)
      }
    }
  }
}
