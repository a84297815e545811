import WalletAPI
import WalletModel

/// Seals an answer with secrets to the key that the request names. It refuses a malformed key with
/// 400, before anything is carried out.
struct AnswerSealing: Stage {
  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    guard call.route.answersSecrets else { return try next(call) }
    let sealer: AnswerSealer?
    do throws(WireMalformed) {
      sealer = try AnswerSealer(call.request)
    } catch {
      throw WalletError(error)
    }
    let answer = try next(call)
    return try sealer?.seal(answer) ?? answer
  }
}
