import Foundation
import Testing
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

struct OpenAPITests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/docs/openapi.json"

  /// `walletd --openapi > docs/openapi.json` brings it up to date.
  @Test func theDocumentIsUpToDate() throws {
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == OpenAPI.document)
  }

  /// The statuses of refused streams (`LimitsTests`, `AccessTests`). Schemathesis does not open
  /// streams.
  @Test func theDocumentHasTheStatusesOfEventStreams() throws {
    let path = try #require(OpenAPI.document.firstRange(of: "\n    \"/events\": {"))
    let rest = OpenAPI.document[path.upperBound...]
    let end = try #require(rest.firstRange(of: "\n    }"))
    for status in [200, 400, 401, 403, 405, 429, 503] {
      #expect(rest[..<end.lowerBound].contains("\n          \"\(status)\": {"), "\(status)")
    }
  }

  @Test func theDocumentIsCompleteAndServed() throws {
    let document = OpenAPI.document
    #expect(!document.contains(": null"))
    for reference in document.split(separator: "#/components/schemas/").dropFirst() {
      let name = reference.prefix { $0 != "\"" }
      #expect(document.contains("\n      \"\(name)\": {"), "\(name)")
    }
    // The document has a path and a method once, without the operations for a form of the body.
    for route in WireRoute.all where route.contract.bodyForm == nil {
      #expect(document.contains("\"operationId\": \"\(route.contract.name)\""))
    }
    let served = try InProcessServer()
    #expect(try text(served.send("GET", "/openapi.json").body) == document)
  }

  private struct Document: Decodable {
    struct Operation: Decodable {
      let parameters: [Parameter]?
    }
    struct Parameter: Decodable {
      struct Schema: Decodable {
        let pattern: String?
        let `default`: Int?
      }
      let name: String
      let schema: Schema
      private enum CodingKeys: CodingKey { case name, schema }
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        // Other defaults are not numbers.
        schema =
          (try? values.decode(Schema.self, forKey: .schema)) ?? Schema(pattern: nil, default: nil)
      }
    }
    let paths: [String: [String: Operation]]

    func schema(_ name: String, of method: String, _ path: String) throws -> Parameter.Schema {
      let all = try #require(paths[path]?[method]?.parameters)
      return try #require(all.first { $0.name == name }).schema
    }
  }

  private static func read() throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(OpenAPI.document.utf8))
  }

  /// The server refuses what the document's patterns refuse, and accepts what they allow.
  @Test(arguments: [
    ("Device-Key", "get", "/profile/prepaid/cards/{id}/details"),
    ("SCA-Authorization", "get", "/profile/prepaid/cards/{id}/details"),
    ("If-Match", "patch", "/profile/prepaid/cards/{id}"),
  ])
  func theDocumentHasThePatternsOfHeaders(_ name: String, _ method: String, _ path: String) throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let pattern = try #require(try Self.read().schema(name, of: method, path).pattern)
    let expression = try Regex(pattern)
    let key = Base64.encode([9] + [UInt8](repeating: 7, count: 31))
    let reference = ScaReference(
      eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o")
    ).header
    let values = [
      key, String(key.dropLast()), key + "=", "A" + key, String(key.dropFirst()),
      "*" + key.dropFirst(),
      reference, reference + "===", "%%", "a b", "", "=", "*", "\"1\"", "\"0\"", "1", "\"01\"",
      "\"+1\"", "\"\"", "W/\"1\"", "\"999999999999999\"", "\"9999999999999999\"",
    ]
    var (allowed, refused) = (0, 0)
    for value in values {
      var request = WireRequest(
        method == "get" ? .get : .patch, path.replacing("{id}", with: "\(card.id)"))
      request.headers = [WireField(name, value)]
      if method == "patch" {
        request.headers.append(WireField("Content-Type", "application/json"))
        request.body = .plain(Array("{\"status\":\"LOCKED\",\"statusReason\":\"x\"}".utf8))
      }
      let status = try served.send(request, token).status
      if try expression.wholeMatch(in: value) != nil {
        // The text inside a reference is checked elsewhere.
        #expect(status != 400 || name == "SCA-Authorization", "\(name): \(value)")
        allowed += 1
      } else {
        #expect([400, 428].contains(status), "\(name): \(value): \(status)")
        refused += 1
      }
    }
    #expect(allowed > 0 && refused > 0)
  }

  @Test func theDocumentHasTheLengthsOfPages() throws {
    let (served, token) = try InProcessServer.signedIn()
    let document = try Self.read()
    let cards = try document.schema("limit", of: "get", "/profile/prepaid/cards").default
    let answer = try served.send(WireRequest(.get, "/profile/prepaid/cards"), token)
    #expect(cards == 20 && text(answer.body).contains("\"limit\":20,"))
    let payments = try document.schema("limit", of: "get", "/profile/prepaid/transactions").default
    #expect(payments == TransactionQuery.defaultLimit)
  }

  /// As the document says.
  @Test func aRangeDoesNotEndBeforeItBegins() throws {
    let (served, token) = try InProcessServer.signedIn()
    let card = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    for path in ["", "/cards/\(card.id)"] {
      func status(_ start: String, _ end: String) throws -> Int {
        let query = "/transactions?startDate=\(start)T00:00:00Z&endDate=\(end)T00:00:00Z"
        return try served.send(WireRequest(.get, "/profile/prepaid" + path + query), token).status
      }
      #expect(try status("2026-03-02", "2026-03-01") == 400)
      #expect(try status("2026-03-01", "2026-03-01") == 200)
      #expect(try status("2026-03-01", "2026-03-02") == 200)
    }
    #expect(OpenAPI.document.contains("Not before startDate"))
  }
}
