package import Secrets
package import WalletModel
package import WalletService

/// Sends a code by one of the ways of an event.
package struct ChallengeQuery: Query {
  package let event: ScaReference
  package let way: ScaVerification

  package init(_ event: ScaReference, _ way: ScaVerification) {
    self.event = event
    self.way = way
  }

  package var waiting: Waiting? { .codes }

  package func request(_ service: WalletService) async throws(WalletError) -> ScaChallenge {
    try await service.authentication.createChallenge(event, way)
  }

  package func answered(_ result: Result<ScaChallenge, WalletError>, _ state: inout State)
    -> [Effect]
  {
    ScaFlow.challenged(event.eventID, result, &state)
  }
}

/// Checks a code that was typed.
package struct AttemptQuery: Query {
  package let event: ScaReference
  /// Wiped after the request.
  package let code: Secret

  package init(_ event: ScaReference, code: Secret) {
    self.event = event
    self.code = code
  }

  package var waiting: Waiting? { .codes }

  package func request(_ service: WalletService) async throws(WalletError) -> ScaAttempt {
    defer { code.wipe() }
    return try await service.authentication.submit(event, code: code)
  }

  package func answered(_ result: Result<ScaAttempt, WalletError>, _ state: inout State)
    -> [Effect]
  {
    ScaFlow.attempted(event.eventID, result, &state)
  }
}
