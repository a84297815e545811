import ScreenKit
import Themes
import WalletModel
import WalletService
import Words

/// What is said of a virtual card, in its row and on its page.
struct VirtualText {
  let state: State
  private var words: Words { state.words }
  private var virtual: VirtualCardsState { state.virtual }

  // MARK: Name and state

  /// The alias; else the only merchant, or why there is no name.
  func name(_ row: VirtualRow) -> String {
    if let name = row.name { return name }
    guard let card = row.card else { return words.virtualCards.newVirtualCard }
    if card.isDamaged { return words.damagedRecord }
    if row.cause != nil { return words.virtualCards.nameNotReadable }
    return merchant(card) ?? words.virtualCards.cardNamed(lastFour: card.lastFour)
  }

  func name(_ result: VirtualCardResult) -> String {
    if let alias = result.opened?.alias { return alias }
    return merchant(result.card) ?? words.virtualCards.cardNamed(lastFour: result.card.lastFour)
  }

  /// The only shop of the card; its id, as long as its name is not known.
  func merchant(_ card: VirtualCard) -> String? {
    guard let id = card.rules.merchantID else { return nil }
    return state.paying.shop.merchants.first { $0.id == id }?.name ?? id
  }

  /// The card in focus, for the simulated shop.
  var shopCard: ShopCard? {
    guard let row = virtual.list.focused, let card = row.card, !card.isDamaged else { return nil }
    return ShopCard(
      id: CardID(card.id), kind: .virtual, title: name(row), merchantID: card.rules.merchantID)
  }

  func status(_ row: VirtualRow) -> (sign: StateSign, word: String, role: Role) {
    guard let card = row.card else {
      return row.making?.isMaking == true
        ? (.waiting, words.virtualCards.beingMade, .statusIssued)
        : (.ended, words.virtualCards.notMade, .danger)
    }
    if card.isDamaged { return (.suspended, words.damaged, .danger) }
    if let change = virtual.pending[card.id] {
      let word =
        switch change {
        case .pause: words.virtualCards.pausing
        case .resume: words.virtualCards.resuming
        case .close: words.virtualCards.closing
        }
      return (.waiting, word, .statusIssued)
    }
    switch card.state {
    case .closed: return (.ended, words.virtualCards.virtualState(card.state), .statusExpired)
    case .failed: return (.ended, words.virtualCards.virtualState(card.state), .danger)
    case .suspended: return (.suspended, words.virtualCards.virtualState(card.state), .statusLocked)
    case .other: return (.other, words.virtualCards.virtualState(card.state), .statusOther)
    case .issued: break
    }
    if card.isPaused { return (.locked, words.virtualCards.paused, .statusLocked) }
    switch row.cause {
    case .keyMissing: return (.partial, words.virtualCards.needsItsKey, .statusDigital)
    case .keysUnreadable: return (.partial, words.virtualCards.keysLocked, .statusDigital)
    case .unknownAlgorithm, .unreadable, .damagedRecord:
      return (.partial, words.virtualCards.notReadable, .statusDigital)
    case nil: break
    }
    if card.isOrphan { return (.partial, words.virtualCards.orphan, .statusOther) }
    return (.active, words.virtualCards.ready, .statusActive)
  }

  /// Whether it is shown faint: it will never pay again.
  func isFaint(_ row: VirtualRow) -> Bool {
    row.card.map { $0.state.isOver || $0.isDamaged } ?? (row.making?.isMaking != true)
  }

  func face(_ row: VirtualRow) -> FaceDimming {
    guard let card = row.card else { return .full }
    if card.state.isOver || card.isDamaged { return .faded }
    return card.state == .issued && !card.isPaused && row.cause == nil ? .full : .dimmed
  }

  // MARK: The second line

  /// What it may pay for, or what there is to know instead.
  func rule(_ row: VirtualRow) -> String {
    guard let card = row.card else {
      return row.making?.isMaking == true
        ? words.virtualCards.issuerMakesIt : words.virtualCards.nothingWasCharged
    }
    if card.isDamaged { return words.virtualCards.damagedRule }
    if card.state == .closed { return closed(card) }
    if card.state == .failed { return words.virtualCards.nothingWasCharged }
    if row.cause == .keyMissing(card.sealed.keyID) { return words.virtualCards.madeElsewhere }
    if case .keysUnreadable = row.cause { return words.virtualCards.keysOfDeviceUnreadable }
    if card.rules.isSingleUse { return words.virtualCards.oneUseThenClosed }
    return merchant(card).map(words.virtualCards.merchantOnly) ?? words.virtualCards.anyShop
  }

