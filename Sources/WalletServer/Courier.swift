import Threads
import Glibc
import Secrets

/// Runs the operator's program for one message.
enum Courier {
  /// Waits for its end, for `seconds` at most; then it is killed. What it prints goes nowhere: it
  /// may hold the code.
  ///
  /// - Parameter message: What it reads on standard input; shorter than a pipe holds.
  /// - Returns: Why it failed; nil: it ended with 0.
  static func run(_ program: String, _ message: Secret, seconds: Double) -> String? {
    var child = pid_t()
    let result = starting.withLock { _ in start(program, message, &child) }
    return result == 0 ? wait(for: child, seconds) : reason(result)
  }

  /// One at a time: a program must not get the pipe that another one is to read.
  private static let starting = Locked(())

  private static func start(_ program: String, _ message: Secret, _ child: inout pid_t) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return errno }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Written before anybody reads: it fits, and a program that does not read cannot stop us.
    let isWritten = message.withBytes { write(ends[1], $0.baseAddress, $0.count) == $0.count }
    close(ends[1])
    return isWritten ? start(program, reading: ends[0], &child) : EMSGSIZE
  }

  private static func start(_ program: String, reading input: Int32, _ child: inout pid_t)
    -> Int32
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    // A group of its own, so that what it started ends with it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let name = strdup(program)
    defer { free(name) }
    var arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
    return posix_spawn(&child, program, &actions, &attributes, &arguments, environ)
  }

  private static func wait(for child: pid_t, _ seconds: Double) -> String? {
    var status: Int32 = 0
    let end = monotonicMicroseconds() + Int64(seconds * 1_000_000)
    var isLate = false
    while true {
      let ended = waitpid(child, &status, isLate ? 0 : WNOHANG)
      if ended == child { break }
      if ended < 0 && errno != EINTR { return reason(errno) }
      if !isLate && monotonicMicroseconds() >= end {
        isLate = true
        kill(-child, SIGKILL)
      }
      if !isLate { usleep(10_000) }
    }
    if isLate { return "the program took too long" }
    if status & 0x7f != 0 { return "the program was ended by signal \(status & 0x7f)" }
    return status == 0 ? nil : "the program ended with \(status >> 8 & 0xff)"
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
