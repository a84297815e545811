import Foundation
import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel

/// Each answer that docs/openapi.json allows must be read, and no answer may end the program
/// (`Tests/Answers/answers.py`).
struct ContractTests {
  /// Members that our server always sends but that a client does not need. All other required
  /// members are needed (docs/decisions/required-members.md).
  private static let spared: [String: Set<String>] = [
    "GET_CARD": [
      "expiry", "lastFour", "bin", "customerId", "cardType", "programName", "currency",
      "createdDate", "accountId", "scheme", "holderName", "alias", "statusDate", "version",
      "isPinSet", "deliveryAddress.address1", "deliveryAddress.city",
      "deliveryAddress.countryCode", "deliveryAddress.postalCode",
    ],
    "LIST_CARDS": ["meta.limit", "meta.page"],
    "SHOW_DETAILS": ["expiry", "cardHolderName"],
    "GET_ACCOUNT": ["id", "customerId"],
    "GET_PROFILE": ["name", "mobile", "email", "market"],
    "UPDATE_TOKENIZATION": ["walletType", "status"],
    "TOKENIZE": [
      "activationData", "cardNetwork", "tokenProvider", "customer", "customer.name",
      "cardLastDigits",
    ],
    "CREATE_CHALLENGE": ["authenticationMode", "attemptsLeft", "resendTime"],
    "GET_TOKEN": ["expires_in", "token_type", "scope"],
    "ERROR": ["error.message", "error.details", "error.fieldErrors"],
  ]

  @Test func everyAllowedAnswerIsRead() throws {
    var counts: [String: Int] = [:]
    var refused: [String] = []
    for line in try Answers.lines() {
      let answer = try Answer(line)
      counts[answer.kind, default: 0] += 1
      guard let read = Readers.all[answer.operation] else {
        Issue.record("nobody reads \(answer.operation)")
        break
      }
      let what = "\(answer.operation) \(answer.kind) \(answer.member)"
      do {
        try read(answer.body)
      } catch {
        let isSpared =
          answer.kind == "without" && Self.spared[answer.operation]?.contains(answer.member) == true
        // An unknown word of another server must not be interpreted as one of the two known ones.
        let isDoubt = answer.operation == "SETTLE_CHANGE" && answer.kind == "word"
        guard !isDoubt && answer.allowed || isSpared else { continue }
        refused.append("\(what): \(error): \(text(answer.body).prefix(300))")
      }
    }
    #expect(refused.isEmpty, "\(refused.count): \(refused.prefix(20).joined(separator: "\n"))")
    // The generator makes answers of all kinds, and many of them.
    #expect(counts.count == 13 && counts.values.reduce(0, +) > 5000, "\(counts)")
  }

