import Issuer
import Threads
import WalletAPI

/// The tokens of clients themselves (B20). No wallet belongs to one, so none opens a customer's
/// route. In memory, as hashes: a client asks for another at any time.
final class ClientTokens: Sendable {
  /// At once; the oldest gives way.
  private static let most = 64

  private struct Token {
    let hash: [UInt8]
    let made: Moment
  }
  private let tokens = Locked<[Token]>([])
  private let clock: IssuerClock
  private let random: IssuerRandom

  init(clock: IssuerClock, random: IssuerRandom) {
    self.clock = clock
    self.random = random
  }

  /// A new one, for 15 minutes. It cannot be renewed (RFC 6749, 4.4.3).
  func issue() -> TokenResponse {
    let token = random.digits(64)
    let new = Token(hash: Sessions.hash(token), made: clock.moment)
    tokens.withLock { $0 = $0.suffix(Self.most - 1) + [new] }
    return TokenResponse(
      accessToken: token, refreshToken: nil, expiresIn: Int(Sessions.accessSeconds),
      scopes: [.wallet])
  }

  func contains(_ hash: [UInt8]) -> Bool {
    let now = clock.moment
    return tokens.withLock { tokens in
      tokens.contains {
        $0.hash == hash && now.longest(since: $0.made) < Sessions.accessSeconds * 1000
      }
    }
  }

  func revoke(_ hash: [UInt8]) { tokens.withLock { $0.removeAll { $0.hash == hash } } }
}
