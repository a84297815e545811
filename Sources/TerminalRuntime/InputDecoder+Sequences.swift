import Canvas

// CSI and SS3 sequences.
extension InputDecoder {
  mutating func csi(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    switch byte {
    case 0x1b:
      state = .escape
      return
    case 0x18, 0x1a, 0x80...:
      state = .ground
      return
    case 0..<0x20, 0x7f:
      state = .ignoredSequence
      return
    default: break
    }
    if sequence.isEmpty && byte == 0x5b {
      state = .linuxFunction
      return
    }
    sequence.append(byte)
    // Some terminals' keys end with a byte that is not a final byte elsewhere (`ESC [ 7 $`).
    if let key = keys[[0x1b, 0x5b] + sequence] {
      state = .ground
      emit(.key(key))
    } else if byte >= 0x40 {
      state = .ground
      finishCSI(emit)
    } else if sequence.count > Self.sequenceLimit {
      state = .ignoredSequence
    }
  }

  mutating func ignored(_ byte: UInt8) {
    switch byte {
    case 0x1b: state = .escape
    case 0x40...0x7e, 0x18, 0x1a: state = .ground
    default: break
    }
  }

  mutating func ss3(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    if byte == 0x1b {
      state = .escape
      return
    }
    sequence.append(byte)
    if byte >= 0x30 && byte <= 0x3b && sequence.count < 4 { return }
    state = .ground
    if let key = keys[[0x1b, 0x4f] + sequence] {
      emit(.key(key))
      return
    }
    let modifiers = Self.modifiers(Self.numbers(sequence.dropLast()).last ?? 1)
    if let code = Self.letterKey(byte) {
      emit(.key(Key(code, modifiers)))
    } else if let character = Self.keypad(byte) {
      emit(.key(Key(character, modifiers)))
    }
  }

  private mutating func finishCSI(_ emit: (InputEvent) -> Void) {
    guard let final = sequence.last else { return }
    let body = sequence.dropLast()
    if body.first == 0x3c {
      mouse(Self.numbers(body.dropFirst()), released: final == 0x6d, final, emit)
      return
    }
    if final == 0x63, body.first == 0x3f { awaitsAnswer = false }
    // Private or intermediate bytes belong to an answer, not to a key.
    guard body.allSatisfy({ $0 >= 0x30 && $0 <= 0x3b }) else { return }
    let numbers = Self.numbers(body)
    let modifiers = Self.modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case 0x7e: tilde(numbers, modifiers, emit)
    case 0x75:
      if let code = numbers.first { plainKey(code, modifiers, emit) }
    case 0x5a: emit(.key(Key(.backtab)))
    case 0x49 where body.isEmpty: emit(.focus(true))
    case 0x4f where body.isEmpty: emit(.focus(false))
    case 0x4d where body.isEmpty: state = .x10Mouse(left: 3)
    // With other numbers it is a cursor position report.
    case 0x52 where !(body.isEmpty || numbers.first == 1 && numbers.count == 2): break
    default:
      if let code = Self.letterKey(final), numbers.count <= 2 {
        emit(.key(Key(code, modifiers)))
      }
    }
  }

  private mutating func tilde(
    _ numbers: [Int], _ modifiers: Key.Modifiers, _ emit: (InputEvent) -> Void
  ) {
    guard let number = numbers.first else { return }
    switch number {
    case 200: startPaste()
    case 27 where numbers.count == 3: plainKey(numbers[2], modifiers, emit)
    default:
      if let code = Self.numberedKey(number) { emit(.key(Key(code, modifiers))) }
    }
  }

  /// A key that is sent as its character's code, as some terminals do for keys with modifiers.
  private func plainKey(
    _ code: Int, _ modifiers: Key.Modifiers, _ emit: (InputEvent) -> Void
  ) {
    switch code {
    case 9: emit(.key(modifiers.contains(.shift) ? Key(.backtab) : Key(.tab, modifiers)))
    case 13: emit(.key(Key(.enter, modifiers)))
    case 27: emit(.key(Key(.escape, modifiers)))
    case 8, 127: emit(.key(Key(.backspace, modifiers)))
    case 0x20...0x7e, 0xa0...0xd7ff, 0xf900...0x10ffff:
      emit(.key(Key(.character(UInt32(code)), modifiers)))
    default: break
    }
  }

  private func mouse(
    _ numbers: [Int], released: Bool, _ final: UInt8, _ emit: (InputEvent) -> Void
  ) {
    guard final == 0x4d || final == 0x6d, numbers.count == 3, numbers[1] >= 1, numbers[2] >= 1
    else { return }
    let point = Point(numbers[1] - 1, numbers[2] - 1)
    // Without the bits of modifiers. Motion events (32) were not requested.
    switch numbers[0] & ~0b1_1100 {
    case 0: emit(.mouse(Mouse(released ? .release : .press, at: point)))
    case 64 where !released: emit(.mouse(Mouse(.wheelUp, at: point)))
    case 65 where !released: emit(.mouse(Mouse(.wheelDown, at: point)))
    default: break
    }
  }

  /// Numbers separated by semicolons. A missing number is 0; what follows a colon is ignored.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: 0x3b, omittingEmptySubsequences: false).map { part in
      var value = 0
      for digit in part {
        guard digit >= 0x30 && digit <= 0x39 else { break }
        value = min(value * 10 + Int(digit - 0x30), 0x10ffff)
      }
      return value
    }
  }

  private static func modifiers(_ number: Int) -> Key.Modifiers {
    let bits = max(1, number) - 1
    var result: Key.Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & 2 != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  private static func letterKey(_ byte: UInt8) -> Key.Code? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .function(Int(byte) - 0x4f)
    default: nil
    }
  }

  private static func keypad(_ byte: UInt8) -> Key.Code? {
    switch byte {
    case 0x4d: .enter
    case 0x6a...0x79: .character(UInt32(byte) - 0x40)
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }
}
