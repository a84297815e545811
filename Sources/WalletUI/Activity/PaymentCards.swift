import ScreenKit
import TextLayout
import WalletModel
import WalletService
import Words

/// The card that has paid, as what is said of a payment names it.
struct PaymentCard: Equatable {
  /// The name; of a virtual card its alias, or holder and last four digits.
  let title: String
  /// With the last four digits: `Everyday ··4821`.
  let full: String
  /// nil: it is a virtual card.
  let row: CardRow?
  var kind: ShopCard.Kind { row == nil ? .virtual : .prepaid }
  /// What is left of the name where it does not fit: `··2736`. nil: it is cut.
  private let short: String?

  /// nil: the card is not known here.
  init?(_ id: CardID, _ state: State) {
    if let row = state.cards.list.row(id) {
      self.row = row
      title = row.title
      full = "\(row.title) ··\(row.lastFour)"
      short = nil
      return
    }
    row = nil
    guard let name = state.activity.book.cards.names[id] else {
      guard let row = state.virtual.list.row(id.rawValue), let card = row.card else { return nil }
      title = VirtualText(state: state).name(row)
      full = "\(title) ··\(card.lastFour)"
      short = nil
      return
    }
    full = "\(name.alias ?? name.holder) ··\(name.lastFour)"
    title = name.alias ?? full
    short = name.alias == nil ? "··\(name.lastFour)" : nil
  }

  func title(within columns: Int) -> String {
    if let short, Text.width(of: title) > columns { return short }
    return Text.truncate(title, to: columns)
  }
}

extension PaymentCard {
  /// Why the payment with the cursor has no card to go to; nil: it has one.
  static func refusal(_ state: State) -> String? {
    guard let payment = state.shown.payment(state) else { return state.words.activity.noPayment }
    return PaymentCard(payment.cardID, state) == nil ? state.words.screen.noCard : nil
  }

  /// Goes to the card of the payment with the cursor. Esc there comes back.
  static func show(_ state: inout State) -> [Effect] {
    guard let id = state.shown.payment(state)?.cardID, let card = PaymentCard(id, state) else {
      return []
    }
    // A payment that was opened on its card is left: Esc and this key do not go round in circles.
    if let page = state.shown as? PaymentPage, page.tab != .activity { return page.leave(&state) }
    let origin = Array(state.view.screens.dropFirst())
    guard card.row == nil else {
      CardsScreen().endFilter(&state)
      state.cards.list.focus(id)
      return CardsScreen(origin: origin).enter(&state)
    }
    VirtualCardsScreen().endFilter(&state)
    state.virtual.list.want(id.rawValue)
    return VirtualCardsScreen(origin: origin).enter(&state)
  }

  /// Esc on the screen of a card that was opened from these screens.
  static func comeBack(
    to origin: [AnyScreen], from cards: some AppScreen, _ state: inout State
  ) -> [Effect] {
    state.update(cards)
    state.view.screens += origin
    PaymentReading.showWork(&state)
    return []
  }
}

/// The names of the virtual cards that have paid. They are read where payments are a table: opening
/// the first one takes a while.
package struct PaymentCards: Sendable, Equatable {
  package struct Name: Sendable, Equatable {
    /// nil: there is none, or this device cannot read it.
    let alias: String?
    let holder: String
    let lastFour: String
  }

  /// As many are read at once.
  static let most = 16

  private(set) var names: [CardID: Name] = [:]
  /// Changes whenever the names do.
  private(set) var version = 0
  /// Cards that were asked for, or are none.
  private var asked: Set<CardID> = []
  /// The cards of the payments that have been read.
  private var cards: Set<CardID> = []

  mutating func take(cardsOf payments: [Transaction]) {
    cards = Set(payments.lazy.filter { !$0.isDamaged }.map(\.cardID))
  }

  /// These may have other names; nil: any may.
  mutating func invalidate(_ ids: [String]?) {
    asked = ids.map { asked.subtracting($0.lazy.map { CardID($0) }) } ?? []
  }

  fileprivate mutating func take(_ results: [VirtualCardResult]) {
    for result in results {
      names[CardID(result.id)] = Name(
        alias: result.opened?.alias, holder: result.card.cardHolder,
        lastFour: result.card.lastFour)
    }
    version += 1
  }

  /// Reads names that are missing.
  static func settle(_ state: inout State) -> [Effect] {
    guard state.hasScreen(ActivityScreen.self), state.unreadable == nil,
      !state.cards.list.isLoading, !state.virtual.isMissing
    else { return [] }
    let known = state.activity.book.cards
    let missing = known.cards.subtracting(known.asked).filter { state.cards.list.row($0) == nil }
    state.activity.book.cards.asked.formUnion(known.cards)
    let ids = missing.sorted { $0.rawValue < $1.rawValue }
    return stride(from: 0, to: ids.count, by: most).map {
      .read(PaymentCardsQuery(ids: Array(ids[$0..<min($0 + most, ids.count)])))
    }
  }
}

/// Reads virtual cards that have paid.
struct PaymentCardsQuery: QuietQuery {
  let ids: [CardID]

  func request(_ service: WalletService) async throws(WalletError) -> [VirtualCardResult] {
    var results: [VirtualCardResult] = []
    for id in ids {
      if let result = try await service.virtualCards.get(id.rawValue), !result.card.isDamaged {
        results.append(result)
      }
    }
    return results
  }

  func succeed(_ results: [VirtualCardResult], _ state: inout State) -> [Effect] {
    state.activity.book.cards.take(results)
    return []
  }
}
