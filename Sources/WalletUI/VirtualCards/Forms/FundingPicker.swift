import CardEntry
import ScreenKit
import WalletAPI
import WalletModel
import WalletService
import Words

/// The cards that pay for virtual cards: adds one, goes on with one, or cancels the one that is
/// chosen (F27–F29).
struct FundingPicker: PickerOverlay {
  /// Only the ways to add one.
  var isAdding = false
  var picker = Picker()

  private static let saved = "saved"
  private static let typed = "typed"
  private static let source = "source:"
  private static let unfinished = "unfinished:"

  func list(_ state: State) -> PickerList {
    let words = state.words
    let add = PickerList.Group(
      title: words.virtualForms.addGroup,
      rows: [
        PickerList.Row(
          id: Self.saved, title: words.virtualForms.fundWithSaved,
          refusal: SavedFundingPicker.refusal(state), text: words.virtualForms.fundWithSavedText),
        PickerList.Row(
          id: Self.typed, title: words.virtualForms.fundWithTyped,
          text: words.virtualForms.fundWithTypedText),
      ])
    let groups =
      isAdding
      ? [add]
      : [
        add, PickerList.Group(title: words.virtualForms.unfinishedGroup, rows: unfinished(state)),
        PickerList.Group(title: words.virtualForms.fundingGroup, rows: sources(state)),
      ].filter { !$0.rows.isEmpty }
    return picker.list(groups, words)
  }

  private func sources(_ state: State) -> [PickerList.Row] {
    let words = state.words
    return state.virtual.sources.map { source in
      if source.isDamaged {
        return PickerList.Row(
          id: Self.source + source.id, title: words.damagedEntry,
          refusal: words.cards.itsRecordIsDamaged, text: "")
      }
      let day = VirtualCardFields.dailyLimit(source.velocities, source.currency)
      return PickerList.Row(
        id: Self.source + source.id, title: words.virtualForms.fundingName(source),
        note: source.state == .inactive ? "" : words.virtualForms.fundingState(source),
        refusal: source.state == .inactive ? words.virtualForms.isCancelledForGood : nil,
        text: words.virtualForms.fundingText(source, day: day.map(words.money)))
    }
  }

  private func unfinished(_ state: State) -> [PickerList.Row] {
    state.virtual.provisionalSources.filter { !$0.isDamaged && $0.state.isOpen }.map {
      PickerList.Row(
        id: Self.unfinished + $0.id, title: "··\($0.lastFour)",
        note: state.words.virtualForms.provisionalFunding($0.state),
        text: state.words.virtualForms.goesOnText)
    }
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    switch row.id {
    case Self.saved: return state.push(SavedFundingPicker())
    case Self.typed: return FundingUse.open(&state)
    default: break
    }
    if row.id.hasPrefix(Self.unfinished) {
      let id = String(row.id.dropFirst(Self.unfinished.count))
      return [.read(FundingQuestionQuery(id: id))]
    }
    let id = row.id.dropFirst(Self.source.count)
    guard let source = state.virtual.sources.first(where: { $0.id == id }) else { return [] }
    return source.flags.contains(where: \.needsAttention)
      ? state.push(FundingAttention(source: source))
      : FundingCancellation(source: source).ask(&state)
  }

  func title(_ state: State) -> String {
    let words = state.words.virtualForms
    return isAdding ? words.addCardTitle : words.fundingCommand.title
  }
}

/// The saved cards. One of them will pay.
struct SavedFundingPicker: PickerOverlay {
  /// The source whose card is given again; nil: a new source.
  var refreshing: String?
  var picker = Picker()

  /// Why there is none to choose; nil: there may be.
  static func refusal(_ state: State) -> String? {
    state.paying.web.saved.isKnown && state.paying.web.saved.count == 0
      ? state.words.virtualForms.noSavedToFund : nil
  }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let rows = state.paying.web.saved.rows.map { card in
      PickerList.Row(
        id: card.id, title: "\(words.savedCards.schemeName(card.scheme)) ··\(card.lastFour)",
        note: card.expiry.short,
        refusal: card.isDamaged
          ? words.cards.itsRecordIsDamaged
          : card.expiry.isPast(at: state.clock.wall) ? words.cards.status(.expired) : nil,
        text: refreshing == nil
          ? words.virtualForms.fundWithSavedText : words.virtualForms.sameCardText)
    }
    return picker.list(
      [PickerList.Group(title: words.savedCards.savedScreen.title, rows: rows)], words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    let request = FundingSourceRequest(.saved(row.id), currency: state.virtual.forms.currency)
    if let refreshing {
      return FundingRefresh(source: refreshing, request: request, id: state.clock.now).send(&state)
    }
    return FundingSetUp(request: request, id: state.clock.now).send(&state)
  }

  func title(_ state: State) -> String { state.words.virtualForms.fundWithSaved }
  func verb(_ state: State) -> String {
    refreshing == nil ? state.words.virtualForms.addCardHint : state.words.open
  }
}

