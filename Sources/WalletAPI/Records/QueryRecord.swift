package import WalletModel

/// The parameters of an operation's query in one list: they are read, written and documented from
/// it.
package protocol QueryRecord: Hashable, Sendable {
  /// What a query without parameters means.
  static var blank: Self { get }
  /// Visits the parameters, in the order in which they are written.
  mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure)
}

/// Goes over the parameters of a query, to read, write or document them.
package protocol ParameterVisitor {
  associatedtype Failure: Error
  /// A word of a list.
  mutating func word<T: WireWord>(_ name: String, _ value: inout T?) throws(Failure)
  /// Words with commas between them (A35). None: the parameter is left out.
  mutating func words<T: WireWord>(_ name: String, _ values: inout [T]) throws(Failure)
  /// An integer, which is always written. Its value in the blank query is the default. The range is
  /// documented; the rules of the query check it.
  mutating func integer(_ name: String, _ value: inout Int, _ range: ClosedRange<Int>)
    throws(Failure)
  /// - Parameter about: What the document says beside its form.
  mutating func time(_ name: String, _ value: inout Timestamp?, about: String?) throws(Failure)
  /// A text of so many digits. The number is documented; the rules of the query check it.
  mutating func digits(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>)
    throws(Failure)
  /// A text of so many characters. The number is documented; the rules of the query check it.
  mutating func text(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>)
    throws(Failure)
}

extension ParameterVisitor {
  /// A word that is always written.
  package mutating func word<T: WireWord>(_ name: String, _ value: inout T) throws(Failure) {
    var word: T? = value
    try self.word(name, &word)
    if let word { value = word }
  }

  /// Words of which the order does not matter: they are written in that of the alphabet.
  package mutating func words<T: WireWord>(_ name: String, _ values: inout Set<T>)
    throws(Failure)
  {
    var list = values.sorted { $0.rawValue < $1.rawValue }
    try words(name, &list)
    values = Set(list)
  }

  package mutating func time(_ name: String, _ value: inout Timestamp?) throws(Failure) {
    try time(name, &value, about: nil)
  }
}

/// The query of an operation that has none.
package struct NoQuery: QueryRecord {
  package static let blank = NoQuery()
  package mutating func parameters<V: ParameterVisitor>(_ v: inout V) {}
}

extension CardQuery: QueryRecord {
  package static var blank: CardQuery { CardQuery() }
  package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
    try v.word("cardType", &cardType)
    try v.words("status", &statuses)
    try v.words("include", &include)
    try v.integer("limit", &limit, 1...CardQuery.maximumLimit)
    try v.integer("offset", &offset, 0...Int.max)
  }
}

extension TransactionQuery: QueryRecord {
  package static var blank: TransactionQuery { TransactionQuery() }
  package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
    try v.time("startDate", &from)
    try v.time("endDate", &to, about: "Not before startDate, where both are given: else 400")
    try v.word("sortOrder", &order)
    try v.word("type", &type)
    try v.integer("limit", &limit, 1...TransactionQuery.maximumLimit)
    try v.digits("nextToken", &nextToken, 1...10)
  }
}
