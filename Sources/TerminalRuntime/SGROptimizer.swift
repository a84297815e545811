import Glibc

/// Shortens ncurses' output without changing its effect.
///
/// ncurses sets both colours if one changes, and resets everything if an attribute ends. Here
/// changes of attributes are collected until something is drawn, and only the difference is sent.
/// This saves about half of all bytes on a colourful screen. Where a frame only writes text, `reorder` also
/// writes everything that has one rendition before the next.
struct SGROptimizer {
  struct Rendition: Hashable {
    /// Bit n for SGR n: 1 bold, 2 dim, 3 italic, 4 underline, 7 reverse. Bit 0 for all others, which
    /// only a reset ends.
    var attributes: UInt8 = 0
    /// 0 for the default; the SGR number; 1 << 24 | index; or 2 << 24 | rgb.
    var foreground: UInt32 = 0
    var background: UInt32 = 0

    /// Underline and reverse are visible without a character, and others may be.
    static let onBlanks: UInt8 = 1 << 4 | 1 << 7 | others
    static let others: UInt8 = 1
  }

  var current = Rendition()
  var wanted = Rendition()
  var output: [UInt8] = []

  /// Whether the terminal's sequences are those of ISO 6429 and xterm, the only ones supported
  /// here.
  static var fits: Bool {
    let reset = ["\u{1b}(B\u{1b}[m", "\u{1b}[m", "\u{1b}[0m", "\u{1b}[m\u{0f}"].map {
      Array($0.utf8)
    }
    return reset.contains(TerminalModes.capability("sgr0"))
      && TerminalModes.capability("op") == Array("\u{1b}[39;49m".utf8)
      && TerminalModes.capability("bold") == Array("\u{1b}[1m".utf8)
      && TerminalModes.capability("cup") == Array("\u{1b}[%i%p1%d;%p2%dH".utf8)
  }

  /// All attributes are off before and after the output.
  mutating func optimize(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    output.reserveCapacity(bytes.count)
    // The frame's bytes are not kept.
    defer { output = [] }
    (current, wanted) = (Rendition(), Rendition())
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte != 0x1b {
        // Shifting to the default character set has no effect.
        if byte == 0x0f {
          index += 1
          continue
        }
        if byte >= 0x20 { flushRendition(isBlank: byte == 0x20) }
        output.append(byte)
        index += 1
        continue
      }
      let end = Self.end(of: bytes, from: index)
      sequence(UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
      index = end
    }
    flushRendition()
    return output
  }

  private mutating func sequence(_ bytes: UnsafeRawBufferPointer) {
    let before = wanted
    // `ESC ( B` comes with every reset and selects the default character set.
    if bytes.count == 3, bytes[1] == 0x28, bytes[2] == 0x42 { return }
    guard bytes.count >= 3, bytes[1] == 0x5b, let final = bytes.last else {
      flushRendition()
      output.append(contentsOf: bytes)
      return
    }
    if final == 0x6d {
      if apply(bytes[2..<bytes.count - 1]) { return }
      // It is sent as it is, after what was wanted before it.
      let new = wanted
      wanted = before
      flushRendition()
      output.append(contentsOf: bytes)
      (current, wanted) = (new, new)
      return
    }
    // Cursor movement draws nothing, and a repetition is drawn like the character before it. Erased
    // cells are blank. Anything else may draw with the current attributes.
    switch final {
    case 0x41...0x44, 0x47, 0x48, 0x62, 0x64: break
    case 0x4a, 0x4b, 0x58: flushRendition(isBlank: true)
    default: flushRendition()
    }
    output.append(contentsOf: bytes)
  }

  /// The index after the sequence that starts here.
  static func end(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start + 1
    guard index < bytes.count else { return bytes.count }
    if bytes[index] == 0x5b {
      index += 1
      while index < bytes.count, bytes[index] < 0x40 { index += 1 }
    } else {
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x30 { index += 1 }
    }
    return min(bytes.count, index + 1)
  }

