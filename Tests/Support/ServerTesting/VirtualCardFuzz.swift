import Glibc
import Secrets
import SeededGenerator
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Hostile metadata and filters over HTTP: each is answered as the rules say, and the card stays
/// readable.
struct VirtualCardFuzz {
  private let served: InProcessServer
  private let token: Secret
  private let card: String
  private let rounds: Int
  /// More texts than this must be accepted, and more refused.
  private let least: Int

  init(rounds: Int, least: Int) throws {
    (self.rounds, self.least) = (rounds, least)
    served = try InProcessServer { $0.burst = 1_000_000 }
    token = try served.signIn().accessToken
    card = try Belongings(served, token, key: "own-change").virtualCard
  }

  func checkMetadata() throws {
    var generator = SeededGenerator(seed: 36)
    var (accepted, refused) = (0, 0)
    for _ in 0..<rounds {
      let text = Self.json(&generator)
      let body = JSON.object([("metadata", .string(text))]).sealed()
      let answer = try served.send(
        WireRequest(
          .patch, "/simulator/virtual/cards/" + card,
          headers: [
            WireField("Content-Type", "application/json"), WireField("If-Match", "*"),
          ], body: .secret(body)), token)
      let what = "\(answer.status) \(text.prefix(200))"
      if VirtualCardRequest.metadataProblem(text) == nil {
        #expect(answer.status == 200, "\(what)")
        accepted += 1
      } else {
        // A body has an end, too.
        #expect(ErrorObject.problem(answer, [400, 413]) == nil, "\(what)")
        refused += 1
      }
    }
    #expect(accepted > least && refused > least, "\(accepted) \(refused)")
    let kept = try served.perform(GetVirtualCard(card), token)
    #expect(kept.id == card && kept.version > accepted && !kept.isDamaged)
  }

  func checkFilters() throws {
    var generator = SeededGenerator(seed: 18)
    var (accepted, refused) = (0, 0)
    for _ in 0..<rounds {
      let text = Self.filter(&generator)
      let answer = try served.send(
        WireRequest(.get, "/simulator/virtual/cards", query: [WireField("filter", text)]), token)
      let what = "\(answer.status) \(text.prefix(200))"
      if (try? CardFilter(parsing: text)) != nil {
        #expect(answer.status == 200, "\(what)")
        accepted += 1
      } else {
        #expect(ErrorObject.problem(answer, [400]) == nil, "\(what)")
        refused += 1
      }
    }
    #expect(accepted > least && refused > least, "\(accepted) \(refused)")
    #expect(try served.perform(ListVirtualCards(), token).cards.contains { $0.id == card })
  }

  /// Letters outside of ASCII, of two UTF-16 units, without a width, from right to left, and
  /// escapes: also half of a pair, and a zero.
  private static let texts = [
    "ж", "🂡", "\u{200b}", "\u{202e}", "e\u{301}", "\u{feff}", "\u{10ffff}", "\\ud83c\\udca1",
    "\\ud83c", "\\u0000", "\\\"", "\\u001b[2J", "\u{7f}", "\\x", "\"", "\u{85}",
  ]

  /// JSON with something hostile in it: deep, long, damaged.
  private static func json(_ generator: inout SeededGenerator) -> String {
    let depth = [0, 1, 5, 31, 32, 33, 100, 2_000].randomElement(using: &generator) ?? 0
    let length = [0, 1, 10, 300, 1_400, 2_990, 3_100, 7_000].randomElement(using: &generator) ?? 0
    let (open, close) =
      [("[", "]"), ("{\"a\":", "}"), ("[{\"\":", "}]")].randomElement(using: &generator)
      ?? ("[", "]")
    let letter = texts.randomElement(using: &generator) ?? ""
    let inner: String
    switch Int.random(in: 0...4, using: &generator) {
    case 0: inner = "\"" + String(repeating: letter, count: length / letter.utf8.count) + "\""
    case 1: inner = "\"" + letter + "\""
    case 2: inner = "-" + String(repeating: "9", count: min(length, 400) + 1)
    case 3:
      let odd = ["1e400", "1e-400", "-0", "01", "NaN", "nul"]
      inner = odd.randomElement(using: &generator) ?? ""
    default: inner = "{\"k\":1,\"k\":2,\"" + letter + "\":null}"
    }
    let nested = Bool.random(using: &generator) ? 0 : depth
    var text =
      String(repeating: open, count: nested) + inner + String(repeating: close, count: nested)
    if Int.random(in: 0...3, using: &generator) == 0 { text.removeLast() }
    return text
  }

  /// Words of the language in any order, with hostile values.
  private static func filter(_ generator: inout SeededGenerator) -> String {
    func value() -> String {
      let letter = texts.randomElement(using: &generator) ?? ""
      let count = [1, 1, 3, 900, 1_100].randomElement(using: &generator) ?? 1
      return Bool.random(using: &generator)
        ? "\"" + letter + "\"" : "\"" + String(repeating: "ж", count: count) + "\""
    }
    func comparison() -> String {
      let member = ["id", "state", "STATE", "pan"].randomElement(using: &generator) ?? ""
      let word =
        ["=", "!=", "<", "beginsWith", "contains", "between a and", "like"]
        .randomElement(using: &generator) ?? ""
      return "\(member) \(word) \(value())"
    }
    switch Int.random(in: 0...5, using: &generator) {
    case 0:
      let depth = [1, 31, 32, 33, 400].randomElement(using: &generator) ?? 1
      return String(repeating: "(", count: depth) + "id = a" + String(repeating: ")", count: depth)
    case 1:
      let count = [1, 63, 64, 65, 90].randomElement(using: &generator) ?? 1
      return Array(repeating: "id = a", count: count).joined(separator: " or ")
    case 2:
      let depth = Int.random(in: 1...40, using: &generator)
      return String(repeating: "not ", count: depth) + "id = a"
    case 3: return "id = " + value()
    case 4: return comparison() + " and " + comparison()
    default: return comparison()
    }
  }
}
