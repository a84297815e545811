import Testing
import WalletAPI
import WalletModel

/// Invalid input is refused, and the error does not repeat it.
struct MalformedTests {
  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "01", "1.", "\"\\x\"", "\"\\ud800\"", "nul",
    "\"\u{1}\"", "{} {}", "{\"a\" 1}", "-", "1e", "tru", "\"", "\"\\", "\"\\u12",
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
  ])
  func invalidJSONIsRefused(_ sample: String) {
    var sample = sample
    #expect(throws: WireMalformed.self) {
      try sample.withUTF8 { try JSON.parse(UnsafeRawBufferPointer($0)) }
    }
    #expect(throws: WireMalformed.self) {
      try JSON.read(.secret(secret("{\"pin\":" + sample + "}x")))
    }
  }

  /// In JSON Schema a number is an integer by its value, in any form. No number is rounded.
  @Test(
    arguments: [
      ("43", 43), ("43.0", 43), ("4.3e1", 43), ("4300E-2", 43), ("0.43e+2", 43), ("-43.000", -43),
      ("0.0", 0), ("-0", 0), ("0e99999999999999999999", 0), ("0.000e-7", 0), ("10e0", 10),
      ("1e18", 1_000_000_000_000_000_000), ("9007199254740993.0", 9_007_199_254_740_993),
      ("9007199254740993e0", 9_007_199_254_740_993), ("9223372036854775807", .max),
      ("9223372036854775807.0", .max), ("922337203685477580.7e1", .max),
      ("-9223372036854775808.0", .min), ("43.5", nil), ("4.35e1", nil), ("1e-1", nil),
      ("0.1e-99999999999999999999", nil), ("1e999999", nil),
      ("1e-9223372036854775808", nil), ("1e9223372036854775807", nil), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("1e19", nil), ("9223372036854775807.5", nil),
      ("10000000000000000000000e-22", 1), ("10000000000000000000001e-22", nil),
      ("1." + String(repeating: "0", count: 390), 1),
    ] as [(String, Int64?)])
  func integers(_ text: String, _ value: Int64?) throws {
    var text = "{\"amount\":" + text + "}"
    let json = try text.withUTF8 { try JSON.parse(UnsafeRawBufferPointer($0)) }
    var fields = try JSONFields(json)
    guard let value else {
      let error = #expect(throws: WireMalformed.self) { try fields.get("amount", Int64.self) }
      #expect(error == WireMalformed("amount", "must be an integer"))
      return
    }
    #expect(try fields.get("amount", Int64.self) == value)
  }

  /// How a text is refused.
  private func refused<T: JSONReadable>(_ type: T.Type, _ text: String) -> WireMalformed? {
    #expect(throws: WireMalformed.self) {
      try T(json: try JSON.read(.plain(Array(text.utf8))))
    }
  }

  /// The number of records, and both numbers of attempts, are refused for this reason.
  private func countsAreRefused(_ number: String, _ reason: String) {
    #expect(
      refused(PagingResultMeta.self, #"{"numberOfRecords":\#(number),"limit":1,"page":1}"#)
        == WireMalformed("numberOfRecords", reason))
    for (allowed, made, field) in [
      (number, "0", "allowableAttempts"), ("3", number, "currentAttempts"),
    ] {
      let attempt = #"""
        {"eventId":"e","walletOperationId":"o","status":"REJECTED","allowableAttempts":\#(allowed),
        "currentAttempts":\#(made),"creationTime":"2026-03-03T12:41:07Z"}
        """#
      #expect(refused(ScaAttempt.self, attempt) == WireMalformed(field, reason))
    }
  }

  /// Amounts and counts that could overflow in calculations are refused.
  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "1000000000000000", "-1000000000000000",
  ])
  func amountsOutOfRangeAreRefused(_ number: String) {
    let reason = "must have 15 digits at most"
    #expect(
      refused(Money.self, #"{"amount":\#(number),"currencyCode":"EUR"}"#)
        == WireMalformed("amount", reason))
    countsAreRefused(number, reason)
    let news = WireNews(name: "added", data: #"{"numberOfRecords":\#(number)}"#)
    #expect(news.event == nil)
  }

  /// D7: a negative count would end a loop or a slice that relies on it.
  @Test(arguments: ["-1", "-999999999999999"])
  func aNegativeCountIsRefused(_ number: String) {
    let reason = "must be from 0 to \(Int64.max)"
    #expect(
      refused(
        CardList.self,
        #"{"cards":[],"meta":{"numberOfRecords":\#(number),"limit":1,"page":1}}"#)
        == WireMalformed("meta.numberOfRecords", reason))
    countsAreRefused(number, reason)
    #expect(WireNews(name: "added", data: #"{"numberOfRecords":\#(number)}"#).event == nil)
    #expect(WireNews(name: "added", data: #"{"numberOfRecords":1}"#).event != nil, "the control")
  }

  /// The limit and the number of a page are only shown. A negative one counts as 0.
  @Test func aNegativeLimitCountsAsZero() throws {
    let text = #"{"numberOfRecords":3,"limit":-1,"page":-1}"#
    let meta = try PagingResultMeta(json: try JSON.read(.plain(Array(text.utf8))))
    #expect(meta.limit == 0 && meta.page == 0 && meta.numberOfRecords == 3)
  }

  /// A markup of any size is shown, and nothing is calculated with it.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
  func aMarkupOfAnySizeIsShown(_ number: String) throws {
    var text = String(decoding: JSONWriter.bytes(Samples.payment), as: UTF8.self)
    text = text.replacing("\"percent\":2990", with: "\"percent\":\(number)")
      .replacing("\"flat\":1", with: "\"flat\":\(number)")
    let payment = try Transaction(json: try JSON.read(.plain(Array(text.utf8))))
    let detail = try #require(payment.detail.first)
    #expect(detail.markup.percent == Int64(number) && detail.markup.flat == Int64(number))
    #expect(detail.fundingSourceAmount == Samples.payment.detail.first?.fundingSourceAmount)
  }

  @Test(arguments: [
    ("", "is missing"), (#"{"a":1,"a":2}"#, "has a name twice, before byte 11"),
    (String(repeating: "[", count: 33), "has more than 32 levels"),
    ("{", "is not valid JSON at byte 1"),
  ])
  func errorsNameThePosition(_ sample: String, _ reason: String) {
    let error = #expect(throws: WireMalformed.self) {
      try JSON.read(.plain(Array(sample.utf8)))
    }
    #expect(error == WireMalformed("body", reason))
  }

  @Test(arguments: [
    ("{}", ["programName", "currency"]), (#"{"programName":"x","currency":null}"#, ["currency"]),
    (
      #"{"programName":"x","currency":"EUR","deliveryAddress":{"city":"Sofia"}}"#,
      ["deliveryAddress.address1", "deliveryAddress.countryCode", "deliveryAddress.postalCode"]
    ),
  ])
  func namesAllThatIsMissing(_ body: String, _ fields: [String]) {
    let error = #expect(throws: WireMalformed.self) {
      try CreateCard(
        wire: WireRequest(.post, "", body: .plain(Array(body.utf8))), ids: [])
    }
    let told = error.map { WalletError($0).fieldErrors }
    #expect(told == fields.map { FieldError($0, .verbatim("is missing")) })
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: WireMalformed.self) { try JSON.read(.plain([0x22, 0xff, 0x22])) }
  }

  @Test(arguments: [
    ("{}", "pin"), ("[]", ""), (#"{"pin":1234}"#, "pin"), (#"{"pin":null}"#, "pin"),
    (#"{"pin":["1"]}"#, "pin"), (#"{"pin":"1234","status":"ACTIVE"}"#, "status"),
  ])
  func isNoPin(_ body: String, _ field: String) {
    let error = #expect(throws: WireMalformed.self) {
      try SetCardPin(wire: WireRequest(.patch, "", body: .secret(secret(body))), ids: ["x"])
    }
    #expect(error?.field == field)
    #expect(error?.reason.contains("1234") == false)
  }

  @Test(arguments: [
    ("limit", "x"), ("status", "NEVER"), ("include", "x,"), ("colour", "red"), ("offset", "1.5"),
  ])
  func invalidQueriesAreRefused(_ name: String, _ value: String) {
    #expect(throws: WireMalformed.self) {
      try ListCards(
        wire: WireRequest(.get, "", query: [WireField(name, value)]), ids: [])
    }
  }

  @Test(arguments: [
    "3", "\"", "", "W/", "W/3", "w/\"3\"", "\"3\" \"4\"", "\"3\"\"4\"", "\"3\", 4", "*, \"3\"", ",",
    "\"\u{7f}\"",
  ])
  func invalidVersionsAreRefused(_ text: String) {
    var context = RequestContext(customerID: CustomerID("c"), sessionID: "s", deviceID: "d")
    #expect(throws: WireMalformed.self) {
      try context.read(WireRequest(.patch, "", headers: [WireField("If-Match", text)]))
    }
  }

  /// RFC 9110, 8.8.3 and 13.1.1: what is weak or foreign matches no version.
  @Test(
    arguments: [
      ("*", nil), ("\"3\"", [3]), ("\"3\", \"4\"", [3, 4]), (" ,\"3\",,\t\"4\" , ", [3, 4]),
      ("W/\"3\"", []), ("W/\"3\",\"4\"", [4]), ("\"x\"", []), ("\"\"", []), ("\"a,b\", \"5\"", [5]),
      ("\"03\", \"+3\", \"6\"", [6]), ("\"\u{e9}\"", []), ("\"99999999999999999999\"", []),
    ] as [(String, [Int]?)])
  func versionsAreReadFromEntityTags(_ text: String, _ versions: [Int]?) throws {
    var context = RequestContext(customerID: CustomerID("c"), sessionID: "s", deviceID: "d")
    try context.read(WireRequest(.patch, "", headers: [WireField("If-Match", text)]))
    #expect(context.expectedVersions == versions)
  }

  @Test func pathsAreDecoded() {
    #expect(PercentCoding.decode("%") == nil)
    #expect(PercentCoding.decode("%zz") == nil)
    #expect(PercentCoding.decode("%ff") == nil)
    #expect(PercentCoding.decode("%00") == nil)
    #expect(PercentCoding.decode("a%2Fb") == "a/b")
    for count in 0..<9 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 77 + 250) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
    #expect(Base64.encode(Array("foob".utf8)) == "Zm9vYg==")
    #expect(Base64.decode("a") == nil && Base64.decode("=a") == nil)
  }
}
