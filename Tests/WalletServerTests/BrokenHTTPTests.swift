import Glibc
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// S19: with any input on the socket the server does not crash, answers with no 5xx except 503 (and
/// 505 to another version of HTTP), never answers with HTML, and answers the next request. The seed
/// is fixed; `WALLETUI_SEED` gives another one.
struct BrokenHTTPTests {
  private static let cases = getenv("WALLETUI_TORTURE") == nil ? 3000 : 100_000

  /// xorshift64*: the same cases for the same seed.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_f491_4f6c_dd1d
    }
  }

  private static func seeds(_ served: InProcessServer, _ token: Secret, _ own: Belongings) throws
    -> [[UInt8]]
  {
    let bearer = WireField("Authorization", "Bearer " + text(token))
    var seeds = try Routes.all(own).map { _, request in
      InProcessServer.bytes(
        request.method.rawValue, Wire.base + request.target, request.headers + [bearer],
        request.body)
    }
    let form = "grant_type=password&username=ana&password=x"
    seeds.append(
      InProcessServer.bytes(
        "POST", Wire.base + TokenRequest.path(brand: "demo"),
        [InProcessServer.basic, WireField("Content-Type", "application/x-www-form-urlencoded")],
        .secret(secret(form))))
    seeds += [
      "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
      "POST \(Wire.base)/profile/prepaid/cards HTTP/1.1\r\nHost: x\r\n"
        + "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
        + "5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n",
      "POST \(Wire.base)/profile/prepaid/cards HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /openapi.json HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n",
      "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    ].map { Array($0.utf8) }
    return seeds
  }

  private static let pieces: [[UInt8]] = [
    "\r\n", "\n", "\r", "\r\n\r\n", " ", "\t", ":", "\0", "%", "%00", "%zz", "?", "&", "=", "/",
    "//",
    "/../", "HTTP/9.9", "HTTP/1.0", "Content-Length: 0\r\n", "Content-Length: 1\r\n",
    "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
    "Content-Length: 8192\r\n",
    "Content-Length: 0x10\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n",
    "Host: y\r\n", "Authorization: \r\n", "Authorization: Bearer \r\n", "If-Match: *\r\n",
    "Connection: close\r\n", "Connection: upgrade\r\nUpgrade: h2c\r\n", "Expect: 100-continue\r\n",
    " folded\r\n", "ffffffffffffffff\r\n", "0\r\n\r\n", "{", "}", "[", "\"", "\\u0000", "\u{202e}",
  ].map { Array($0.utf8) }

  private static func mutated(_ seeds: [[UInt8]], _ dice: inout Dice) -> [UInt8] {
    var bytes = seeds.randomElement(using: &dice) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let at = Int.random(in: 0...bytes.count, using: &dice)
      switch Int.random(in: 0..<9, using: &dice) {
      case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &dice)
      case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int(dice.next() % 20)))
      case 2: bytes.removeSubrange(at...)
      case 3: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: at)
      case 4:
        let end = min(bytes.count, at + Int(dice.next() % 100))
        bytes.insert(contentsOf: bytes[at..<end], at: at)
      case 5: bytes += seeds.randomElement(using: &dice) ?? []
      case 6:
        let count = [200, 3000, 20_000][Int(dice.next() % 3)]
        bytes.insert(contentsOf: [UInt8](repeating: 0x61, count: count), at: at)
      case 7:
        // An additional header in the head.
        let end = bytes.firstRange(of: [0x0d, 0x0a])?.upperBound ?? at
        bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: end)
      default: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: at)
      }
    }
    return bytes
  }

  /// The statuses of the answers.
  private static func statuses(_ answer: String) -> [Int] {
    answer.ranges(of: "HTTP/1.").compactMap { Int(answer[$0.upperBound...].dropFirst(2).prefix(3)) }
  }

  @Test func theCheckFindsWhatItIsFor() {
    let answer = "HTTP/1.1 200 OK\r\n\r\nok\nHTTP/1.1 500 Internal Server Error\r\n\r\n"
    #expect(Self.statuses(answer) == [200, 500])
  }

  @Test func theServerSurvivesMutatedRequests() throws {
    let seed = getenv("WALLETUI_SEED").flatMap { UInt64(String(cString: $0)) } ?? 19
    let served = try InProcessServer {
      $0.burst = 1_000_000_000
      $0.signIns = 1_000_000
      $0.connectionsPerAddress = 1024
      $0.requestSeconds = 0.5
    }
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let own = try Belongings(served, token, key: "own-change")
    let seeds = try Self.seeds(served, token, own)
    var dice = Dice(state: seed | 1)
    var seen: [Int: Int] = [:]
    // Many at a time, because an incomplete request is waited for until its time limit.
    let batch = 250
    for start in stride(from: 0, to: Self.cases, by: batch) {
      let requests = (0..<batch).map { _ in Self.mutated(seeds, &dice) }
      let sockets = try requests.map { request in
        let socket = try served.connected(request)
        shutdown(socket, Int32(SHUT_WR))
        return socket
      }
      for (number, socket) in sockets.enumerated() {
        // Some clients do not wait for the answer.
        if dice.next() % 8 > 0 {
          let answer = served.everything(socket)
          let request = String(decoding: requests[number], as: UTF8.self)
          #expect(!answer.contains("<html"), "\(start + number) of seed \(seed): \(request)")
          for status in Self.statuses(answer) {
            seen[status, default: 0] += 1
            #expect(
              status < 500 || status == 503 || status == 505,
              "\(status) at \(start + number) of seed \(seed): \(request)")
          }
        }
        close(socket)
      }
      #expect(try text(served.send("GET", "/healthz").body) == "ok\n")
    }
    // Valid and invalid requests were both answered.
    #expect(seen.keys.contains(200) && seen.keys.contains(400) && seen.keys.contains(404))
    #expect(try text(served.send("GET", "/readyz").body) == "ready\n")
    #expect(try served.perform(GetProfile(), token).name == "ANA PETROVA")
  }
}
