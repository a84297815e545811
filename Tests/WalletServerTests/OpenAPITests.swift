import FoundationEssentials
import Testing
import WalletAPI
import WalletModel
import WalletServer

struct OpenAPITests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/docs/openapi.json"

  /// `walletd --openapi > docs/openapi.json` brings it up to date.
  @Test func theDocumentIsUpToDate() throws {
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == OpenAPI.document)
  }

  /// What streams are refused with (`LimitsTests`, `AccessTests`); Schemathesis does not open any.
  @Test func theDocumentHasTheStatusesOfNews() throws {
    let path = try #require(OpenAPI.document.firstRange(of: "\n    \"/events\": {"))
    let rest = OpenAPI.document[path.upperBound...]
    let end = try #require(rest.firstRange(of: "\n    }"))
    for status in [200, 400, 401, 403, 405, 429, 503] {
      #expect(rest[..<end.lowerBound].contains("\n          \"\(status)\": {"), "\(status)")
    }
  }

  @Test func theDocumentIsWholeAndServed() throws {
    let document = OpenAPI.document
    #expect(!document.contains(": null"))
    for reference in document.split(separator: "#/components/schemas/").dropFirst() {
      let name = reference.prefix { $0 != "\"" }
      #expect(document.contains("\n      \"\(name)\": {"), "\(name)")
    }
    for route in WireRoute.all where route.descriptor.name != "SET_PIN" {
      #expect(document.contains("\"operationId\": \"\(route.descriptor.name)\""))
    }
    let served = try Served()
    defer { served.server.stop() }
    #expect(try text(served.send("GET", "/openapi.json").body) == document)
  }
}
