import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletServer

/// What a payment service answered.
struct ShopAnswer {
  let response: WireResponse
  let body: String
  private let json: JSON?
  var status: Int { response.status }

  init(_ response: WireResponse) {
    self.response = response
    body = text(response.body)
    json = try? JSON.read(.plain(Array(body.utf8)))
  }

  /// The text at a path such as `CardInformation.PanHash`.
  subscript(_ path: String) -> String? {
    var json = json
    let names = path.split(separator: ".").map(String.init)
    for name in names.dropLast() {
      guard let object = json, var fields = try? JSONFields(object) else { return nil }
      json = fields.value(name)
    }
    return names.last.flatMap { json?.text($0) }
  }
}

/// The beginning of a request for a payment handle, whose card has a page of its bank.
let shopHandle =
  #"{"merchantRefNum":"r1","amount":2490,"currencyCode":"EUR","paymentType":"CARD","#
  + #""card":{"cardNum":"4000000000001141","cardExpiry":{"month":9,"year":2035},"cvv":"123","#
  + #""holderName":"Ana Petrova"}"#

/// Requests as the back end of a shop sends them.
extension InProcessServer {
  static func shop(_ change: (inout WalletServer.Options) -> Void = { _ in }) throws
    -> InProcessServer
  {
    try InProcessServer { options in
      options.shop = ServerShop(merchantID: "12000001", token: secret("shop-token"))
      change(&options)
    }
  }

  func ask(
    _ method: String, _ path: String, _ body: String = "", key: String? = nil,
    type: String = "application/json", _ more: [WireField] = []
  ) throws -> ShopAnswer {
    var headers = more
    if let key {
      headers.append(WireField("Authorization", "Basic " + Base64.encode(Array(key.utf8))))
    }
    if !body.isEmpty { headers.append(WireField("Content-Type", type)) }
    return ShopAnswer(
      try send(method, path, headers, body: body.isEmpty ? .none : .plain(Array(body.utf8))))
  }

  func netaxept(
    _ path: String, _ fields: String,
    credentials: String = #""merchantId":"12000001","token":"shop-token""#
  ) throws -> ShopAnswer {
    try ask("POST", "/netaxept/\(path).aspx", "{\(credentials),\(fields)}")
  }

  func process(_ id: String, _ operation: String) throws -> ShopAnswer {
    try netaxept("process", #""transactionId":"\#(id)","operation":"\#(operation)""#)
  }

  func query(_ id: String) throws -> ShopAnswer {
    try netaxept("query", #""transactionId":"\#(id)""#)
  }

  /// Registers a transaction at Netaxept, and returns its id.
  func register(_ more: String = "") throws -> String {
    let answer = try netaxept("register", #""orderNumber":"order-1","currencyCode":"EUR""# + more)
    return try #require(answer["TransactionId"], "\(answer.body)")
  }

  /// The wallet gives a test card to a transaction.
  @discardableResult
  func give(
    _ id: String, _ token: Secret, _ scenario: Scenario = .frictionless,
    _ change: (inout SavedCardRequest) -> Void = { _ in }
  ) throws -> CardRegistration {
    let card = EnteredCard(
      number: secret(try #require(scenario.testNumber(.visa))),
      expiry: CardExpiry(month: 9, year: 2035), cvv: secret("123"))
    var request = SavedCardRequest(card, .easy, currency: Currency("EUR"), render: .html)
    request.transactionID = id
    change(&request)
    return try perform(RegisterSavedCard(request), token)
  }

  /// Saves a test card, and returns its hash.
  func saveCard(_ token: Secret) throws -> String {
    let id = try register()
    try give(id, token)
    #expect(try process(id, "VERIFY")["ResponseCode"] == "OK")
    return try #require(try query(id)["CardInformation.PanHash"])
  }

  /// Answers a page of the bank with a code.
  func enter(_ code: String, at page: String, attempt: Int = 1) throws -> ShopAnswer {
    let token = page.split(separator: "/").last ?? ""
    return try ask(
      "POST", page, "token=\(token)&attempt=\(attempt)&code=\(code)&action=submit",
      type: "application/x-www-form-urlencoded")
  }
}
