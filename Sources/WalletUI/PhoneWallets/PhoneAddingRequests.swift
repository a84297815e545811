import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import Words

/// The device makes a wallet that it does not have yet (C12).
struct WalletMakingQuery: Query {
  let adding: UInt64
  let device: SimulatedDevice
  let wallet: MobileWalletType

  func request(_ service: WalletService) async throws(WalletError) -> SimulatedDevice {
    try await service.phones.makeWallet(wallet, on: device)
  }

  func answered(_ result: Result<SimulatedDevice, WalletError>, _ state: inout State) -> [Effect] {
    guard PhoneAdding.find(adding, state) != nil else { return [] }
    switch result {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return []
    case .success(let device):
      PhoneAdding.change(adding, &state) { $0.device = device }
      PhoneAdding.finish(.wallet, of: adding, &state)
      return [.read(DeviceRequestQuery(adding: adding, device: device, wallet: wallet))]
    }
  }
}

/// What a wallet of the device sends to the issuer.
struct DeviceRequestQuery: Query {
  let adding: UInt64
  let device: SimulatedDevice
  let wallet: MobileWalletType

  func request(_ service: WalletService) async throws(WalletError) -> CardTokenizationRequest {
    try await service.phones.request(wallet, of: device)
  }

  func answered(
    _ result: Result<CardTokenizationRequest, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard let found = PhoneAdding.find(adding, state) else { return [] }
    switch result {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return []
    case .success(let request):
      PhoneAdding.change(adding, &state) { $0.request = request }
      PhoneAdding.finish(.request, of: adding, &state)
      return Tokenization(adding: adding, card: found.card, request: request, device: device)
        .send(&state)
    }
  }
}

/// Asks the issuer for a token. It needs a code.
struct Tokenization: Intent {
  typealias Answer = Result<CardTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let request: CardTokenizationRequest
  let device: SimulatedDevice

  var cardID: CardID? { card.id }
  func title(_ words: Words) -> String { words.addTo(words.phoneWallet(request.walletType)) }
  func reason(_ words: Words) -> String { words.codeForPhone }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
    // The customer has agreed.
    guard state.top(ScaFlow.self) != nil else { return }
    PhoneAdding.finish(.confirmation, of: adding, &state)
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }

  /// A failure belongs to the card on its way, unless somebody has to agree or to sign in first.
  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) -> Answer {
    do throws(WalletError) {
      return .success(try await service.cards.tokenize(card.id, request, sca: sca))
    } catch {
      if error.code == .scaRequired || error.needsSignIn { throw error }
      return .failure(error)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    ScaFlow.pop(&state)
    state.details.invalidate(card.id)
    guard let found = PhoneAdding.find(adding, state) else { return readAgain(state) }
    switch answer {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return readAgain(state)
    case .success(let sealed):
      PhoneAdding.change(adding, &state) {
        $0.isAsking = false
        $0.answer = sealed
      }
      PhoneAdding.finish(.issuing, of: adding, &state)
      let isKnown = !found.steps.contains(.verification)
      return [
        .read(
          StoringQuery(
            adding: adding, answer: sealed, request: request, device: device,
            state: isKnown ? .active : .needsIdentityVerification))
      ] + readAgain(state)
    }
  }
}

/// The device opens what the issuer has sealed.
struct StoringQuery: Query {
  let adding: UInt64
  let answer: CardTokenization
  let request: CardTokenizationRequest
  let device: SimulatedDevice
  /// What the network makes of the token.
  let state: DeviceToken.State

  func request(_ service: WalletService) async throws(WalletError) -> MobileWalletTokenization {
    try await service.phones.add(answer, to: request, in: device, state)
  }

  func answered(
    _ result: Result<MobileWalletTokenization, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard let found = PhoneAdding.find(adding, state) else { return [.read(PhoneDevicesQuery())] }
    switch result {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      return [.read(PhoneDevicesQuery())]
    case .success(let token):
      PhoneAdding.finish(.storing, of: adding, &state)
      let next: [Effect]
      if self.state == .needsIdentityVerification {
        PhoneAdding.change(adding, &state) { $0.waiting = token.dpanRef }
        next = TokenVerification(
          adding: adding, card: found.card, wallet: token.walletType, dpanRef: token.dpanRef
        ).send(&state)
      } else {
        next = TokenActivation(adding: adding, card: found.card, token: token).send(&state)
      }
      return [.read(PhoneDevicesQuery())] + next
    }
  }
}

/// Reports that the device has the card (C05).
struct TokenActivation: Intent {
  typealias Answer = Result<MobileWalletTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let token: MobileWalletTokenization

  var cardID: CardID? { card.id }
  func title(_ words: Words) -> String { words.addTo(words.phoneWallet(token.walletType)) }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }

  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) -> Answer {
    do throws(WalletError) {
      return .success(try await service.cards.updateTokenization(card.id, token))
    } catch {
      if error.needsSignIn { throw error }
      return .failure(error)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error): PhoneAdding.fail(error, of: adding, &state)
    case .success(let token):
      PhoneAdding.change(adding, &state) { $0.isAsking = false }
      PhoneAdding.ready(adding, card, token.walletType, &state)
    }
    state.details.invalidate(card.id)
    return readAgain(state)
  }
}
