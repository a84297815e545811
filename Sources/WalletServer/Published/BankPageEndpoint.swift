import Issuer
import Languages
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// The pages of the simulated banks (D27, D47), for browsers. The address is the permission.
final class BankPageEndpoint: PathEndpoint {
  static let path = "/threedsecure/v2/challenges/:id/:token"
  private static let start = "/threedsecure/v2/challenges/"
  /// The parameter of a page that says that the other device has not confirmed yet.
  private static let waiting = "waiting"
  private static let methods = ["GET", "HEAD", "POST"]

  private let issuers: IssuerTable
  private let customerLimit: RateLimit
  private let events: EventStreams
  private let budget: ArenaBudget
  private let isSimulator: Bool
  /// The limit of an address for wrong tokens. It does not block the right ones.
  private let wrongTokens: RateLimit

  /// - Parameter budget: Locked memory for what is posted.
  init(
    _ options: WalletServer.Options, issuers: IssuerTable, customerLimit: RateLimit,
    events: EventStreams, budget: ArenaBudget
  ) {
    self.issuers = issuers
    self.customerLimit = customerLimit
    self.events = events
    self.budget = budget
    isSimulator = options.isSimulator
    wrongTokens = RateLimit(forMistakesOf: options)
  }

  func has(_ path: String) -> Bool { isSimulator && path.hasPrefix(Self.start) }

  func announced(_ length: Int, _ exchange: Exchange) {
    guard page(exchange.path) != nil else { return }
    if length > ChallengeForm.longest {
      exchange.refusal = ErrorResponses.refusal(
        413, "body", "may have \(ChallengeForm.longest) bytes at most")
    } else {
      // The body and its fields.
      exchange.account = (budget, exchange.network, factor: 5)
    }
  }

  private func page(_ path: String) -> BankPage? {
    let parts = path.dropFirst(Self.start.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = PercentCoding.decode(parts[0]) else { return nil }
    return issuers.lookup.bankPages.find(id, token: String(parts[1]))
  }

  func answer(_ exchange: Exchange) -> WireResponse {
    exchange.route = Self.path
    guard Self.methods.contains(exchange.method) else {
      return ErrorResponses.wrongMethod(Self.methods)
    }
    let language = FormLanguage(
      accepted: HeaderFields.find("Accept-Language", exchange.connection).text)
    do throws(WalletError) {
      return try answer(exchange, language)
    } catch {
      var answer = html(BankNote.tryLater.html(language), error.code.httpStatus)
      if let seconds = error.retryAfter {
        answer.headers.append(WireField("Retry-After", String(seconds)))
      }
      return answer
    }
  }

  private func answer(_ exchange: Exchange, _ language: FormLanguage) throws(WalletError)
    -> WireResponse
  {
    guard let page = page(exchange.path) else {
      try wrongTokens.count(exchange.network)
      return html(BankNote.unknown.html(language), 404)
    }
    guard let customer = try issuers.lookup.bankPages.customer(of: page),
      let view = try issuers.lookup.bankPages.view(page, of: customer)
    else { return html(BankNote.unknown.html(language), 404) }
    try customerLimit.count(customer.rawValue)
    switch view {
    case .note(let note):
      return html(note.html(language), page.asksNothing && exchange.method != "POST" ? 200 : 410)
    case .question(let question, let challenge):
      if exchange.method == "POST" {
        if let refusal = exchange.contentRefusal("application/x-www-form-urlencoded") {
          return refusal
        }
        return try post(page, customer, exchange, language)
      }
      return show(page, question, challenge, exchange, language)
    }
  }

  private func show(
    _ page: BankPage, _ shown: CardAuthentication, _ challenge: Challenge, _ exchange: Exchange,
    _ language: FormLanguage
  ) -> WireResponse {
    let question = shown.question
    var notice: ChallengeText?
    if page.attempt > 1 { notice = .wrong(attemptsLeft: question?.attemptsLeft ?? 0) }
    let query = (try? exchange.query()) ?? []
    if challenge.type == .outOfBand, query.first(named: Self.waiting) != nil {
      notice = .notConfirmedYet
    }
    let pages = issuers.lookup.bankPages
    let document = ChallengePage(
      language: language, merchant: shown.merchant, amount: shown.money,
      maskedCard: shown.maskedCard, challenge: challenge, target: question?.target ?? "",
      attempt: page.attempt, notice: notice, path: pages.path(of: page),
      token: pages.token(of: page))
    return html(document.html(), 200)
  }

  /// Carries out the answer and leads to the next page, so that reloading that one sends nothing
  /// again.
  private func post(
    _ page: BankPage, _ customer: CustomerID, _ exchange: Exchange, _ language: FormLanguage
  ) throws(WalletError) -> WireResponse {
    let issuer = issuers.issuer(of: customer)
    let pages = issuer.bankPages
    let token = Array(pages.token(of: page).utf8).withUnsafeBytes { Secret(copying: $0) }
    guard let form = exchange.body?.withBytes({ ChallengeForm($0) }), form.isFrom(token: token),
      form.attempt == page.attempt
    else { return html(BankNote.unreadable.html(language), 400) }
    defer { events.publish(issuer.takeEvents(), to: customer) }
    let next: BankPage
    do throws(WalletError) {
      next = try pages.answer(page, form, of: customer)
    } catch {
      guard error.code == .authenticationOver else { throw error }
      return html(BankNote.answered.html(language), 410)
    }
    var answer = html("", 303)
    let mark = next == page ? "?" + Self.waiting : ""
    answer.headers.append(WireField("Location", pages.path(of: next) + mark))
    return answer
  }

  private func html(_ text: String, _ status: Int) -> WireResponse {
    var answer = WireResponse.unstored(
      status, .plain(Array(text.utf8)), type: "text/html; charset=utf-8")
    answer.headers += [
      WireField("Content-Security-Policy", BankDocument.contentSecurityPolicy),
      WireField("Referrer-Policy", "no-referrer"), WireField("X-Frame-Options", "DENY"),
    ]
    return answer
  }
}
