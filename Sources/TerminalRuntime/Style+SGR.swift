import Canvas

/// Changes of a style that a terminal has, as SGR (ECMA-48, 8.3.117) makes them.
extension Style {
  /// About the bytes that a change to another style needs.
  func cost(to new: Style) -> Int {
    func length(_ color: Color) -> Int {
      switch color.kind {
      case .rgb: 16
      case .indexed(16...): 9
      default: 3
      }
    }
    return (new.foreground == foreground ? 0 : length(new.foreground))
      + (new.background == background ? 0 : length(new.background))
      + 3 * (new.attributes.rawValue ^ attributes.rawValue).nonzeroBitCount
  }

  /// Appends the sequence that changes this style to another one: only what differs, or a reset
  /// if that is shorter.
  func write(changeTo new: Style, into output: inout [UInt8]) {
    guard new != self else { return }
    output.append(0x1b)
    output.append(0x5b)
    if new != .plain {
      let start = output.count
      write(differencesTo: new, into: &output)
      let oneByOne = output.count - start
      if attributes.rawValue & ~new.attributes.rawValue != 0 {
        output.append(0x30)
        output.append(0x3b)
        Style.plain.write(differencesTo: new, into: &output)
        let isShorter = output.count - start <= 2 * oneByOne
        output.removeSubrange(
          isShorter ? start..<start + oneByOne : start + oneByOne..<output.count)
      }
      output.removeLast()
    }
    output.append(0x6d)
  }

  /// Appends numbers, each with a semicolon after it.
  private func write(differencesTo new: Style, into output: inout [UInt8]) {
    func add(_ number: Int) {
      output.append(decimal: number)
      output.append(0x3b)
    }
    if attributes != new.attributes { write(attributesOf: new, add) }
    if foreground != new.foreground { new.foreground.sgr(black: 30, add) }
    if background != new.background { new.background.sgr(black: 40, add) }
  }

  private func write(attributesOf new: Style, _ add: (Int) -> Void) {
    let ended = attributes.rawValue & ~new.attributes.rawValue
    let begun = new.attributes.rawValue & ~attributes.rawValue
    // Bold and dim end together.
    let weight = Attributes.bold.rawValue | Attributes.dim.rawValue
    let again = ended & weight == 0 ? 0 : new.attributes.rawValue & weight
    if ended & weight != 0 { add(22) }
    // In the order of their bits.
    for (bit, number) in [1, 2, 3, 4, 7].enumerated() {
      if ended & ~weight & 1 << bit != 0 { add(20 + number) }
      if (begun | again) & 1 << bit != 0 { add(number) }
    }
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