  private func closed(_ card: VirtualCard) -> String {
    let time = card.cancelledAt ?? (card.closedReason == .expired ? card.activeTo : card.updatedAt)
    return words.virtualCards.closedSince(words.day(time, in: state.clock.zone), card.closedReason)
  }

  /// `€96.30 of €250`; without a limit what was paid this month; nil: there is nothing to show.
  func month(_ card: VirtualCard) -> String? {
    guard !card.isDamaged, !card.state.isOver else { return nil }
    let spent = Money(card.spentThisMonth, card.currency)
    guard let limit = card.rules.monthlyLimit else {
      return card.spentThisMonth == 0 ? nil : words.money(spent)
    }
    return words.limits.spent(spent, of: Money(limit, card.currency))
  }

  /// What of the limit is used; nil: there is no limit.
  func share(_ card: VirtualCard) -> Double? { card.monthlyUse?.share }

  /// The ground of the bar's colour: amber from 80 %.
  static func role(ofShare share: Double) -> Role { share >= 0.8 ? .warning : .accent }

  // MARK: The making

  /// Tenths of seconds since it was ordered.
  func tenths(_ making: ProvisionalVirtualCard) -> UInt64 {
    UInt64(max(0, state.clock.wall.milliseconds - making.createdAt.milliseconds) / 100)
  }

  /// How far it seems to be. Nobody says it, so it never comes to the end.
  func progress(_ making: ProvisionalVirtualCard) -> Double {
    let seconds = Double(tenths(making)) / 10
    return seconds / (seconds + 1.5)
  }

  func order(_ making: ProvisionalVirtualCard) -> VirtualOrder? {
    making.clientRefID.flatMap { virtual.orders[$0] }
  }

  func steps(_ making: ProvisionalVirtualCard) -> [ProgressStep] {
    // What was ordered here knows the time of each step.
    if let own = state.virtual.forms.making(of: making) { return own.steps(state) }
    let order = order(making)
    let time =
      order.map { words.virtualCards.seconds(words.tenths($0.duration / 100_000_000)) } ?? ""
    let source = order.flatMap { virtual.source($0.order.fundingSourceID) }
    let isMaking = making.isMaking
    return [
      ProgressStep(.done, words.virtualCards.stepPersona),
      ProgressStep(
        .done,
        source.map { words.virtualCards.stepSource(self.source($0)) }
          ?? words.virtualCards.stepAnySource, note: time),
      ProgressStep(
        isMaking ? .now : .failed, words.virtualCards.stepIssuer,
        note: isMaking ? words.virtualCards.seconds(words.tenths(tenths(making))) : ""),
      ProgressStep(
        .later, words.virtualCards.stepSeal, note: isMaking ? words.screen.stepNext : ""),
      ProgressStep(.later, words.virtualCards.stepReady),
    ]
  }

  // MARK: What belongs to it

  func source(_ source: FundingSource) -> String {
    words.virtualForms.fundingName(source)
  }

  /// `Visa ··4242 pays $71.75, with $2.09 markup`.
  func charge(_ charge: ChargeDetail) -> String {
    words.virtualCards.charged(
      virtual.source(charge.fundingSourceID).map(source) ?? words.virtualCards.paysFrom,
      words.money(charge.fundingSourceAmount),
      markup: charge.markupAmount.minorUnits == 0 ? nil : words.money(charge.markupAmount))
  }

  func persona(_ group: VirtualGroup) -> String {
    switch group {
    case .making: words.virtualCards.onTheirWay
    case .persona(let id): virtual.persona(id)?.name ?? words.virtualCards.unknownPersona
    case .orphans: words.virtualCards.withoutPersona
    case .damaged: words.virtualCards.damagedRecords
    }
  }

  /// `€107.29 this month`, in each currency; empty: nothing was paid.
  func sum(_ group: VirtualGroup) -> String {
    let sums = (virtual.spent[group] ?? [:]).filter { $0.value > 0 }
      .map { Money($0.value, $0.key) }.sums
    return sums.isEmpty
      ? "" : words.virtualCards.sumThisMonth(PaymentText.sums(sums, words, to: 24))
  }
}

extension VirtualCard {
  /// Whether it can be shown and used now.
  var canPay: Bool { state == .issued && !isPaused && !isDamaged }
}
