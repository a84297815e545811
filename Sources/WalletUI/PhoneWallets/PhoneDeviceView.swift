import Canvas
import PhoneWallet
import ScreenKit
import TextLayout
import Themes
import Words

/// The simulated device beside a card on its way: its wallet, in which the card appears from the
/// left.
struct PhoneDeviceView: FramePart {
  let frame: Frame
  let adding: PhoneAdding

  /// Columns between the steps and the device.
  static let gap = 2
  private static let widest = 44
  private static let tallest = 32

  /// Its columns; nil: there is no room for it.
  static func width(_ state: State) -> Int? {
    guard state.layout == .wide, state.view.size.height >= 28 else { return nil }
    return min(widest, state.view.size.width * 38 / 100)
  }

  private var plain: Style { theme[.phoneText] }
  private var strong: Style { plain.with(.bold) }
  private var muted: Style { theme.style(.overlayMuted, on: .phoneText) }
  private var violet: Style { theme[.phoneBorder] }

  /// The device as it is now.
  private var device: SimulatedDevice {
    state.phones.wallets.devices.first { $0.id == adding.device.id } ?? adding.device
  }
  /// The other cards in the wallet, the newest last.
  private var others: [DeviceToken] {
    device.present.filter { $0.isIn(adding.wallet) && $0.card != adding.card.id }
  }
  /// 0…1 of the card is there. What was stopped is not.
  private var share: Double { adding.times.share(at: state.clock.now) }

  func draw(at origin: Point, width: Int) {
    let height = min(Self.tallest, frame.canvas.size.height - origin.y - 2)
    let rect = Rect(origin.x, origin.y, width, height)
    let name = state.phones.wallets.name(of: adding.device, words)
    let title = words.phones.simulatedDevice(name)
    frame.canvas.fill(rect, plain)
    frame.canvas.box(rect, violet, border)
    frame.canvas.write(" \(title) ", rect.x + 2, rect.y, violet.with(.bold))
    let hint = words.phones.hidesIt("m")
    if Text.width(of: title) + Text.width(of: hint) + 10 <= width {
      frame.write(" \(hint) ", endingAt: rect.maxX - 2, rect.y, muted)
    }
    frame.canvas.mark(.phone, title, rect)
    let inside = Rect(rect.x + 3, rect.y + 2, rect.width - 6, rect.height - 4)
    frame.canvas.write(
      words.minute(state.clock.wall, in: state.clock.zone), inside.x, inside.y, strong)
    frame.write("▂▄▆ 84 %", endingAt: inside.maxX, inside.y, muted)
    let wallet = Rect(inside.x, inside.y + 2, inside.width, inside.height - 2)
    var y = cards(wallet) + 1
    guard y + 1 < inside.maxY else { return }
    frame.canvas.write(stage, inside.x, y, strong)
    frame.thinBar(share, Rect(inside.x, y + 1, inside.width, 1), .phoneBorder, on: .phoneText)
    y += 3
    let room = Rect(inside.x, y, inside.width, max(0, inside.maxY - y))
    y += frame.paragraph(said, room, plain) + 1
    guard y + 1 < inside.maxY else { return }
    let place = words.phones.roomUsed(device.tokens.count, of: SimulatedDevice.room)
    frame.canvas.write("\(words.phones.roomLabel)  \(place)", inside.x, y, muted)
  }

  /// What the device says of the card.
  private var stage: String {
    if adding.isReady { return words.virtualCards.stepReady }
    if adding.current == .verification { return words.phones.cardWaits }
    guard adding.times.isRunning else { return words.phones.cardNotAdded }
    return adding.current == .confirmation ? words.phones.cardWaits : words.phones.cardIsBeingAdded
  }

  private var said: String {
    let scheme = words.cards.scheme(adding.card.scheme)
    if adding.isReady { return words.phones.shopsSeeItsNumber }
    return adding.current == .verification
      ? words.phones.networkAsks(scheme) : words.phones.makesNumber(scheme)
  }

  // MARK: The wallet

  /// The cards of the wallet as a stack, above all the one that is being added. Returns the row
  /// below.
  private func cards(_ rect: Rect) -> Int {
    let others = others
    frame.canvas.write(words.phones.walletOnPhone, rect.x, rect.y, strong)
    frame.write(words.phones.cardsInDevice(others.count + 1), endingAt: rect.maxX, rect.y, muted)
    var y = rect.y + 2
    let isTall = rect.height >= 22
    let height = isTall ? CardFaceView.details.height : CardFaceView.small.height
    // Below the stack: what happens, its bar, and a paragraph.
    let slices = max(0, min(2, (rect.height - 10 - height) / 3))
    for card in others.compactMap({ $0.card.flatMap { state.cards.list.row($0) } }).suffix(slices) {
      slice(card, Rect(rect.x, y, rect.width, 3))
      y += 3
    }
    let face = Rect(rect.x, y, rect.width, height)
    CardFaceView(adding.card, state.cards.details.card(adding.card.id), frame)
      .draw(on: frame, in: face)
    if share < 1 {
      frame.canvas.cover(
        face, from: share, text: muted, dots: theme.style(.faint, on: .phoneText), ground: plain)
    }
    return face.maxY
  }

  /// The upper edge of a card that lies below another one.
  private func slice(_ card: CardRow, _ rect: Rect) {
    let face = PaintedFace(surface: frame, face: card.face, card.faceDimming, rect: rect)
    face.ground()
    let end = "··" + card.lastFour
    let name = Text.truncate(card.title, to: rect.width - 8 - Text.width(of: end))
    face.write(name, rect.x + 3, rect.y + 1, face.strong)
    face.write(end, endingAt: rect.maxX - 3, rect.y + 1, face.strong)
  }
}
