import Testing
import WalletServer

@testable import ServerTesting

/// A proxy in front of walletd may see the end of a line, the end of a request or a host in another
/// place. So ambiguous requests are refused, and nothing after them is read (RFC 9112, 2.2, 3.2,
/// 5.2, 6). `FramingTimingTests` sends the bytes one by one.
struct FramingTests {
  @Test func ambiguousRequestsAreRefused() throws {
    try FramedRequests.checkRefused(by: InProcessServer { $0.silenceSeconds = 60 }, .atOnce)
  }

  @Test func validRequestsAreAnswered() throws {
    try FramedRequests.checkUnderstood(by: InProcessServer(), .atOnce)
  }

  @Test func requestsBeforeAnInvalidOneAreAnswered() throws {
    try FramedRequests.checkRefusedAfterValidOnes(
      by: InProcessServer { $0.silenceSeconds = 60 }, .atOnce)
  }

  /// Chunks that could end in another place: nothing after them is read.
  @Test(arguments: FramedRequests.chunks)
  func chunksAreReadToTheLetter(_ body: String) throws {
    let served = try InProcessServer { $0.silenceSeconds = 60 }
    let bytes = FramedRequests.post("Transfer-Encoding: chunked\r\n", body) + FramedRequests.next
    // The end of the stream ends a request that has no end.
    let answer = try served.rawWithEnd(Array(bytes.utf8))
    #expect(!FramedRequests.statuses(answer).contains(200), "\(body.debugDescription): \(answer)")
  }

  /// The library treats these as bodies without an end. They are not waited for.
  @Test(arguments: ["chunked ", "chunked\t", "gzip", "x, chunked", "chunked, chunked"])
  func anUnknownCodingEndsTheConnection(_ coding: String) throws {
    let served = try InProcessServer()
    let bytes = FramedRequests.post("Transfer-Encoding: \(coding)\r\n", "0\r\n\r\n")
    #expect(FramedRequests.statuses(try FramedRequests.answers(served, bytes)) == [411])
  }
}
