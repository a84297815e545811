import Foundation
import Testing

@testable import CommandTesting

/// What `walletui doctor` finds as long as other programs leave it something.
struct DoctorTimingTests {
  /// Whether a program of this user can still watch files.
  private static let hasFreeWatch: Bool = {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }()

  @Test(.enabled(if: hasFreeWatch, "other programs of this user have all inotify instances"))
  func doctorReportsAvailableWatches() throws {
    let run = try Binary.run(["doctor"])
    #expect(run.out.contains("\nok    watching"), "\(run.out)")
    #expect(!run.out.contains("fs.inotify.max_user_instances"))
  }

  @Test func theClockOfAServerOnThisMachineIsTheSame() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let run = try Binary.run(["doctor"] + daemon.options)
    #expect(run.out.contains("\nok    server.clock"), "\(run.out)")
  }
}
