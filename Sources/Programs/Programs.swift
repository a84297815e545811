import CHarden
import Glibc
package import Secrets
import Synchronization

/// Runs a program that reads or writes a secret. The secret is never in its arguments or its
/// environment. All other output is discarded.
///
/// The program gets a session of its own, so it does not get the terminal's signals. If it takes
/// too long, it is killed together with the processes that it started.
package enum Programs {
  /// Writes `input`, which must fit into a pipe, to the program, and waits for its end.
  ///
  /// - Parameters:
  ///   - seconds: The time after which it is killed.
  ///   - variables: What it gets of this process's environment.
  /// - Returns: Why it failed; nil: it ended with 0.
  package static func run(
    _ path: String, _ words: [String] = [], input: Secret, seconds: Double,
    variables: ProgramVariables = .needed
  ) -> ProgramFailure? {
    var child = pid_t()
    let result = startLock.withLock { _ in start(path, words, input, variables, &child) }
    return result == 0 ? wait(for: child, until: end(seconds)) : .system(result)
  }

  /// The output of the program if it ends with 0. At most one byte more than `limit` is read, which
  /// shows that the output is too long. The rest is not waited for.
  ///
  /// - Parameters:
  ///   - input: What the program reads, from its current place on; nil: nothing.
  ///   - memory: The most bytes of memory that it can map; nil: as many as this process.
  ///   - isStopped: Asked while the program is waited for. Once it is true, the program is killed.
  package static func read(
    _ path: String, _ words: [String] = [], input: Int32? = nil, memory: Int? = nil, limit: Int,
    seconds: Double, isStopped: () -> Bool = { false }
  ) -> Result<Secret, ProgramFailure> {
    var child = pid_t()
    var output: Int32 = -1
    let result = startLock.withLock { _ in start(path, words, input, &output, &child) }
    guard result == 0 else { return .failure(.system(result)) }
    defer { close(output) }
    // This fails only if the program has already ended.
    if let memory { _ = harden_limit_memory(child, UInt64(memory)) }
    let found = Secret(capacity: limit + 1)
    let end = end(seconds)
    var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while ready.fd >= 0, found.count <= limit, now() < end {
      if isStopped() {
        kill(-child, SIGKILL)
        _ = wait(for: child, until: end)
        found.wipe()
        return .failure(.stopped)
      }
      let time = min(milliseconds(until: end), Self.timeBetweenQuestions)
      guard poll(&ready, 1, time) > 0 else { continue }
      let piece = SecretBytes(count: 64) { space in
        let count = Glibc.read(output, space.baseAddress, space.count)
        for byte in space.prefix(max(0, count)) { found.append(byte) }
        if count <= 0 { ready.fd = -1 }
      }
      _ = consume piece
    }
    if found.count > limit {
      kill(-child, SIGKILL)
      _ = wait(for: child, until: end)
      return .success(found)
    }
    guard let failure = wait(for: child, until: end) else { return .success(found) }
    found.wipe()
    return .failure(failure)
  }

  /// The first program with this name in the folders of `PATH`; nil: there is none.
  ///
  /// - Parameter folders: The value of `PATH`; nil: it is not set.
  package static func find(_ name: String, in folders: String?) -> String? {
    // A relative folder in PATH depends on the current folder, so it is ignored.
    (folders ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  // MARK: Starting; what starts one returns 0 or the error's number

  /// Programs are started one at a time, because a program must not inherit the pipe of another
  /// one.
  private static let startLock = Mutex(())

  private static func start(
    _ path: String, _ words: [String], _ input: Secret, _ variables: ProgramVariables,
    _ child: inout pid_t
  ) -> Int32 {
    guard let (reads, writes) = makePipe() else { return errno }
    defer { close(reads) }
    // Written before the program reads. The input fits into the pipe, so this does not block.
    _ = fcntl(writes, F_SETFL, O_NONBLOCK)
    let isWritten = input.withBytes { bytes in
      bytes.isEmpty || write(writes, bytes.baseAddress, bytes.count) == bytes.count
    }
    close(writes)
    guard isWritten else { return EMSGSIZE }
    return start(path, words, reads: reads, writes: nil, variables, &child)
  }

  private static func start(
    _ path: String, _ words: [String], _ input: Int32?, _ output: inout Int32,
    _ child: inout pid_t
  ) -> Int32 {
    guard let (reads, writes) = makePipe() else { return errno }
    let result = start(path, words, reads: input, writes: writes, .needed, &child)
    close(writes)
    if result == 0 { output = reads } else { close(reads) }
    return result
  }

  private static func makePipe() -> (reads: Int32, writes: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func start(
    _ path: String, _ words: [String], reads: Int32?, writes: Int32?,
    _ inherited: ProgramVariables, _ child: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, given, flags) in [
      (STDIN_FILENO, reads, O_RDONLY), (STDOUT_FILENO, writes, O_WRONLY),
      (STDERR_FILENO, nil, O_WRONLY),
    ] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // Swift does not import POSIX_SPAWN_SETSID.
    let newSession: Int32 = 0x80
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = pointers([path] + words)
    var variables = pointers(inherited.of(ownEnvironment))
    defer { for string in arguments + variables { free(string) } }
    return posix_spawn(&child, path, &actions, &attributes, &arguments, &variables)
  }

  private static func pointers(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    words.map { strdup($0) } + [nil]
  }

  /// The variables of this process.
  static var ownEnvironment: [String] {
    var found: [String] = []
    var next = environ
    while let variable = next.pointee {
      found.append(String(cString: variable))
      next += 1
    }
    return found
  }

  private static func wait(for child: pid_t, until end: Int64) -> ProgramFailure? {
    var status: Int32 = 0
    var hasTimedOut = false
    while true {
      let ended = waitpid(child, &status, hasTimedOut ? 0 : WNOHANG)
      if ended == child { break }
      if ended < 0 && errno != EINTR { return .system(errno) }
      if !hasTimedOut && now() >= end {
        hasTimedOut = true
        kill(-child, SIGKILL)
      }
      if !hasTimedOut { poll(nil, 0, 5) }
    }
    if hasTimedOut { return .timedOut }
    if status & 0x7f != 0 { return .signal(status & 0x7f) }
    return status == 0 ? nil : .status(status >> 8 & 0xff)
  }

  // MARK: Time, in milliseconds of CLOCK_MONOTONIC

  /// How often it is asked whether the program is still wanted.
  private static let timeBetweenQuestions: Int32 = 50

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func end(_ seconds: Double) -> Int64 { now() + Int64(seconds * 1000) }

  private static func milliseconds(until end: Int64) -> Int32 { Int32(max(0, end - now())) }
}

/// Why a program failed.
package enum ProgramFailure: Error, Equatable, CustomStringConvertible {
  /// It could not be started. The value is the error's number.
  case system(Int32)
  /// It did not end in time and was killed.
  case timedOut
  /// It was not needed any more and was killed.
  case stopped
  case signal(Int32)
  case status(Int32)

  /// A part of a sentence that may be shown.
  package var description: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .timedOut: "the program took too long"
    case .stopped: "the program was stopped"
    case .signal(let number): "the program was ended by signal \(number)"
    case .status(let number): "the program ended with \(number)"
    }
  }
}
