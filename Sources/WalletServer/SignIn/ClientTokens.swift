import Issuer
import Threads
import WalletAPI
import WalletModel

/// The tokens of clients themselves (B20). They have no wallet, so they cannot be used for a
/// customer's routes. Only hashes are kept, in memory; a client can get another token at any time.
final class ClientTokens: Sendable {
  /// Tokens at a time. The oldest is dropped.
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

  /// A new token, valid for 15 minutes. It cannot be renewed (RFC 6749, 4.4.3).
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
