import Glibc
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Many requests at once over HTTP.
extension InProcessServer {
  static func forManyRequests() throws -> InProcessServer {
    try InProcessServer {
      $0.burst = 1_000_000
      $0.connectionsPerAddress = 1024
    }
  }

  /// Sends all requests at the same moment, each on its own connection, and returns their statuses
  /// and bodies. Everything except the last byte is sent first.
  func burst(_ requests: [[UInt8]]) throws -> [(Int, String)] {
    // Earlier connections count until the server has noticed their end.
    try waitUntilAlone()
    let sockets = try requests.map { try connected($0.dropLast()) }
    defer { for socket in sockets { close(socket) } }
    for (socket, request) in zip(sockets, requests) {
      _ = withUnsafeBytes(of: request[request.count - 1]) {
        Glibc.send(socket, $0.baseAddress, 1, Int32(MSG_NOSIGNAL))
      }
    }
    return try sockets.map { socket in
      let answer = everything(socket)
      let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      let body = answer.firstRange(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) }
      return (try #require(status, "\(answer)"), body ?? "")
    }
  }

  /// Orders a card several times at once with one key: all get the same answer, and there is one
  /// more card.
  func checkOneKey(_ count: Int, _ token: Secret) throws {
    let order = CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR", alias: "One")
    let request = bytes(CreateCard(order), token) { $0.idempotencyKey = "k" }
    let answers = try burst(Array(repeating: request, count: count))
    #expect(Set(answers.map(\.0)) == [201])
    #expect(Set(answers.map(\.1)).count == 1)
    #expect(try perform(ListCards(CardQuery()), token).cards.count == 7)
  }
}
