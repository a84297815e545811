import ChildProcess
import Foundation
import Glibc
import PostgresLedger
import Testing

/// A session of psql that holds rows until it ends.
final class Holder {
  private let psql = ChildProcess()
  private let input = Pipe()

  /// Returns when the session holds the rows.
  init(_ address: DatabaseAddress, _ rows: String) throws {
    let output = Pipe()
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/psql")
    psql.arguments = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", address.text]
    psql.standardInput = input
    psql.standardOutput = output
    try psql.run()
    let command = "BEGIN; SELECT 'held' FROM customer WHERE \(rows) FOR UPDATE;\n"
    try input.fileHandleForWriting.write(contentsOf: Data(command.utf8))
    let answer = try output.fileHandleForReading.read(upToCount: 4)
    try #require(answer == Data("held".utf8))
  }

  /// Nothing moves it on, not even the end of its input.
  func stop() { kill(psql.processIdentifier, SIGSTOP) }

  func end() {
    kill(psql.processIdentifier, SIGCONT)
    input.fileHandleForWriting.closeFile()
    psql.waitUntilExit()
  }
}
