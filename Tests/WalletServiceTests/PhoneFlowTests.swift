import PhoneWallet
import Testing
import WalletAPI
import WalletModel
import WalletService

/// A card on its way into a simulated device: what a wallet offers for it (C07, C09–C12, C14), and
/// what is left when the server is lost in between.
struct PhoneFlowTests {
  private static let card = CardID("card")

  private static func device(
    _ kind: SimulatedDevice.Kind, _ held: [DeviceToken] = [], hasWallets: Bool = true
  ) -> SimulatedDevice {
    var device = SimulatedDevice(kind)
    for wallet in kind.wallets where hasWallets { device.makeWallet(wallet) }
    for token in held { device.add(token) }
    return device
  }

  private static func listed(
    _ wallet: MobileWalletType, _ status: MobileWalletStatus = .completed, isRemoved: Bool = false
  ) -> MobileWalletTokenization {
    var token = MobileWalletTokenization(dpanRef: "own", walletType: wallet, status: status)
    if isRemoved { token.removedAt = Timestamp(seconds: 1) }
    return token
  }

  private static let own = DeviceToken("own", card: card)
  private static let full = (0..<SimulatedDevice.room).map { DeviceToken("\($0)") }

  private static let table:
    [(String, [MobileWalletTokenization]?, MobileWalletType, SimulatedDevice, WalletOffer)] = [
      ("the iPhone is empty", [], .applePay, device(.iPhone), .push),
      ("the iPhone has it", [listed(.applePay)], .applePay, device(.iPhone, [own]), .hasCard),
      ("another device has it", [listed(.applePay)], .applePay, device(.watch), .push),
      ("there is no room", [], .applePay, device(.iPhone, full), .noRoom),
      ("Google has it", [listed(.googlePay)], .googlePay, device(.android, [own]), .hasCard),
      (
        "there is no active wallet", [listed(.googlePay)], .googlePay,
        device(.android, hasWallets: false), .makeWallet
      ),
      (
        "no wallet is made without room", [], .googlePay,
        device(.android, full, hasWallets: false), .noRoom
      ),
      (
        "no token matches", [listed(.googlePay)], .googlePay,
        device(.android, [DeviceToken("other")]), .push
      ),
      ("the card has no token", [], .googlePay, device(.android, [own]), .push),
      (
        "the token is in the other wallet", [listed(.googlePay)], .samsungPay,
        device(.samsung, [DeviceToken("own", wallet: .googlePay)]), .push
      ),
      (
        "it was removed", [listed(.applePay, isRemoved: true)], .applePay, device(.iPhone, [own]),
        .push
      ),
      (
        "it waits for a proof", [listed(.googlePay, .initiated)], .googlePay,
        device(.android, [own]), .verify(dpanRef: "own")
      ),
      (
        "what waits at the issuer is not in the device", [listed(.googlePay, .initiated)],
        .googlePay, device(.android), .push
      ),
      ("the account's identifier leaves it out", nil, .applePay, device(.iPhone, [own]), .hasCard),
      (
        "it waits, as far as the device knows", nil, .applePay,
        device(.iPhone, [DeviceToken("own", nil, card: card)]), .verify(dpanRef: "own")
      ),
      (
        "another card is in it", nil, .applePay,
        device(.iPhone, [DeviceToken("t", card: CardID("x"))]), .push
      ),
      ("there is no room, as far as is known", nil, .applePay, device(.iPhone, full), .noRoom),
    ]

  @Test(arguments: table.indices)
  func theOfferFollowsTheRule(_ index: Int) {
    let (name, tokens, wallet, device, offer) = Self.table[index]
    #expect(WalletOffer(Self.card, tokens, in: wallet, of: device) == offer, "\(name)")
  }

  /// A token that waits proves nothing of the account; one that could pay does, also afterwards.
  @Test func theNetworkKnowsAnAccountInWhichACardCouldPay() {
    var phone = SimulatedDevice(.samsung)
    #expect(phone.asksWhoPays(with: .googlePay) && !phone.asksWhoPays(with: .samsungPay))
    phone.makeWallet(.googlePay)
    phone.add(DeviceToken("one", nil, wallet: .googlePay))
    phone.add(DeviceToken("two", .active, wallet: .samsungPay))
    #expect(phone.asksWhoPays(with: .googlePay))
    phone.add(DeviceToken("one", .suspended, wallet: .googlePay))
    #expect(!phone.asksWhoPays(with: .googlePay))
    #expect(!SimulatedDevice(.iPhone).asksWhoPays(with: .applePay))
  }

