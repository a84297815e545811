package import Secrets
package import WalletAPI
package import WalletModel

/// The interface of a card issuer as values: it builds requests and reads answers. It does no I/O,
/// keeps nothing and knows no key.
///
/// Whoever carries the requests out adds the origin, the key and the time limits. An operation that
/// the issuer does not have throws the reason that `capabilities` names.
package protocol IssuerConnector: Sendable {
  var issuer: IssuerKind { get }
  /// How often requests may be sent, and how idempotency keys look.
  var rules: IssuerRules { get }
  /// What the issuer cannot do.
  var capabilities: IssuerCapabilities { get }

  /// The header lines that carry the key, in the order in which they are tried. The next one is
  /// tried after 401.
  func authorization(_ key: Secret) -> [Secret]
  /// A request for each right that walletui uses, which changes nothing. The first one is for
  /// cards, without which there is nothing to show.
  var probes: [IssuerProbe] { get }

  /// - Parameter mark: The `next` of the page before; nil: the first page.
  func cards(after mark: String?) -> IssuerCall<IssuerPage<IssuerCard>>
  func card(_ id: CardID) -> IssuerCall<IssuerCard>
  /// Those who can get cards; nil: the issuer does not say, only cards tell.
  var cardholders: IssuerCall<[Cardholder]>? { get }
  /// - Parameter key: 32 hexadecimal digits; the request gets it in the issuer's form.
  func create(_ order: CardOrder, key: String) throws(WalletError) -> IssuerCall<IssuerCard>
  /// - Parameter known: The card as it was read last.
  func change(_ known: IssuerCard, _ change: CardChange, key: String) throws(WalletError)
    -> IssuerCall<IssuerCard>
  /// Number, CVV, expiry and holder.
  ///
  /// - Parameter known: The card as it was read last. Its holder stands where the issuer sends none.
  func details(_ known: IssuerCard) throws(WalletError) -> IssuerCall<SecureDetails>
  func pin(_ known: IssuerCard) throws(WalletError) -> IssuerCall<Secret>
  var pinEncryption: PinEncryption { get }
  /// - Parameter pin: In the form that `pinEncryption` names.
  func setPin(_ known: IssuerCard, _ pin: OutgoingPin, key: String) throws(WalletError)
    -> IssuerCall<Void>
  /// What was made with this key; nil: the issuer cannot say.
  func card(madeWith key: String) -> IssuerCall<IssuerCard?>?

  /// The lists whose entries together are the payments.
  var paymentLists: [PaymentList] { get }
  /// - Parameter card: nil: payments with any card.
  func payments(in list: PaymentList, card: CardID?, after mark: String?)
    -> IssuerCall<IssuerPage<Transaction>>

  /// What has happened; nil: the issuer does not say, and lists have to be read again.
  ///
  /// - Parameter since: The time of the newest event that is known, less a few seconds.
  func events(since: Timestamp, after mark: String?) -> IssuerCall<IssuerPage<IssuerEvent>>?

  /// How its webhooks are signed; nil: it has none.
  var webhookScheme: WebhookScheme? { get }
  /// What a webhook with a valid signature is about; nil: nothing of cards.
  func webhook(_ body: JSON) throws(WireMalformed) -> IssuerWebhook?

  /// A payment in the sandbox.
  func simulate(_ step: SimulationStep, key: String) throws(WalletError)
    -> IssuerCall<SimulationResult>

  /// What an answer that is no success says. Numbers of cards in its texts are masked.
  func error(in answer: WireResponse) -> WalletError
}

/// The issuers, by the words that stand in commands and files.
package enum IssuerKind: String, CaseIterable, Sendable {
  case lithic
  case privacy
  case stripe
  case increase

  package var name: String {
    switch self {
    case .lithic: "Lithic"
    case .privacy: "Privacy.com"
    case .stripe: "Stripe Issuing"
    case .increase: "Increase"
    }
  }
}

/// A request, and how its answer is read.
package struct IssuerCall<Answer: Sendable>: Sendable {
  /// The path begins after the origin.
  package var request: WireRequest
  /// The server that is asked instead of the usual one: `https://HOST`. It does not get the key.
  package var server: String?
  /// Whether a body of an answer is put into locked memory: it may have a card number, asked for or
  /// not.
  package var answersSecret: Bool
  private let reading: @Sendable (JSON) throws(WireMalformed) -> Answer

  package init(
    _ request: WireRequest, answersSecret: Bool = false,
    read: @escaping @Sendable (JSON) throws(WireMalformed) -> Answer
  ) {
    self.request = request
    self.answersSecret = answersSecret
    reading = read
  }

  /// The answer in the body of a success. The caller wipes a body in locked memory.
  ///
  /// - Throws: The field that is not as described.
  package func read(_ body: WireBody) throws(WireMalformed) -> Answer {
    try reading(try JSON.read(body))
  }
}

/// A part of a list.
package struct IssuerPage<Element: Sendable>: Sendable {
  package var elements: [Element]
  /// What the request for the next page names; nil: this is the last one.
  package var next: String?
  /// Entries that could not be read. They hide no others.
  package var unreadable: Int

  package init(_ elements: [Element], next: String? = nil, unreadable: Int = 0) {
    self.elements = elements
    self.next = next
    self.unreadable = unreadable
  }

  /// The entries of a list that can be read.
  init(
    _ json: [JSON], next: String?, read: (JSON) throws(WireMalformed) -> Element?
  ) {
    var (elements, unreadable): ([Element], Int) = ([], 0)
    for entry in json {
      do throws(WireMalformed) {
        if let element = try read(entry) { elements.append(element) }
      } catch {
        unreadable += 1
      }
    }
    self.init(elements, next: next, unreadable: unreadable)
  }
}
