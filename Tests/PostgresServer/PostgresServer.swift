import ChildProcess
import Foundation
import Glibc
package import PostgresLedger
import Synchronization

/// A PostgreSQL server of the tests' own, which ends with the process that started it.
package final class PostgresServer: @unchecked Sendable {
  /// Started when it is first used. It does not write to the disk, so that many databases are fast.
  package static let shared: Result<PostgresServer, any Error> = Result {
    try PostgresServer(["fsync=off", "full_page_writes=off"])
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The folder of its socket.
  package let folder: String
  private let process = ChildProcess()
  /// Closed with the process: that ends the server.
  private let input = Pipe()
  private let count = Atomic(0)

  /// - Parameters:
  ///   - settings: `name=value`.
  ///   - kept: A folder of the caller's, in which an earlier server may have left its data; nil: a
  ///     new one, which is removed at the end.
  package init(_ settings: [String] = [], in kept: String? = nil) throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Cluster/postgres")
    process.arguments = (kept.map { ["--in", $0] } ?? []) + settings
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    folder = String(decoding: line, as: UTF8.self)
    guard folder.hasPrefix("/") else { throw Failure(description: "PostgreSQL didn't start") }
  }

  package func stop() {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }

  /// Kills all of its processes at once, as if the machine had stopped, and waits until they are
  /// gone.
  package func kill() throws {
    let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    guard let main = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw Failure(description: "PostgreSQL has no process")
    }
    // Stopped, so that it starts no others meanwhile.
    Glibc.kill(main, SIGSTOP)
    let children = try String(
      contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
    let all = [main] + children.split(separator: " ").compactMap { pid_t($0) }
    for process in all { Glibc.kill(process, SIGKILL) }
    // The script waits for the main process when its input ends.
    stop()
    while all.contains(where: Self.isAlive) { usleep(1000) }
  }

  /// False: there is no such process, or nobody has asked how it ended yet.
  private static func isAlive(_ process: pid_t) -> Bool {
    let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
    return words.map { !$0.isEmpty } ?? false
  }

  /// The address of a database.
  package func address(_ name: String = "postgres") -> String {
    "postgresql:///\(name)?host=\(folder)&user=walletd"
  }

  /// Makes an empty database, or a copy of one that nobody uses.
  package func newDatabase(like template: String = "template1") throws -> DatabaseAddress {
    let name = "test\(count.add(1, ordering: .relaxed).newValue)"
    try run("CREATE DATABASE \(name) TEMPLATE \(template)")
    return try DatabaseAddress(address(name))
  }

  /// Runs SQL as the superuser.
  ///
  /// - Returns: The rows, with `|` between the columns.
  @discardableResult
  package func run(_ sql: String, in database: String = "postgres") throws -> String {
    let psql = ChildProcess()
    let (output, errors) = (Pipe(), Pipe())
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/psql")
    psql.arguments = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", address(database), "-c", sql]
    psql.standardOutput = output
    psql.standardError = errors
    try psql.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    psql.waitUntilExit()
    guard psql.terminationStatus == 0 else {
      throw Failure(description: String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
