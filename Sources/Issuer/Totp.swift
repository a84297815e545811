import COath
import CSodium
import Glibc
package import Secrets
import WalletAPI
package import WalletModel

/// Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s), by liboath.
package enum Totp {
  static let secretBytes = 20
  static let period: Int64 = 30
  private static let isReady = oath_init() == Int32(OATH_OK.rawValue)

  /// The time step of `code`: the current one, the one before or the next, and later than `last`.
  /// nil: the code is wrong.
  package static func step(of code: Secret, secret: Secret, now: Timestamp, after last: Int64)
    -> Int64?
  {
    guard isReady, code.count == 6 else { return nil }
    let current = now.milliseconds / 1000 / period
    let first = max(current - 1, last + 1)
    guard first <= current + 1, first >= 0 else { return nil }
    // liboath passes the expected code to our function, which compares in constant time. Its own
    // copies are on the stack.
    let found = secret.withBytes { key in
      code.withBytes { code in
        cleaningStack {
          oath_hotp_validate_callback(
            key.characters, key.count, UInt64(first),
            Int(current + 1 - first), 6,
            { handle, expected in
              guard let handle, let expected else { return -1 }
              // A negative result would end the search, so a mismatch is positive.
              return sodium_memcmp(handle, expected, 6) == 0 ? 0 : 1
            }, UnsafeMutableRawPointer(mutating: code.baseAddress))
        }
      }
    }
    return found >= 0 ? first + Int64(found) : nil
  }

  /// The code at a given time, as an app shows it. For tests and the simulated phone.
  package static func code(secret: Secret, now: Timestamp) -> Secret {
    Secret(count: 6) { digits in
      let text = SecretBytes(count: 7) { text in
        _ = secret.withBytes { key in
          cleaningStack {
            oath_hotp_generate(
              key.characters, key.count,
              UInt64(now.milliseconds / 1000 / period), 6, false, -1,
              text.baseAddress?.assumingMemoryBound(to: CChar.self))
          }
        }
      }
      text.withBytes { digits.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(6))) }
    }
  }

  /// The URI for the app, made in locked memory: `otpauth://totp/walletui:ACCOUNT?secret=…`.
  static func enrolment(secret: Secret, account: String) -> AuthenticatorEnrolment? {
    guard isReady, let base32 = base32(secret) else { return nil }
    let label = "otpauth://totp/walletui:\(PercentCoding.encode(account))?secret="
    // SHA-1, six digits and 30 s are the defaults, and a shorter text makes a smaller QR code.
    let rest = "&issuer=walletui"
    let uri = Secret(capacity: label.utf8.count + base32.count + rest.utf8.count)
    for byte in label.utf8 { uri.append(byte) }
    base32.withBytes { for byte in $0 { uri.append(byte) } }
    for byte in rest.utf8 { uri.append(byte) }
    return AuthenticatorEnrolment(uri: uri, secret: base32)
  }

  private static func base32(_ secret: Secret) -> Secret? {
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    let result = secret.withBytes { key in
      cleaningStack { oath_base32_encode(key.characters, key.count, &text, &count) }
    }
    guard result == Int32(OATH_OK.rawValue), let text else { return nil }
    defer {
      sodium_memzero(text, count)
      free(text)
    }
    return Secret(copying: UnsafeRawBufferPointer(start: text, count: count))
  }
}
