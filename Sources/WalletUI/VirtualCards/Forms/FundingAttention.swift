import ScreenKit
import WalletAPI
import WalletModel
import Words

/// What can be done with a funding source that asks for something (F22): its card is given again, or
/// there is money again.
struct FundingAttention: PickerOverlay {
  let source: FundingSource
  var picker = Picker()

  private static let saved = "saved"
  private static let typed = "typed"
  private static let review = "review"
  private static let cancel = "cancel"

  func list(_ state: State) -> PickerList {
    let words = state.words
    var rows: [PickerList.Row] = []
    if source.flags.contains(.refresh) {
      rows += [
        PickerList.Row(
          id: Self.saved, title: words.virtualForms.fundWithSaved,
          refusal: SavedFundingPicker.refusal(state),
          text: words.virtualForms.sameCardText),
        PickerList.Row(
          id: Self.typed, title: words.virtualForms.fundWithTyped,
          text: words.virtualForms.sameCardText),
      ]
    }
    if source.flags.contains(.unfunded) {
      rows.append(
        PickerList.Row(
          id: Self.review, title: words.virtualForms.reviewFunding,
          text: words.virtualForms.reviewFundingText))
    }
    rows.append(
      PickerList.Row(
        id: Self.cancel, title: words.virtualForms.cancelFunding,
        text: words.virtualForms.cancelFundingLine, isFinal: true))
    return picker.list(
      [PickerList.Group(title: words.virtualForms.fundingState(source), rows: rows)], words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    switch row.id {
    case Self.saved: return state.push(SavedFundingPicker(refreshing: source.id))
    case Self.typed: return FundingUse.open(refreshing: source.id, &state)
    case Self.review: return FundingReview(source: source).send(&state)
    default: return FundingCancellation(source: source).ask(&state)
    }
  }

  func title(_ state: State) -> String {
    state.words.virtualForms.fundingName(source.network, source.lastFour)
  }
  func verb(_ state: State) -> String { state.words.run }
}

/// Gives the card of a funding source again. Another card is refused.
struct FundingRefresh: Intent, SendsOperation {
  let source: String
  let request: FundingSourceRequest
  /// When it was asked for.
  let id: UInt64

  static func == (a: FundingRefresh, b: FundingRefresh) -> Bool {
    a.source == b.source && a.id == b.id
  }

  func wipe() { request.wipe() }
  func title(_ words: Words) -> String { words.virtualForms.refreshingFunding }

  var operation: RefreshFundingSource { RefreshFundingSource(source, request) }

  func succeed(_ answer: FundingSource, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    return FundingReview.tell(answer, &state)
  }

  func readAgain(_ state: State) -> [Effect] { VirtualCards.readLists(state) }
}

/// There is money again in a funding source.
struct FundingReview: Intent, SendsOperation {
  let source: FundingSource

  func title(_ words: Words) -> String { words.virtualForms.reviewFunding }

  var operation: ReviewUnfundedFundingSource { ReviewUnfundedFundingSource(source.id) }

  func succeed(_ answer: FundingSource, _ state: inout State) -> [Effect] {
    Self.tell(answer, &state)
  }

  /// It pays again.
  fileprivate static func tell(_ source: FundingSource, _ state: inout State) -> [Effect] {
    let words = state.words
    state.show(
      .success,
      words.virtualForms.fundingPaysAgain(
        words.virtualForms.fundingName(source.network, source.lastFour)))
    return VirtualCards.readLists(state)
  }
}