  /// An unreadable record hides no other, and is shown.
  @Test func anUnreadableRecordHidesNoOther() throws {
    for broken in ["{}", "7", "null", "[]", #"{"cardId":7}"#] {
      func list(_ name: String, _ good: String) -> WireBody {
        .plain(Array(#"{"\#(name)":[\#(good),\#(broken),\#(good)],\#(Self.meta)}"#.utf8))
      }
      let cards = try ListCards.decode(list("cards", #"{"cardId":"c","status":"ACTIVE"}"#))
      #expect(cards.cards.count == 2)
      #expect(cards.damaged == [DamagedRecord(id: CardID(""), position: 1)])
      let payments = try ListAllTransactions.decode(list("transactions", Self.payment))
      #expect(payments.transactions.map(\.isDamaged) == [false, true, false])
      let programs = try GetPrograms.decode(list("programs", #"{"name":"P"}"#))
      #expect(programs.map(\.isDamaged) == [false, true, false])
      let rates = try ListRates.decode(list("rates", #"{"currency":"EUR","perEuro":1}"#))
      #expect(rates.map(\.isDamaged) == [false, true, false])
      let messages = try ListPhoneMessages.decode(list("messages", Self.message))
      #expect(messages.map(\.isDamaged) == [false, true, false])
      let card = try GetCard.decode(
        .plain(
          Array(
            #"{"cardId":"c","status":"S","tokenizations":[{"dpanRef":"d"},\#(broken)]}"#.utf8)))
      #expect(card.tokenizations?.map(\.isDamaged) == [false, true])
    }
    // The readable parts of it are shown.
    let body = Array(#"{"cards":[{"cardId":"c"}],\#(Self.meta)}"#.utf8)
    #expect(try ListCards.decode(.plain(body)).damaged.map(\.id) == [CardID("c")])
  }

  private static let meta = #""meta":{"numberOfRecords":3}"#
  private static let payment = #"""
    {"id":"t","type":"PENDING","transactedAt":"2026-03-03T12:41:07Z",
    "billedAmount":{"amount":1,"currencyCode":"EUR"}}
    """#
  private static let message = #"""
    {"id":"m","channel":"SMS","sender":"s","time":"2026-03-03T12:41:07Z","text":"t"}
    """#

  /// Each record has a position without a gap, whatever positions the server sends.
  @Test(arguments: [
    ([Int](), [2]), ([0], [0, 3]), ([3], [2, 3]), ([9, 0, 0], [0, 3, 4, 5]),
    ([-1, .max], [0, 3, 4]), ([4, 5, 6, 7], [2, 3, 4, 5, 6]),
  ])
  func placesOfDamagedCards(_ told: [Int], _ expected: [Int]) throws {
    let damaged = told.map { #"{"id":"d","position":\#($0 < 0 ? 0 : min($0, 1 << 40))}"# }
    let good = #"{"cardId":"c","status":"ACTIVE"}"#
    let body = #"""
      {"cards":[\#(good),\#(good),7],"damaged":[\#(damaged.joined(separator: ","))],\#(Self.meta)}
      """#
    for offset in [0, 40] {
      let list = try ListCards(CardQuery(offset: offset)).answer(
        in: .plain(Array(body.utf8)))
      #expect(list.cards.count == 2 && list.damaged.count == told.count + 1)
      let places = list.damaged.map(\.position).sorted()
      #expect(Set(places).count == places.count)
      #expect(places.allSatisfy { (offset..<offset + 2 + places.count).contains($0) })
      if offset == 0 { #expect(places == expected, "\(told)") }
    }
  }

  /// Unknown words are kept, and nothing that depends on them is offered.
  @Test func unknownWordsAreKept() throws {
    let sample = #"""
      {"cardId":"c","status":"FROZEN","cardType":"METAL","scheme":"AMEX",
      "availableActions":[{"action":"GILD"},{"action":"LOCK"}]}
      """#
    let card = try GetCard.decode(.plain(Array(sample.utf8)))
    #expect(card.status == .other("FROZEN") && card.cardType == .other("METAL"))
    #expect(card.scheme == .other("AMEX"))
    #expect(card.availableActions?.map(\.action) == [.other("GILD"), .lock])
    #expect(card.possibleActions.isEmpty)
    let again = text(GetCard.encode(card))
    for word in ["FROZEN", "METAL", "AMEX", "GILD"] { #expect(again.contains("\"\(word)\"")) }
    // Missing members are not invented.
    for name in ["expiry", "createdDate", "statusDate"] { #expect(!again.contains(name)) }
  }
}

/// The reader of each answer. Secrets are read into locked memory, like those of our server.
enum Readers {
  typealias Read = @Sendable (WireBody) throws -> Void

  /// A longer secret answer is not accepted from the network.
  private static let mostSecret = 32 << 10

  private static func add<O: WalletOperation>(_ type: O.Type, _ all: inout [String: Read]) {
    all[O.contract.name] = { body in
      guard O.answersSecrets else {
        _ = try O.decode(body)
        return
      }
      if let body = secretly(body) { _ = try O.decode(body) }
    }
  }

  private static func secretly(_ body: WireBody) -> WireBody? {
    body.withBytes { $0.count <= mostSecret ? .secret(Secret(copying: $0)) : nil }
  }

  static let all: [String: Read] = {
    var all: [String: Read] = [:]
    for route in WireRoute.all { add(route.operation, &all) }
    all["GET_TOKEN"] = { if let body = secretly($0) { _ = try TokenResponse(body) } }
    all["ERROR"] = readError
    all["SCA"] = readDetails
    for name in ["cards", "added", "damage"] {
      all["NEWS-" + name.uppercased()] = { try readNews(name, $0) }
    }
    return all
  }()

  private static func readError(_ body: WireBody) throws {
    for status in [400, 401, 404, 409, 429, 500, 503] {
      let error = WalletError(wire: WireResponse(status, body: body))
      #expect(error.retryAfter.map { (0...86_400).contains($0) } ?? true)
    }
    _ = try WalletError(json: try JSON.read(body))
  }

  private static func readDetails(_ body: WireBody) throws {
    let details = Base64.encode(body.withBytes { Array($0) })
    let header = WireField("WWW-Authenticate", "SCA auth-param1=\"\(details)\"")
    let error = WalletError(wire: WireResponse(401, headers: [header]))
    if error.scaEvent == nil { throw WireMalformed("scaDetails", "is not read") }
  }

  private static func readNews(_ name: String, _ body: WireBody) throws {
    let data = body.withBytes { String(decoding: $0, as: UTF8.self) }
    if WireNews(name: name, data: data).event == nil { throw WireMalformed("", "says nothing") }
  }
}

/// One answer of the generator.
struct Answer {
  let operation: String
  let kind: String
  let member: String
  let allowed: Bool
  let body: WireBody

  /// The length of a long text, and its placeholder.
  private static let long = (
    count: Effort.pick(short: 1 << 14, long: 1 << 17, torture: 1 << 20), placeholder: "A-LONG-TEXT"
  )

  init(_ line: ArraySlice<UInt8>) throws {
    var fields = try JSONFields(try line.withUnsafeBytes { try JSON.parse($0) })
    operation = try fields.get("operation")
    kind = try fields.get("kind")
    member = try fields.get("member")
    allowed = try fields.get("allowed")
    var bytes = Array(try fields.get("body", String.self).utf8)
    if kind == "long", let place = bytes.firstRange(of: Array(Self.long.placeholder.utf8)) {
      bytes.replaceSubrange(place, with: repeatElement(0x78, count: Self.long.count))
    }
    body = .plain(bytes)
  }
}

/// Runs the generator.
enum Answers {
  /// Complete answers, each as the contract describes it.
  static let whole = Result { try lines("whole") }

  /// - Parameter kind: nil: all kinds.
  static func lines(_ kind: String? = nil) throws -> [ArraySlice<UInt8>] {
    let tests = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "python3", tests.appendingPathComponent("Answers/answers.py").path, "--long", "0",
      ] + (kind.map { ["--kind", $0] } ?? [])
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return bytes.split(separator: 0x0a)
  }
}
