import Canvas
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

  let state: State
  private var words: Words { state.words }

  /// Its state and what changes: before everything else.
  func primary(_ row: CardRow, _ details: CardDetails?) -> [Fact] {
    var facts: [Fact] = [status(row)] + wallet(row)
    if let change = state.unanswered[row.id] {
      facts.append((words.askedFor, change.title(words), .text))
      facts.append((words.when, ago(change.time), .text))
    }
    guard let card = details?.card else { return facts }
    if let time = card.statusDate { facts.append((words.since, ago(time), .text)) }
    if let time = card.unlockedUntil {
      facts.append((words.unlockedUntilLabel, words.until(end(time)), .warning))
    }
    if let days = card.autoLockDays {
      let when = card.autoLockAt.map(date) ?? words.autoLock(days, on: nil)
      facts.append((words.autoLockLabel, when, .text))
    }
    facts += limits(card)
    facts.append(("PIN", card.isPinSet ? words.set : words.notSet, .text))
    if let phones = phones(card) { facts.append((words.phone, phones, .success)) }
    facts.append((words.currency, card.currency.code, .text))
    return facts
  }

  /// The wallet that it is in, if there are several, and since when that cannot be used.
  private func wallet(_ row: CardRow) -> [Fact] {
    guard let name = row.wallet else { return [] }
    guard let lost = state.lost[name] else { return [(words.wallet, name, .text)] }
    let time = words.minute(lost.since, offset: state.clock.utcOffset)
    return [(words.wallet, words.walletLost(name, since: time), .warning)]
  }

  /// What it may pay for.
  private func limits(_ card: Card) -> [Fact] {
    let limits = card.limits
    func money(_ limit: Int64) -> Money { Money(limit, card.currency) }
    var facts: [Fact] = []
    if let limit = limits.paymentLimit {
      facts.append((words.paymentLimitLabel, words.upTo(words.short(money(limit))), .text))
    }
    if let limit = limits.monthlyLimit {
      let text =
        card.spentThisMonth.map { words.spent(money($0), of: money(limit)) }
        ?? words.upTo(words.short(money(limit)))
      facts.append((words.perMonthLabel, text, .text))
    }
    if let list = limits.categories {
      facts.append((words.categoriesLabel, words.categories(list), .text))
    }
    if let list = limits.countries {
      facts.append((words.countriesLabel, list.joined(separator: ", "), .text))
    }
    return facts
  }

  /// What stays the same.
  func further(_ card: Card) -> [Fact] {
    // An issuer need not say when.
    let isActive = card.status == .active || card.status == .locked
    return [
      (words.programme, words.programme(card.programName).regional, .text),
      (words.cardIDLabel, card.id.rawValue, .text),
      (words.holder, card.holderName.isEmpty ? "—" : card.holderName, .text),
      (words.created, card.createdDate.map(date) ?? "—", .text),
      (words.activated, card.activationDate.map(date) ?? (isActive ? "—" : words.notYet), .text),
      (words.mobile, card.mobile.map(Masks.mobile) ?? "—", .text),
    ]
  }

  /// Each phone with what became of the card there.
  func phones(_ card: Card) -> [Fact] {
    (card.tokenizations ?? []).map { phone in
      (
        words.phoneWallet(phone.walletType),
        words.token(
          phone.shown(on: card.status, state), in: state.phoneWallets.name(of: phone, words)),
        phone.state(on: card.status).role
      )
    }
  }

  private func status(_ row: CardRow) -> Fact {
    let ascii = state.settings.ascii
    if state.unanswered[row.id] != nil {
      return (
        words.statusLabel, "\(StateSign.waiting.text(ascii: ascii)) \(words.pendingStatus)",
        .warning
      )
    }
    if let change = state.pending[row.id] {
      let text = words.progress(of: change.action)
      return (
        words.statusLabel, "\(StateSign.waiting.text(ascii: ascii)) \(text)", row.status.role
      )
    }
    let text = "\(row.status.glyph(ascii: ascii)) \(words.status(row.status))"
    return (words.statusLabel, text, row.status.role)
  }

  private func phones(_ card: Card) -> String? {
    let names = (card.tokenizations ?? []).filter { $0.state(on: card.status) == .active }.map {
      words.phoneWallet($0.walletType)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ") + " ✓"
  }

  /// `14:32` in the next 24 hours, then only the day: there is little room beside the face.
  private func end(_ time: Timestamp) -> String {
    let offset = state.clock.utcOffset
    return time.seconds(since: state.clock.wall) < 86_400
      ? words.minute(time, offset: offset) : words.day(time, offset: offset)
  }

  /// `14:32`, with the day if it is not today.
  func moment(_ time: Timestamp) -> String {
    let offset = state.clock.utcOffset
    let minute = words.minute(time, offset: offset)
    let day = words.day(time, offset: offset)
    return day == words.day(state.clock.wall, offset: offset) ? minute : "\(day) \(minute)"
  }

  private func ago(_ time: Timestamp) -> String {
    words.ago(time, now: state.clock.wall, offset: state.clock.utcOffset)
  }

  private func date(_ time: Timestamp) -> String {
    words.date(time, offset: state.clock.utcOffset)
  }

  /// As much of a list as fits, and how many there are besides: `groceries, bills +3`. Of anything else
  /// see `short`.
  static func fitting(_ text: String, to room: Int) -> String {
    let parts = text.split(separator: ", ", omittingEmptySubsequences: false)
    guard parts.count > 1, Text.width(of: text) > room else { return short(text, to: room) }
    for count in stride(from: parts.count - 1, to: 0, by: -1) {
      let some = parts.prefix(count).joined(separator: ", ") + " +\(parts.count - count)"
      if Text.width(of: some) <= room { return some }
    }
    return Text.truncate(text, to: room)
  }

  /// The beginning and the end of an id that does not fit.
  static func short(_ text: String, to room: Int) -> String {
    Text.width(of: text) <= room || room < 12 || Text.plainWidth(text) == nil
      ? Text.truncate(text, to: room) : "\(text.prefix(8))…\(text.suffix(min(room, 17) - 9))"
  }
}

extension Frame {
  /// Facts, one a line: labels in a column, then the values.
  func facts(_ facts: [CardFacts.Fact], in rect: Rect, labels: Int = 11) {
    let widest = facts.map { Text.width(of: $0.label) }.max() ?? 0
    let column = min(max(labels, widest + 1), max(0, rect.width - 8))
    for (index, fact) in facts.prefix(rect.height).enumerated() {
      let y = rect.y + index
      canvas.write(fact.label, rect.x, y, theme[.muted], limit: max(0, column - 1))
      canvas.write(
        CardFacts.fitting(fact.value, to: rect.width - column), rect.x + column, y, theme[fact.role]
      )
    }
  }

  /// Facts in two columns, the first half on the left.
  func factGrid(
    _ facts: [CardFacts.Fact], in rect: Rect, split: Int? = nil, labels: Int = 12
  ) {
    let half = (facts.count + 1) / 2
    let left = split ?? (rect.width / 2)
    self.facts(
      Array(facts.prefix(half)), in: Rect(rect.x, rect.y, left - 2, rect.height), labels: labels)
    self.facts(
      Array(facts.dropFirst(half)),
      in: Rect(rect.x + left, rect.y, rect.width - left, rect.height), labels: 10)
  }
}
