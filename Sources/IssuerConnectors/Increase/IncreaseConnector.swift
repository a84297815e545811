package import Secrets
package import WalletAPI
package import WalletModel

/// Increase. Source: its OpenAPI description of 2026-07.
package struct IncreaseConnector: IssuerConnector {
  let isSandbox: Bool

  package init(isSandbox: Bool) { self.isSandbox = isSandbox }

  package var issuer: IssuerKind { .increase }

  /// Increase publishes no rate; this one is far below what others allow.
  package var rules: IssuerRules {
    IssuerRules(
      rate: .init(reads: 10, writes: 2), keyForm: .digits, changesHaveKeys: true, keySeconds: nil)
  }

  // MARK: The key

  package func authorization(_ key: Secret) -> [Secret] {
    [Secret.header("Authorization: Bearer ", key)]
  }

  package var probes: [IssuerProbe] {
    let lists: [(String, IssuerRight)] = [
      ("cards", .cards), ("card_payments", .transactions), ("events", .events),
    ]
    return lists.map { IssuerProbe($1, "/" + $0, limit: "limit") }
  }

  // MARK: Cards

  package func cards(after mark: String?) -> IssuerCall<IssuerPage<IssuerCard>> {
    IssuerCall(list("/cards", after: mark)) { json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try Self.card(json) }
    }
  }

  package func card(_ id: CardID) -> IssuerCall<IssuerCard> {
    IssuerCall(WireRequest(.get, path(id)), answersSecret: true) { json throws(WireMalformed) in
      try Self.card(json)
    }
  }

  package func create(_ order: CardOrder, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  { changing(.post, "/cards", try body(of: order), key: key) }

  package func change(_ known: IssuerCard, _ change: CardChange, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  { changing(.patch, path(known.id), try Self.body(of: change, known), key: key) }

  package func details(_ known: IssuerCard) throws(WalletError) -> IssuerCall<SecureDetails> {
    let holder = known.card.holderName
    return IssuerCall(WireRequest(.get, path(known.id) + "/details"), answersSecret: true) {
      json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      let pan = try fields.digits("primary_account_number", 12...19)
      do throws(WireMalformed) {
        return SecureDetails(
          pan: pan, cvv: try fields.digits("verification_code", 3...4),
          expiry: fields.expiry("expiration_month", "expiration_year"), holderName: holder)
      } catch {
        pan.wipe()
        throw error
      }
    }
  }

  package func pin(_ known: IssuerCard) throws(WalletError) -> IssuerCall<Secret> {
    IssuerCall(WireRequest(.get, path(known.id) + "/details"), answersSecret: true) {
      json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      return try fields.digits("pin", 4...12)
    }
  }

  package var pinEncryption: PinEncryption { .none }

  /// The answer has the details of the card. They are not read.
  package func setPin(_ known: IssuerCard, _ pin: OutgoingPin, key: String) throws(WalletError)
    -> IssuerCall<Void>
  {
    guard case .open(let pin) = pin else { throw WalletError(.internalError) }
    let body: JSON = .object([("pin", .secret(pin))])
    var request = post(.post, path(known.id) + "/update_pin", .null, key: key)
    request.body = .secret(body.sealed())
    return IssuerCall(request, answersSecret: true) { _ in }
  }

  package var cardholders: IssuerCall<[Cardholder]>? { nil }

  package func card(madeWith key: String) -> IssuerCall<IssuerCard?>? {
    let query = [WireField("idempotency_key", rules.written(key)), WireField("limit", "1")]
    return IssuerCall(WireRequest(.get, "/cards", query: query)) { json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try Self.card(json) }.elements.first
    }
  }

  // MARK: Requests

  private func path(_ id: CardID) -> String { "/cards/" + PercentCoding.encode(id.rawValue) }

  func list(_ path: String, after mark: String?, _ more: [WireField] = []) -> WireRequest {
    var query = more + [WireField("limit", "100")]
    if let mark { query.append(WireField("cursor", mark)) }
    query.sort { $0.name < $1.name }
    return WireRequest(.get, path, query: query)
  }

  static func page<Element: Sendable>(
    _ json: JSON, read: (JSON) throws(WireMalformed) -> Element?
  ) throws(WireMalformed) -> IssuerPage<Element> {
    var fields = try AnswerFields(json)
    let entries = fields.list("data")
    let next = entries.isEmpty ? nil : fields.optionalID("next_cursor")
    return IssuerPage(entries, next: next, read: read)
  }

  func post(_ method: Contract.Method, _ path: String, _ body: JSON, key: String) -> WireRequest {
    WireRequest(
      method, path,
      headers: [
        WireField("Content-Type", "application/json"),
        WireField("Idempotency-Key", rules.written(key)),
      ], body: .plain(body.openBytes))
  }

  private func changing(_ method: Contract.Method, _ path: String, _ body: JSON, key: String)
    -> IssuerCall<IssuerCard>
  {
    IssuerCall(post(method, path, body, key: key), answersSecret: true) {
      json throws(WireMalformed) in
      try Self.card(json)
    }
  }
}
