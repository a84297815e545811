import Secrets
import Testing
import WalletAPI
import WalletModel

/// What must be refused, and that a refusal does not repeat what stood there.
struct MalformedTests {
  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "01", "1.", "\"\\x\"", "\"\\ud800\"", "nul",
    "\"\u{1}\"", "{} {}", "{\"a\" 1}", "-", "1e", "tru", "\"", "\"\\", "\"\\u12",
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
  ])
  func isNoJSON(_ sample: String) {
    var sample = sample
    #expect(throws: WireMalformed.self) {
      try sample.withUTF8 { try JSON.parse(UnsafeRawBufferPointer($0)) }
    }
    #expect(throws: WireMalformed.self) {
      try JSON.read(.secret(secret("{\"pin\":" + sample + "}x")))
    }
  }

  @Test func badUTF8IsNoJSON() {
    #expect(throws: WireMalformed.self) { try JSON.read(.plain([0x22, 0xff, 0x22])) }
  }

  @Test(arguments: [
    ("{}", "pin"), ("[]", ""), (#"{"pin":1234}"#, "pin"), (#"{"pin":null}"#, "pin"),
    (#"{"pin":["1"]}"#, "body"), (#"{"pin":"1234","status":"ACTIVE"}"#, "status"),
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
  func isNoQuery(_ name: String, _ value: String) {
    #expect(throws: WireMalformed.self) {
      try ListCards(
        wire: WireRequest(.get, "", query: [WireField(name, value)]), ids: [])
    }
  }

  @Test(arguments: ["3", "\"x\"", "W/\"3\"", "\"", ""]) func isNoVersion(_ text: String) {
    var context = RequestContext(customerID: CustomerID("c"), sessionID: "s", deviceID: "d")
    #expect(throws: WireMalformed.self) {
      try context.read(WireRequest(.patch, "", headers: [WireField("If-Match", text)]))
    }
  }

  @Test func pathsDecode() {
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
