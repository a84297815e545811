import SeededGenerator
import Testing
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// What all routes of the payment services have in common.
@Suite struct PublishedTests {
  private static let routes: [(method: String, path: String)] = [
    ("POST", "/netaxept/register.aspx"), ("POST", "/netaxept/process.aspx"),
    ("POST", "/netaxept/query.aspx"), ("POST", "/payment/12000001/register"),
    ("POST", "/payment/cards/removal"), ("POST", "/callback/status"),
    ("POST", "/paymenthub/v1/customers/x/singleusecustomertokens"), ("PUT", "/payment/x"),
    ("DELETE", "/payment/x"), ("GET", "/payment/methods"),
    ("GET", "/paymenthub/v1/paymentmethods?currencyCode=EUR"),
    ("POST", "/paymenthub/v1/singleusepaymenthandles"),
    ("POST", "/paymenthub/v1/singleusepaymenthandles/search"),
    ("POST", "/cardadapter/v1/paymenthandles/x/authentications"),
    ("POST", "/cardadapter/v1/paymenthandles/x/authentications/x/finalize"),
    ("POST", "/threedsecure/v2/jwt"),
    ("POST", "/threedsecure/v2/accounts/1/authentications/x/finalize"),
  ]

  @Test func nothingIsServedWithoutAShopOrTheSimulation() throws {
    for isSimulator in [true, false] {
      let served = try InProcessServer { options in
        options.isSimulator = isSimulator
        if !isSimulator {
          options.shop = ServerShop(merchantID: "12000001", token: secret("shop-token"))
        }
      }
      for route in Self.routes {
        let answer = try served.ask(route.method, route.path, key: "12000001:shop-token")
        #expect(answer.status == 404, "\(route.path)")
      }
    }
  }

  /// Wrong credentials are counted; the right ones work in spite of them.
  @Test func nothingIsDoneWithoutTheKey() throws {
    let served = try InProcessServer.shop { $0.signIns = 4 }
    for route in Self.routes where !route.path.hasPrefix("/netaxept") {
      let body = route.method == "POST" ? "{}" : ""
      #expect(try served.ask(route.method, route.path, body).status == 401, "\(route.path)")
    }
    let wrong = #""merchantId":"12000001","token":"x""#
    let body = #""transactionId":"x""#
    #expect(
      try served.netaxept("query", body, credentials: wrong)["Error.ResponseCode"] == "99")
    var status = 401
    for _ in 0..<40 where status == 401 {
      status = try served.netaxept("query", body, credentials: wrong).status
    }
    #expect(status == 429)
    #expect(try served.netaxept("query", body).status == 404)
    #expect(try served.ask("GET", "/payment/methods", key: "12000001:shop-token").status == 200)
  }

  /// No bytes make a fault of the server.
  @Test func anyBytesAreAnswered() throws {
    let served = try InProcessServer.shop {
      $0.burst = 100_000
      $0.signIns = 100_000
    }
    let samples = [
      "{\"merchantId\":\"12000001\",\"token\":\"shop-token\",\"transactionId\":\"x\"}",
      shopHandle + "}", "merchantId=12000001&token=shop-token&orderNumber=%00", "null", "{}",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 1)
    for route in Self.routes where route.method == "POST" {
      for type in ["application/json", "application/x-www-form-urlencoded"] {
        for number in 0..<40 {
          var bytes = samples[number % samples.count]
          for _ in 0..<(number / samples.count) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
          }
          let name = route.path.hasPrefix("/payment/") ? "12000001" : "zalando"
          let answer = try served.send(
            "POST", route.path,
            [
              WireField(
                "Authorization", "Basic " + Base64.encode(Array("\(name):shop-token".utf8))),
              WireField("Content-Type", type),
            ], body: .plain(bytes))
          #expect(answer.status < 500, "\(route.path): \(bytes)")
        }
      }
    }
    let long = String(repeating: "a=&", count: 1000)
    let form = try served.ask(
      "POST", "/netaxept/query.aspx", long, type: "application/x-www-form-urlencoded")
    #expect(form.status == 413)
    let many = (0..<100).map { "a\($0)=" }.joined(separator: "&")
    let fields = try served.ask(
      "POST", "/netaxept/query.aspx", many, type: "application/x-www-form-urlencoded")
    #expect(fields.status == 400)
  }
}
