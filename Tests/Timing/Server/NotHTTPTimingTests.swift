import Glibc
import Testing
import Waiting
import WalletAPI

@testable import ServerTesting
@testable import WalletServer

/// Unfinished input that libmicrohttpd refuses by itself.
struct NotHTTPTimingTests {
  /// An unfinished line is not wrong, so it gets no answer.
  @Test(arguments: ["stop", "end", "silence"], [false, true])
  func anUnfinishedRequestGetsNoAnswerHoweverItEnds(_ how: String, _ hasHead: Bool) throws {
    let served = try InProcessServer { $0.silenceSeconds = patience }
    let head =
      "POST \(Wire.base)/profile/prepaid/cards HTTP/1.1\r\nHost: x\r\n"
      + "Content-Length: 100\r\nAuthorization: Basic M4RK\r\n\r\n12345"
    let socket = try served.connected(Array((hasHead ? head : "GET /M4RK").utf8))
    defer { close(socket) }
    if hasHead { try wait(for: "the head") { served.server.status.inFlight == 1 } }
    #expect(send(socket, "6", 1, Int32(MSG_NOSIGNAL)) == 1)
    // There is no way to know when this was read.
    usleep(100_000)
    switch how {
    case "stop": served.server.stop(within: 1)
    case "end": shutdown(socket, Int32(SHUT_WR))
    default: break
    }
    #expect(served.everything(socket) == "")
    served.server.stop()
    #expect(!served.log.lines.contains { $0.contains("\"status\":400,") })
  }
}
