package import Secrets
import Synchronization
package import WalletModel

/// A clock that a test holds. Wall time and time since start can be moved apart.
package final class TestClock: Sendable {
  private let state: Mutex<(wall: Int64, boot: Int64)>

  package init(_ start: Timestamp) { state = Mutex((start.milliseconds, 1_000_000)) }

  package var now: Timestamp { Timestamp(milliseconds: state.withLock { $0.wall }) }
  package var boot: Int64 { state.withLock { $0.boot } }

  package func advance(milliseconds: Int64) {
    state.withLock {
      $0.wall += milliseconds
      $0.boot += milliseconds
    }
  }

  /// As when somebody sets the clock.
  package func setWall(by milliseconds: Int64) { state.withLock { $0.wall += milliseconds } }

  /// As when the machine was started anew.
  package func reboot() { state.withLock { $0.boot = 10_000 } }
}

/// What an authenticator app does with the base-32 text that it is given (RFC 4648).
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
