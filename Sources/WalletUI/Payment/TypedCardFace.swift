import Canvas
import CardEntry
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// A card that is being typed, drawn as a card. What was not typed yet are signs.
struct TypedCardFace: FramePart {
  let frame: Frame
  let card: CardEntryForm

  func draw(at rect: Rect) {
    let face = PaintedFace(surface: frame, face: card.brand.face, rect: rect)
    face.ground()
    frame.faces.append(rect)
    let (left, right) = (rect.x + 3, rect.maxX - 3)
    let name = words.cardEntry.brand(of: card)
    face.write(name.isEmpty ? words.cardEntry.yourCard : name, left, rect.y + 1, face.strong)
    if rect.height >= 7 { face.chip(left, rect.y + 3, rows: rect.height >= 11 ? 2 : 1) }
    number(left, right, rect.maxY - (rect.height >= 11 ? 5 : 4), face)
    validity(left, right, rect.maxY - 3, face)
    holder(left, right, rect.maxY - 2, face)
    frame.canvas.mark(.card, name.isEmpty ? words.cardEntry.yourCard : name, rect)
  }

  private var mask: String { state.settings.ascii ? "*" : "•" }

  private func number(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    let typed = card.line(.number)
    let brand = card.brand
    let count = max(typed.count, brand.groups.reduce(0, +))
    let groups = PAN.groups(brand: brand, count: count)
    let gap = min(2, (right - x - count) / max(1, groups.count - 1))
    var column = x
    for group in groups {
      let known = group.clamped(to: 0..<typed.count)
      face.write(
        String(repeating: mask, count: group.count - known.count), column + known.count, y,
        face.text)
      if !known.isEmpty {
        frame.canvas.reveal(
          typed.secret, known, column, y, face.secret(column, y), mask: "•")
      }
      column += group.count + gap
    }
  }

  /// `Valid 09/29    CVV •••`.
  private func validity(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    var column = x + face.write(words.cards.validUntil + " ", x, y, face.muted)
    column += face.write(
      card.expiry?.short ?? "\(mask)\(mask)/\(mask)\(mask)", column, y, face.text)
    let digits = CardEntryRules.cvvLengths(card.brand).lowerBound
    let start = min(column + 4, right - 4 - digits)
    face.write("CVV", start, y, face.muted)
    face.write(String(repeating: mask, count: digits), start + 4, y, face.text)
  }

  private func holder(_ x: Int, _ right: Int, _ y: Int, _ face: PaintedFace) {
    let scheme = words.cardEntry.brandShort(card.brand)
    face.write(scheme, endingAt: right, y, face.strong)
    let name = card.holderName.uppercased()
    face.write(
      Text.truncate(
        name.isEmpty ? words.cardEntry.nameHere : name, to: right - x - Text.width(of: scheme) - 2),
      x, y,
      name.isEmpty ? face.muted : face.text)
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

  /// The brands that can be used, each with whether it can; empty: there is no list.
  private var accepted: [(CardBrand, Bool)] {
    guard case .payment(let brands) = card.rules.use else { return [] }
    return Self.brands.map { ($0, brands.contains($0)) }
  }

  func height(_ face: Size) -> Int {
    face.height + 3 + (accepted.isEmpty ? 0 : accepted.count + 2)
  }

  func draw(in frame: Frame, _ face: Size, _ rect: Rect) {
    frame.section(
      frame.words.settings.howItLooks, note: frame.words.settings.live, rect, on: .overlay)
    let place = Rect(rect.x, rect.y + 2, face.width, face.height)
    if let own {
      CardFaceView(own, nil, frame).draw(on: frame, in: place)
    } else {
      TypedCardFace(frame: frame, card: card).draw(at: place)
    }
    guard !accepted.isEmpty, place.maxY + 2 + accepted.count <= rect.maxY else { return }
    brands(frame, Rect(rect.x, place.maxY + 1, face.width, 1))
  }

  private func brands(_ frame: Frame, _ line: Rect) {
    let words = frame.words
    frame.section(words.cardEntry.takenHere, line, on: .overlay)
    let brand = own.map(\.scheme.brand) ?? card.brand
    let ground = frame.theme[.overlay].background
    for (index, (name, isTaken)) in accepted.enumerated() {
      let y = line.y + 1 + index
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
