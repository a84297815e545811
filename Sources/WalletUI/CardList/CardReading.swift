import ScreenKit
import WalletAPI
import WalletModel
import Words

/// What is being read of the list of cards.
package struct CardReadingState: Sendable {
  /// The offset of the page that is being read; nil: none is.
  var awaited: Int?
  var refresh = CardRefresh()
  var census = CardCensus()
  /// The code and the name of each programme, so that 100,000 rows share them.
  private var programmes: [String: (code: String, name: String)] = [:]

  fileprivate mutating func row(_ card: Card, _ words: Words) -> CardRow {
    let code = card.programName
    let programme = programmes[code] ?? (code, words.cardForms.programme(code).short)
    if programmes[code] == nil { programmes[code] = programme }
    return CardRow(
      card, title: card.alias.isEmpty ? programme.name : card.alias, programName: programme.code)
  }
}

/// Reads cards and their details, and shows what was read.
enum CardReading {
  /// Rows of the first page: enough for any screen.
  static let firstPage = 200
  static let furtherPages = 1000
  /// The maximum number of cards, even if a server reports more.
  private static let maximumCards = 1_000_000

  /// The list was opened.
  static func begin(_ state: inout State) -> [Effect] {
    state.cards.list.removeAll()
    state.cards.reading = CardReadingState()
    state.cards.details = DetailsState()
    return read(from: 0, firstPage, &state)
  }