  /// Applies SGR parameters to `wanted`. False if one of them is unknown, for which the bit of the others
  /// is set.
  mutating func apply(_ body: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rendition = wanted
    var isKnown = true
    var index = body.startIndex
    /// The next number: 0 if it is empty, nil after the last one.
    func next() -> UInt32? {
      guard index <= body.endIndex else { return nil }
      var number: UInt32 = 0
      while index < body.endIndex, body[index] != 0x3b {
        guard body[index] >= 0x30, body[index] <= 0x39, number < 1000 else { return .max }
        number = number * 10 + UInt32(body[index] - 0x30)
        index += 1
      }
      index += 1
      return number
    }
    func colour() -> UInt32? {
      switch next() {
      case 5: return next().map { 1 << 24 | $0 & 0xff }
      case 2:
        guard let r = next(), let g = next(), let b = next() else { return nil }
        return 2 << 24 | (r & 0xff) << 16 | (g & 0xff) << 8 | b & 0xff
      default: return nil
      }
    }
    while let number = next() {
      switch number {
      case 0: rendition = Rendition()
      case 1...4, 7: rendition.attributes |= 1 << number
      case 22: rendition.attributes &= ~0b110
      case 23, 24, 27: rendition.attributes &= ~(1 << (number - 20))
      case 30...37, 90...97: rendition.foreground = number
      case 40...47, 100...107: rendition.background = number
      case 39: rendition.foreground = 0
      case 49: rendition.background = 0
      // The usual font, which nothing leaves: Linux's console selects it with every reset.
      case 10: break
      case 38, 48:
        let colour = colour()
        if colour == nil { isKnown = false }
        if number == 38 { rendition.foreground = colour ?? rendition.foreground }
        if number == 48 { rendition.background = colour ?? rendition.background }
      default: isKnown = false
      }
    }
    if !isKnown { rendition.attributes |= Rendition.others }
    wanted = rendition
    return isKnown
  }

  /// Sends the difference between the current and the wanted attributes.
  ///
  /// - Parameter isBlank: Whether a blank is drawn, of which only the background is visible.
  mutating func flushRendition(isBlank: Bool = false) {
    var wanted = wanted
    if isBlank, (wanted.attributes | current.attributes) & Rendition.onBlanks == 0 {
      let background = wanted.background
      wanted = current
      wanted.background = background
    }
    guard wanted != current else { return }
    output += [0x1b, 0x5b]
    if wanted != Rendition() {
      // What is shorter: to end attributes one by one, or to end all and to begin some again.
      let start = output.count
      change(to: wanted)
      let oneByOne = output.count - start
      let ended = current.attributes & ~wanted.attributes
      // A reset would also end what cannot be begun again here.
      if ended != 0, wanted.attributes & Rendition.others == 0 {
        add(0)
        current = Rendition()
        change(to: wanted)
        let isNeeded = ended & Rendition.others != 0
        let isShorter = isNeeded || output.count - start <= 2 * oneByOne
        output.removeSubrange(
          isShorter ? start..<start + oneByOne : start + oneByOne..<output.count)
      }
      output.removeLast()
    }
    output.append(0x6d)
    current = wanted
  }

  private mutating func change(to new: Rendition) {
    let ended = current.attributes & ~new.attributes
    let begun = new.attributes & ~current.attributes
    // Bold and dim end together.
    let endsWeight = ended & 0b110 != 0
    if endsWeight { add(22) }
    for number in [3, 4, 7] as [UInt32] where ended >> number & 1 != 0 { add(20 + number) }
    for number in [1, 2, 3, 4, 7] as [UInt32]
    where begun >> number & 1 != 0 || endsWeight && number < 3 && new.attributes >> number & 1 != 0
    {
      add(number)
    }
    if current.foreground != new.foreground { add(new.foreground, own: 39, extended: 38) }
    if current.background != new.background { add(new.background, own: 49, extended: 48) }
  }

  private mutating func add(_ colour: UInt32, own: UInt32, extended: UInt32) {
    switch colour >> 24 {
    case 1:
      add(extended)
      add(5)
      add(colour & 0xff)
    case 2:
      add(extended)
      add(2)
      for shift in [16, 8, 0] as [UInt32] { add(colour >> shift & 0xff) }
    default: add(colour == 0 ? own : colour)
    }
  }

  /// A number and a semicolon.
  private mutating func add(_ number: UInt32) {
    if number >= 100 { output.append(0x30 + UInt8(number / 100 % 10)) }
    if number >= 10 { output.append(0x30 + UInt8(number / 10 % 10)) }
    output.append(0x30 + UInt8(number % 10))
    output.append(0x3b)
  }
}
