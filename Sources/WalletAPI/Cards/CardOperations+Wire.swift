package import Secrets
package import WalletModel

extension ListCards {
  package typealias Response = CardList
  package init(ids: [String], query: CardQuery, body: NoBody) { self.init(query) }

  package func answer(in body: WireBody) throws(WireMalformed) -> CardList {
    let isFiltered = query.cardType != nil || !query.statuses.isEmpty
    return try CardList(json: try JSON.read(body), offset: isFiltered ? nil : query.offset)
  }
}

extension GetCard {
  package typealias Response = Card
  package struct Query: QueryRecord {
    private(set) var include: Set<CardInclude> = []
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.words("include", &include)
    }
  }
  package var wireIDs: [String] { [id.rawValue] }
  package var query: Query { Query(include: include) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(CardID(ids[0]), include: query.include)
  }
}

extension CreateCard {
  package typealias Response = Card
  package static var location: (@Sendable (Card) -> String)? { { GetCard($0.id).wirePath } }
  package var body: CardRequest { request }
  package init(ids: [String], query: NoQuery, body: CardRequest) { self.init(body) }
}

extension ActivateCard {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var body: CardActivationRequest { request }
  package init(ids: [String], query: NoQuery, body: CardActivationRequest) {
    self.init(CardID(ids[0]), body)
  }
}

extension SetCardStatus {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var body: StatusUpdate { StatusUpdate(status: status, reason: reason) }
  package init(ids: [String], query: NoQuery, body: StatusUpdate) {
    self.init(CardID(ids[0]), body.status, reason: body.reason)
  }
}

extension SetCardPin {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var body: PinUpdate { PinUpdate(pin: pin) }
  package init(ids: [String], query: NoQuery, body: PinUpdate) {
    self.init(CardID(ids[0]), pin: body.pin)
  }
}

extension RenameCard {
  package typealias Response = Card
  package var wireIDs: [String] { [id.rawValue] }
  package var body: AliasUpdate { AliasUpdate(alias: alias) }
  package init(ids: [String], query: NoQuery, body: AliasUpdate) {
    self.init(CardID(ids[0]), alias: body.alias)
  }
}

extension GetSecureDetails {
  package typealias Response = SecureDetails
  package var wireIDs: [String] { [id.rawValue] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(CardID(ids[0])) }
}

extension OpenSecureDetails {
  package typealias Response = SecureDetails
  package var wireIDs: [String] { [ticket] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

extension LinkSecureDetails {
  package typealias Response = Secret
  package struct Answer: WrappingRecord {
    package private(set) var value: Secret
    package init(_ url: Secret) { value = url }
    package static var blank: Answer { Answer(.blank) }
    package static var recordName: String { "SecureDetailsLink" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.secret("url", &value, .link)
    }
  }
  package var wireIDs: [String] { [id.rawValue] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(CardID(ids[0])) }
}

extension GetPin {
  package typealias Response = Secret
  package struct Answer: WrappingRecord {
    package private(set) var value: Secret
    package init(_ pin: Secret) { value = pin }
    package static var blank: Answer { Answer(.blank) }
    package static var recordName: String { "Pin" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.secret("pin", &value, .digits(4))
    }
  }
  package var wireIDs: [String] { [id.rawValue] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(CardID(ids[0])) }
}

extension GetPrograms {
  package typealias Response = [CardProgram]
  package typealias Answer = FullList<CardProgram>
  package struct Query: QueryRecord {
    private(set) var cardType: CardType?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("cardType", &cardType)
    }
  }
  package var query: Query { Query(cardType: cardType) }
  package init(ids: [String], query: Query, body: NoBody) { self.init(cardType: query.cardType) }
}

extension GetAccount {
  package typealias Response = Account
  package struct Query: QueryRecord {
    private(set) var part: AccountPart?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("only", &part)
    }
  }
  package var wireIDs: [String] { [id.rawValue] }
  package var query: Query { Query(part: part) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(AccountID(ids[0]), only: query.part)
  }
}

extension ListTransactions {
  package typealias Response = TransactionPage
  package var wireIDs: [String] { [id.rawValue] }
  package init(ids: [String], query: TransactionQuery, body: NoBody) {
    self.init(CardID(ids[0]), query)
  }
}
