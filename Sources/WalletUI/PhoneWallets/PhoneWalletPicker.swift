import Canvas
import PhoneWallet
import WalletModel
import WalletService
import Words

/// The wallets that a card can be put into: those of the simulated devices, and those of new ones.
struct PhoneWalletPicker: PickerOverlay {
  let card: CardRow
  var picker = Picker()

  /// What a row does. Its id is the text of it.
  private enum Choice {
    case add(MobileWalletType, device: String)
    case create(SimulatedDevice.Kind)
    case delete(device: String)

    init?(id: String) {
      let parts = id.split(separator: " ").map(String.init)
      switch (parts.first, parts.count) {
      case ("add", 3): self = .add(MobileWalletType(rawValue: parts[1]), device: parts[2])
      case ("new", 2):
        guard let kind = SimulatedDevice.Kind(rawValue: parts[1]) else { return nil }
        self = .create(kind)
      case ("delete", 2): self = .delete(device: parts[1])
      default: return nil
      }
    }

    var id: String {
      switch self {
      case .add(let wallet, let device):
        ["add", wallet.rawValue, device].joined(separator: " ")
      case .create(let kind): ["new", kind.rawValue].joined(separator: " ")
      case .delete(let device): ["delete", device].joined(separator: " ")
      }
    }
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.shown.card(state) else { return [] }
    return state.push(PhoneWalletPicker(card: row)) + [.read(PhoneDevicesQuery())]
  }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let phones = state.phoneWallets
    let known = state.details[card.id]?.card
    let wallets = phones.devices.flatMap { device in
      device.kind.wallets.map { wallet in
        PickerList.Row(
          id: Choice.add(wallet, device: device.id).id, title: words.phoneWallet(wallet),
          note: phones.name(of: device, words),
          refusal: phones.refusal(wallet, of: device, for: known, words),
          text: words.addToWalletText(wallet, isVisa: card.scheme == .visa))
      }
    }
    let isFull = phones.devices.count >= PhoneService.maximum
    let kinds = SimulatedDevice.Kind.allCases.map { kind in
      PickerList.Row(
        id: Choice.create(kind).id, title: words.newDevice(PhoneWallets.name(kind, words)),
        note: words.phoneWallet(kind.wallets[0]),
        refusal: isFull ? words.tooManyDevices(PhoneService.maximum) : nil,
        text: words.newDeviceText)
    }
    let deletions = phones.devices.map { device in
      PickerList.Row(
        id: Choice.delete(device: device.id).id,
        title: words.deleteDevice(phones.name(of: device, words)),
        note: words.cardsInDevice(device.tokens.count), text: words.deleteDeviceText, isFinal: true)
    }
    let groups = [
      PickerList.Group(title: words.devicesGroup, rows: wallets),
      PickerList.Group(title: words.newDeviceGroup, rows: kinds),
      PickerList.Group(title: words.deleteDeviceGroup, rows: deletions),
    ].filter { !$0.rows.isEmpty }
    return PickerList(
      PickerList.matching(groups, picker.input.text, names: { _ in [] }),
      impossible: words.notPossibleNow)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let choice = Choice(id: row.id) else { return [.bell] }
    func device(_ id: String) -> SimulatedDevice? {
      state.phoneWallets.devices.first { $0.id == id }
    }
    switch choice {
    case .create(let kind): return [.read(NewDeviceQuery(kind: kind, card: card))]
    case .delete(let id):
      guard let device = device(id) else { return [] }
      let words = state.words
      return DeviceDeletion(device: device, name: state.phoneWallets.name(of: device, words)).ask(
        row.title, [words.cardsInDevice(device.tokens.count), words.deleteDeviceText],
        words.deleteHint, &state)
    case .add(let wallet, let id):
      guard let device = device(id) else { return [] }
      return PhoneAdding.begin(card, wallet, device, &state)
    }
  }

  func draw(in frame: Frame) {
    PickerView(
      frame: frame, title: frame.words.addToPhoneTitle(card.title), prompt: "/",
      verb: frame.words.addHint
    ).draw(picker, list(frame.state), in: PickerView.box(frame.state))
  }
}
