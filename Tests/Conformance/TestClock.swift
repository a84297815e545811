package import Issuer
package import Secrets
import Synchronization
package import Threads
package import Waiting
package import WalletModel

/// The clocks of a wallet that the test controls. Wall time and time since start can be changed
/// separately. What waits goes on when the time passes.
package final class TestClock: Sendable {
  private let state: Mutex<(wall: Int64, boot: Int64)>
  package let waits = ManualMonotonicClock()

  /// - Parameter boot: Milliseconds since the machine was started.
  package init(_ start: Timestamp, boot: Int64 = 1_000_000) {
    state = Mutex((start.milliseconds, boot))
  }

  /// Begins at the present time of this machine.
  package convenience init() {
    let now = IssuerClock.system.moment
    self.init(now.wall, boot: now.boot)
  }

  package var now: Timestamp { Timestamp(milliseconds: state.withLock { $0.wall }) }
  package var boot: Int64 { state.withLock { $0.boot } }
  package var monotonic: MonotonicClock { waits.clock }
  package var issuer: IssuerClock { IssuerClock(now: { self.now }, boot: { self.boot }) }

  package func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }

  package func advance(milliseconds: Int64) {
    state.withLock {
      $0.wall += milliseconds
      $0.boot += milliseconds
    }
    waits.advance(.milliseconds(milliseconds))
  }

  /// As if somebody set the clock.
  package func setWall(by milliseconds: Int64) { state.withLock { $0.wall += milliseconds } }

  /// As if the machine was restarted.
  package func reboot() { state.withLock { $0.boot = 10_000 } }
}

/// Decodes base 32 like an authenticator app (RFC 4648).
package func base32Decoded(_ text: Secret) -> Secret {
  text.withBytes { text in
    let bytes = Secret(capacity: text.count * 5 / 8)
    var bits = 0
    var count = 0
    for byte in text {
      let value = byte >= 0x41 ? Int(byte) - 0x41 : Int(byte) - 0x32 + 26
      bits = (bits << 5 | value) & 0xfff
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}
