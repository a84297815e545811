import Issuer
import SeededGenerator
import Testing

@Suite struct HashComparisonTests {
  /// A comparison that accepts one wrong code in a few hundred passes every other test.
  @Test func differentHashesAreNeverEqual() {
    var random = SeededGenerator(seed: 1)
    func hash() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) } }
    for _ in 0..<20_000 {
      let one = hash()
      #expect(CardNumbers.isSame(one, one))
      let other = hash()
      if CardNumbers.isSame(one, other) {
        Issue.record("\(one) and \(other)")
        return
      }
    }
  }

  @Test func theComparisonDependsOnEveryBit() {
    let zeros = [UInt8](repeating: 0, count: 32)
    let ones = [UInt8](repeating: 255, count: 32)
    for original in [zeros, ones] {
      for bit in 0..<256 {
        var changed = original
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(!CardNumbers.isSame(original, changed), "bit \(bit)")
      }
    }
    #expect(!CardNumbers.isSame([], [0]) && CardNumbers.isSame([], []))
  }
}
