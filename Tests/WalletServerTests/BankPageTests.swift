import Conformance
import Secrets
import SeededGenerator
import Testing
import ThreeDSecure
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// A payment of a customer about which the bank asks on its page.
struct AskedPayment {
  let handle: PaymentHandle
  let path: String

  init(
    _ served: InProcessServer, _ token: Secret, _ scenario: Scenario = .page
  ) throws {
    let card = EnteredCard(
      number: secret(try #require(scenario.testNumber(.visa))),
      expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"), holderName: "Ana Petrova")
    handle = try served.perform(
      CreatePaymentHandle(
        PaymentHandleRequest(
          .entered(card), at: "zalando",
          PaymentOptions(
            amount: 2490, currency: Currency("EUR"), merchantRefNum: "order-1", accountID: ""),
          render: .html)), token)
    let question = try served.perform(GetAuthentication(handle.id), token).question
    path = try #require(question?.pagePath)
  }

  func status(_ served: InProcessServer, _ token: Secret) throws -> PaymentHandleStatus {
    try served.perform(GetPaymentHandle(handle.id), token).status
  }
}

/// The bank's page over HTTP (D27, D47). `Tests/Browser` opens it in a browser.
@Suite struct BankPageTests {
  private static let right = "code=123456&action=submit"
  private static let wrong = "code=000000&action=submit"

  private func post(
    _ served: InProcessServer, _ path: String, _ fields: String, attempt: Int = 1,
    type: String = "application/x-www-form-urlencoded"
  ) throws -> WireResponse {
    let token = path.split(separator: "/").last ?? ""
    return try served.send(
      "POST", path, [WireField("Content-Type", type)],
      body: .plain(Array("token=\(token)&attempt=\(attempt)&\(fields)".utf8)))
  }

  private func next(_ answer: WireResponse) throws -> String {
    #expect(answer.status == 303)
    return try #require(answer.header("Location"))
  }

  /// A server, the token of a customer, and a payment about which the bank asks.
  private static func asked(
    _ scenario: Scenario = .page, _ change: (inout WalletServer.Options) -> Void = { _ in }
  ) throws -> (InProcessServer, Secret, AskedPayment) {
    let served = try InProcessServer(change)
    let ana = try served.signIn().accessToken
    return (served, ana, try AskedPayment(served, ana, scenario))
  }

  @Test func aPageBelowAPathLeadsToTheNextOne() throws {
    let (served, ana, payment) = try Self.asked { $0.path = "/wallet" }
    #expect(payment.path.hasPrefix("/wallet/threedsecure/"))
    let page = try served.send("GET", payment.path)
    #expect(page.status == 200 && text(page.body).contains("action=\"\(payment.path)\""))
    let end = try next(post(served, payment.path, Self.right))
    #expect(end.hasPrefix("/wallet/threedsecure/"))
    #expect(try served.send("GET", end).status == 200)
    #expect(try payment.status(served, ana) == .payable)
  }

  @Test func theRightCodeMakesTheHandlePayable() throws {
    let (served, ana, payment) = try Self.asked()
    let page = try served.send("GET", payment.path)
    #expect(page.status == 200)
    for words in ["Zalando", "24.90 EUR", "400000******1141", "name=\"code\""] {
      #expect(text(page.body).contains(words), "\(words)")
    }
    let end = try next(post(served, payment.path, Self.right))
    let last = try served.send("GET", end)
    #expect(last.status == 200)
    #expect(text(last.body).contains("Your bank has confirmed the payment."))
    #expect(!text(last.body).contains("<form"))
    #expect(try payment.status(served, ana) == .payable)
    let authentication = try served.perform(GetAuthentication(payment.handle.id), ana)
    #expect(authentication.status == .completed && authentication.result == .succeeded)
    // The page was answered: it says so, leads nowhere and has no effect.
    for answer in [
      try served.send("GET", payment.path), try post(served, payment.path, Self.right),
      try post(served, payment.path, "action=cancel"),
    ] {
      #expect(answer.status == 410)
      #expect(text(answer.body).contains("This page has been answered."))
      #expect(!text(answer.body).contains("href") && !text(answer.body).contains("<form"))
    }
    #expect(try payment.status(served, ana) == .payable)
    #expect(try post(served, end, Self.right).status == 410)
  }

  @Test func threeWrongCodesFailIt() throws {
    let (served, ana, payment) = try Self.asked()
    var paths = [payment.path]
    for attempt in 1...2 {
      let path = try next(post(served, paths[attempt - 1], Self.wrong, attempt: attempt))
      let page = text(try served.send("GET", path).body)
      #expect(page.contains(attempt == 1 ? "2 tries left." : "One try left."))
      paths.append(path)
      // An earlier page is over, also with the right code.
      #expect(try post(served, paths[0], Self.right).status == 410)
    }
    let end = try next(post(served, paths[2], Self.wrong, attempt: 3))
    #expect(text(try served.send("GET", end).body).contains("Your bank has refused the payment."))
    #expect(Set(paths + [end]).count == 4)
    #expect(try payment.status(served, ana) == .failed)
    #expect(try served.perform(GetAuthentication(payment.handle.id), ana).result == .failed)
    for path in paths { #expect(try served.send("GET", path).status == 410) }
  }

  @Test func aPageCanBeCancelledAndItsTimeEnds() throws {
    let (served, ana) = try InProcessServer.signedIn()
    let cancelled = try AskedPayment(served, ana)
    let end = try next(post(served, cancelled.path, "action=cancel"))
    #expect(text(try served.send("GET", end).body).contains("The payment was cancelled."))
    #expect(try served.perform(GetAuthentication(cancelled.handle.id), ana).errorCode == 9200)
    let late = try AskedPayment(served, ana)
    served.clock.advance(seconds: 301)
    for answer in [try served.send("GET", late.path), try post(served, late.path, Self.right)] {
      #expect(answer.status == 410)
      #expect(text(answer.body).contains("The time is over."))
    }
    #expect(try late.status(served, try served.signIn().accessToken) != .payable)
  }

  @Test func aPageWaitsForTheOtherDevice() throws {
    let (served, ana, payment) = try Self.asked(.outOfBand)
    #expect(!text(try served.send("GET", payment.path).body).contains("Not confirmed yet."))
    let same = try next(post(served, payment.path, "action=submit"))
    #expect(same.hasPrefix(payment.path))
    let page = try served.send("GET", same)
    #expect(page.status == 200 && text(page.body).contains("Not confirmed yet."))
    #expect(try payment.status(served, ana) == .initiated)
  }

  /// A registration of a card is asked about in the same way.
  @Test func aCardIsRegisteredByItsPage() throws {
    let (served, ana) = try InProcessServer.signedIn()
    let card = EnteredCard(
      number: secret(try #require(Scenario.page.testNumber(.visa))),
      expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"))
    let registration = try served.perform(
      RegisterSavedCard(SavedCardRequest(card, .easy, currency: Currency("EUR"))), ana)
    let asked = try served.perform(GetAuthentication(registration.id), ana).question
    let path = try #require(asked?.pagePath)
    #expect(text(try served.send("GET", path).body).contains("1.00 EUR"))
    _ = try next(post(served, path, Self.right))
    #expect(try served.perform(GetCardRegistration(registration.id), ana).isProcessable)
  }

  /// Each customer's pages are found, and each customer hears of an answer.
  @Test func pagesOfAllCustomersAreFound() throws {
    let served = try InProcessServer()
    for user in ["ana", "boris"] {
      let token = try served.signIn(as: user).accessToken
      let payment = try AskedPayment(served, token)
      _ = try next(post(served, payment.path, Self.right))
      #expect(try payment.status(served, token) == .payable, "\(user)")
    }
  }

  @Test func everyPageHasTheHeaders() throws {
    let (served, _, payment) = try Self.asked()
    let head = try served.send("HEAD", payment.path)
    #expect(head.status == 200 && text(head.body).isEmpty)
    let answers = [
      head, try served.send("GET", payment.path), try post(served, payment.path, "nonsense"),
      try served.send("GET", payment.path + "0"), try post(served, payment.path, Self.right),
      try served.send("GET", payment.path),
    ]
    #expect(answers.map(\.status) == [200, 200, 400, 404, 303, 410])
    for answer in answers {
      let policies = answer.headers.filter { $0.name == "Content-Security-Policy" }
      #expect(policies.map(\.value) == [BankDocument.contentSecurityPolicy])
      for (name, value) in [
        ("Cache-Control", "no-store"), ("Content-Type", "text/html; charset=utf-8"),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"),
      ] {
        #expect(answer.header(name) == value, "\(answer.status): \(name)")
      }
    }
    // No line of the log has the token.
    let token = try #require(payment.path.split(separator: "/").last)
    try wait(for: "a line of the log") { served.log.lines.contains { $0.contains(":token") } }
    #expect(!served.log.lines.contains { $0.contains(token) })
  }

  @Test(arguments: [
    (nil, "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("en;q=0.5, de;q=0.9", "de"),
    ("fr, de;q=0.1", "de"), ("fr", "en"), ("de;q=0", "en"), ("DE", "de"), (";;,q=,,-", "en"),
    ("de;q=x,en;q=0.1", "en"), ("sv-SE,sv;q=0.9", "sv"), ("da", "da"), ("nn-NO,no;q=0.8", "nb"),
    ("fi-FI", "fi"),
  ])
  func aPageHasTheLanguageOfTheBrowser(_ header: String?, _ language: String) throws {
    let served = try InProcessServer()
    let fields = header.map { [WireField("Accept-Language", $0)] } ?? []
    let page = try served.send("GET", "/threedsecure/v2/challenges/x/y", fields)
    #expect(text(page.body).contains("<html lang=\"\(language)\">"))
  }

  @Test func wrongRequestsHaveNoEffect() throws {
    let (served, ana, payment) = try Self.asked()
    let path = payment.path
    #expect(try served.send("POST", path).status == 400)
    #expect(try post(served, path, Self.right, type: "text/plain").status == 415)
    #expect(try post(served, path, Self.right, attempt: 2).status == 400)
    #expect(
      try post(served, path, Self.right + String(repeating: "&option=a", count: 120)).status == 413)
    let form = [WireField("Content-Type", "application/x-www-form-urlencoded")]
    let foreign = "token=\(String(repeating: "0", count: 32))&attempt=1&" + Self.right
    #expect(try served.send("POST", path, form, body: .plain(Array(foreign.utf8))).status == 400)
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
      let answer = try served.send(method, path)
      #expect(answer.status == 405 && answer.header("Allow") == "GET, HEAD, POST")
    }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(try served.send("POST", path, form, body: .plain(bytes)).status == 400)
    }
    #expect(try payment.status(served, ana) == .initiated)
    #expect(try served.send("GET", path).status == 200)
  }

  /// Guessing is limited, and does not block the right address.
  @Test func wrongTokensAreLimited() throws {
    let (served, _, payment) = try Self.asked { $0.signIns = 2 }
    let paths = [
      payment.path + "0", String(payment.path.dropLast()), payment.path + "/x",
      "/threedsecure/v2/challenges/", "/threedsecure/v2/challenges/a", payment.path.uppercased(),
      "/threedsecure/v2/challenges/%00/" + String(repeating: "0", count: 32),
      "/threedsecure/v2/challenges//" + String(repeating: "0", count: 32),
      "/threedsecure/v2/challenges/%ff/" + String(repeating: "0", count: 32),
      "/threedsecure/v2/challenges/" + String(repeating: "a", count: 5000) + "/x",
    ]
    for path in paths { #expect(try served.send("GET", path).status == 404, "\(path)") }
    var limited = try served.send("GET", payment.path + "0")
    while limited.status == 404 { limited = try served.send("GET", payment.path + "0") }
    #expect(limited.status == 429 && limited.header("Retry-After") != nil)
    #expect(try served.send("GET", payment.path).status == 200)
  }

  @Test func thereIsNoPageWithoutTheSimulation() throws {
    let served = try InProcessServer { $0.isSimulator = false }
    let answer = try served.send("GET", "/threedsecure/v2/challenges/x/y")
    #expect(answer.status == 404 && answer.header("Content-Type") == "application/json")
  }
}
