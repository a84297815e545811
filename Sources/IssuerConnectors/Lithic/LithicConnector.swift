package import Secrets
package import WalletAPI
package import WalletModel

/// Lithic, and Privacy.com, which has an older and smaller form of the same interface.
///
/// Source: Lithic's OpenAPI description of 2026-08-20, Privacy.com's documentation.
package struct LithicConnector: IssuerConnector {
  package enum Dialect: Sendable {
    case lithic
    case privacy
  }

  let dialect: Dialect
  /// Whether the sandbox answers.
  let isSandbox: Bool
  /// Under which it takes PINs; nil: the owner has not named it.
  let pinKey: PinKey?

  package init(_ dialect: Dialect, isSandbox: Bool, pinKey: PinKey? = nil) {
    self.dialect = dialect
    self.isSandbox = isSandbox
    self.pinKey = pinKey
  }

  package var issuer: IssuerKind { dialect == .lithic ? .lithic : .privacy }

  /// Cards have limits of their own, which are lower than those of other resources. Privacy.com does
  /// not say that it knows keys: they are sent, and nothing depends on them.
  package var rules: IssuerRules {
    IssuerRules(
      rate: .init(reads: 15, writes: 2), keyForm: .uuid, changesHaveKeys: false,
      keySeconds: dialect == .lithic ? 86_400 : nil)
  }

  // MARK: The key

  package func authorization(_ key: Secret) -> [Secret] {
    let bare = Secret.header("Authorization: ", key)
    return dialect == .lithic ? [bare] : [Secret.header("Authorization: api-key ", key), bare]
  }

  package var probes: [IssuerProbe] {
    // Privacy.com has no events.
    [("cards", .cards), ("transactions", .transactions)].map(probe)
      + (dialect == .lithic ? [probe("events", .events)] : [])
  }

  private func probe(_ list: String, _ right: IssuerRight) -> IssuerProbe {
    IssuerProbe(right, "/v1/" + list, limit: "page_size")
  }

  // MARK: Cards

  package func cards(after mark: String?) -> IssuerCall<IssuerPage<IssuerCard>> {
    IssuerCall(list("/v1/cards", after: mark)) { json throws(WireMalformed) in
      try page(json) { json throws(WireMalformed) in try card(json) }
    }
  }

  package func card(_ id: CardID) -> IssuerCall<IssuerCard> {
    // The answer can have number and CVV without being asked.
    IssuerCall(WireRequest(.get, path(id)), answersSecret: true) { json throws(WireMalformed) in
      try card(json)
    }
  }

  package func create(_ order: CardOrder, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  {
    let body = try body(of: order)
    return changing(.post, "/v1/cards", body, key: key)
  }

  package func change(_ known: IssuerCard, _ change: CardChange, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  { changing(.patch, path(known.id), try body(of: change), key: nil) }

  package func details(_ known: IssuerCard) throws(WalletError) -> IssuerCall<SecureDetails> {
    let holder = known.card.holderName
    return IssuerCall(WireRequest(.get, path(known.id)), answersSecret: true) {
      json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      let pan = try fields.digits("pan", 12...19)
      do throws(WireMalformed) {
        return SecureDetails(
          pan: pan, cvv: try fields.digits("cvv", 3...4),
          expiry: fields.expiry("exp_month", "exp_year"), holderName: holder)
      } catch {
        pan.wipe()
        throw error
      }
    }
  }

  package func pin(_ known: IssuerCard) throws(WalletError) -> IssuerCall<Secret> {
    throw capabilities.error(.showPin)
  }

  /// Without a key nothing is encrypted: `capabilities` refuses a new PIN.
  package var pinEncryption: PinEncryption { pinKey.map(PinEncryption.rsa) ?? .none }

  package func setPin(_ known: IssuerCard, _ pin: OutgoingPin, key: String) throws(WalletError)
    -> IssuerCall<Void>
  {
    if capabilities.refusal(.setPin) != nil { throw capabilities.error(.setPin) }
    guard case .encrypted(let pin) = pin else { throw WalletError(.internalError) }
    let call = changing(.patch, path(known.id), ["pin": .string(pin)], key: nil)
    return IssuerCall(call.request, answersSecret: true) { _ in }
  }

  package var cardholders: IssuerCall<[Cardholder]>? { nil }

  package func card(madeWith key: String) -> IssuerCall<IssuerCard?>? { nil }

  // MARK: Requests

  func path(_ id: CardID) -> String { "/v1/cards/" + PercentCoding.encode(id.rawValue) }

  /// A page of 100. Lithic goes on after a record, Privacy.com counts pages.
  func list(_ path: String, after mark: String?, _ more: [WireField] = []) -> WireRequest {
    var query = more + [WireField("page_size", "100")]
    if let mark {
      query.append(WireField(dialect == .lithic ? "starting_after" : "page", mark))
    }
    query.sort { $0.name < $1.name }
    return WireRequest(.get, path, query: query)
  }

  func page<Element: Sendable>(
    _ json: JSON, read: (JSON) throws(WireMalformed) -> Element?
  ) throws(WireMalformed) -> IssuerPage<Element> {
    var fields = try AnswerFields(json)
    let entries = fields.list("data")
    return IssuerPage(entries, next: next(&fields, entries), read: read)
  }

  private func next(_ fields: inout AnswerFields, _ entries: [JSON]) -> String? {
    // A page without entries never leads on, whatever it says.
    guard let last = entries.last else { return nil }
    guard dialect == .privacy else {
      guard fields.flag("has_more") == true else { return nil }
      var last = try? AnswerFields(last)
      return last?.optionalID("token")
    }
    let page = fields.integer("page") ?? 1
    let pages = fields.integer("total_pages") ?? 1
    return (1..<pages).contains(page) ? "\(page + 1)" : nil
  }

  private func changing(
    _ method: Contract.Method, _ path: String, _ body: JSON, key: String?
  ) -> IssuerCall<IssuerCard> {
    var request = WireRequest(
      method, path, headers: [WireField("Content-Type", "application/json")],
      body: .plain(body.openBytes))
    if let key { request.headers.append(WireField("Idempotency-Key", rules.written(key))) }
    return IssuerCall(request, answersSecret: true) { json throws(WireMalformed) in
      try card(json)
    }
  }
}
