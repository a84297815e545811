import Foundation

/// Whether one process may trace another one here: many containers forbid it.
package let mayTrace = succeeds(["/usr/bin/strace", "-o", "/dev/null", "/bin/true"])

/// Whether a command can be started here, and ends without an error.
package func succeeds(_ words: [String]) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: words[0])
  process.arguments = Array(words.dropFirst())
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
