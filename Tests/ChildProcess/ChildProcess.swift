package import Foundation
import Glibc

/// A program that a test runs, with the interface of Foundation's `Process`.
///
/// Foundation's own reads past the end of a buffer when it lists the open descriptors
/// (swift-corelibs-foundation #5472, in Swift 6.3.1), and tests that have over a thousand
/// connections open crashed in it.
///
/// Not thread-safe.
package final class ChildProcess {
  package struct Failure: Error {
    let what: String
    let number: Int32
  }

  package var executableURL: URL?
  package var arguments: [String] = []
  /// nil: that of the tests.
  package var environment: [String: String]?
  /// nil: that of the tests.
  package var currentDirectoryURL: URL?
  /// A `Pipe` or a `FileHandle`; nil: that of the tests.
  package var standardInput: Any?
  package var standardOutput: Any?
  package var standardError: Any?
  /// 0 before `run`.
  package private(set) var processIdentifier: pid_t = 0
  private var status: Int32?

  package init() {}

  /// - Throws: `Failure` if the program cannot be started.
  package func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file, isRead) in [
      (STDIN_FILENO, standardInput, true), (STDOUT_FILENO, standardOutput, false),
      (STDERR_FILENO, standardError, false),
    ] {
      guard let descriptor = Self.descriptor(file, isRead: isRead) else { continue }
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    addCloseFrom(&actions, STDERR_FILENO + 1)
    if let folder = currentDirectoryURL?.path {
      addChangeFolder(&actions, folder)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    guard let path = executableURL?.path else { throw Failure(what: "no program", number: 0) }
    let words = [path] + arguments
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    let result = Self.withCStrings(words) { words in
      Self.withCStrings(variables) { variables in
        posix_spawn(&processIdentifier, path, &actions, &attributes, words, variables)
      }
    }
    guard result == 0 else { throw Failure(what: path, number: result) }
    // The child has its ends of the pipes; ours would keep it from seeing the end.
    (standardInput as? Pipe)?.fileHandleForReading.closeFile()
    (standardOutput as? Pipe)?.fileHandleForWriting.closeFile()
    if standardError as AnyObject? !== standardOutput as AnyObject? {
      (standardError as? Pipe)?.fileHandleForWriting.closeFile()
    }
  }

  package func waitUntilExit() {
    guard status == nil, processIdentifier > 0 else { return }
    var status: Int32 = 0
    while waitpid(processIdentifier, &status, 0) < 0 && errno == EINTR {}
    self.status = status
  }

  /// After the end: what the program ended with, or the signal that ended it.
  package var terminationStatus: Int32 {
    guard let status else { return -1 }
    return status & 0x7f == 0 ? status >> 8 & 0xff : status & 0x7f
  }

  /// Runs a program that is looked for in the path, and waits for its end.
  ///
  /// - Parameters:
  ///   - input: What it can read; nil: what the tests can.
  ///   - merges: Whether what it writes to standard error is in the output; otherwise it is lost.
  /// - Returns: Its status and what it has written.
  package static func run(
    _ words: [String], in folder: URL? = nil, input: String? = nil, merges: Bool = false
  ) throws -> (status: Int32, output: String) {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    let (given, output) = (Pipe(), Pipe())
    if input != nil { process.standardInput = given }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    if merges { process.standardError = output }
    try process.run()
    if let input {
      try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try given.fileHandleForWriting.close()
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private static func descriptor(_ file: Any?, isRead: Bool) -> Int32? {
    if let pipe = file as? Pipe {
      return (isRead ? pipe.fileHandleForReading : pipe.fileHandleForWriting).fileDescriptor
    }
    return (file as? FileHandle)?.fileDescriptor
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

// glibc's extensions, which its module for Swift does not show.

@_silgen_name("posix_spawn_file_actions_addclosefrom_np") @discardableResult
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: Int32
) -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np") @discardableResult
private func addChangeFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32
