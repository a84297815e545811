import Secrets
import WalletAPI
import WalletModel

/// Reserves locked memory for an answer with secrets until it is sent. Without room for it the
/// request is refused with 503, although it was carried out.
struct AnswerMemory: Stage {
  func answer(_ exchange: Exchange, _ next: Next<Exchange>) throws(WalletError) -> WireResponse {
    let answer = try next(exchange)
    guard case .secret(let secret) = answer.body, !exchange.reserve(secret.count) else {
      return answer
    }
    secret.wipe()
    throw WalletError(.unavailable, retryAfter: 1)
  }
}
