import Testing
import WalletAPI
import WalletServer

@testable import ServerTesting

/// S19: with any input on the socket the server does not crash, answers with no 5xx except 503 (and
/// 505 to another version of HTTP), never answers with HTML, and answers the next request.
struct BrokenHTTPTests {
  @Test func theCheckFindsWhatItIsFor() {
    let answer = "HTTP/1.1 200 OK\r\n\r\nok\nHTTP/1.1 500 Internal Server Error\r\n\r\n"
    #expect(BrokenRequests.statuses(answer) == [200, 500])
  }

  /// `BrokenHTTPTimingTests` sends thousands.
  @Test func theServerSurvivesSomeMutatedRequests() throws {
    // It ends the connections of requests that are never complete. Any answer to them is right.
    let (served, token) = try InProcessServer.signedIn { $0.silenceSeconds = 60 }
    var requests = try BrokenRequests(served, token)
    let seen = try requests.send(60, to: served)
    // Some were answered; the others may have failed.
    #expect(!seen.isEmpty)
    #expect(try text(served.send("GET", "/readyz").body) == "ready\n")
    #expect(try served.perform(GetProfile(), token).name == "ANA PETROVA")
  }
}
