import Foundation
import Testing

/// A vault whose payments and cards are watched.
struct TestWatch {
  let shop: TestShop

  init() throws { shop = try TestShop() }

  /// Unblocks all signals, which programs inherit from the thread that starts them.
  private static let unblocked = [
    "/usr/bin/python3", "-c",
    """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
    """,
  ]

  /// Returns when what is there has been read.
  func start(_ more: [String] = [], environment: [String: String] = [:]) throws
    -> Binary.Running
  {
    let running = try Binary.start(
      ["watch"] + more + shop.vault.options, environment: environment, through: Self.unblocked)
    let ready = try LineReader(running.err.fileHandleForReading).next()
    #expect(ready.contains("6"), "\(ready)")
    return running
  }

  /// The line about a payment.
  func line(_ more: [String]) throws -> Run {
    let running = try start(more)
    defer { try? running.stop() }
    #expect(try shop.authorize([]).status == 0)
    let line = try LineReader(running.out.fileHandleForReading).next()
    return Run(status: 0, out: line + "\n", err: "")
  }
}
