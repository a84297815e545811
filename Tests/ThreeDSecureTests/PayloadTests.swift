import SeededGenerator
import Testing
import ThreeDSecure
import WalletModel

/// D47: the payload of a challenge, 9197 if it is wrong.
struct PayloadTests {
  private static let json =
    #"{"id":"a-1","transactionId":"t_2","payload":"eyJ4Ijox fQ==","accountId":"1001"}"#

  private func read(_ json: String) -> ChallengePayload? {
    try? ChallengePayload(base64: Base64.encode(Array(json.utf8)))
  }

  @Test func readsWhatItWrites() throws {
    let payload = try #require(read(Self.json))
    #expect(payload.id == "a-1" && payload.transactionID == "t_2")
    #expect(payload.payload == "eyJ4Ijox fQ==" && payload.accountID == "1001")
    #expect(Base64.decode(payload.base64).map { String(decoding: $0, as: UTF8.self) } == Self.json)
    let hostile = try ChallengePayload(
      id: "x", transactionID: "y", payload: #"\"},{"id":"z"}\u0041"#, accountID: "1")
    #expect(try ChallengePayload(base64: hostile.base64) == hostile)
  }

  @Test(arguments: [
    #" { "accountId" : "1001" , "payload":"p","id":"a","transactionId":"t"}"# + "\n",
    #"{"id":"\u0061","transactionId":"t","payload":"\/\"\\","accountId":"1","more":"\ud83d\ude00\n"}"#,
  ])
  func otherForms(_ json: String) { #expect(read(json)?.id == "a") }

  @Test(arguments: [
    "", "{}", "[]", "null", "\"x\"", "{", "{\"id\"", "{\"id\":\"a\",}",
    #"{"id":"a","transactionId":"t","payload":"p"}"#,
    #"{"id":1,"transactionId":"t","payload":"p","accountId":"1"}"#,
    #"{"id":"a","id":"a","transactionId":"t","payload":"p","accountId":"1"}"#,
    #"{"id":"a","transactionId":"t","payload":{},"accountId":"1"}"#,
    #"{"id":"","transactionId":"t","payload":"p","accountId":"1"}"#,
    #"{"id":"a/b","transactionId":"t","payload":"p","accountId":"1"}"#,
    #"{"id":"ä","transactionId":"t","payload":"p","accountId":"1"}"#,
    #"{"id":"a","transactionId":"t","payload":"","accountId":"1"}"#,
    #"{"id":"a","transactionId":"t","payload":"\u0000","accountId":"1"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1x"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":""}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1"} x"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1","x":"\ud83d"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1","x":"\ud83dxx"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1","x":"\udc00"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1","x":"\x"}"#,
    #"{"id":"a","transactionId":"t","payload":"p","accountId":"1","x":"\u12"}"#,
  ])
  func refused(_ json: String) {
    let text = Base64.encode(Array(json.utf8))
    #expect(throws: ThreeDSError.challengePayload) { try ChallengePayload(base64: text) }
    #expect(ThreeDSError.challengePayload.code == 9197)
  }

  @Test func limits() throws {
    func make(_ id: Int, _ payload: Int, _ account: Int) throws -> ChallengePayload {
      try ChallengePayload(
        id: String(repeating: "a", count: id), transactionID: "t",
        payload: String(repeating: "\\", count: payload),
        accountID: String(repeating: "1", count: account))
    }
    #expect(throws: ThreeDSError.challengePayload) { try make(65, 1, 1) }
    #expect(throws: ThreeDSError.challengePayload) { try make(1, 4097, 1) }
    #expect(throws: ThreeDSError.challengePayload) { try make(1, 1, 21) }
    _ = try make(64, 4096, 20)
    let most = try make(64, 2900, 20)
    #expect(try ChallengePayload(base64: most.base64) == most)
    let padded = Self.json + String(repeating: " ", count: ChallengePayload.longest)
    #expect(read(padded) == nil)
    let members = (0..<20).map { "\"m\($0)\":\"\"" }.joined(separator: ",")
    #expect(read(Self.json.dropLast() + "," + members + "}") == nil)
  }

  @Test func notBase64() {
    for text in ["%", "=", "e30=x", "{}", Self.json, "\u{1F600}"] {
      #expect(throws: ThreeDSError.challengePayload) { try ChallengePayload(base64: text) }
    }
    #expect(throws: ThreeDSError.challengePayload) {
      try ChallengePayload(base64: Base64.encode([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x22, 0x22, 0x7d]))
    }
  }

  /// Changed bytes never crash the reader, and what it accepts it can write.
  @Test func fuzz() throws {
    var random = SeededGenerator(seed: 47)
    let original = Array(Self.json.utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: #""\{}:,u"#.utf8.shuffled(using: &random), at: index)
        }
      }
      guard let payload = try? ChallengePayload(base64: Base64.encode(bytes)) else { continue }
      accepted += 1
      #expect(try ChallengePayload(base64: payload.base64) == payload)
    }
    #expect((1..<15_000).contains(accepted))
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect((try? ChallengePayload(base64: String(decoding: bytes, as: UTF8.self))) == nil)
    }
  }
}
