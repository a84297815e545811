import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Bad input gets a clear problem object and the right status, and nothing is half done.
struct BadInputTests {
  @Test(arguments: ["limit=1&offset=9223372036854775807", "limit=1000&offset=9223372036854775807"])
  func hugeOffsetsAreOfNoHarm(_ query: String) throws {
    let served = try Served()
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let answer = try served.send(
      WireRequest(.get, "/profile/prepaid/cards?" + query), token)
    #expect(answer.status == 200)
    #expect(try CardList(json: JSON.read(answer.body)).cards.isEmpty)
  }
}
