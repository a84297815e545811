import Testing
import Waiting
import WalletServer

@testable import ServerTesting

/// A proxy in front of walletd may see the end of a line, the end of a request or a host in another
/// place. So ambiguous requests are refused, and nothing after them is read (RFC 9112, 2.2, 3.2,
/// 5.2, 6). These clients are slow or do not end their requests.
struct FramingTimingTests {
  @Test func ambiguousRequestsAreRefusedWhenTheirBytesComeOneByOne() throws {
    let served = try InProcessServer { $0.silenceSeconds = 3 * patience }
    defer { served.server.stop() }
    for bytes in FramedRequests.refused {
      let answer = try FramedRequests.slowAnswers(served, bytes)
      #expect(
        FramedRequests.statuses(answer) == [400], "\(bytes.debugDescription): \(answer.prefix(60))")
      #expect(answer.contains("Connection: close\r\n"), "\(bytes.debugDescription)")
    }
    try served.waitUntilAlone()
  }

  @Test func validRequestsAreAnsweredWhenTheirBytesComeOneByOne() throws {
    let served = try InProcessServer()
    defer { served.server.stop() }
    for (bytes, status) in FramedRequests.understood where bytes.utf8.count < 1000 {
      let answer = try FramedRequests.slowAnswers(served, bytes)
      #expect(
        FramedRequests.statuses(answer) == [status, 200],
        "\(bytes.debugDescription): \(answer.prefix(60))")
    }
  }

  /// Invalid requests after valid ones on one connection: each valid one gets its answer, in order.
  @Test func requestsBeforeAnInvalidOneAreAnsweredWhenTheirBytesComeOneByOne() throws {
    let served = try InProcessServer { $0.silenceSeconds = 3 * patience }
    defer { served.server.stop() }
    for wrong in FramedRequests.someRefused {
      let answer = try FramedRequests.slowAnswers(served, FramedRequests.afterValidOnes(wrong))
      #expect(
        FramedRequests.statuses(answer) == [200, 401, 411, 400],
        "\(wrong.debugDescription): \(answer.prefix(60))")
    }
  }

  /// Chunks that could end in another place: nothing after them is read, and silence ends them.
  @Test(arguments: FramedRequests.chunks)
  func chunksAreReadToTheLetterUntilTheClientIsTooSilent(_ body: String) throws {
    let served = try InProcessServer { $0.silenceSeconds = patience }
    defer { served.server.stop() }
    let bytes = FramedRequests.post("Transfer-Encoding: chunked\r\n", body)
    let answer = try FramedRequests.answers(served, bytes)
    #expect(!FramedRequests.statuses(answer).contains(200), "\(body.debugDescription): \(answer)")
  }
}
