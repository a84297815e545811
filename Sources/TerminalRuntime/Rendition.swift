/// How a terminal draws text: attributes and colours, as SGR (ECMA-48, 8.3.117) sets them.
/// It is one number, which is compared for each cell.
struct Rendition: Hashable {
  /// From the lowest bit: 26 of the foreground, 26 of the background, and the attributes.
  private let bits: UInt64

  init(attributes: UInt8 = 0, foreground: UInt32 = 0, background: UInt32 = 0) {
    bits = UInt64(foreground) | UInt64(background) << 26 | UInt64(attributes) << 52
  }

  /// Bit n for SGR n: 1 bold, 2 dim, 3 italic, 4 underline, 7 reverse.
  var attributes: UInt8 { UInt8(bits >> 52) }
  /// 0 for the default; the SGR number; 1 << 24 | index; or 2 << 24 | rgb.
  var foreground: UInt32 { UInt32(bits & 0x3ff_ffff) }
  var background: UInt32 { UInt32(bits >> 26 & 0x3ff_ffff) }

  /// Whether only the background of a blank is visible. Underline and reverse are visible, too.
  var hidesBlanks: Bool { attributes & (1 << 4 | 1 << 7) == 0 }

  /// About the bytes that a change to another rendition needs.
  func cost(to new: Rendition) -> Int {
    func length(_ colour: UInt32) -> Int { colour >> 24 == 2 ? 16 : colour >> 24 == 1 ? 9 : 3 }
    return (new.foreground == foreground ? 0 : length(new.foreground))
      + (new.background == background ? 0 : length(new.background))
      + 3 * (new.attributes ^ attributes).nonzeroBitCount
  }

  /// Appends the sequence that changes this rendition to another one: only what differs, or a reset
  /// if that is shorter.
  func write(changeTo new: Rendition, into output: inout [UInt8]) {
    guard new != self else { return }
    output.append(0x1b)
    output.append(0x5b)
    if new != Rendition() {
      let start = output.count
      write(differencesTo: new, into: &output)
      let oneByOne = output.count - start
      if attributes & ~new.attributes != 0 {
        output.append(0x30)
        output.append(0x3b)
        Rendition().write(differencesTo: new, into: &output)
        let isShorter = output.count - start <= 2 * oneByOne
        output.removeSubrange(
          isShorter ? start..<start + oneByOne : start + oneByOne..<output.count)
      }
      output.removeLast()
    }
    output.append(0x6d)
  }

  /// Appends numbers, each with a semicolon after it.
  private func write(differencesTo new: Rendition, into output: inout [UInt8]) {
    let ended = attributes & ~new.attributes
    let begun = new.attributes & ~attributes
    // Bold and dim end together.
    let endsWeight = ended & 0b110 != 0
    func add(_ number: UInt32) {
      output.append(decimal: Int(number))
      output.append(0x3b)
    }
    func add(_ colour: UInt32, own: UInt32, extended: UInt32) {
      switch colour >> 24 {
      case 1:
        add(extended)
        add(5)
        add(colour & 0xff)
      case 2:
        add(extended)
        add(2)
        add(colour >> 16 & 0xff)
        add(colour >> 8 & 0xff)
        add(colour & 0xff)
      default: add(colour == 0 ? own : colour)
      }
    }
    if ended | begun != 0 {
      if endsWeight { add(22) }
      for number in 3...7 as ClosedRange<UInt32> where ended >> number & 1 != 0 { add(20 + number) }
      for number in 1...7 as ClosedRange<UInt32>
      where begun >> number & 1 != 0
        || endsWeight && number < 3 && new.attributes >> number & 1 != 0
      {
        add(number)
      }
    }
    if foreground != new.foreground { add(new.foreground, own: 39, extended: 38) }
    if background != new.background { add(new.background, own: 49, extended: 48) }
  }
}

extension [UInt8] {
  /// Appends a number of at most four digits.
  mutating func append(decimal number: Int) {
    if number >= 1000 { append(0x30 + UInt8(truncatingIfNeeded: number / 1000 % 10)) }
    if number >= 100 { append(0x30 + UInt8(truncatingIfNeeded: number / 100 % 10)) }
    if number >= 10 { append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10)) }
    append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a scalar value in UTF-8.
  mutating func append(scalar: UInt32) {
    func part(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3f) }
    if scalar < 0x80 { return append(UInt8(scalar)) }
    if scalar < 0x800 {
      append(UInt8(0xc0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        append(UInt8(0xe0 | scalar >> 12))
      } else {
        append(UInt8(0xf0 | scalar >> 18 & 7))
        append(part(12))
      }
      append(part(6))
    }
    append(part(0))
  }
}
