import Glibc
import Secrets

/// Runs a program that reads or writes a secret; never through its arguments or its environment.
enum Helper {
  /// Milliseconds after which a program that does not end is ended.
  private static let patience: Int32 = 2000

  /// Feeds it `input`; true when it ended well.
  static func run(_ program: String, _ words: [String], input: Secret) -> Bool {
    // Not a pipe: a program that is gone already must not end this one by a signal.
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard let child = start(program, words, reads: ends[0], writes: nil) else {
      close(ends[0])
      close(ends[1])
      return false
    }
    close(ends[0])
    // A few dozen bytes always fit.
    let isWhole = input.withBytes { bytes in
      let flags = Int32(MSG_NOSIGNAL)
      return bytes.isEmpty || send(ends[1], bytes.baseAddress, bytes.count, flags) == bytes.count
    }
    close(ends[1])
    return wait(for: child) && isWhole
  }

  /// What it prints; one byte more than `limit` at most, so that more can be told from less.
  static func read(_ program: String, _ words: [String], limit: Int) -> Secret? {
    guard let ends = makePipe() else { return nil }
    defer { close(ends[0]) }
    guard let child = start(program, words, reads: nil, writes: ends[1]) else {
      close(ends[1])
      return nil
    }
    close(ends[1])
    let found = Secret(capacity: limit + 1)
    var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    reading: while found.count <= limit, poll(&ready, 1, patience) > 0 {
      let piece = SecretBytes(count: 64) { space in
        let count = Glibc.read(ends[0], space.baseAddress, space.count)
        for byte in space.prefix(max(0, count)) { found.append(byte) }
        if count <= 0 { ready.fd = -1 }
      }
      _ = consume piece
      if ready.fd < 0 { break reading }
    }
    return wait(for: child) ? found : nil
  }

  private static func makePipe() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func start(
    _ program: String, _ words: [String], reads: Int32?, writes: Int32?
  ) -> pid_t? {
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
    // A session of its own: the terminal's signals and its end are not the program's.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80 /* SETSID */
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let result = posix_spawn(&child, program, &actions, &attributes, &arguments, environ)
    return result == 0 ? child : nil
  }

  /// True when it ended with 0 in time.
  private static func wait(for child: pid_t) -> Bool {
    var status: Int32 = 0
    var left = patience
    while true {
      let ended = waitpid(child, &status, left > 0 ? WNOHANG : 0)
      if ended == child { return status == 0 }
      if ended < 0 && errno != EINTR { return false }
      left -= 5
      if left <= 0 { kill(child, SIGKILL) } else { poll(nil, 0, 5) }
    }
  }
}
