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
    let (left, right, texts) = (rect.x + 3, rect.maxX - 3, surface.words.cardEntry)
    let name = name.isEmpty ? texts.yourCard : name
    face.write(name, left, rect.y + 1, face.strong)
    if rect.height >= 7 { face.chip(left, rect.y + 3, rows: rect.height >= 11 ? 2 : 1) }
    let mask = surface.isASCII ? "*" : "•"
    for (group, column, y) in groups(in: rect) {
      face.write(String(repeating: mask, count: group.count), column, y, face.text)
    }
    // `Valid 09/29    CVV •••`.
    let (below, last) = (rect.maxY - 3, rect.maxY - 2)
    var column = left + face.write(surface.words.cards.validUntil + " ", left, below, face.muted)
    let unknown = "\(mask)\(mask)/\(mask)\(mask)"
    column += face.write(expiry?.short ?? unknown, column, below, face.text)
    let digits = CardEntryRules.cvvLengths(brand).lowerBound
    let start = min(column + 4, right - 4 - digits)
    face.write("CVV", start, below, face.muted)
    face.write(String(repeating: mask, count: digits), start + 4, below, face.text)
    let scheme = texts.brandShort(brand)
    face.write(scheme, endingAt: right, last, face.strong)
    let holder = holderName.isEmpty ? texts.nameHere : holderName.uppercased()
    face.write(
      Text.truncate(holder, to: right - left - Text.width(of: scheme) - 2), left, last,
      holderName.isEmpty ? face.muted : face.text)
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

  private static let brands: [CardBrand] = [.visa, .mastercard, .amex, .discover]

  /// nil: there is no list of brands.
  private var accepted: AcceptedBrands? {
    if case .payment(let brands) = card.rules.use { brands } else { nil }
  }

  func height(_ face: Size) -> Int {
    face.height + 3 + (accepted == nil ? 0 : Self.brands.count + 2)
  }

  func draw(in frame: Frame, _ place: Rect, until end: Int) {
    if let own {
      CardFaceView(own, nil, frame).draw(on: frame, in: place)
    } else {
      let typed = TypedCardFace(card, frame.words)
      frame.draw(typed, in: place)
      typed.reveal(card.line(.number).secret, on: frame, in: place)
    }
    guard let accepted, place.maxY + 2 + Self.brands.count <= end else { return }
    brands(accepted, frame, Rect(place.x, place.maxY + 1, place.width, 1))
  }

  /// The brands that can be used, each with whether it can.
  private func brands(_ accepted: AcceptedBrands, _ frame: Frame, _ line: Rect) {
    let words = frame.words
    frame.section(words.cardEntry.takenHere, line, on: .overlay)
    let brand = own.map(\.scheme.brand) ?? card.brand
    let ground = frame.theme[.overlay].background
    for (index, name) in Self.brands.enumerated() {
      let y = line.y + 1 + index
      let isTaken = accepted.contains(name)
      let isThis = name == brand && isTaken
      let role: Role = isThis ? .success : isTaken ? .overlayText : .overlayMuted
      let style = frame.theme[role].on(ground)
      frame.canvas.write(isThis ? "●" : "·", line.x, y, style)
      frame.canvas.write(
        words.cardEntry.brand(name), line.x + 2, y, isThis ? style.with(.bold) : style)
      frame.write(
        isThis ? words.cardEntry.yours : isTaken ? words.yes : words.no, endingAt: line.maxX, y,
        style)
    }
  }
}
