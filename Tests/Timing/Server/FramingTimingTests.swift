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
    try FramedRequests.checkRefused(by: served, .oneByOne)
  }

  @Test func validRequestsAreAnsweredWhenTheirBytesComeOneByOne() throws {
    try FramedRequests.checkUnderstood(by: InProcessServer(), .oneByOne, upTo: 1000)
  }

  @Test func requestsBeforeAnInvalidOneAreAnsweredWhenTheirBytesComeOneByOne() throws {
    let served = try InProcessServer { $0.silenceSeconds = 3 * patience }
    try FramedRequests.checkRefusedAfterValidOnes(by: served, .oneByOne)
  }

  /// Chunks that could end in another place: nothing after them is read, and silence ends them.
  @Test(arguments: FramedRequests.chunks)
  func chunksAreReadToTheLetterUntilTheClientIsTooSilent(_ body: String) throws {
    let served = try InProcessServer { $0.silenceSeconds = patience }
    let bytes = FramedRequests.post("Transfer-Encoding: chunked\r\n", body)
    let answer = try FramedRequests.answers(served, bytes)
    #expect(!FramedRequests.statuses(answer).contains(200), "\(body.debugDescription): \(answer)")
  }
}
