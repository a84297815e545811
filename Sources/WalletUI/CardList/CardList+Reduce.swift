import Canvas
import WalletAPI
import WalletModel
import Words

extension State {
  /// Rows of the first page: enough for any screen.
  static let firstPage = 200
  static let furtherPages = 1000
  /// No more are read, whatever a server says that there are.
  static let mostCards = 1_000_000

  /// What an open wallet reads first.
  package mutating func start() -> [Effect] {
    list.removeAll()
    screens = State.firstScreens
    details = DetailsState()
    return read(from: 0, State.firstPage) + [.loadProfile, .loadPrograms, .loadChanges]
      + (wallet.showsPhone ? [.loadPhone] : [])
  }

  /// Begins to read cards; `merge` goes on until all are there. A reading that is under way is given
  /// up for this one: its last page is taken, and none is asked for behind that.
  mutating func read(from offset: Int, _ limit: Int) -> [Effect] {
    if !work.contains(where: { $0.label == words.readingCards }) { startWork(words.readingCards) }
    list.awaited = offset
    return [.loadPage(offset: offset, limit: limit)]
  }

  /// As the person asks for it: tries what cannot be done, too.
  mutating func readAgain() -> [Effect] {
    if connection == .signedOut { return askToSignIn(WalletError(.unauthorized)) }
    unanswered.tries = 0
    return readListAgain() + readScreensAgain() + askAboutChanges()
  }

  /// Once more after the reading that is under way, if one is: keys can be held down.
  private mutating func readListAgain() -> [Effect] {
    list.awaited == nil ? reload() : refreshList()
  }

  /// Whether what the first frame is to show is still being read.
  package var awaitsFirstContent: Bool {
    guard gate == .open else { return false }
    if list.rows.isEmpty { return list.isLoading }
    guard let row = focusedRow, !row.isDamaged else { return false }
    return details[row.id] == nil && details.failure(row.id) == nil
  }

  mutating func reload() -> [Effect] {
    details.invalidateAll()
    list.refresh.listBegins(clock)
    return read(from: 0, State.firstPage)
  }

  mutating func merge(_ result: Result<CardList, WalletError>, at offset: Int) -> [Effect] {
    switch result {
    case .failure(let error):
      guard list.awaited == offset else { return [] }
      endReading()
      if error.code == .cancelled {
        tellReadingGivenUp()
      } else if unreachable == nil || list.rows.isEmpty {
        show(error)
      }
      // Else the clock says when.
      if error.code == .cancelled || error.code.isUnreachable { list.refresh.forgetList() }
      return []
    case .success(let page):
      let again = refresh(list.merge(page, at: offset))
      if let about = top(Dialog.self)?.purpose.action(words),
        let card = page.cards.first(where: { $0.id == about.card }),
        list.row(card.id)?.version == card.version
      {
        closeDialog(about: card)
      }
      guard list.awaited == offset else { return again }
      let next = offset + page.cards.count + page.damaged.count
      if next < min(list.total, State.mostCards) && next > offset {
        list.awaited = next
        return [.loadPage(offset: next, limit: State.furtherPages)] + again
      }
      endReading()
      list.trim()
      return again + goOnRefreshing()
    }
  }

  mutating func tellReadingGivenUp() {
    toasts.show(
      .info, words.readingGivenUp, detail: words.readsAgain(key: press("wallet.reload")),
      clock: clock)
  }

  mutating func backendChanged(_ event: WalletEvent) -> [Effect] {
    switch event {
    case .damageFound(let sentence): damage = sentence
    case .connectionLost(let error, let silence): return connectionLost(error, silence)
    case .connectionRestored: return connectionRestored()
    case .signInEnded: connection = .signedOut
    default: break
    }
    guard gate == .open else { return [] }
    switch event {
    // Codes that are not shown here are not fetched.
    case .phoneMessage: return wallet.showsPhone ? [.loadPhone] : []
    case .damageFound(let sentence):
      toasts.show(
        .danger, words.walletFileIsDamaged, detail: words.translated(sentence), clock: clock)
      return []
    case .cardsAdded(let total):
      guard !list.isLoading, list.rows.count < total else {
        list.total = max(list.total, total)
        return []
      }
      list.isLoading = true
      return read(from: list.rows.count, State.furtherPages)
    case .cardsChanged(nil):
      return refreshList()
    case .connectionLost, .connectionRestored: return []
    case .signInEnded:
      toasts.show(
        .warning, words.signInHasEnded, detail: words.signsInAgain(key: press("wallet.reload")),
        clock: clock)
      return []
    case .cardsChanged(let ids?):
      let changed = ids.filter { pending[$0] == nil }
      for id in changed { details.invalidate(id) }
      return refresh(changed)
    }
  }

