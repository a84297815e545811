import Glibc
import RemoteBackend
import TextLayout
package import WalletModel

/// Opens the metadata of a virtual card in the person's editor (F13).
package enum MetadataEditor {
  /// More is no text that a person writes there. What is too long for metadata is told with it.
  private static let longest = 64 << 10

  /// Returns the text after the editor has ended; nil: it is the same.
  ///
  /// The text is in a file of a folder that only its owner can open, which is deleted afterwards. What
  /// the editor copies elsewhere is its own affair.
  package static func edit(_ text: String) throws(WalletError) -> String? {
    let folder = try makeFolder()
    defer { remove(folder) }
    let file = PrivateFile(path: folder + "/metadata.json", longest: longest)
    try file.replace(Array(text.utf8) + [0x0a])
    try run(file.path)
    // A file that is gone was not emptied.
    guard let bytes = try file.read()?.bytes else { return nil }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [FieldError("metadata", .text("must be UTF-8", "muss UTF-8 sein"))])
    }
    let trimmed = trimmed(edited)
    return trimmed == text ? nil : trimmed
  }

  /// The text without blanks and line ends at both ends.
  package static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Removes the folder with all files in it: editors leave copies beside the file.
  private static func remove(_ folder: String) {
    if let list = opendir(folder) {
      while let entry = readdir(list) {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          let room = MemoryLayout.size(ofValue: name.pointee)
          name.withMemoryRebound(to: CChar.self, capacity: room) {
            _ = unlinkat(dirfd(list), $0, 0)
          }
        }
      }
      closedir(list)
    }
    rmdir(folder)
  }

  private static func makeFolder() throws(WalletError) -> String {
    let parent = variable("XDG_RUNTIME_DIR") ?? variable("TMPDIR") ?? "/tmp"
    var name = Array((parent + "/walletui-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else {
      throw WalletError(
        .diskFault,
        details: [.verbatim("\(Text.clean(parent)): \(String(cString: strerror(errno)))")])
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Waits for the editor. Keys that interrupt programs belong to it meanwhile; ^Z suspends both.
  private static func run(_ path: String) throws(WalletError) {
    let editor = variable("VISUAL") ?? variable("EDITOR") ?? "vi"
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&usual)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN), signal(SIGTSTP, SIG_DFL))
    defer {
      signal(SIGINT, before.0)
      signal(SIGQUIT, before.1)
      signal(SIGTSTP, before.2)
    }
    // As in other programs, the variable may have arguments of its own.
    let words = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ)
    var status: Int32 = result
    if result == 0 {
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    }
    guard result == 0, status == 0 else {
      throw WalletError(
        .cancelled, .text("The editor has failed", "Der Editor ist gescheitert"),
        details: [.verbatim(Text.clean(editor))],
        advice: .text(
          "Nothing has changed. VISUAL or EDITOR names the editor.",
          "Geändert wurde nichts. VISUAL oder EDITOR nennt den Editor."))
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }
}
