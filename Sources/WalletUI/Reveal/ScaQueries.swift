import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// Sends a code by one of the ways of an event.
struct ChallengeQuery: Query, SendsOperation {
  let event: ScaReference
  let way: ScaVerification

  var waiting: Waiting? { .codes }

  var operation: CreateChallenge { CreateChallenge(event, way) }

  func answered(_ result: Result<ScaChallenge, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(state.words.codes.sendingCode)
    return ScaFlow.of(event, state)?.challenged(result, &state) ?? []
  }
}

/// Checks a code that was typed.
struct AttemptQuery: Query {
  let event: ScaReference
  /// Wiped after the request.
  let code: Secret

  var waiting: Waiting? { .codes }

  func request(_ service: WalletService) async throws(WalletError) -> ScaAttempt {
    defer { code.wipe() }
    return try await service.send(SubmitAttempt(event, code: code))
  }

  func answered(_ result: Result<ScaAttempt, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(state.words.codes.checkingCode)
    return ScaFlow.of(event, state)?.attempted(result, &state) ?? []
  }
}
