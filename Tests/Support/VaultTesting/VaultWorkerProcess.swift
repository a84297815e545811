import Glibc
import Synchronization

/// A `vaultworker` process. It ends with this value.
final class VaultWorkerProcess: Sendable {
  static let strace = "/usr/bin/strace"

  let id: pid_t
  private let output: Int32
  private let hasEnded = Mutex(false)

  /// - Parameters:
  ///   - memory: The most bytes of its address space; nil: no limit.
  ///   - traced: The file to which its calls of files are written; nil: none.
  ///   - killedAt: It is killed at the call with this number, from 1 on, of those that change
  ///     files; nil: it is not.
  ///   - injected: What happens in some calls, as strace names it: `renameat2:error=EINVAL`.
  init?(
    _ arguments: [String], memory: Int? = nil, traced: String? = nil, killedAt: Int? = nil,
    injected: [String] = []
  ) {
    // The program is next to the test bundle.
    guard let real = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(real) }
    let own = String(cString: real)
    // `swift test` runs the bundle through a helper of the toolchain in some versions.
    let beside = own.split(separator: "/").dropLast().joined(separator: "/")
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let besideBundle = bundle.split(separator: "/").dropLast().joined(separator: "/")
    let candidates = ["/\(beside)/vaultworker", "/\(besideBundle)/vaultworker"]
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }

    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let limit = memory.map { ["/usr/bin/prlimit", "--as=\($0)"] } ?? []
    let files =
      "openat,close,write,writev,pwrite64,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,"
      + "unlink,unlinkat,rename,renameat2"
    let trace =
      traced.map {
        [Self.strace, "-qq", "-xx", "-s", "1000000", "-e", "trace=" + files, "-o", $0]
      } ?? []
    let calls =
      "pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2"
    let end =
      killedAt.map {
        [
          Self.strace, "-qqq", "-f", "-o", "/dev/null",
          "--inject=\(calls):signal=SIGKILL:when=\($0)",
        ]
      } ?? []
    let injection: [String] =
      injected.isEmpty
      ? []
      : [Self.strace, "-qqq", "-f", "-o", "/dev/null"]
        + injected.map { "--inject=" + $0 }
    let words = limit + trace + end + injection + [path] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, words[0], &actions, nil, &argv, environ)
    close(ends[1])
    guard result == 0 else {
      close(ends[0])
      return nil
    }
    id = child
    output = ends[0]
  }

  deinit {
    close(output)
    if !hasEnded.withLock(\.self) {
      kill()
      waitpid(id, nil, 0)
    }
  }

  /// The next line; nil: the output has ended.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      if byte == 0x0a { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  func kill() { _ = Glibc.kill(id, SIGKILL) }

  /// The remaining lines and the exit status.
  func wait() -> (lines: [String], status: Int32) {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    hasEnded.withLock { $0 = true }
    return (lines, status)
  }
}
