import CUnistring

// Text in secrets, in UTF-8.

extension Secret {
  /// The number of its characters (Unicode scalars).
  package var characterCount: Int {
    withBytes { bytes in bytes.count(where: { $0 & 0xc0 != 0x80 }) }
  }

  /// Removes the last character, which may have several bytes.
  package func removeLastCharacter() {
    let start = withBytes { bytes in bytes.lastIndex { $0 & 0xc0 != 0x80 } ?? 0 }
    removeLast(count - start)
  }

  /// The text in Unicode's Normalization Form C, without a byte order mark: the same bytes
  /// whichever keyboard it was typed on. The caller wipes it.
  ///
  /// - Returns: nil: these are its bytes already, or it is not UTF-8.
  package func normalized() -> Secret? {
    withBytes { bytes in
      guard bytes.contains(where: { $0 >= 0x80 }), let start = bytes.bytes else { return nil }
      let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      // No text becomes longer than three times its length (UAX 15).
      let room = 3 * bytes.count
      var length = room
      let normal = Secret(count: room) { out in
        let made = cleaningStack {
          cunistring_convert(start + mark, bytes.count - mark, 0, out.bytes, &length)
        }
        if made == nil { length = 0 }
      }
      normal.removeLast(room - length)
      let isChanged = normal.withBytes { !$0.elementsEqual(bytes) }
      return length > 0 && isChanged ? normal : nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether people put it between groups of digits, or it comes with them unseen: a blank of any
  /// width, a dash, a slash, or a mark of direction.
  package var separatesDigits: Bool {
    properties.isWhitespace || properties.isDash || self == "/"
      || properties.generalCategory == .format
  }
}

extension UnsafeRawBufferPointer {
  /// Reads the characters of the first line of a text one by one. Damaged bytes are U+FFFD.
  package func forEachScalarOfLine(_ body: (Unicode.Scalar) -> Void) {
    var decoder = UTF8()
    var iterator = makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"), .scalarValue("\r"), .emptyInput: return
      case .scalarValue(let scalar): body(scalar)
      case .error: body("\u{fffd}")
      }
    }
  }
}
