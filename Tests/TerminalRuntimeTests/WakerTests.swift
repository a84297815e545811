import Glibc
import Testing

@testable import TerminalRuntime

@Suite struct WakerTests {
  private func isReady(_ waker: Waker) -> Bool {
    var entry = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  @Test func severalWakesCountAsOne() async {
    let waker = Waker()
    #expect(!isReady(waker))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { waker.wake() } }
    }
    #expect(isReady(waker))
    waker.clear()
    #expect(!isReady(waker))
    waker.clear()
  }

  @Test func timeNeverGoesBack() {
    let first = Monotonic.now()
    #expect(Monotonic.now() >= first)
  }
}
