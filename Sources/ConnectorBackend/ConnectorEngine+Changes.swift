import Issuer
import IssuerConnectors
import WalletAPI
import WalletModel

/// Each change has its effect once, and what became of it is found out if its answer is lost: by
/// the issuer's list of keys, by the same request with the same key, or by reading the card.
extension ConnectorEngine: ChangeEngine {
  /// A request that was sent may arrive this much later, in seconds. Then a card that has not taken
  /// the change will not.
  private static let longestWay: Int64 = 60
  /// A key that the issuer is about to forget is not used again, in seconds.
  private static let keyReserve: Int64 = 3600
  /// The most cards that are recorded with an order to an issuer without keys.
  private static let mostOthers = 500

  /// Sends a change that is recorded before and after.
  ///
  /// - Parameter send: Sends it, and returns the card as it is then.
  /// - Throws: What `send` throws. If it may have happened, the change stays recorded.
  func sending<O: WalletOperation>(
    _ operation: O, _ wanted: WantedChange, _ context: RequestContext,
    _ send: () throws(WalletError) -> Card
  ) throws(WalletError) -> Card where O.Response == Card {
    let isFirst = try vault.recordSent(
      operation, account: account.name, wanted: JSONWriter.bytes(wanted), context)
    let card: Card
    do throws(WalletError) {
      card = try send()
    } catch {
      var error = error
      // An earlier attempt may have happened, whatever became of this one.
      if !isFirst { error.mayHaveHappened = true }
      if !error.mayHaveHappened { try vault.forgetSent(context) }
      throw error
    }
    try afterAnswer { () throws(WalletError) in
      try vault.recordAnswer(card, to: operation, context)
    }
    return card
  }

  /// The card that an earlier attempt with the same key has made or changed, although its answer
  /// was lost; nil: the change can be sent.
  ///
  /// - Throws: `.changePending` if it is not known yet, and the issuer would make a second card.
  func madeEarlier<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> Card?
  {
    guard let key = context.idempotencyKey, O.contract.retry.takesKey,
      let sent = try vault.sentChange(key, account: account.name, context),
      vault.isSame(operation, sent, context), let wanted = WantedChange(sent.wanted),
      wanted.order != nil || wanted.canBeRead
    else { return nil }
    do throws(WalletError) {
      switch try outcome(of: sent) {
      case .done(let found): return try settle(sent, found, context)
      case .notDone: return nil
      case .notKnownYet:
        // Absolute values, and orders with a key that the issuer knows, may arrive twice.
        guard wanted.order != nil, !knowsKeys else { return nil }
        throw orderPending
      }
    } catch {
      var error = error
      error.mayHaveHappened = true
      throw error
    }
  }

  /// Whether a second order with the same key makes no second card.
  var knowsKeys: Bool {
    connector.rules.keySeconds != nil || connector.card(madeWith: "") != nil
  }

  private func settle(_ sent: SentChangeRecord, _ found: IssuerCard, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    try book.take([found], after: WantedChange(sent.wanted))
    publish(.cardsChanged([found.id]))
    let card = shown(book.card(found.id) ?? found, [])
    try vault.settleSent(sent, card: card, context)
    return card
  }

  func settleChange(_ operation: SettleChange, _ context: RequestContext) throws(WalletError)
    -> ChangeSettlement
  {
    guard
      let sent = try vault.sentChange(operation.key, account: account.name, context)
    else { return try vault.settleChange(operation, context) }
    switch try outcome(of: sent) {
    case .done(let found):
      let card = try settle(sent, found, context)
      return .done(status: sent.cardID == nil ? 201 : 200, cardID: card.id)
    case .notDone:
      try vault.settleSent(sent, card: nil, context)
      return .unknown
    case .notKnownYet: return .pending
    }
  }

  private enum Outcome {
    case done(IssuerCard)
    case notDone
    case notKnownYet
  }

