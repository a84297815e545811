import Canvas

/// Changes of a style that a terminal has, as SGR (ECMA-48, 8.3.117) makes them.
extension Style {
  /// Appends the sequence that changes this style to another one: only what differs, or a reset
  /// if that is shorter.
  func write(changeTo new: Style, to output: inout ByteWriter) {
    guard new.bits != bits else { return }
    output.appendCSI()
    if new != .plain {
      let start = output
      write(differencesTo: new, to: &output)
      if attributes.rawValue & ~new.attributes.rawValue != 0 {
        let oneByOne = output.count
        output = start
        output.append(0x30)
        output.append(0x3b)
        Style.plain.write(differencesTo: new, to: &output)
        if output.count > oneByOne {
          output = start
          write(differencesTo: new, to: &output)
        }
      }
      output.removeLast()
    }
    output.append(0x6d)
  }

  /// Appends numbers, each with a semicolon after it.
  private func write(differencesTo new: Style, to output: inout ByteWriter) {
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
