package import Secrets
package import WalletAPI
package import WalletModel

/// Stripe Issuing. Source: its OpenAPI description of 2023-08-16, which every request names.
package struct StripeConnector: IssuerConnector {
  /// What answers look like.
  static let version = "2023-08-16"
  /// The connected account that requests act for; nil: the key's own.
  let account: String?
  /// Whether the key is one of the sandbox: it decides, not the address.
  let isSandbox: Bool

  package init(isSandbox: Bool, account: String? = nil) {
    self.isSandbox = isSandbox
    self.account = account
  }

  package var issuer: IssuerKind { .stripe }

  package var rules: IssuerRules {
    IssuerRules(
      rate: .init(reads: 25, writes: 25), keyForm: .digits, changesHaveKeys: true,
      keySeconds: 86_400)
  }

  // MARK: The key

  package func authorization(_ key: Secret) -> [Secret] {
    [Secret.header("Authorization: Bearer ", key)]
  }

  package var probes: [IssuerProbe] {
    let lists: [(String, IssuerRight)] = [
      ("issuing/cards", .cards), ("issuing/cardholders", .cardholders),
      ("issuing/authorizations", .authorizations), ("issuing/transactions", .transactions),
      ("events", .events),
    ]
    return lists.map { IssuerProbe($1, "/v1/" + $0, limit: "limit", headers: headers) }
  }

  // MARK: Cards

  package func cards(after mark: String?) -> IssuerCall<IssuerPage<IssuerCard>> {
    IssuerCall(list("/v1/issuing/cards", after: mark)) { json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in try card(json) }
    }
  }

  package func card(_ id: CardID) -> IssuerCall<IssuerCard> {
    IssuerCall(get(path(id)), answersSecret: true) { json throws(WireMalformed) in try card(json) }
  }

  /// The first hundred that are active.
  package var cardholders: IssuerCall<[Cardholder]>? {
    let request = list("/v1/issuing/cardholders", after: nil, [WireField("status", "active")])
    return IssuerCall(request) { json throws(WireMalformed) in
      try Self.page(json) { json throws(WireMalformed) in
        var fields = try AnswerFields(json)
        return Cardholder(try fields.id("id"), name: fields.text("name") ?? "")
      }.elements
    }
  }

  package func create(_ order: CardOrder, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  { changing("/v1/issuing/cards", try form(of: order), key: key) }

  package func change(_ known: IssuerCard, _ change: CardChange, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  { changing(path(known.id), try form(of: change, known), key: key) }

  package func details(_ known: IssuerCard) throws(WalletError) -> IssuerCall<SecureDetails> {
    if known.card.cardType == .physical, !isSandbox {
      throw WalletError(
        .actionRefused,
        .text(
          "Stripe shows numbers of virtual cards only; this one has it printed on it",
          "Stripe zeigt nur Nummern virtueller Karten; bei dieser steht sie auf der Karte"))
    }
    let query = [WireField("expand[]", "number"), WireField("expand[]", "cvc")]
    let holder = known.card.holderName
    return IssuerCall(get(path(known.id), query), answersSecret: true) {
      json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      let pan = try fields.digits("number", 12...19)
      do throws(WireMalformed) {
        return SecureDetails(
          pan: pan, cvv: try fields.digits("cvc", 3...4),
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

  /// The key changes without notice.
  package var pinEncryption: PinEncryption {
    var call = IssuerCall(get("/v1/keys")) { json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      let id = try fields.id("key_id")
      var jwk = fields.object("jwk")
      guard let modulus = jwk?.text("n", longest: 2000).flatMap(Base64.decode),
        let exponent = jwk?.text("e").flatMap(Base64.decode)
      else { throw WireMalformed("jwk", "must be a public key") }
      return PinKey(id: id, .modulus(modulus, exponent: exponent))
    }
    call.server = "https://issuing-key.stripe.com"
    return .jwe(call)
  }

  package func setPin(_ known: IssuerCard, _ pin: OutgoingPin, key: String) throws(WalletError)
    -> IssuerCall<Void>
  {
    guard case .encrypted(let pin) = pin else { throw WalletError(.internalError) }
    return IssuerCall(
      post(path(known.id), [WireField("pin[encrypted_number]", pin)], key: key),
      answersSecret: true
    ) { _ in }
  }

  package func card(madeWith key: String) -> IssuerCall<IssuerCard?>? { nil }

  // MARK: Requests

  func path(_ id: CardID) -> String { "/v1/issuing/cards/" + PercentCoding.encode(id.rawValue) }

  func get(_ path: String, _ query: [WireField] = []) -> WireRequest {
    WireRequest(.get, path, query: query, headers: headers)
  }

  func list(_ path: String, after mark: String?, _ more: [WireField] = []) -> WireRequest {
    var query = more + [WireField("limit", "100")]
    if let mark { query.append(WireField("starting_after", mark)) }
    query.sort { $0.name < $1.name }
    return get(path, query)
  }

  /// Changes are POST with a form. An empty value clears a field, so it is written.
  func post(_ path: String, _ form: [WireField], key: String) -> WireRequest {
    let body = form.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
      .joined(separator: "&")
    return WireRequest(
      .post, path,
      headers: headers + [
        WireField("Content-Type", "application/x-www-form-urlencoded"),
        WireField("Idempotency-Key", rules.written(key)),
      ], body: .plain(Array(body.utf8)))
  }

  private var headers: [WireField] {
    [WireField("Stripe-Version", Self.version)]
      + (account.map { [WireField("Stripe-Account", $0)] } ?? [])
  }

  private func changing(_ path: String, _ form: [WireField], key: String) -> IssuerCall<IssuerCard>
  {
    IssuerCall(post(path, form, key: key), answersSecret: true) { json throws(WireMalformed) in
      try card(json)
    }
  }

  static func page<Element: Sendable>(
    _ json: JSON, read: (JSON) throws(WireMalformed) -> Element?
  ) throws(WireMalformed) -> IssuerPage<Element> {
    var fields = try AnswerFields(json)
    let entries = fields.list("data")
    var next: String?
    if fields.flag("has_more") == true, let last = entries.last {
      var last = try? AnswerFields(last)
      next = last?.optionalID("id")
    }
    return IssuerPage(entries, next: next, read: read)
  }
}
