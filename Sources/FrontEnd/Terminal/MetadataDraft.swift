import CHarden
import Glibc
import Log
import RemoteBackend
import TextLayout
package import WalletModel

/// A text that the person's editor opens: the metadata of a virtual card (F13).
///
/// It is in a file only while the editor runs, or if something is wrong with it: what somebody has
/// written is not lost. What the editor copies elsewhere is its own affair.
package enum MetadataDraft {
  /// More is no text that a person writes there.
  private static let longest = 1 << 20
  private static let name = "metadata.json"

  /// Opens a text in the editor and waits for its end. A signal that ends this program meanwhile is
  /// sent on to the editor, and ends this program when the file is gone.
  ///
  /// - Returns: The text of the file then, without blanks and line ends at both ends; nil: the file
  ///   is gone. An empty file gives an empty text.
  /// - Throws: `.cancelled` if the editor fails: that is how people give a change up. `.diskFault`
  ///   if there is no folder for the file, or if it cannot be read or has more than 1 MiB. What
  ///   cannot be read stays, and the error says where.
  package static func edit(_ text: [UInt8]) throws(WalletError) -> [UInt8]? {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Keys that interrupt programs belong to the editor; ^Z suspends both.
    let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN), signal(SIGTSTP, SIG_DFL))
    defer {
      signal(SIGINT, before.0)
      signal(SIGQUIT, before.1)
      signal(SIGTSTP, before.2)
      // The parent process may have blocked them.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    let folder = try TemporaryFolder.make(.draft) { $0.files.write(text + [0x0a], to: name) }
    defer {
      if !folder.remove() { Log.warning("couldn't remove \(folder.path)") }
    }
    try run(folder)
    let descriptor = folder.files.descriptor
    if let read = PrivateFile.contents(of: name, in: descriptor, longest: longest) {
      return trimmed(read.bytes)
    }
    if errno == ENOENT { return nil }
    let reason = String(cString: strerror(errno))
    throw kept(WalletError(.diskFault, detail: .verbatim("\(name): \(reason)"))) {
      renameat(descriptor, name, $0.files.descriptor, name) == 0
    }
  }

  /// Writes a text to a file that stays, and adds to the error where it is.
  package static func kept(_ text: [UInt8], _ error: WalletError) -> WalletError {
    kept(error) { $0.files.write(text, to: name) }
  }

  /// - Parameter fill: Puts the text into a folder. False: `errno` says why not.
  private static func kept(_ error: WalletError, _ fill: (TemporaryFolder) -> Bool) -> WalletError {
    var told = error
    do throws(WalletError) {
      let folder = try TemporaryFolder.make(.kept, fill)
      let path = Text.clean(folder.path + "/" + name)
      told.details.append(.text("your text is in \(path)", "Ihr Text ist in \(path)"))
    } catch {
      told.details.append(.text("your text couldn't be kept", "Ihr Text ließ sich nicht aufheben"))
      told.details += error.details
    }
    return told
  }

  /// A text without the blanks and line ends of JSON at both ends.
  package static func trimmed(_ text: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    let rest = text.drop(while: isBlank)
    guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return [] }
    return Array(rest[...end])
  }

  private static func run(_ folder: TemporaryFolder) throws(WalletError) {
    let editor = Streams.variable("VISUAL") ?? Streams.variable("EDITOR") ?? "vi"
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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // With the descriptor it gets the lock: it uses the folder, even if this program is killed.
    let descriptor = folder.files.descriptor
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    // As in other programs, the variable may have arguments of its own, or be a line of a shell. A
    // plain command replaces the shell, so that it gets the signals.
    let isPlain = editor.allSatisfy { $0.isLetter || $0.isNumber || "/._-+ ".contains($0) }
    let line = (isPlain ? "exec " : "") + editor + " \"$1\""
    let words = ["/bin/sh", "-c", line, "sh", folder.path + "/" + name]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    var status = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, environ)
    if status == 0 { status = wait(for: child) }
    guard status == 0 else {
      throw WalletError(
        .cancelled, .text("The editor has failed", "Der Editor ist gescheitert"),
        detail: .verbatim(Text.clean(editor)),
        advice: .text(
          "Nothing has changed. VISUAL or EDITOR names the editor.",
          "Geändert wurde nichts. VISUAL oder EDITOR nennt den Editor."))
    }
  }

  /// Those that end this program, without those of the keyboard, and that of an editor's end.
  private static var signals: sigset_t {
    var signals = sigset_t()
    harden_ending_signals(&signals)
    sigdelset(&signals, SIGINT)
    sigdelset(&signals, SIGQUIT)
    sigaddset(&signals, SIGCHLD)
    return signals
  }

  /// Waits for the end of the editor and returns its status. A signal that ends this program is
  /// sent on to it, and stays pending.
  private static func wait(for child: pid_t) -> Int32 {
    var waiting = signals
    var status: Int32 = 0
    // SIGCHLD does not come if the parent process ignored it.
    var limit = timespec(tv_sec: 1, tv_nsec: 0)
    while waitpid(child, &status, WNOHANG) == 0 {
      let number = sigtimedwait(&waiting, nil, &limit)
      guard number > 0, number != SIGCHLD else { continue }
      kill(child, number)
      sigdelset(&waiting, number)
      raise(number)
    }
    return status
  }
}
