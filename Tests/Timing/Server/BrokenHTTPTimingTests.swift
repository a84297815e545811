import Testing
import Waiting
import WalletAPI
import WalletServer

@testable import ServerTesting

/// S19: with any input on the socket the server does not crash, answers with no 5xx except 503 (and
/// 505 to another version of HTTP), never answers with HTML, and answers the next request.
struct BrokenHTTPTimingTests {
  private static let cases = Effort.pick(long: 3000, torture: 100_000)

  @Test func theServerSurvivesThousandsOfMutatedRequests() throws {
    let (served, token) = try InProcessServer.signedIn {
      $0.burst = 1_000_000_000
      $0.signIns = 1_000_000
      $0.connectionsPerAddress = 1024
      $0.requestSeconds = 2 * patience
    }
    var requests = try BrokenRequests(served, token)
    var seen: [Int: Int] = [:]
    // Many at a time, because an incomplete request is waited for until its time limit.
    let batch = 250
    for _ in stride(from: 0, to: Self.cases, by: batch) {
      seen.merge(try requests.send(batch, to: served), uniquingKeysWith: +)
    }
    // Valid and invalid requests were both answered.
    #expect(seen.keys.contains(200) && seen.keys.contains(400) && seen.keys.contains(404))
    #expect(try text(served.send("GET", "/readyz").body) == "ready\n")
    #expect(try served.perform(GetProfile(), token).name == "ANA PETROVA")
  }
}
