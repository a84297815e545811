import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import Words

/// A step of a flow that asks the device.
protocol AddingQuery: PlainQuery {
  /// The flow.
  var adding: UInt64 { get }
}

extension AddingQuery {
  func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    PhoneAdding.fail(error, of: adding, &state)
    return []
  }
}

/// The device makes a wallet that it does not have yet (C12).
struct WalletMakingQuery: AddingQuery {
  let adding: UInt64
  let device: SimulatedDevice
  let wallet: MobileWalletType

  func request(_ service: WalletService) async throws(WalletError) -> SimulatedDevice {
    try await service.phones.makeWallet(wallet, on: device)
  }

  func succeed(_ device: SimulatedDevice, _ state: inout State) -> [Effect] {
    PhoneAdding.change(adding, &state) { $0.device = device }
    return [.read(PhoneDevicesQuery())]
      + PhoneAdding.finish(.wallet, then: .request, of: adding, &state)
  }
}

/// What a wallet of the device sends to the issuer.
struct DeviceRequestQuery: AddingQuery {
  let adding: UInt64
  let device: SimulatedDevice
  let wallet: MobileWalletType

  func request(_ service: WalletService) async throws(WalletError) -> CardTokenizationRequest {
    try await service.phones.request(wallet, of: device)
  }

  func succeed(_ request: CardTokenizationRequest, _ state: inout State) -> [Effect] {
    let sent = state.words.phones.sentByDevice(request)
    PhoneAdding.change(adding, &state) { $0.sent = sent }
    return PhoneAdding.finish(.request, then: .token(request), of: adding, &state)
  }
}

/// A request to the issuer in a flow, which waits for the answer and shows a failure.
protocol AddingIntent: Intent where Answer == Result<Value, WalletError> {
  associatedtype Value: Sendable

  /// The flow.
  var adding: UInt64 { get }
  var card: CardRow { get }
  func call(_ service: WalletService) async throws(WalletError) -> Value
  func goOn(_ value: Value, _ state: inout State) -> [Effect]
}

extension AddingIntent {
  var cardID: CardID? { card.id }

  func request(_ service: WalletService) async throws(WalletError) -> Answer {
    try await Self.caught { () throws(WalletError) in
      try await call(service)
    }
  }

  func succeed(_ answer: Answer, _ state: inout State) -> [Effect] {
    switch answer {
    case .failure(let error):
      PhoneAdding.fail(error, of: adding, &state)
      // It may have changed the card all the same.
      state.cards.details.invalidate(card.id)
      return readAgain(state)
    case .success(let value): return goOn(value, &state)
    }
  }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
  }

  func rollBack(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
  }
}

/// Asks the issuer for a token. It needs a code.
struct Tokenization: AddingIntent {
  typealias Answer = Result<CardTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let request: CardTokenizationRequest

  func title(_ words: Words) -> String {
    words.phones.addTo(words.cards.phoneWallet(request.walletType))
  }
  func reason(_ words: Words) -> String { words.phones.codeForPhone }

  func begin(_ state: inout State) {
    PhoneAdding.change(adding, &state) { $0.isAsking = true }
    // The customer has agreed.
    if state.top(ScaFlow.self) != nil { PhoneAdding.finish(.confirmation, of: adding, &state) }
  }

  func call(_ service: WalletService) async throws(WalletError) -> CardTokenization {
    try await service.send(Tokenize(card.id, request))
  }

  func goOn(_ sealed: CardTokenization, _ state: inout State) -> [Effect] {
    guard PhoneAdding.find(adding, state) != nil else { return readAgain(state) }
    let line = state.words.phones.answerOfIssuer(sealed)
    PhoneAdding.change(adding, &state) {
      $0.isAsking = false
      $0.sent.append(line)
    }
    return PhoneAdding.finish(.issuing, then: .storing(sealed, for: request), of: adding, &state)
  }
}

/// The device opens what the issuer has sealed.
struct StoringQuery: AddingQuery {
  let adding: UInt64
  let card: CardID
  let answer: CardTokenization
  let request: CardTokenizationRequest
  let device: SimulatedDevice

  func request(_ service: WalletService) async throws(WalletError) -> MobileWalletTokenization {
    try await service.phones.add(answer, to: request, of: card, in: device)
  }

  func succeed(_ token: MobileWalletTokenization, _ state: inout State) -> [Effect] {
    let read: [Effect] = [.read(PhoneDevicesQuery())]
    guard let found = PhoneAdding.find(adding, state) else { return read }
    let next: PhoneAdding.Next =
      found.steps.contains(.verification)
      ? .verification(dpanRef: token.dpanRef) : .activation(token)
    return read + PhoneAdding.finish(.storing, then: next, of: adding, &state)
  }

  func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    PhoneAdding.fail(error, of: adding, &state)
    return [.read(PhoneDevicesQuery())]
  }
}

/// Reports that the device has the card (C05).
struct TokenActivation: AddingIntent {
  typealias Answer = Result<MobileWalletTokenization, WalletError>
  let adding: UInt64
  let card: CardRow
  let token: MobileWalletTokenization

  func title(_ words: Words) -> String {
    words.phones.addTo(words.cards.phoneWallet(token.walletType))
  }

  func call(_ service: WalletService) async throws(WalletError) -> MobileWalletTokenization {
    try await service.send(UpdateTokenization(card.id, token))
  }

  func goOn(_ token: MobileWalletTokenization, _ state: inout State) -> [Effect] {
    state.cards.details.invalidate(card.id)
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
    return readAgain(state) + PhoneAdding.finish(.activation, then: .end, of: adding, &state)
  }
}

/// Completes a token that waits for a proof of identity: the code is the proof, and the token keeps
/// its reference (C11).
struct TokenVerification: AddingIntent {
  typealias Answer = Result<Card, WalletError>
  let adding: UInt64
  let card: CardRow
  let wallet: MobileWalletType
  let dpanRef: String

  func title(_ words: Words) -> String { words.phones.verifyFor(words.cards.phoneWallet(wallet)) }
  func reason(_ words: Words) -> String { words.phones.codeForVerification }

  func call(_ service: WalletService) async throws(WalletError) -> Card {
    try await service.cards.verifyToken(card.id, dpanRef)
  }

  func goOn(_ changed: Card, _ state: inout State) -> [Effect] {
    made(changed, &state)
    PhoneAdding.change(adding, &state) { $0.isAsking = false }
    return [.read(PhoneDevicesQuery())]
      + PhoneAdding.finish(.verification, then: .end, of: adding, &state)
  }
}