extension FundingSourceFlag {
  /// Whether the customer can do something about it.
  fileprivate var needsAttention: Bool { self == .refresh || self == .unfunded }
}

/// A typed card that is to pay for virtual cards.
struct FundingUse: CardUse {
  /// The source whose card is given again; nil: a new source.
  var refreshing: String?

  static func open(refreshing: String? = nil, _ state: inout State) -> [Effect] {
    let words = state.words
    return CardForm(use: FundingUse(refreshing: refreshing), ownCards: []).dialog(
      state, title: words.virtualForms.addCardTitle,
      lines: [refreshing == nil ? words.virtualForms.addCardLine : words.virtualForms.sameCardText],
      rules: CardEntryRules(.saving()), cardFields: [.number, .expiry, .cvv],
      submitLabel: refreshing == nil
        ? words.virtualForms.addCardHint : words.virtualForms.giveAgainHint
    ).open(&state)
  }

  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission? {
    guard case .entered(let card) = card else { return nil }
    let request = FundingSourceRequest(.entered(card), currency: state.virtual.forms.currency)
    if let refreshing {
      return .intent(FundingRefresh(source: refreshing, request: request, id: state.clock.now))
    }
    return .intent(FundingSetUp(request: request, id: state.clock.now))
  }
}

/// Sets up a funding source. The bank may ask first; then it is completed (F28).
struct FundingSetUp: Intent, SendsOperation {
  let request: FundingSourceRequest
  /// When it was asked for.
  let id: UInt64

  static func == (a: FundingSetUp, b: FundingSetUp) -> Bool { a.id == b.id }

  func wipe() { request.wipe() }
  func title(_ words: Words) -> String { words.virtualForms.settingUp }

  var operation: SetUpFundingSource { SetUpFundingSource(request) }

  func succeed(_ answer: ProvisionalFundingSource, _ state: inout State) -> [Effect] {
    if answer.state == .pending {
      return BankInquiry(subject: .funding(answer)).send(after: self, &state)
    }
    Dialog.close(of: AnyIntent(self), &state)
    return answer.goOn(&state)
  }

  /// Without the last step it pays for nothing; the list shows it as not finished.
  func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.show(.warning, state.words.virtualForms.fundingNotAdded)
    return VirtualCards.readLists(state)
  }
}

extension ProvisionalFundingSource {
  /// Its bank asks, or it is completed.
  fileprivate func goOn(_ state: inout State) -> [Effect] {
    self.state == .pending
      ? BankInquiry(subject: .funding(self)).send(&state) : [.read(FinishFundingQuery(id: id))]
  }
}

/// Goes on with a funding source that is not finished.
struct FundingQuestionQuery: VirtualQuery, SendsOperation {
  let id: String

  var operation: GetProvisionalFundingSource { GetProvisionalFundingSource(id) }

  func succeed(_ provisional: ProvisionalFundingSource, _ state: inout State) -> [Effect] {
    provisional.goOn(&state)
  }
}

/// Completes a funding source to which the bank has agreed, or to which it need not. Anything else
/// is given up.
struct FinishFundingQuery: Query {
  let id: String

  func request(_ service: WalletService) async throws(WalletError) -> FundingSource? {
    let provisional = try await service.send(GetProvisionalFundingSource(id))
    switch provisional.state {
    case .provisioning: return try await service.virtualCards.complete(provisional)
    case .pending:
      _ = try await service.send(CancelProvisionalFundingSource(id))
      return nil
    case .completed, .failed, .other: return nil
    }
  }

  func answered(_ result: Result<FundingSource?, WalletError>, _ state: inout State) -> [Effect] {
    let words = state.words
    switch result {
    case .success(let source?):
      state.virtual.sources.removeAll { $0.id == source.id }
      state.virtual.sources.append(source)
      NewVirtualCardForm.take(source, &state)
      state.show(.success, words.virtualForms.fundingAdded(words.virtualForms.fundingName(source)))
    case .success(nil):
      state.show(
        .warning, words.virtualForms.fundingNotAdded, detail: words.virtualForms.bankDidNotAgree)
    case .failure(let error): state.show(error)
    }
    return VirtualCards.readLists(state)
  }
}

/// Cancels a funding source for good (F29).
struct FundingCancellation: Intent, SendsOperation {
  let source: FundingSource

  func ask(_ state: inout State) -> [Effect] {
    let words = state.words
    return ask(
      words.cardForms.cancelTitle(words.virtualForms.fundingName(source)),
      [words.virtualForms.cancelFundingLine],
      words.virtualForms.cancelFundingHint, &state)
  }

  func title(_ words: Words) -> String { words.virtualForms.cancellingFunding }

  var operation: CancelFundingSource { CancelFundingSource(source.id) }

  func succeed(_ answer: FundingSource, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    let words = state.words
    state.show(
      .success, words.virtualForms.fundingCancelled(words.virtualForms.fundingName(answer)))
    return VirtualCards.readLists(state)
  }
}
