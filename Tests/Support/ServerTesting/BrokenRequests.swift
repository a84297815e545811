import Glibc
import Secrets
import Testing
import WalletAPI

/// Valid requests with random changes, in the same order for the same seed.
struct BrokenRequests {
  /// `WALLETUI_SEED` gives another seed.
  let seed = getenv("WALLETUI_SEED").flatMap { UInt64(String(cString: $0)) } ?? 19
  private var dice: Dice
  private let valid: [[UInt8]]
  private var sent = 0

  init(_ served: InProcessServer, _ token: Secret) throws {
    dice = Dice(state: seed | 1)
    valid = try Self.seeds(token, Belongings(served, token, key: "own-change"))
  }

  /// Sends this many at the same time, and checks each answer. Returns how often each status came.
  mutating func send(_ count: Int, to served: InProcessServer) throws -> [Int: Int] {
    var seen: [Int: Int] = [:]
    let requests = (0..<count).map { _ in Self.mutated(valid, &dice) }
    let sockets = try requests.map { request in
      let socket = try served.connected(request)
      shutdown(socket, Int32(SHUT_WR))
      return socket
    }
    let end = Array("\r\n\r\n".utf8)
    let isComplete = requests.map { $0.firstRange(of: end) != nil }
    for number in requests.indices.sorted(by: { isComplete[$0] && !isComplete[$1] }) {
      let socket = sockets[number]
      // Some clients do not wait for the answer.
      if dice.next() % 8 > 0 {
        // A head without an end may have an answer by now, or the server waits for the rest of it.
        let answer = served.everything(socket, waits: isComplete[number])
        let request = String(decoding: requests[number], as: UTF8.self)
        let what = "\(sent + number) of seed \(seed): \(request)"
        #expect(!answer.contains("<html"), "\(what)")
        for status in Self.statuses(answer) {
          seen[status, default: 0] += 1
          #expect(
            status < 500 || status == 503 || status == 505, "\(status) at \(what)")
        }
      }
      close(socket)
    }
    sent += count
    #expect(try text(served.send("GET", "/healthz").body) == "ok\n")
    return seen
  }

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

  private static func seeds(_ token: Secret, _ own: Belongings) throws -> [[UInt8]] {
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
  static func statuses(_ answer: String) -> [Int] {
    answer.ranges(of: "HTTP/1.").compactMap { Int(answer[$0.upperBound...].dropFirst(2).prefix(3)) }
  }
}