  @Test func aDeviceWithoutTheWalletSendsNothing() async throws {
    let service = try RecordingBackend().service()
    let device = try await service.phones.create(.android)
    await #expect(throws: WalletError.self) {
      try await service.phones.request(.googlePay, of: device)
    }
    let ready = try await service.phones.makeWallet(.googlePay, on: device)
    #expect(ready.missing.isEmpty)
    #expect(try await service.phones.request(.googlePay, of: device).clientDeviceID != nil)
    try await service.deleteDevice(device.id)
    await #expect(throws: WalletError.self) {
      try await service.phones.makeWallet(.googlePay, on: device)
    }
  }

  /// A list of cards without an end would make the file of the devices too long to be read.
  @Test func aDeviceWithoutRoomSendsNothing() async throws {
    let store = MemoryDeviceStore()
    var device = SimulatedDevice(.iPhone)
    for number in 1..<SimulatedDevice.room { device.add(DeviceToken("token\(number)")) }
    try store.change { devices in devices = [device] }
    let service = try RecordingBackend().service(devices: store)
    _ = try await service.phones.request(.applePay, of: device)
    device.add(DeviceToken("last"))
    try store.change { devices in devices = [device] }
    let error = await #expect(throws: WalletError.self) {
      try await service.phones.request(.applePay, of: device)
    }
    #expect(error?.code == .actionRefused)
  }

  /// The server is lost at each change of the flow, before or after it was made. What the wallet
  /// offers then finishes it: the device has the card once, and pays.
  @Test(arguments: [SimulatedDevice.Kind.iPhone, .android, .samsung])
  func whatWasInterruptedIsFinished(_ kind: SimulatedDevice.Kind) async throws {
    let changes = try await Self.flow(kind, after: 100, .none)
    #expect(changes >= 5)
    for count in 0..<changes {
      _ = try await Self.flow(kind, after: count, .request(.netOffline))
      _ = try await Self.flow(kind, after: count, .answer(.netOffline))
    }
  }

  /// Returns how many changes were sent until the first one was lost.
  private static func flow(
    _ kind: SimulatedDevice.Kind, after count: Int, _ loss: RecordingBackend.Loss
  ) async throws -> Int {
    let backend = try RecordingBackend()
    let service = backend.service()
    let card = try await service.card("Everyday").id
    _ = try await service.phones.create(kind)
    backend.lose(loss, after: count)
    var wasLost = false
    do {
      try await put(card, kind.wallets[0], service)
    } catch {
      wasLost = true
    }
    let sent = count - backend.left
    backend.lose(.none)
    #expect(wasLost == (sent > count))
    try await put(card, kind.wallets[0], service)
    let device = try #require(try await service.devices().first)
    #expect(device.held.filter { $0.state != .deleted }.map(\.state) == [.active], "\(count)")
    let tokens = try await service.cards.get(card, include: [.tokenizations]).tokenizations
    #expect(tokens?.map(\.state) == [.active], "\(count)")
    return sent
  }

  /// What the screen does, without a person.
  private static func put(
    _ card: CardID, _ wallet: MobileWalletType, _ service: WalletService
  ) async throws {
    let known = try await service.cards.get(card, include: [.tokenizations]).tokenizations
    var device = try #require(try await service.phones.devices().first)
    let asks = device.asksWhoPays(with: wallet)
    if device.missing.contains(wallet) {
      device = try await service.phones.makeWallet(wallet, on: device)
    }
    var offer = WalletOffer(card, known, in: wallet, of: device)
    if offer == .push {
      let request = try await service.phones.request(wallet, of: device)
      let answer = try await service.tokenized(card, request)
      let token = try await service.phones.add(answer, to: request, of: card, in: device)
      guard asks else {
        _ = try await service.send(UpdateTokenization(card, token))
        return
      }
      offer = .verify(dpanRef: token.dpanRef)
    }
    guard case .verify(let dpanRef) = offer else {
      #expect(offer == .hasCard)
      return
    }
    _ = try await service.confirmed { service throws(WalletError) in
      try await service.cards.verifyToken(card, dpanRef)
    }
  }
}
