import CSodium
import Glibc
package import Secrets
package import WalletModel

/// What the rules depend on besides the ledger.
package struct IssuerEnvironment: Sendable {
  package let clock: IssuerClock
  package let random: IssuerRandom
  /// Whether it is a simulation: simulated phones may get cards (otherwise no phone may), and new
  /// accounts have money for the simulated shop.
  package let isSimulation: Bool
  /// Whether codes can be sent by SMS and e-mail. Otherwise these are not offered.
  package let sendsMessages: Bool
  /// The beginning of the paths in answers: `WalletServer.Options.path`.
  let path: String
  /// Idempotency keys of a customer.
  package let mostChanges: Int
  package let virtualCards: VirtualCardLimits
  /// Seconds until a virtual card is made.
  let makingSeconds: Int64

  package init(
    clock: IssuerClock = .system, random: IssuerRandom = .system, isSimulation: Bool = false,
    sendsMessages: Bool = true, path: String = "", mostChanges: Int = 200_000,
    virtualCards: VirtualCardLimits = VirtualCardLimits(), makingSeconds: Int64 = usualMakingSeconds
  ) {
    self.clock = clock
    self.random = random
    self.isSimulation = isSimulation
    self.sendsMessages = sendsMessages
    self.path = path
    self.mostChanges = mostChanges
    self.virtualCards = virtualCards
    self.makingSeconds = makingSeconds
  }
}

/// The clocks, as closures, so that tests can control them.
package struct IssuerClock: Sendable {
  /// Wall time, for messages, records and TOTP codes.
  package var now: @Sendable () -> Timestamp
  /// Milliseconds since the machine was started, with suspension. It never goes back (R15).
  package var boot: @Sendable () -> Int64

  package init(
    now: @escaping @Sendable () -> Timestamp, boot: @escaping @Sendable () -> Int64
  ) {
    self.now = now
    self.boot = boot
  }

  package static let system = IssuerClock(
    now: { Timestamp(milliseconds: milliseconds(CLOCK_REALTIME)) },
    boot: { milliseconds(CLOCK_BOOTTIME) })

  package var moment: Moment { Moment(wall: now(), boot: boot()) }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// The source of random bytes.
package struct IssuerRandom: Sendable {
  package var fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  package static let system = IssuerRandom { bytes in
    if let start = bytes.baseAddress { randombytes_buf(start, bytes.count) }
  }

  /// A number from 0 to below `bound`, all equally likely.
  package func below(_ bound: UInt32) -> UInt32 {
    let limit = UInt32.max - UInt32.max % bound
    while true {
      var value: UInt32 = 0
      withUnsafeMutableBytes(of: &value) { fill($0) }
      if value < limit { return value % bound }
    }
  }

  /// Random hexadecimal digits. Their number must be even.
  package func digits(_ count: Int) -> Secret {
    let bytes = SecretBytes(count: count / 2) { fill($0) }
    let digits = Secret(capacity: count)
    bytes.withBytes { Hex.write($0) { digits.append($0) } }
    return digits
  }

  /// An opaque id in the form of a version 4 UUID.
  package func id() -> String {
    var bits: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &bits) { fill($0) }
    return UUIDText.make(bits.0, bits.1)
  }
}
