import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletAPI
import WalletModel
import Words

/// What is known of a card, as labels and values.
struct CardFacts {
  typealias Fact = (label: String, value: String, role: Role)

  /// A fact that is kept.
  struct Line: Sendable, Equatable {
    let label: String
    let value: String
  }

  private let words: Words
  private let clock: Clock
  private let isASCII: Bool
  private let unanswered: Unanswered
  private let pending: [CardID: PendingChange]
  private let wallets: PhoneWallets

  init(state: State) {
    words = state.words
    clock = state.clock
    isASCII = state.settings.ascii
    unanswered = state.backend.unanswered
    pending = state.cards.pending
    wallets = state.phones.wallets
  }

  /// Its state and what changes: before everything else.
  func primary(_ row: CardRow, _ details: CardDetails?) -> [Fact] {
    var facts: [Fact] = [status(row)]
    if let change = unanswered[row.id] {
      facts.append((words.cards.askedFor, change.title(words), .text))
      facts.append((words.when, ago(change.time), .text))
    }
    guard let card = details?.card else { return facts }
    if let time = card.statusDate { facts.append((words.since, ago(time), .text)) }
    if let new = card.replacedBy {
      facts.append((words.cardForms.replacedLabel, words.cardForms.by(new.lastFour), .text))
    }
    if let time = card.unlockedUntil {
      facts.append(
        (words.cardForms.unlockedUntilLabel, words.cardForms.until(moment(time)), .warning))
    }
    if let days = card.autoLockDays {
      let when = card.autoLockAt.map { date($0) } ?? words.cardForms.autoLock(days, on: nil)
      facts.append((words.cardForms.autoLockLabel, when, .text))
    }
    facts.append(("PIN", card.isPinSet ? words.set : words.notSet, .text))
    if let phones = summary(of: card, on: row.status) { facts.append(phones) }
    facts.append((words.currency, card.currency.code, .text))
    return facts
  }

  /// What stays the same.
  func further(_ card: Card) -> [Fact] {
    [
      (words.cards.programme, words.cardForms.programme(card.programName).regional, .text),
      (words.cards.cardIDLabel, card.id.rawValue, .text),
      (words.holder, card.holderName, .text),
      (words.created, card.createdDate.map { date($0) } ?? "—", .text),
      (words.cards.activated, card.activationDate.map { date($0) } ?? words.cards.notYet, .text),
      (words.mobile, card.mobile.map(Masks.mobile) ?? "—", .text),
    ]
  }

  /// Each phone, with what the card can do there, the end of its device number, and its name.
  ///
  /// - Parameter status: That of the card, which may be expected only.
  func phones(_ card: Card, on status: CardStatus) -> [Fact] {
    let card = card.with(status)
    return (card.tokenizations ?? []).map { token in
      let state = card.state(of: token)
      let sign = TokenState.sign(of: state).text(ascii: isASCII)
      let parts = [
        "\(sign) \(words.phones.tokenState(token, of: card))", token.numberEnd.map { "··" + $0 },
        wallets.name(of: token.dpanRef, words),
      ]
      return (
        words.cards.phoneWallet(token.walletType),
        parts.compactMap(\.self).joined(separator: " · "),
        TokenState.role(of: state)
      )
    }
  }

  private func status(_ row: CardRow) -> Fact {
    if unanswered[row.id] != nil {
      return (
        words.statusLabel, "\(StateSign.waiting.text(ascii: isASCII)) \(words.cards.pendingStatus)",
        .warning
      )
    }
    if let change = pending[row.id] {
      let text = words.cards.progress(of: change.action)
      return (
        words.statusLabel, "\(StateSign.waiting.text(ascii: isASCII)) \(text)", row.status.role
      )
    }
    let text = "\(row.status.glyph(ascii: isASCII)) \(words.cards.status(row.status))"
    return (words.statusLabel, text, row.status.role)
  }

  /// Where it can pay; where it is, if it can pay nowhere. nil: it is in no phone.
  private func summary(of card: Card, on status: CardStatus) -> Fact? {
    let card = card.with(status)
    func tokens(_ wanted: TokenState) -> [MobileWalletTokenization] {
      (card.tokenizations ?? []).filter { card.state(of: $0) == wanted }
    }
    let active = tokens(.active)
    let shown = active.isEmpty ? tokens(.suspended) : active
    guard !shown.isEmpty else { return nil }
    let names = shown.map { words.cards.phoneWallet($0.walletType) }.joined(separator: ", ")
    let off = TokenState.sign(of: .suspended).text(ascii: isASCII)
    return active.isEmpty
      ? (words.phone, "\(names) \(off)", .warning) : (words.phone, names + " ✓", .success)
  }

  /// `14:32`, with the day if it is not today.
  func moment(_ time: Timestamp) -> String {
    let zone = clock.zone
    let minute = words.minute(time, in: zone)
    let day = words.day(time, in: zone)
    return day == words.day(clock.wall, in: zone) ? minute : "\(day) \(minute)"
  }

  private func ago(_ time: Timestamp) -> String {
    words.ago(time, now: clock.wall, in: clock.zone)
  }

  private func date(_ time: Timestamp) -> String {
    words.date(time, in: clock.zone)
  }

  /// The beginning and the end of an id that does not fit.
  static func short(_ text: String, to room: Int) -> String {
    Text.width(of: text) <= room || room < 12
      || !text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
      ? Text.truncate(text, to: room) : "\(text.prefix(8))…\(text.suffix(min(room, 17) - 9))"
  }
}

/// Facts, one a line: labels in a column, then the values.
struct FactLines: CachedView {
  let facts: [CardFacts.Fact]
  /// The least number of columns of the labels.
  let labels: Int

  static func == (a: Self, b: Self) -> Bool {
    a.labels == b.labels && a.facts.elementsEqual(b.facts) { $0 == $1 }
  }

  func draw(on surface: Surface, in rect: Rect) {
    let widest = facts.map { Text.width(of: $0.label) }.max() ?? 0
    let column = min(max(labels, widest + 1), max(0, rect.width - 8))
    for (index, fact) in facts.prefix(rect.height).enumerated() {
      let y = rect.y + index
      surface.canvas.write(fact.label, rect.x, y, surface.theme[.muted], limit: max(0, column - 1))
      surface.canvas.write(
        CardFacts.short(fact.value, to: rect.width - column), rect.x + column, y,
        surface.theme[fact.role])
    }
  }
}

extension Frame {
  /// Facts that are drawn for each frame.
  func facts(_ facts: [CardFacts.Fact], in rect: Rect, labels: Int = 11) {
    FactLines(facts: facts, labels: labels).draw(on: self, in: rect)
  }
}
