package import ScreenKit
import TextLayout
package import WalletModel
package import WalletService

/// What was read of virtual cards, and what this device has opened of it.
package struct VirtualCardsState: Sendable {
  /// The rows by persona, and among them the card in focus.
  package var list = ListPane<VirtualRow>()
  package internal(set) var personas: [Persona] = []
  package internal(set) var sources: [FundingSource] = []
  /// Funding sources that wait for their completion.
  package internal(set) var provisionalSources: [ProvisionalFundingSource] = []
  /// Cards on their way, and those that failed.
  package internal(set) var provisional: [ProvisionalVirtualCard] = []
  /// What was ordered on this device, by its reference: a card on its way does not say it.
  package internal(set) var orders: [String: VirtualOrder] = [:]
  /// The server has reported that it has no virtual cards.
  package internal(set) var isMissing = false
  package var forms = VirtualFormsState()
  var reading = VirtualReading()
  var opened = OpenedVirtualCards()
  var naming = VirtualNaming()
  var payments = VirtualPayments()
  /// Changes that were sent and not answered yet, by the id of the card.
  var pending: [String: VirtualChange.Kind] = [:]
  /// What the cards of each group have paid this month.
  var spent: [VirtualGroup: [Currency: Int64]] = [:]

  /// The card in focus as the issuer has it; nil: none, or one that is only on its way.
  package var focused: VirtualCard? { list.focused?.card }

  /// What this device can read of the card in focus; nil: it was not opened yet.
  package var focusedResult: VirtualCardResult? { focused.flatMap { opened.result(of: $0) } }

  package func persona(_ id: String) -> Persona? { personas.first { $0.id == id } }
  package func source(_ id: String) -> FundingSource? { sources.first { $0.id == id } }
}

/// A card that was ordered here.
package struct VirtualOrder: Sendable, Equatable {
  package let order: VirtualCardOrder
  /// How long the request took, in nanoseconds: the proof of the persona, the source, the order.
  package let duration: UInt64
}

/// Rows are shown by group: the order of the cases is the order on the screen.
package enum VirtualGroup: Hashable, Sendable {
  /// On their way to a persona that is not known here.
  case making
  case persona(String)
  /// Their persona was deleted.
  case orphans
  case damaged
}

/// A line of the list: a card, or one that is on its way.
package struct VirtualRow: Sendable, Identifiable, Equatable {
  package enum Content: Sendable, Equatable {
    case card(VirtualCard)
    case making(ProvisionalVirtualCard)
  }

  package let id: String
  package var content: Content
  package var group: VirtualGroup
  /// The alias, once this device has read it.
  package var name: String?
  /// Why its sealed fields cannot be read; nil: they can, or nobody has tried.
  package var cause: PartialCause?
  /// The card's version for `name` and `cause`; nil: they are not known.
  package var namedVersion: Int?

  package var card: VirtualCard? { if case .card(let card) = content { card } else { nil } }
  package var making: ProvisionalVirtualCard? {
    if case .making(let making) = content { making } else { nil }
  }
}

/// A search needs the names of all cards, and so opens those that were not in sight (F10).
struct VirtualNaming: Sendable {
  /// Whether cards are being opened.
  var isActive = false
  /// The index of the first row that may have no name yet.
  var next = 0

  /// The rows before it need not be looked at.
  mutating func restart() { next = 0 }
}

/// The filter of the list: a text, or the language of `CardFilter`.
package enum VirtualCondition: Sendable, Equatable {
  /// The search text in the form that `contains` takes, with the names of personas and merchants
  /// by id.
  case text([UInt8], personas: [String: String], merchants: [String: String])
  case filter(CardFilter)
}

extension VirtualRow: ListRow {
  package func passes(_ condition: VirtualCondition) -> Bool {
    switch condition {
    case .filter(let filter):
      return card.map { filter.matches(id: $0.id, state: $0.state.rawValue) } ?? false
    case .text(let query, let personas, let merchants):
      var texts = [name ?? ""]
      if case .persona(let id) = group { texts.append(personas[id] ?? "") }
      if let card {
        texts.append(card.lastFour)
        if let id = card.rules.merchantID { texts.append(merchants[id] ?? id) }
      }
      return texts.contains { Text.contains($0, folded: query) }
    }
  }
}

/// The opened fields of the cards that were in sight last.
struct OpenedVirtualCards: Sendable {
  private struct OpenedCard {
    let version: Int
    let result: VirtualCardResult
  }

