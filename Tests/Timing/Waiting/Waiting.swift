import Glibc

/// How many times as long as usual the limits of tests are: `WALLETUI_PATIENCE`, or 1.
package let patience: Double = {
  guard let text = getenv("WALLETUI_PATIENCE").map({ String(cString: $0) }),
    let factor = Double(text), factor > 0
  else { return 1 }
  return factor
}()

/// A condition that a test waited for did not come true in time.
package struct WaitingEnded: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until `condition` is true.
///
/// This is the only wait of the tests that `make test` runs. Its limit ends a test that hangs; it is
/// no part of a verdict, so it is generous.
///
/// - Parameters:
///   - what: What is waited for, for the message of a failure.
///   - seconds: The limit in seconds, at least 60 in `make test`. It is multiplied by `patience`.
/// - Throws: `WaitingEnded` after the limit, or what `condition` throws.
package func wait(
  for what: @autoclosure () -> String, seconds: Double = 120, until condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + .seconds(seconds * patience)
  while try !condition() {
    guard ContinuousClock.now < end else { throw WaitingEnded(description: "in vain: \(what())") }
    usleep(1000)
  }
}

/// The same in a task, which lets other tasks run meanwhile.
package func eventually(
  _ what: @autoclosure () -> String, seconds: Double = 120, condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(seconds * patience)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw WaitingEnded(description: "in vain: \(what())") }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// Gives other threads a moment to write to a descriptor. No verdict may depend on it.
///
/// - Returns: Whether there is something to read.
package func waitBriefly(for descriptor: Int32) -> Bool {
  var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&ready, 1, 1) == 1
}
