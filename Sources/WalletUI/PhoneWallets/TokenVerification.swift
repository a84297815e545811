import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import Words

/// Completes a token that waits for identity verification (C11). The code proves who the customer
/// is, and the token keeps its reference.
struct TokenVerification: Intent {
  typealias Answer = Result<Card, WalletError>
  let adding: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  let dpanRef: String

  var cardID: CardID? { card.id }
  func title(_ words: Words) -> String { words.verifyFor(words.phoneWallet(wallet)) }
  func reason(_ words: Words) -> String { words.codeForVerification }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }

  /// A failure belongs to the card on its way, unless somebody has to agree or to sign in first.
  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) -> Answer {
    do throws(WalletError) {
      return .success(try await service.cards.verifyToken(card.id, dpanRef, sca: sca))
    } catch {
      if error.code == .scaRequired || error.needsSignIn { throw error }
      return .failure(error)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error):
      ScaFlow.pop(&state)
      state.details.invalidate(card.id)
      PhoneAdding.fail(error, of: adding, &state)
      return readAgain(state)
    case .success(let changed):
      made(changed, &state)
      PhoneAdding.change(adding, &state) { $0.isAsking = false }
      PhoneAdding.finish(.verification, of: adding, &state)
      return [
        .read(
          DeviceActivationQuery(adding: adding, card: card, wallet: wallet, dpanRef: dpanRef))
      ]
    }
  }
}

/// The device learns that the issuer has completed its token. It does so as well after the steps
/// were left.
struct DeviceActivationQuery: Query {
  let adding: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  let dpanRef: String

  func request(_ service: WalletService) async throws(WalletError) -> [SimulatedDevice] {
    try await service.phones.activate(dpanRef)
  }

  func answered(_ result: Result<[SimulatedDevice], WalletError>, _ state: inout State)
    -> [Effect]
  {
    switch result {
    case .failure(let error): PhoneAdding.fail(error, of: adding, &state)
    case .success(let devices):
      state.phoneWallets.devices = devices
      PhoneAdding.ready(adding, card, wallet, &state)
    }
    return []
  }
}