  /// More are forgotten and opened again.
  static let most = 256

  private var entries: [String: OpenedCard] = [:]
  /// Cards that are being opened, with their versions.
  private var opening: [String: Int] = [:]

  func result(of card: VirtualCard) -> VirtualCardResult? {
    entries[card.id].flatMap { $0.version == card.version ? $0.result : nil }
  }

  /// What is known of it, even of an earlier version: it stays in sight until the new one is open.
  func last(of id: String) -> VirtualCardResult? { entries[id]?.result }

  /// Whether it has to be opened.
  mutating func begin(_ card: VirtualCard) -> Bool {
    guard !card.isDamaged, entries[card.id]?.version != card.version,
      opening[card.id] != card.version
    else { return false }
    opening[card.id] = card.version
    return true
  }

  mutating func take(_ result: VirtualCardResult) {
    opening[result.id] = nil
    if entries.count >= Self.most, entries[result.id] == nil { entries = [:] }
    entries[result.id] = OpenedCard(version: result.card.version, result: result)
  }

  mutating func failed(_ cards: [VirtualCard]) { for card in cards { opening[card.id] = nil } }

  /// What could not be opened is tried again: another process may have imported the key.
  mutating func forgetPartial() { entries = entries.filter { $0.value.result.opened != nil } }

  /// All have to be opened again: the keys of this device have changed.
  mutating func removeAll() { self = OpenedVirtualCards() }
}

/// The newest payments of the cards that were in focus last.
struct VirtualPayments: Sendable {
  private struct CardPayments {
    let mark: Mark
    var page: TransactionPage?
    /// The token of the page that is being read.
    var asked: String?
  }

  /// What is another one after a payment. A declined payment changes the last payment only.
  private struct Mark: Equatable {
    let version: Int
    let spent: Int64
    /// Sealed.
    let lastPayment: [UInt8]?

    init(_ card: VirtualCard) {
      version = card.version
      spent = card.spentThisMonth
      lastPayment = card.sealed.boxes[.lastTransaction]
    }
  }

  /// The most payments of a card that are kept.
  static let mostPayments = 2_000
  /// More cards are forgotten and read again.
  private static let most = 16
  private var entries: [String: CardPayments] = [:]

  /// nil: they are not known yet.
  func page(of id: String) -> TransactionPage? { entries[id]?.page }

  /// Whether they have to be read: since they were, the card has paid.
  mutating func begin(_ card: VirtualCard) -> Bool {
    if card.isDamaged { return false }
    let mark = Mark(card)
    if entries[card.id]?.mark == mark { return false }
    if entries.count >= Self.most, entries[card.id] == nil { entries = [:] }
    entries[card.id] = CardPayments(mark: mark, page: entries[card.id]?.page)
    return true
  }

  /// The newest payments. Older payments that follow what was read stay as they were.
  mutating func take(_ page: TransactionPage, of card: VirtualCard) {
    var page = page
    if page.nextToken != nil, let known = entries[card.id]?.page {
      let older = known.transactions.beyond(page.transactions)
      page.transactions += older
      if !older.isEmpty { page.nextToken = known.nextToken }
    }
    page.transactions = page.transactions.sortedByTime(.descending)
    entries[card.id]?.page = page
    entries[card.id]?.asked = nil
  }

  /// A payment was changed here, or read again. Its card has not changed, so its list is not read again.
  mutating func update(_ payment: Transaction) {
    entries[payment.cardID.rawValue]?.page?.transactions.update(payment)
  }

  /// The token of the payments after those that are known; nil: there are none, or they are being
  /// read.
  mutating func beginMore(_ id: String) -> String? {
    guard let entry = entries[id], let page = entry.page, let token = page.nextToken,
      entry.asked != token, page.transactions.count < Self.mostPayments
    else { return nil }
    entries[id]?.asked = token
    return token
  }

  /// Older payments. If they could not be read, `again` asks for them once more.
  mutating func take(_ more: TransactionPage, after token: String, of id: String) {
    guard var page = entries[id]?.page, page.nextToken == token else { return }
    let known = Set(page.transactions.map(\.id))
    let new = more.transactions.filter { !known.contains($0.id) }
    page.transactions = (page.transactions + new).sortedByTime(.descending)
    page.nextToken = more.nextToken == token ? nil : more.nextToken
    entries[id]?.page = page
    entries[id]?.asked = nil
  }

  /// The payments after those that are known may be asked for again.
  mutating func again(_ id: String) { entries[id]?.asked = nil }
}
