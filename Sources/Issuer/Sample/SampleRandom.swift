import Secrets
import Synchronization
import WalletModel

/// The same numbers from the same seed on every machine (SplitMix64). For samples only.
struct SampleRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func id() -> String { UUIDText.make(next(), next()) }

  mutating func digits(_ count: Int) -> Secret {
    let secret = Secret(capacity: count)
    for _ in 0..<count { secret.append(UInt8(below(10)) + UInt8(ascii: "0")) }
    return secret
  }
}

extension IssuerRandom {
  /// The same bytes from the same seed, for output that must be reproducible. They are not secret.
  package static func repeatable(seed: UInt64) -> IssuerRandom {
    let numbers = Mutex(SampleRandom(seed))
    return IssuerRandom { bytes in
      numbers.withLock { numbers in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: numbers.next()) }
      }
    }
  }
}
