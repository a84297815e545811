import Conformance
import Glibc
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// Clients without access do not block those with access.
struct LimitsTests {
  /// A request with an unfinished body, after the server has read its head.
  private func unfinished(
    _ served: InProcessServer, _ path: String, _ authorization: WireField?, from address: String,
    length: Int = Wire.longestRequest, sent: Int = 1
  ) throws -> Int32 {
    let field = authorization.map { "\($0.name): \($0.value)\r\n" } ?? ""
    let head =
      "POST \(Wire.base + path) HTTP/1.1\r\nHost: x\r\n\(field)Expect: 100-continue\r\n"
      + "Content-Length: \(length)\r\n\r\n"
    let socket = try served.connected(Array(head.utf8), from: address)
    // The head was read.
    var answer = [UInt8](repeating: 0, count: 12)
    guard recv(socket, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count,
      String(decoding: answer, as: UTF8.self) == "HTTP/1.1 100"
    else { throw Failure() }
    let body = [UInt8](repeating: 0x61, count: sent)
    _ = Glibc.send(socket, body, sent, Int32(MSG_NOSIGNAL))
    return socket
  }

  private func change(_ served: InProcessServer, _ token: Secret, _ own: CardID) throws {
    let card = try served.perform(GetCard(own), token)
    let next: CardStatus = card.status == .active ? .locked : .active
    _ = try served.perform(SetCardStatus(own, next, reason: "Lost"), token)
  }

  @Test func unfinishedRequestsBlockNoOtherClients() throws {
    let (served, token) = try InProcessServer.signedIn()
    let cards = try served.perform(ListCards(CardQuery()), token).cards
    let card = try #require(cards.first { $0.status == .active })
    let boris = try served.signIn(as: "boris").accessToken
    let tokens = TokenRequest.path(brand: "demo")
    let orders = "/profile/prepaid/cards"
    let bearer = WireField("Authorization", "Bearer " + text(boris))
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    // Large bodies, and smaller ones for the remaining room.
    for length in Array(repeating: 8192, count: 10) + [2048, 2048, 2048, 1000, 500, 250, 100, 50] {
      func hold(
        _ path: String, _ authorization: WireField?, from address: String, _ length: Int
      ) throws {
        sockets.append(
          try unfinished(
            served, path, authorization, from: address, length: length, sent: length - 1))
      }
      // Requests without a sign-in, from this address.
      try hold(tokens, nil, from: "127.0.0.1", min(length, 2048))
      try hold(orders, nil, from: "127.0.0.1", length)
      // Requests of the client, from another address; and of one customer.
      try hold(tokens, InProcessServer.basic, from: "127.0.0.2", min(length, 2048))
      try hold(orders, bearer, from: "127.0.0.3", length)
    }
    // Control: there is no room left for that address.
    let form = TokenRequest(.password(user: "ana", password: secret("pass word&é"))).body
    let last = try served.connected(
      InProcessServer.bytes(
        "POST", Wire.base + tokens,
        [InProcessServer.basic, WireField("Content-Type", "application/x-www-form-urlencoded")],
        .secret(form)), from: "127.0.0.2")
    sockets.append(last)
    var status = [UInt8](repeating: 0, count: 12)
    #expect(recv(last, &status, status.count, Int32(MSG_WAITALL)) == status.count)
    #expect(String(decoding: status, as: UTF8.self) == "HTTP/1.1 503")
    #expect(throws: Never.self) { _ = try served.signIn() }
    #expect(throws: Never.self) { try change(served, token, card.id) }
  }

  @Test func aRevocationEndsTheStreamsOfTheSignIn() throws {
    // No heartbeat, so that every sign of life has another cause.
    let served = try InProcessServer { $0.heartbeatSeconds = 3600 }
    let first = try served.signIn()
    let second = try served.signIn()
    let stays = try served.signIn().accessToken
    let streams = try [first.accessToken, second.accessToken, stays].map {
      try Stream(served, $0)
    }
    for stream in streams { #expect(stream.reads(": walletd\n\n")) }
    try served.revoke(first.accessToken)
    #expect(streams[0].reads("\r\n0\r\n\r\n"))
    // A refresh token that is used twice.
    let refresh = try #require(second.refreshToken)
    let renewed = try served.renew(refresh)
    let renewedStream = try served.listen(renewed.accessToken)
    served.clock.advance(seconds: Sessions.graceSeconds + 1)
    #expect(throws: WalletError.self) { try served.renew(refresh) }
    #expect(streams[1].reads("\r\n0\r\n\r\n"))
    #expect(renewedStream.reads("\r\n0\r\n\r\n"))
    // The streams of others continue.
    #expect(served.server.events.listeners.count >= 1)
    served.server.events.listeners.sendHeartbeat { _ in true }
    #expect(streams[2].reads(": \n\n"))
    #expect(!streams[2].everything.contains("\r\n0\r\n\r\n"))
  }

  @Test func aPortBelongsToOneServer() throws {
    let served = try InProcessServer()
    let error = #expect(throws: WalletError.self) {
      try InProcessServer { $0.port = served.port }
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.english == "Can't listen on 127.0.0.1:\(served.port)")
    #expect(error?.details.map(\.english) == ["Address already in use"])
  }

  @Test func successfulSignInsAreNotCounted() throws {
    let served = try InProcessServer { $0.signIns = 3 }
    for _ in 0..<12 { _ = try served.signIn() }
    let wrong = TokenRequest(.password(user: "ana", password: secret("x")))
    for _ in 0..<3 {
      let error = #expect(throws: WalletError.self) { try served.token(wrong) }
      #expect(error?.code == .unauthorized)
    }
    let right = TokenRequest(.password(user: "ana", password: secret("pass word&é")))
    let error = #expect(throws: WalletError.self) { try served.token(right) }
    #expect(error?.code == .rateLimited)
    #expect(error?.message.english == "Too many sign-in attempts")
    // Another name's are its own.
    _ = try served.signIn(as: "boris")
  }

  /// Mistakes that count for an address.
  @Test(arguments: ["unknown names", "wrong clients", "renewals", "revocations"])
  func anAddressIsLimited(_ what: String) throws {
    let served = try InProcessServer { $0.signIns = 2 }
    let tokens = TokenRequest.path(brand: "demo")
    let basic = WireField("Authorization", "Basic eDp5")
    for number in 0..<20 {
      let answer =
        switch what {
        case "unknown names":
          try served.post(
            form: TokenRequest(.password(user: "u\(number)", password: secret("x"))).body,
            to: tokens)
        case "renewals":
          try served.post(
            form: TokenRequest(.refresh(secret(String(repeating: "a", count: 64)))).body,
            to: tokens)
        case "wrong clients":
          try served.post(
            form: TokenRequest(.refresh(secret("x"))).body, to: tokens, basic)
        default:
          try served.post(
            form: RevocationRequest(secret("x")).body,
            to: TokenRequest.revocationPath(brand: "demo"), basic)
        }
      let refused = ["unknown names", "renewals"].contains(what) ? 400 : 401
      #expect(answer.status == (number < 10 ? refused : 429), "\(number)")
      #expect((answer.header("Retry-After") != nil) == (number >= 10))
    }
  }

  @Test func theStreamsOfACustomerAreLimited() throws {
    let (served, token) = try InProcessServer.signedIn()
    let streams = try (0..<16).map { _ in try Stream(served, token) }
    for stream in streams { #expect(stream.reads(": walletd\n\n")) }
    #expect(try served.send(Routes.news, token).status == 429)
    _ = try served.listen(served.signIn(as: "boris").accessToken)
  }

  @Test func streamsCountAsRequests() throws {
    let (served, token) = try InProcessServer.signedIn { $0.burst = 2 }
    var query = Routes.news
    query.query = [WireField("a", "b")]
    #expect(try served.send(query, token).status == 400)
    _ = try served.listen(token)
    #expect(try served.send(Routes.news, token).status == 429)
  }

  @Test func fewPasswordsAreHashedAtTheSameTime() throws {
    let served = try InProcessServer()
    for _ in 0..<4 { #expect(served.server.tokens.hashing.acquire()) }
    let form = TokenRequest(.password(user: "ana", password: secret("pass word&é"))).body
    let answer = try served.post(form: form, to: TokenRequest.path(brand: "demo"))
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "1")
    served.server.tokens.hashing.release()
    for _ in 0..<5 { _ = try served.signIn() }
  }
}
