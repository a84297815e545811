import PhoneWallet
import ScreenKit
import WalletModel
import WalletService
import Words

/// The wallets that a card can be put into: those of the simulated devices, and those of new ones.
struct PhoneWalletPicker: PickerOverlay {
  let card: CardRow
  var picker = Picker()

  /// What a row does. Its id is the text of it.
  private enum Choice {
    /// Also begun in the device's own wallet app (C15).
    case add(MobileWalletType, device: String, isOwnApp: Bool = false)
    case create(SimulatedDevice.Kind)
    case delete(device: String)

    init?(id: String) {
      let parts = id.split(separator: " ").map(String.init)
      switch (parts.first, parts.count) {
      case ("add", 3), ("own", 3):
        self = .add(
          MobileWalletType(rawValue: parts[1]), device: parts[2], isOwnApp: parts[0] == "own")
      case ("new", 2):
        guard let kind = SimulatedDevice.Kind(rawValue: parts[1]) else { return nil }
        self = .create(kind)
      case ("delete", 2): self = .delete(device: parts[1])
      default: return nil
      }
    }

    var id: String {
      switch self {
      case .add(let wallet, let device, let isOwnApp):
        [isOwnApp ? "own" : "add", wallet.rawValue, device].joined(separator: " ")
      case .create(let kind): ["new", kind.rawValue].joined(separator: " ")
      case .delete(let device): ["delete", device].joined(separator: " ")
      }
    }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.shown.card(state) else { return [] }
    return state.push(PhoneWalletPicker(card: row)) + [.read(PhoneDevicesQuery(asksNetworks: true))]
  }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let phones = state.phones.wallets
    let wallets = phones.devices.flatMap { device in
      device.kind.wallets.map { row($0, device, state) }
    }
    let own = phones.devices.flatMap { device in
      device.kind.wallets.compactMap { ownRow($0, device, state) }
    }
    let isFull = phones.devices.count >= PhoneService.maximum
    let kinds = SimulatedDevice.Kind.allCases.map { kind in
      PickerList.Row(
        id: Choice.create(kind).id, title: words.phones.newDevice(PhoneWallets.name(kind, words)),
        note: words.cards.phoneWallet(kind.wallets[0]),
        refusal: isFull ? words.phones.tooManyDevices(PhoneService.maximum) : nil,
        text: words.phones.newDeviceText)
    }
    let deletions = phones.devices.map { device in
      PickerList.Row(
        id: Choice.delete(device: device.id).id,
        title: words.phones.deleteDevice(phones.name(of: device, words)),
        note: words.phones.cardsInDevice(device.tokens.count), text: words.phones.deleteDeviceText,
        isFinal: true)
    }
    let groups = [
      PickerList.Group(title: words.phones.devicesGroup, rows: wallets),
      PickerList.Group(title: words.phones.newDeviceGroup, rows: kinds),
      PickerList.Group(title: words.phones.ownAppGroup, rows: own),
      PickerList.Group(title: words.phones.deleteDeviceGroup, rows: deletions),
    ].filter { !$0.rows.isEmpty }
    return picker.list(groups, words) { _ in [] }
  }

  private func offer(_ wallet: MobileWalletType, _ device: SimulatedDevice, _ state: State)
    -> WalletOffer
  { WalletOffer(card.id, state.cards.details.card(card.id)?.tokenizations, in: wallet, of: device) }

  /// A wallet with what it offers for the card. One that has the card is refused with the reason, and
  /// so listed last.
  private func row(_ wallet: MobileWalletType, _ device: SimulatedDevice, _ state: State)
    -> PickerList.Row
  {
    let words = state.words
    let name = words.cards.phoneWallet(wallet)
    var (title, text) = (name, words.phones.addToWalletText(wallet, isVisa: card.scheme == .visa))
    var refusal: String?
    switch offer(wallet, device, state) {
    case .push: break
    case .makeWallet: text = words.phones.stepWallet(name) + "."
    case .verify: (title, text) = (words.phones.verifyFor(name), words.phones.verifyText)
    case .hasCard: refusal = words.phones.isInThisWallet
    case .noRoom: refusal = words.phones.walletIsFull
    }
    return PickerList.Row(
      id: Choice.add(wallet, device: device.id).id, title: title,
      note: state.phones.wallets.name(of: device, words), refusal: refusal, text: text)
  }

  /// nil: there is nothing to begin.
  private func ownRow(_ wallet: MobileWalletType, _ device: SimulatedDevice, _ state: State)
    -> PickerList.Row?
  {
    let offer = offer(wallet, device, state)
    guard offer == .push || offer == .makeWallet else { return nil }
    let words = state.words
    return PickerList.Row(
      id: Choice.add(wallet, device: device.id, isOwnApp: true).id,
      title: words.cards.phoneWallet(wallet),
      note: state.phones.wallets.name(of: device, words), text: words.phones.ownAppText)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let choice = Choice(id: row.id) else { return [.bell] }
    func device(_ id: String) -> SimulatedDevice? {
      state.phones.wallets.devices.first { $0.id == id }
    }
    switch choice {
    case .create(let kind): return [.read(NewDeviceQuery(kind: kind, card: card))]
    case .delete(let id):
      guard let device = device(id) else { return [] }
      let words = state.words
      let deletion = DeviceDeletion(
        device: device, name: state.phones.wallets.name(of: device, words))
      return deletion.ask(
        row.title,
        [words.phones.cardsInDevice(device.tokens.count), words.phones.deleteDeviceText],
        words.virtualForms.deleteHint, &state)
    case .add(let wallet, let id, let isOwnApp):
      guard let device = device(id) else { return [] }
      return PhoneAdding.begin(card, wallet, device, isOwnApp: isOwnApp, &state)
    }
  }

  func title(_ state: State) -> String { state.words.phones.addToPhoneTitle(card.title) }
  func verb(_ state: State) -> String { state.words.phones.addHint }
}
