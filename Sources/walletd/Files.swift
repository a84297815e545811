import CHarden
import Glibc
import Secrets
import TextLayout
import WalletModel

/// The files that are named on the command line.
enum Files {
  /// The longest secret, in bytes: a key in PEM.
  private static let longest = 16 * 1024
  /// The largest file of users or certificates, in bytes.
  private static let largest = 4 * 1024 * 1024

  /// The folder for the last commit to each vault: in systemd's `StateDirectory=` of a service,
  /// otherwise the same as walletui's; nil if the environment names no folder.
  static var commits: String? {
    func folder(_ name: String) -> String? {
      guard let value = getenv(name), value[0] == UInt8(ascii: "/") else { return nil }
      return String(cString: value)
    }
    if let own = folder("STATE_DIRECTORY")?.split(separator: ":").first { return own + "/commits" }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/walletui/commits" }
  }

  /// Reads a secret into locked memory, byte by byte. An empty one is refused.
  ///
  /// - Parameter firstLine: Whether it ends with the first line.
  static func secret(_ path: String, firstLine: Bool = true) throws(WalletError) -> Secret {
    let file = try opened(path, isSecret: true)
    defer { close(file) }
    guard let secret = secret(file, firstLine: firstLine) else {
      throw unreadable(path, "it's too long, or not a plain file")
    }
    if secret.isEmpty { throw unreadable(path, "its first line is empty") }
    let isBlank = { (byte: UInt8?) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    if firstLine, secret.withBytes({ isBlank($0.first) || isBlank($0.last) }) {
      ProcessOutput.log(
        "walletd: the first line of \(Text.clean(path)) begins or ends with a blank, "
          + "which is part of the secret")
    }
    return secret
  }

  /// Reads a line of standard input. On a terminal it asks for the password and hides what is
  /// typed; nil if the input was cancelled or is too long.
  static func password() -> Secret? {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return secret(STDIN_FILENO, firstLine: true) }
    var unseen = saved
    unseen.c_lflag &= ~tcflag_t(ECHO | ISIG)
    // Ctrl-C also ends the line, so that the terminal gets its echo back.
    withUnsafeMutableBytes(of: &unseen.c_cc) { $0[Int(VEOL)] = cancel }
    harden_set_restore(STDIN_FILENO, "\n", 1)
    harden_end_restored(1)
    ProcessOutput.ask("Password: ")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
    let typed = secret(STDIN_FILENO, firstLine: true, isTyped: true)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
    harden_end_restored(0)
    harden_set_restore(-1, nil, 0)
    ProcessOutput.ask("\n")
    return typed
  }

  /// Ctrl-C.
  private static let cancel: UInt8 = 3

  /// nil if it is too long, cannot be read, or has a key on a terminal that is no character, such
  /// as Ctrl-C or an arrow. Its bytes would be an unseen part of the secret.
  static func secret(_ file: Int32, firstLine: Bool, isTyped: Bool = false) -> Secret? {
    let secret = Secret(capacity: longest)
    let isWhole = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
      defer { byte[0] = 0 }
      while true {
        let count = Glibc.read(file, byte.baseAddress, 1)
        if count == 0 || count == 1 && firstLine && byte[0] == UInt8(ascii: "\n") { return true }
        if count < 0 && errno == EINTR { continue }
        if isTyped && byte[0] < 0x20 { return false }
        guard count == 1, secret.append(byte[0]) else { return false }
      }
    }
    if firstLine, secret.withBytes({ $0.last == UInt8(ascii: "\r") }) { secret.removeLast() }
    return isWhole ? secret.copy() : nil
  }

  /// For files that are not secret.
  static func text(_ path: String) throws(WalletError) -> String {
    let file = try opened(path)
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= largest {
      let count = Glibc.read(file, &part, part.count)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw unreadable(path, String(cString: strerror(errno))) }
      bytes += part.prefix(count)
    }
    throw unreadable(path, "it's too large")
  }

  /// Checks that there is a program that may be run.
  static func checkProgram(_ path: String) throws(WalletError) {
    var status = stat()
    guard stat(path, &status) == 0, access(path, X_OK) == 0 else {
      throw unreadable(path, String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT != S_IFREG { throw unreadable(path, "it isn't a program") }
    try checkWriters(path, status)
  }

  private static func opened(_ path: String, isSecret: Bool = false) throws(WalletError) -> Int32 {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else {
      throw unreadable(path, String(cString: strerror(errno)))
    }
    // A pipe or a terminal belongs to the caller of the program.
    guard status.st_mode & S_IFMT == S_IFREG else { return file }
    do throws(WalletError) {
      try checkWriters(path, status)
    } catch {
      close(file)
      throw error
    }
    if isSecret && isReadable(status) {
      ProcessOutput.log("walletd: others can read \(Text.clean(path)): close it with chmod 600")
    }
    return file
  }

  /// Anybody who can change such a file could give others access.
  private static func checkWriters(_ path: String, _ status: stat) throws(WalletError) {
    let why: String
    if ![0, geteuid()].contains(status.st_uid) {
      why = "it belongs to someone else"
    } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      why = "others can write to it"
    } else {
      return
    }
    throw WalletError(
      .vaultPermissions, .verbatim("Others can change a file"),
      detail: .verbatim("\(Text.clean(path)): \(why)"),
      advice: .verbatim("Make it yours or root's, and `chmod go-w` it."))
  }

  /// Whether others than the owner can read the file. A file of root may be readable by a group:
  /// systemd passes credentials in this way, and their access list counts as the group's bits
  /// (acl(5)).
  private static func isReadable(_ status: stat) -> Bool {
    let isRoots = status.st_uid == 0 && geteuid() != 0
    return status.st_mode & (isRoots ? S_IROTH : S_IROTH | S_IRGRP) != 0
  }

  private static func unreadable(_ path: String, _ why: String) -> WalletError {
    WalletError(
      .vaultMissing, .verbatim("Can't read a file"),
      detail: .verbatim("\(Text.clean(path)): \(why)"),
      advice: .verbatim("Check its name, mode and contents."))
  }
}
