import Canvas
import CardEntry
import ScreenKit
import Secrets
import TextLayout
import Themes
import WalletModel
import Words

/// A card that is being typed, drawn as a card. What was not typed yet are signs. So are the digits of
/// the number, over which `reveal` draws them.
private struct TypedCardFace: CachedView {
  let brand: CardBrand
  let name: String
  /// Digits of the number, typed or not.
  let count: Int
  let expiry: CardExpiry?
  let holderName: String

  init(_ card: CardEntryForm, _ words: Words) {
    brand = card.brand
    name = words.cardEntry.brand(of: card)
    count = max(card.line(.number).count, brand.groups.reduce(0, +))
    expiry = card.expiry
    holderName = card.holderName
  }

  func draw(on surface: Surface, in rect: Rect) {
    surface.canvas.fill(rect, surface.theme[.overlay])
    let face = PaintedFace(surface: surface, face: brand.face, rect: rect)
    face.ground()
    let (left, right) = (rect.x + 3, rect.maxX - 3)
    let name = name.isEmpty ? surface.words.cardEntry.yourCard : name
    face.write(name, left, rect.y + 1, face.strong)
    if rect.height >= 7 { face.chip(left, rect.y + 3, rows: rect.height >= 11 ? 2 : 1) }
    let mask = surface.isASCII ? "*" : "•"
    for (group, column, y) in groups(in: rect) {
      face.write(String(repeating: mask, count: group.count), column, y, face.text)
    }
    validity(left, right, rect.maxY - 3, face, mask)
    holder(left, right, rect.maxY - 2, face)
    surface.canvas.mark(.card, name, rect)
  }

  /// The groups of the number, and where each of them begins.
  private func groups(in rect: Rect) -> [(Range<Int>, x: Int, y: Int)] {
    let groups = PAN.groups(brand: brand, count: count)
    let gap = min(2, (rect.width - 6 - count) / max(1, groups.count - 1))
    let y = rect.maxY - (rect.height >= 11 ? 5 : 4)
    return groups.enumerated().map { ($1, rect.x + 3 + $1.lowerBound + $0 * gap, y) }
  }

  /// Draws the typed digits from locked memory.
  func reveal(_ digits: Secret, on surface: Surface, in rect: Rect) {
    let paint = surface.theme.paint(brand.face, .full)
    for (group, x, y) in groups(in: rect) {
      let known = group.clamped(to: 0..<digits.count)
      if known.isEmpty { return }
      let shade = surface.canvas[x, y].style.background
      surface.canvas.reveal(
        digits, known, x, y, surface.theme.secret(on: paint, shade), mask: "•")
    }
  }

  /// `Valid 09/29    CVV •••`.
  private func validity(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace, _ mask: String) {
    var column = x + face.write(face.words.cards.validUntil + " ", x, y, face.muted)
    column += face.write(expiry?.short ?? "\(mask)\(mask)/\(mask)\(mask)", column, y, face.text)
    let digits = CardEntryRules.cvvLengths(brand).lowerBound
    let start = min(column + 4, right - 4 - digits)
    face.write("CVV", start, y, face.muted)
    face.write(String(repeating: mask, count: digits), start + 4, y, face.text)
  }

  private func holder(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    let scheme = face.words.cardEntry.brandShort(brand)
    face.write(scheme, endingAt: right, y, face.strong)
    let name = holderName.uppercased()
    face.write(
      Text.truncate(
        name.isEmpty ? face.words.cardEntry.nameHere : name,
        to: right - x - Text.width(of: scheme) - 2),
      x, y, name.isEmpty ? face.muted : face.text)
  }
}

extension CardBrand {
  /// The face that a card of the brand is drawn with.
  var face: FaceName {
    switch self {
    case .visa: .visa
    case .mastercard: .mastercard
    case .amex, .discover, .unknown: .other
    }
  }
}

/// The card that is typed or chosen, beside the fields of its form, and which brands can be used.
struct TypedCardPreview: FormPreview {
  let card: CardEntryForm
  /// One of the wallet's own cards, instead of what is typed.
  let own: CardRow?

  /// nil: there is no list of brands.
  private var brands: TakenBrands? {
    guard case .payment(let accepted) = card.rules.use else { return nil }
    return TakenBrands(accepted: accepted, brand: own.map(\.scheme.brand) ?? card.brand)
  }

  func height(_ face: Size) -> Int {
    face.height + 3 + (brands == nil ? 0 : TakenBrands.height + 1)
  }

  func draw(in frame: Frame, _ face: Size, _ rect: Rect) {
    frame.section(
      frame.words.settings.howItLooks, note: frame.words.settings.live, rect, on: .overlay)
    let place = Rect(rect.x, rect.y + 2, face.width, face.height)
    if let own {
      CardFaceView(own, nil, frame).draw(on: frame, in: place)
    } else {
      let typed = TypedCardFace(card, frame.words)
      frame.draw(typed, in: place)
      typed.reveal(card.line(.number).secret, on: frame, in: place)
    }
    let list = Rect(rect.x, place.maxY + 1, face.width, TakenBrands.height)
    if let brands, list.maxY <= rect.maxY { frame.draw(brands, in: list) }
  }
}

/// The brands that can be used, each with whether it can.
private struct TakenBrands: CachedView {
  let accepted: AcceptedBrands
  /// That of the card.
  let brand: CardBrand

  private static let brands: [CardBrand] = [.visa, .mastercard, .amex, .discover]
  static let height = brands.count + 1

  func draw(on surface: Surface, in rect: Rect) {
    let words = surface.words
    surface.canvas.fill(rect, surface.theme[.overlay])
    surface.section(words.cardEntry.takenHere, rect, on: .overlay)
    let ground = surface.theme[.overlay].background
    for (index, name) in Self.brands.enumerated() {
      let y = rect.y + 1 + index
      let isTaken = accepted.contains(name)
      let isThis = name == brand && isTaken
      let role: Role = isThis ? .success : isTaken ? .overlayText : .overlayMuted
      let style = surface.theme[role].on(ground)
      surface.canvas.write(isThis ? "●" : "·", rect.x, y, style)
      surface.canvas.write(
        words.cardEntry.brand(name), rect.x + 2, y, isThis ? style.with(.bold) : style)
      surface.write(
        isThis ? words.cardEntry.yours : isTaken ? words.yes : words.no, endingAt: rect.maxX, y,
        style)
    }
  }
}
