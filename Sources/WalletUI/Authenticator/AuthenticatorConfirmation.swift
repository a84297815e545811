import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

/// Ends the enrolment of an authenticator app with its first code.
struct AuthenticatorConfirmation: Query {
  /// Wiped after the request.
  let code: Secret

  var waiting: Waiting? { .codes }

  func request(_ service: WalletService) async throws(WalletError) -> AuthenticatorState {
    defer { code.wipe() }
    return try await service.send(ConfirmAuthenticator(code: code))
  }

  func answered(_ result: Result<AuthenticatorState, WalletError>, _ state: inout State)
    -> [Effect]
  {
    guard var enrolment = state.top(Enrolment.self) else { return lostAnswer(result) }
    switch result {
    case .success:
      state.pop()
      state.show(
        .success, state.words.codes.authenticatorSetUp, detail: state.words.codes.itsCodesConfirm)
    case .failure(let error) where error.code == .changePending:
      state.pop()
      state.show(error)
    case .failure(let error):
      enrolment.isBusy = false
      enrolment.code.wipe()
      enrolment.code = SecretInput(digits: 6)
      enrolment.note = error.needsSignIn ? nil : state.words.errors.message(error)
      state.replaceTop(enrolment)
      if error.needsSignIn { return SignInAgain.ask(error, nil, &state) }
    }
    return lostAnswer(result)
  }

  /// If the answer was lost, the book of changes has the change.
  private func lostAnswer(_ result: Result<AuthenticatorState, WalletError>) -> [Effect] {
    guard case .failure(let error) = result, error.code == .changePending else { return [] }
    return [.read(ChangesQuery())]
  }
}