  /// - Throws: `.notFound` if it can never be known, or why the issuer did not answer.
  private func outcome(of sent: SentChangeRecord) throws(WalletError) -> Outcome {
    guard let wanted = WantedChange(sent.wanted) else { throw RecordKind.sentChange.damaged }
    if let order = wanted.order {
      return try outcome(of: sent, order, besides: wanted.others ?? [])
    }
    guard let id = sent.cardID, wanted.canBeRead else { throw WalletError(.notFound) }
    let found = try client.perform(connector.card(id))
    return wanted.isMet(by: found) ? .done(found) : unseen(sent)
  }

  private func outcome(of sent: SentChangeRecord, _ order: CardOrder, besides others: [String])
    throws(WalletError) -> Outcome
  {
    let key = Self.key(from: sent.key)
    if let question = connector.card(madeWith: key) {
      return try client.perform(question).map(Outcome.done) ?? unseen(sent)
    }
    guard let seconds = connector.rules.keySeconds else {
      let made = try similar(to: order).filter { !others.contains($0.id.rawValue) }
      // Which of several it is cannot be known.
      if made.count > 1 { throw WalletError(.notFound) }
      return made.first.map(Outcome.done) ?? unseen(sent)
    }
    guard vault.age(of: sent) < Int64(seconds) - Self.keyReserve else {
      throw WalletError(.notFound)
    }
    do throws(WalletError) {
      // The answer that was kept for the key, or the card made now: once in either case.
      return .done(try client.perform(try connector.create(order, key: key)))
    } catch {
      if error.isUndecided || error.code == .scopeMissing { throw error }
      // The key was used with something else, so what became of this cannot be known.
      if error.code == .keyReused { throw WalletError(.notFound) }
      return .notDone
    }
  }

  /// What is recorded of an order. Issuers without keys are asked first which cards look like the
  /// ordered one: a new one among them will be it.
  ///
  /// - Throws: `.changePending` if it is not known yet what became of such an order.
  func wanted(_ order: CardOrder, _ context: RequestContext)
    throws(WalletError) -> WantedChange
  {
    var wanted = WantedChange(order)
    guard !knowsKeys else { return wanted }
    let pending = try vault.sentChanges(account: account.name, context)
    if pending.contains(where: { $0.cardID == nil && $0.key != context.idempotencyKey }) {
      throw orderPending
    }
    let others = try similar(to: order).map(\.id.rawValue)
    guard others.count <= Self.mostOthers else {
      throw WalletError(
        .actionRefused,
        .text("Too many cards look like this one", "Zu viele Karten sehen aus wie diese"),
        advice: .text(
          "Give it a name that no other card has.",
          "Geben Sie ihr einen Namen, den keine andere Karte hat."))
    }
    wanted.others = others
    return wanted
  }

  private var orderPending: WalletError {
    WalletError(
      .changePending,
      .text("An order of a card is pending", "Eine Bestellung einer Karte ist noch offen"),
      details: [
        .text(
          "\(connector.issuer.name) doesn't know orders by a key, so there can be one at a time",
          "\(connector.issuer.name) kennt keine Schlüssel für Bestellungen, darum geht nur eine auf einmal"
        )
      ])
  }

  /// Cards that look like the ordered one.
  private func similar(to order: CardOrder) throws(WalletError) -> [IssuerCard] {
    let program = order.kind.programName(at: connector.issuer)
    return try allCards().filter {
      $0.card.alias == order.alias && $0.card.programName == program
    }
  }

  /// All cards as they are now. Others may read the book meanwhile, so it is not used.
  func allCards() throws(WalletError) -> [IssuerCard] {
    var all: [IssuerCard] = []
    var mark: String?
    while true {
      let page = try client.perform(connector.cards(after: mark))
      all += page.elements
      guard let next = page.next, next != mark, all.count < CardBook.mostCards else { return all }
      mark = next
    }
  }

  private func unseen(_ sent: SentChangeRecord) -> Outcome {
    vault.silence(of: sent) < Self.longestWay ? .notKnownYet : .notDone
  }
}
