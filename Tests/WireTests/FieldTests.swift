import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

/// The field list of a record, with its readers and writers.
struct FieldTests {
  /// Cards are written by hand because that is faster. The field list gives the same result.
  @Test(arguments: [Samples.card, Samples.limitedCard, .blank, damaged])
  func aCardIsWrittenByItsFieldList(_ card: Card) {
    #expect(text(.plain(JSONWriter.bytes(card))) == text(JSONTree.object(card).sealed()))
    let list = CardList(
      cards: [card], meta: Samples.list.meta,
      damaged: [DamagedRecord(id: CardID("x"), position: 3)])
    #expect(text(.plain(JSONWriter.bytes(list))) == text(JSONTree.object(list).sealed()))
  }

  /// A server that sends choices without end is not followed.
  @Test func theChoicesOfAQuestionAreBounded() throws {
    func read(_ count: Int) throws -> Int? {
      var asked = Samples.asked
      asked.question?.options = Array(repeating: Word(.bakery), count: count)
      let shown: CardAuthentication = try JSONReader.read(
        try JSON.read(.plain(JSONWriter.bytes(asked))))
      return shown.question?.options.count
    }
    #expect(try read(16) == 16)
    #expect(try read(1000) == ChallengeQuestion.mostOptions)
  }

  private static var damaged: Card {
    var card = Samples.card
    (card.tokenizations, card.availableActions) = ([.damaged(id: "d")], [])
    return card
  }

  /// A field that is written but not read, or the other way round, is found here.
  @Test func recordsAreReadBack() throws {
    func same<R: WireRecord & JSONValue & Equatable>(_ record: R) throws {
      let bytes = JSONWriter.bytes(record)
      #expect(try JSONReader.read(try JSON.read(.plain(bytes))) == record)
      #expect(try R(json: try JSON.read(.secret(secret(text(.plain(bytes)))))) == record)
      #expect(text(JSONTree.object(record).sealed()) == text(.plain(bytes)))
    }
    try same(Samples.card)
    try same(Samples.timedCard)
    try same(Samples.limitedCard)
    try same(Samples.transaction)
    try same(Samples.declined)
    try same(Samples.payment)
    try same(Samples.noted)
    try same(Samples.merchant)
    try same(Samples.program)
    try same(Samples.account)
    try same(Samples.profile)
    try same(Samples.budgets)
    try same(Samples.event)
    try same(Samples.challenge)
    try same(Samples.attempt)
    try same(Samples.reference)
    try same(Samples.token)
    for tokenization in Samples.tokenizations { try same(tokenization) }
  }

  private struct Change: WireRecord {
    var name = Patch<String>.absent
    var pin = Secret.blank
    static var blank: Change { Change() }
    static var recordName: String { "Change" }
    mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.patch("name", &name, .text(1))
      try v.secret("nobodyKnowsThisName", &pin, .digits(4))
    }
  }

  private func read(_ body: String) throws -> Change {
    try JSONReader.read(try JSON.read(.secret(secret(body))), isRequest: true)
  }

  @Test(arguments: [
    (#"{"nobodyKnowsThisName":"4711"}"#, Patch<String>.absent),
    (#"{"name":null,"nobodyKnowsThisName":"4711"}"#, .null),
    (#"{"name":"a","nobodyKnowsThisName":"4711"}"#, .value("a")),
  ])
  func aPatchDistinguishesNullFromNothing(_ body: String, _ name: Patch<String>) throws {
    let change = try read(body)
    #expect(change.name == name && text(change.pin) == "4711")
    #expect(text(JSONTree.object(change).sealed()) == body)
  }

  /// The reader says which values are secret. Texts and numbers of a body in locked memory are
  /// nowhere else before they are requested.
  @Test func textsOfALockedBodyStayInLockedMemory() throws {
    let body = #"{"a":"x","b":[{"c":1.5},"\u00e9"],"d":{"e":-7}}"#
    func isLocked(_ json: JSON) -> Bool {
      switch json {
      case .string, .integer, .number, .secret: false
      case .locked, .null, .bool: true
      case .array(let values): values.allSatisfy(isLocked)
      case .object(let fields): fields.allSatisfy { isLocked($0.value) }
      }
    }
    let locked = try JSON.read(.secret(secret(body)))
    #expect(isLocked(locked))
    #expect(!isLocked(try JSON.read(.plain(Array(body.utf8)))), "control")
    #expect(text(locked.sealed()) == body.replacing("\\u00e9", with: "é"))
    var fields = try JSONFields(locked)
    #expect(try fields.get("a", String.self) == "x")
    #expect(try text(fields.secret("a")) == "x")
    #expect(throws: WireMalformed.self) { try fields.secret("b") }
    let object = fields.value("d")
    var inner = try JSONFields(try #require(object))
    #expect(try inner.get("e", Int.self) == -7)
    #expect(throws: WireMalformed("e", "must be a string")) { try inner.secret("e") }
    #expect(throws: WireMalformed("e", "must be a string")) { try inner.get("e", String.self) }
  }

  @Test func controlCharactersHaveTheirShortEscapes() throws {
    let text = "\u{8}\u{c}\n\r\t\u{1f}\"\\"
    let json = #""\b\f\n\r\t\u001f\"\\""#
    #expect(String(decoding: JSONWriter.bytes(text), as: UTF8.self) == json)
    #expect(JSON.string(text).openBytes == JSONWriter.bytes(text))
    let list = try JSON.read(.plain(Array("[\(json)]".utf8)))
    #expect(try [String](json: list) == [text])
  }

  /// A secret in a body that is not locked has been in ordinary memory, so it is refused.
  @Test func secretsAreReadFromLockedMemoryOnly() {
    #expect(throws: WireMalformed("pin", "must be a string")) {
      try GetPin.decode(.plain(Array(#"{"pin":"4711"}"#.utf8)))
    }
  }

  @Test func aWipedBodyIsEmpty() throws {
    let body = secret(#"{"a":"x","b":1}"#)
    var fields = try JSONFields(try JSON.read(.secret(body)))
    body.wipe()
    #expect(try fields.get("a", String.self).isEmpty)
    #expect(throws: WireMalformed.self) { try fields.get("b", Int.self) }
  }

  /// Faults in locked bodies are found in the same places as in others.
  @Test(arguments: [
    #"{"a":"\x"}"#, #"{"a":"\ud800"}"#, "{\"a\":\"\u{1}\"}", #"{"a":01}"#, #"{"a":1.}"#,
  ])
  func faultsOfLockedBodies(_ body: String) {
    #expect(throws: WireMalformed.self) { try JSON.read(.plain(Array(body.utf8))) }
    #expect(throws: WireMalformed.self) { try JSON.read(.secret(secret(body))) }
  }

  @Test func badUTF8OfLockedBodies() {
    let body = Secret(capacity: 8)
    for byte: UInt8 in [0x5b, 0x22, 0xff, 0x22, 0x5d] { body.append(byte) }
    #expect(throws: WireMalformed.self) { try JSON.read(.secret(body)) }
  }
}