  /// Cards were added or changed elsewhere.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    switch event {
    case .cardsAdded(let total):
      guard !state.cards.list.isLoading, state.cards.list.rows.count < total else {
        state.cards.list.total = max(state.cards.list.total, total)
        return []
      }
      state.cards.list.isLoading = true
      return read(from: state.cards.list.rows.count, furtherPages, &state)
    case .changed(.cards, nil):
      return CardRefresh.refreshList(&state)
    case .changed(.cards, let ids?):
      let changed = ids.map { CardID($0) }.filter { state.cards.pending[$0] == nil }
      for id in changed { state.cards.details.invalidate(id) }
      return CardRefresh.refresh(changed, &state)
    default: return []  // No other news are about cards.
    }
  }

  /// Starts reading cards. `merge` requests further pages until all are there. It replaces a
  /// reading under way; a page of that one that still arrives is shown.
  static func read(from offset: Int, _ limit: Int, _ state: inout State) -> [Effect] {
    if !state.view.work.contains(where: { $0.label == state.words.screen.readingCards }) {
      state.startWork(state.words.screen.readingCards)
    }
    state.cards.reading.awaited = offset
    return [.read(CardPageQuery(offset: offset, limit: limit))]
  }

  /// Reads again, but not before the current reading has ended, since a key can be held down.
  static func readAgain(_ state: inout State) -> [Effect] {
    state.cards.reading.awaited == nil ? reload(&state) : CardRefresh.refreshList(&state)
  }

  static func reload(_ state: inout State) -> [Effect] {
    state.cards.details.invalidateAll()
    state.activity.book.invalidate()
    state.cards.reading.refresh.listReadingStarted(state.clock)
    return read(from: 0, firstPage, &state)
  }

  static func merge(_ result: Result<CardList, WalletError>, at offset: Int, _ state: inout State)
    -> [Effect]
  {
    switch result {
    case .failure(let error):
      guard state.cards.reading.awaited == offset else { return [] }
      end(&state)
      if error.code == .cancelled {
        reportCancelled(&state)
      } else if state.unreachable == nil || state.cards.list.rows.isEmpty {
        state.show(error)
      }
      // Otherwise the clock decides when.
      if error.code == .cancelled || error.code.isUnreachable {
        state.cards.reading.refresh.forgetList()
      }
      return []
    case .success(let page):
      let again = CardRefresh.refresh(put(page, at: offset, &state), &state)
      if let about = state.top(Dialog.self)?.purpose.action(state.words),
        let card = page.cards.first(where: { $0.id == about.card }),
        state.cards.list.row(card.id)?.version == card.version
      {
        closeForm(card, &state)
      }
      guard state.cards.reading.awaited == offset else { return again }
      let next = offset + page.cards.count + page.damaged.count
      if next < min(state.cards.list.total, maximumCards) && next > offset {
        state.cards.reading.awaited = next
        return [.read(CardPageQuery(offset: next, limit: furtherPages))] + again
      }
      end(&state)
      state.cards.list.trim()
      state.cards.seen = [:]
      return again + CardRefresh.continueRefreshing(&state)
    }
  }

  /// Stores a page. A row that a change has updated meanwhile can be newer than the page. It stays,
  /// and its card is returned.
  private static func put(_ page: CardList, at offset: Int, _ state: inout State) -> [CardID] {
    reportChanges(of: page.cards, &state)
    var outdated: [CardID] = []
    var rows: [CardRow] = []
    var incoming = page.cards.makeIterator()
    let damaged = Dictionary(
      page.damaged.map { ($0.position, $0.id) }, uniquingKeysWith: { a, _ in a })
    for position in offset..<offset + page.cards.count + damaged.count {
      if let id = damaged[position] {
        rows.append(CardRow(damaged: id, state.words))
      } else if let card = incoming.next() {
        if let known = state.cards.list.row(card.id), card.version < known.version {
          outdated.append(card.id)
          rows.append(known)
        } else {
          rows.append(state.cards.reading.row(card, state.words))
        }
      }
    }
    state.cards.list.put(rows, at: offset, of: page.meta.numberOfRecords)
    state.cards.reading.census.rowsWereRead(from: offset)
    return outdated
  }

  /// Says which of the cards that were read others have given another status. To be called before
  /// their rows show it.
  private static func reportChanges(of cards: [Card], _ state: inout State) {
    let words = state.words
    let payment = Outage.isAboutPayment(state) ? state.toasts.current : nil
    for card in cards {
      guard let known = state.cards.list.row(card.id) ?? state.cards.seen[card.id],
        known.version < card.version, !known.isDamaged
      else { continue }
      let isOwn = isReported(card.id, state)
      state.backend.unanswered.told.remove(card.id)
      guard let alert = WalletAlert.status(of: card, before: known.status), !isOwn else { continue }
      let reason = card.statusReason.map { " · " + words.cards.statusReason($0) } ?? ""
      state.show(
        .warning, words.cards.isNow(card.status, words.cardForms.title(card)),
        detail: words.cards.elsewhere + reason, seconds: 10, isNews: true, about: .card(card.id))
      state.activity.alerts.note(alert)
    }
    if let payment { state.toasts.current = payment }
  }

  /// What is kept of the cards over a lock, without names. Unseen news are shown again.
  static func seen(_ state: State) -> [CardID: CardRow] {
    var (seen, unseen) = (state.cards.seen, state.toasts.unseen?.text)
    for var row in state.cards.list.rows where !isReported(row.id, state) {
      if let text = unseen, text == state.words.cards.isNow(row.status, row.title) {
        (row.status, row.version, unseen) = (.unspecified, -1, nil)
      }
      (row.title, row.lastFour, row.programName) = ("", "", "")
      row.note = .nothing
      seen[row.id] = row
    }
    return seen
  }

  /// Whether the change is this program's own, or has a message of its own.
  private static func isReported(_ id: CardID, _ state: State) -> Bool {
    state.cards.pending[id] != nil || state.cards.conflicts[id] != nil
      || state.backend.unanswered[id] != nil
      || state.backend.unanswered.told.contains(id)
      || state.view.overlays.contains { ($0.base as? Dialog)?.sent?.base.cardID == id }
  }

  /// Shows the current version of a card in its row.
  static func update(_ card: Card, _ state: inout State) {
    put(state.cards.reading.row(card, state.words), &state)
  }

  /// Shows a status that is not confirmed yet, or takes it back.
  static func set(_ status: CardStatus, of id: CardID, _ state: inout State) {
    guard var row = state.cards.list.row(id) else { return }
    row.status = status
    put(row, &state)
  }

  private static func put(_ row: CardRow, _ state: inout State) {
    guard let before = state.cards.list.row(row.id) else { return }
    state.cards.reading.census.change(before, to: row, state.cards.list)
    state.cards.list.update(row.id) { $0 = row }
  }

  static func end(_ state: inout State) {
    state.cards.list.isLoading = false
    state.cards.reading.awaited = nil
    state.cards.reading.census.count(state.cards.list.rows)
    state.endWork(state.words.screen.readingCards)
  }

  static func reportCancelled(_ state: inout State) {
    state.show(
      .info, state.words.screen.readingGivenUp,
      detail: state.words.screen.readsAgain(key: state.keyLabel(for: "wallet.reload")))
  }

  static func receive(_ id: CardID, _ result: Result<Card, WalletError>, _ state: inout State)
    -> [Effect]
  {
    state.cards.reading.refresh.ended(id)
    return show(id, result, &state) + CardRefresh.continueRefreshing(&state)
  }

  private static func show(
    _ id: CardID, _ result: Result<Card, WalletError>, _ state: inout State
  ) -> [Effect] {
    guard case .success(let card) = result, card.id == id, state.cards.pending[id] == nil else {
      if let seen = state.cards.conflicts.removeValue(forKey: id) {
        reportConflict(seen, nil, &state)
      }
      return []
    }
    if let seen = state.cards.conflicts.removeValue(forKey: id) {
      reportConflict(seen, card, &state)
    } else {
      reportChanges(of: [card], &state)
    }
    state.backend.unanswered.told.remove(id)
    // A card that is not in the list yet: it was created elsewhere.
    if state.cards.list.row(id) == nil { return CardRefresh.refreshList(&state) }
    update(card, &state)
    state.cards.details.update(card)
    closeForm(card, &state)
    return []
  }

  /// R8: names both versions.
  private static func reportConflict(_ seen: CardRow, _ now: Card?, _ state: inout State) {
    let versions = state.words.cards.conflict(
      (seen.status, seen.version), now.map { ($0.status, $0.version) })
    state.show(
      .warning, state.words.cards.changedElsewhere(seen.title),
      detail: "\(versions) [\(ErrorCode.versionConflict.rawValue)]", seconds: 10)
  }

  /// Closes a form about a card that no longer allows the form's action, since it was changed
  /// elsewhere or suspended after too many wrong tries. A form that waits for an answer stays open.
  private static func closeForm(_ card: Card, _ state: inout State) {
    guard let dialog = state.top(Dialog.self), !dialog.isBusy,
      let about = dialog.purpose.action(state.words), about.card == card.id,
      let refusal = card.refusal(of: about.action)
    else { return }
    state.pop()
    state.view.ignoreKeysUntil = state.clock.after(seconds: 1)
    if let failure = dialog.failure {
      state.show(failure)
    } else {
      state.show(
        .warning, state.words.cards.changedElsewhere(state.words.cardForms.title(card)),
        detail: "\(about.title): \(state.words.cards.refusal(refusal))", seconds: 10)
    }
  }

  /// Requests the details of the selected card, then those of its neighbours. They are there before
  /// the next key, so one frame is enough for it.
  static func settle(_ state: inout State) -> [Effect] {
    guard state.gate == .open, state.backend.connection == .up else { return [] }
    let here = state.cards.list.selected
    return [here, here + 1, here - 1].compactMap { position in
      guard let row = state.cards.list[position], !row.isDamaged,
        state.cards.details.isWanted(row.id)
      else {
        return nil
      }
      return state.cards.details.startRequest(row.id) ? .read(CardDetailsQuery(id: row.id)) : nil
    }
  }

  static func store(
    _ result: Result<CardDetails, WalletError>, for id: CardID, _ state: inout State
  ) -> [Effect] {
    let others = state.cards.details.endRequest(id)
    switch result {
    case .success(let value) where value.card.id != id:
      // The requested card is still unknown. Without a failure it would be requested again at once.
      state.cards.details.fail(id, WalletError(.netAnswer))
    case .success(let value):
      state.cards.details.store(value, at: state.clock.wall)
      if let account = value.account { state.activity.month.take(account) }
      if let row = state.cards.list.row(id), value.card.version < row.version {
        // The details were read before the change that the row shows.
        return CardRefresh.refresh([id], &state)
      }
      reportChanges(of: [value.card], &state)
      if state.cards.pending[id] == nil { update(value.card, &state) }
    case .failure(let error): state.cards.details.fail(id, error)
    }
    return others ? settle(&state) : []
  }
}
