import WalletAPI
import WalletModel
import WalletService
import Words

/// A card as commands print it: with its wallet, where there are several. A server sends none.
struct ListedCard: WireRecord, JSONValue {
  private var card: Card
  private var wallet: String?

  init(_ card: Card) {
    self.card = card
    wallet = card.wallet
  }

  static var blank: ListedCard { ListedCard(.blank) }
  static var recordName: String { "ListedCard" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try card.fields(&v)
    try v.optional("wallet", &wallet)
  }
}

/// The same for a list.
struct ListedCards: WireRecord, JSONValue {
  private var list: CardList
  private var cards: [ListedCard]

  init(_ list: CardList) {
    self.list = list
    cards = list.cards.map(ListedCard.init)
  }

  static var blank: ListedCards { ListedCards(.blank) }
  static var recordName: String { "ListedCards" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cards", &cards)
    try v.field("meta", &list.meta)
    try v.readable("damaged", &list.damaged, isOmitted: list.damaged.isEmpty)
  }
}

extension WalletService {
  /// After the answer of a command: says which of several wallets it lacks.
  ///
  /// - Throws: The reason, if it lacks one.
  func reportUnavailable() throws(WalletError) {
    let errors = unavailable
    guard var error = errors.first else { return }
    error.details += errors.dropFirst().flatMap { [$0.message] + $0.details }
    throw error
  }
}
