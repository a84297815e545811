import Issuer
import Secrets
import WalletAPI
import WalletModel

/// The tokens of clients themselves (B20). They have no wallet, so they cannot be used for a
/// customer's routes.
///
/// A token is 64 hexadecimal digits: the time at which it was made, and a keyed hash of that. No
/// token is kept, so all servers on a ledger know it, but none can be revoked.
final class ClientTokens: Sendable {
  private static let timeBytes = 8
  private static let hashBytes = 24
  private static let digits = 2 * (timeBytes + hashBytes)
  /// The time of a token may be this far ahead, since each server measures the shared clock itself.
  private static let mostAheadSeconds: Int64 = 60

  private let key: Secret
  private let clock: IssuerClock

  /// - Parameters:
  ///   - keys: Those of the ledger, which all servers on it have.
  ///   - clients: If one of them gets another secret, all tokens end.
  init(_ keys: IssuerKeys, _ clients: ClientCredentials, clock: IssuerClock) {
    // In whatever order a server was told of its clients.
    let hashes = clients.hashes.sorted { $0.lexicographicallyPrecedes($1) }
    let message = Array("client tokens ".utf8) + hashes.joined()
    key = Secret(count: 32) { key in
      message.withUnsafeBytes { message in
        keys.requests.withBytes { Hash.fill(key, of: message, key: $0) }
      }
    }
    self.clock = clock
  }

  /// A new token, valid for 15 minutes. It cannot be renewed (RFC 6749, 4.4.3).
  func issue() -> TokenResponse {
    TokenResponse(
      accessToken: token(madeAt: clock.now().milliseconds), refreshToken: nil,
      expiresIn: Int(Sessions.accessSeconds), scopes: [.wallet])
  }

  func accepts(_ token: UnsafeRawBufferPointer) -> Bool {
    guard token.count == Self.digits, let time = Self.time(of: token),
      Secret(copying: token).matches(self.token(madeAt: time))
    else { return false }
    let age = clock.now().milliseconds - time
    return (-Self.mostAheadSeconds * 1000..<Sessions.accessSeconds * 1000).contains(age)
  }

  /// - Parameter time: Milliseconds since 1970.
  private func token(madeAt time: Int64) -> Secret {
    let bytes = SecretBytes(count: Self.timeBytes + Self.hashBytes) { bytes in
      bytes.storeBytes(of: time.bigEndian, as: Int64.self)
      let time = UnsafeRawBufferPointer(rebasing: bytes[..<Self.timeBytes])
      key.withBytes {
        Hash.fill(
          UnsafeMutableRawBufferPointer(rebasing: bytes[Self.timeBytes...]), of: time, key: $0)
      }
    }
    let token = Secret(capacity: Self.digits)
    bytes.withBytes { Hex.write($0) { token.append($0) } }
    return token
  }

  /// The time that a token begins with; nil: it does not begin with hexadecimal digits.
  private static func time(of token: UnsafeRawBufferPointer) -> Int64? {
    var time: UInt64 = 0
    for byte in token.prefix(2 * timeBytes) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      time = time << 4 | UInt64(digit)
    }
    return Int64(bitPattern: time)
  }
}
