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
    case token(String)

    init?(id: String) {
      let parts = id.split(separator: " ").map(String.init)
      switch (parts.first, parts.count) {
      case ("add", 3): self = .add(MobileWalletType(rawValue: parts[1]), device: parts[2])
      case ("new", 2):
        guard let kind = SimulatedDevice.Kind(rawValue: parts[1]) else { return nil }
        self = .create(kind)
      case ("delete", 2): self = .delete(device: parts[1])
      case ("token", 2): self = .token(parts[1])
      default: return nil
      }
    }

    var id: String {
      switch self {
      case .add(let wallet, let device):
        ["add", wallet.rawValue, device].joined(separator: " ")
      case .create(let kind): ["new", kind.rawValue].joined(separator: " ")
      case .delete(let device): ["delete", device].joined(separator: " ")
      case .token(let token): ["token", token].joined(separator: " ")
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
        row(wallet, device, known?.tokenizations ?? [], state)
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
      PickerList.Group(
        title: words.onYourPhones,
        rows: TokenPicker.tokens(of: known, state) { Choice.token($0).id }),
      PickerList.Group(title: words.deleteDeviceGroup, rows: deletions),
    ].filter { !$0.rows.isEmpty }
    return PickerList(
      PickerList.matching(groups, picker.input.text, names: { _ in [] }),
      impossible: words.notPossibleNow)
  }

  /// A wallet with what it offers for the card (C07, C09–C12).
  private func row(
    _ wallet: MobileWalletType, _ device: SimulatedDevice,
    _ tokenizations: [MobileWalletTokenization], _ state: State
  ) -> PickerList.Row {
    let words = state.words
    let name = words.phoneWallet(wallet)
    var (title, text) = (name, words.addToWalletText(wallet, isVisa: card.scheme == .visa))
    var refusal: String?
    switch WalletOffer(tokenizations, in: wallet, of: device) {
    case .push: break
    case .makeWallet: text = words.makesWalletText + " " + text
    case .verify: (title, text) = (words.verifyIn(name), words.verifyText)
    case .refused(let reason): refusal = words.refusal(reason)
    }
    return PickerList.Row(
      id: Choice.add(wallet, device: device.id).id, title: title,
      note: state.phoneWallets.name(of: device, words), refusal: refusal, text: text)
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] { pickPossible(key, &state) }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let choice = Choice(id: row.id) else { return [.bell] }
    func device(_ id: String) -> SimulatedDevice? {
      state.phoneWallets.devices.first { $0.id == id }
    }
    switch choice {
    case .create(let kind): return [.read(NewDeviceQuery(kind: kind, card: card))]
    case .token(let token): return TokenPicker.open(token, card, &state)
    case .delete(let id): return device(id).map { DeviceDeletion.open($0, &state) } ?? []
    case .add(let wallet, let id):
      guard let device = device(id) else { return [] }
      return PhoneAdding.begin(card, wallet, device, &state)
    }
  }

  /// What Enter does on a row; empty: nothing.
  func verb(of row: PickerList.Row?, _ state: State) -> String {
    let words = state.words
    guard let row, row.refusal == nil, let choice = Choice(id: row.id) else { return "" }
    switch choice {
    case .create: return words.makeDeviceHint
    case .token: return words.openToken
    case .delete: return words.deleteVerb
    case .add(let wallet, let id):
      let known = state.details[card.id]?.card.tokenizations ?? []
      guard let device = state.phoneWallets.devices.first(where: { $0.id == id }),
        case .verify = WalletOffer(known, in: wallet, of: device)
      else { return words.addHint }
      return words.verifyHint
    }
  }

  func draw(in frame: Frame) {
    let list = list(frame.state)
    PickerView(
      frame: frame, title: frame.words.addToPhoneTitle(card.title), prompt: "/",
      verb: verb(of: list.row(picker.selected), frame.state)
    ).draw(picker, list, in: PickerView.box(frame.state))
  }
}
