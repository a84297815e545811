/// The only place that writes UUIDs.
package enum UUIDText {
  /// 128 bits in the form of a version 4 UUID.
  package static func make(_ high: UInt64, _ low: UInt64) -> String {
    let high = high & ~0xf000 | 0x4000
    let low = low & ~(3 << 62) | 2 << 62
    return String(unsafeUninitializedCapacity: 36) { text in
      var at = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          text[at] = 0x2d
          at += 1
        }
        let word = index < 16 ? high : low
        text[at] = Hex.digit(UInt8(word >> UInt64(60 - index % 16 * 4) & 15))
        at += 1
      }
      return at
    }
  }
}
