import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// A virtual card that is being ordered or changed, beside the fields of its form: its face, and what
/// the list will say of it.
struct VirtualCardPreview: FormPreview {
  let row: VirtualRow
  /// Empty: not known yet.
  let persona: String

  /// Title, face, and its lines in the list.
  func height(_ face: Size) -> Int { face.height + 6 }

  func draw(in frame: Frame, _ place: Rect, until end: Int) {
    VirtualCardFace(frame: frame, row: row).draw(at: place)
    entry(frame, Rect(place.x, place.maxY + 1, place.width, min(3, end - place.maxY - 1)))
  }

  /// Name and persona, what it may pay for and its limit, and what of the limit is used.
  private func entry(_ frame: Frame, _ rect: Rect) {
    guard let card = row.card, rect.height >= 2 else { return }
    let text = VirtualText(state: frame.state)
    let (words, theme) = (frame.words, frame.theme)
    let chip = Rect(rect.x, rect.y, Frame.chip.width, Frame.chip.height)
    frame.chip([CardScheme.visa.short, card.lastFour], .visa, text.face(row), chip, on: .overlay)
    let x = chip.maxX + 2
    /// Returns whether the note has room beside the text.
    @discardableResult
    func line(_ text: String, _ role: Role, _ note: String, _ y: Int) -> Bool {
      let room = rect.maxX - x
      let hasBoth = Text.width(of: text) + 1 + Text.width(of: note) <= room
      if hasBoth {
        frame.write(note, endingAt: rect.maxX, y, theme.style(.overlayMuted, on: .overlay))
      }
      frame.canvas.write(Text.truncate(text, to: room), x, y, theme.style(role, on: .overlay))
      return hasBoth
    }
    let limit = card.rules.monthlyLimit.map {
      words.limits.upTo(words.short(Money($0, card.currency)))
    }
    let used = (card.spentThisMonth == 0 ? limit : text.month(card)) ?? ""
    line(text.name(row), .strong, persona, rect.y)
    let hasLimit = line(text.rule(row), .overlayMuted, used, rect.y + 1)
    guard rect.height >= 3 else { return }
    if !hasLimit {
      line(used, .overlayMuted, "", rect.y + 2)
    } else if let share = text.share(card) {
      let bar = Rect(x, rect.y + 2, rect.maxX - x, 1)
      frame.thinBar(share, bar, VirtualText.role(ofShare: share), on: .overlay)
    }
  }
}

extension VirtualCardFields {
  /// What is typed, as a card of the list.
  ///
  /// - Parameters:
  ///   - card: The one that is changed; nil: a new one.
  ///   - persona: Its owner's name; empty: not known yet.
  static func preview(
    _ form: Form, of card: VirtualCard? = nil, persona: String, _ currency: Currency,
    _ state: State
  ) -> VirtualCardPreview {
    let words = state.words
    let hidden = state.settings.ascii ? "****" : "••••"
    var shown =
      card
      ?? VirtualCard(
        id: "", owners: [CardOwner(id: "", issuer: CardOwner.personas)], owner: CustomerID(""),
        fundingSourceID: "", cardHolder: "", lastFour: hidden, currency: currency,
        activeTo: state.clock.wall, createdAt: state.clock.wall,
        sealed: SealedFields(algorithm: "", keyID: ""))
    shown.cardHolder = form.text(holder) ?? ""
    shown.rules = SpendingRules(
      merchantID: merchant(form, before: card?.rules.merchantID, state),
      isSingleUse: form.isOn(singleUse), monthlyLimit: limit(form, currency))
    let shop = shown.rules.merchantID.map { merchantName($0, state) }
    return VirtualCardPreview(
      row: VirtualRow(
        id: shown.id, content: .card(shown), group: .persona(""),
        name: form.text(alias) ?? shop ?? words.virtualForms.virtualCardName),
      persona: persona)
  }
}
