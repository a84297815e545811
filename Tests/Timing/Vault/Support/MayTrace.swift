import Foundation

@testable import VaultTesting

/// Whether one process may trace another one here: many containers forbid it.
let mayTrace: Bool = {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: VaultWorkerProcess.strace)
  process.arguments = ["-o", "/dev/null", "/bin/true"]
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}()