  mutating func updateRow(_ id: CardID, _ result: Result<Card, WalletError>) -> [Effect] {
    list.refresh.ended(id)
    return update(id, result) + goOnRefreshing()
  }

  private mutating func update(_ id: CardID, _ result: Result<Card, WalletError>) -> [Effect] {
    guard case .success(let card) = result, pending[id] == nil else {
      if let seen = conflicts.removeValue(forKey: id) { tellConflict(seen, nil) }
      return []
    }
    if let seen = conflicts.removeValue(forKey: id) { tellConflict(seen, card) }
    // A card that is not in the list yet: created elsewhere.
    if list.row(id) == nil { return refreshList() }
    list.update(card)
    details.update(card)
    closeDialog(about: card)
    return []
  }

  /// A card was changed elsewhere, or suspended by too many wrong tries: where that leaves nothing to
  /// do in a dialog, there is nothing left to type. Of one that waits, its answer says so.
  private mutating func closeDialog(about card: Card) {
    guard let dialog = top(Dialog.self), !dialog.isBusy,
      let about = dialog.purpose.action(words), about.card == card.id,
      let refusal = card.refusal(of: about.action)
    else { return }
    pop()
    ignoreKeysUntil = clock.after(seconds: 1)
    if let failure = dialog.failure {
      show(failure)
    } else {
      toasts.show(
        .warning, words.changedElsewhere(card.title),
        detail: "\(about.title): \(words.refusal(refusal))", clock: clock, seconds: 10)
    }
  }

  /// Asks for the details of the card on which all the keys so far came to rest, and then for those
  /// beside it: the next key finds them there and needs one frame instead of two.
  mutating func settle() -> [Effect] {
    guard gate == .open, connection == .up else { return [] }
    let here = list.selected
    return [here, here + 1, here - 1].compactMap { position in
      guard let row = list[position], !row.isDamaged, details.isWanted(row.id) else { return nil }
      return details.begins(row.id) ? .loadDetails(row.id) : nil
    }
  }

  /// Whether an action changes nothing that is in sight.
  package func isUnseen(_ action: Action) -> Bool {
    switch action {
    case .loaded(let id, .success(let value)):
      id != focusedID && list.row(id) == CardRow(value.card)
    case .settle: true
    case .changes(let changes): changes == unanswered.changes
    default: false
    }
  }

  mutating func store(_ result: Result<CardDetails, WalletError>, for id: CardID) -> [Effect] {
    let others = details.ends(id)
    switch result {
    case .success(let value):
      details.store(value)
      if let row = list.row(id), value.card.version < row.version {
        // Read before the change that the row shows.
        return refresh([id])
      }
      if pending[id] == nil { list.update(value.card) }
    case .failure(let error): details.fail(id, error)
    }
    return others ? settle() : []
  }

  /// Says what went wrong: what happened, what to do, the code.
  mutating func show(_ error: WalletError) {
    toasts.show(
      .danger, words.sentence(error), detail: words.advice(error) + " [\(error.codeText)]",
      clock: clock, seconds: 10)
  }

  // MARK: Moving

  mutating func togglePane() -> [Effect] {
    pane = pane == .list ? .details : .list
    return []
  }

  mutating func show(_ pane: Pane) -> [Effect] {
    self.pane = pane
    return []
  }

  mutating func togglePhone() -> [Effect] {
    phone.isOpen.toggle()
    return phone.isOpen ? [.loadPhone] : []
  }

  // MARK: Filter

  mutating func startFilter() -> [Effect] {
    list.startFilter()
    pane = .list
    return []
  }
}
