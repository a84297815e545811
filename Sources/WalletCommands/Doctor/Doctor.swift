import Arguments
import CHarden
import FileWatching
import FrontEnd
import Glibc
import RemoteBackend
import Secrets
import TextLayout
import Themes
import WalletModel
import Yaml

/// Checks everything that walletui depends on. It changes nothing.
struct Doctor {
  let setup: Setup
  let screen: ScreenOptions
  let vault: String?
  let log: String?
  private let remote: RemoteOptions?

  init(_ invocation: Invocation) throws(WalletError) {
    setup = try Setup(invocation)
    screen = ScreenOptions(invocation, problems: [])
    vault = invocation.text("vault") ?? StandardPaths.vault
    log = invocation.text("log")
    // No device id is created for a check.
    var named = invocation
    named.fill(["device": "doctor"])
    var remote = RemoteOptions(named)
    // The check does not sign in.
    if remote?.user == nil { remote?.user = "" }
    self.remote = remote
  }

  func checks() async -> [Check] {
    var checks = terminal() + configuration() + [memory(), cores(), memoryAccess(), watching()]
    checks += files()
    if let remote { checks += await server(remote) }
    return checks
  }

  private func configuration() -> [Check] {
    let name = "configuration"
    var checks = setup.problems.map {
      Check.warn(name, Text.clean($0.description), "Correct that line; the rest is used.")
    }
    if checks.isEmpty { checks.append(.ok(name, "no mistakes")) }
    let folders = StandardPaths.themeFolders
    let names = ThemeLibrary.names(searchFolders: folders)
    let mistakes = names.flatMap { ThemeLibrary.check(named: $0, searchFolders: folders) }
    checks += mistakes.map {
      .warn("themes", Text.clean($0.description), "Correct that line; the rest is used.")
    }
    if mistakes.isEmpty { checks.append(.ok("themes", "\(names.count), without mistakes")) }
    return checks
  }

  private func memory() -> Check {
    let name = "memory"
    // The arena is created with the first secret.
    _ = Secret(capacity: 1)
    let limit = harden_lock_limit()
    let text = limit < 0 ? "no limit" : "limit \(limit / 1024) KiB"
    if harden_arena_is_locked() != 0 { return .ok(name, "secrets are locked in memory (\(text))") }
    return .warn(
      name, "secrets may be written to swap: locking was refused (\(text))",
      "Raise the limit: `ulimit -l 1024`, or memlock in limits.conf(5).")
  }

  private func cores() -> Check {
    harden_core_limit() == 0
      ? .ok("core-files", "none are written")
      : .fail("core-files", "the limit could not be set to 0", "Use `ulimit -c 0`.")
  }

  private func memoryAccess() -> Check {
    harden_is_dumpable() == 0
      ? .ok("debuggers", "other programs of yours cannot look into memory")
      : .fail(
        "debuggers", "other programs of yours may look into memory",
        "The system refused PR_SET_DUMPABLE; look at what it runs walletui in.")
  }

  private func watching() -> Check {
    let name = "watching"
    if FileWatch.isAvailable("/") { return .ok(name, "changes by other programs are seen at once") }
    return .warn(
      name, "the system watches no more files for you: changes by others are seen each second",
      "End programs that watch files, or raise fs.inotify.max_user_instances: sysctl(8).")
  }

  /// How many seconds two clocks may differ before times on the screen look wrong.
  private static let clockTolerance: Int64 = 10

  private func server(_ remote: RemoteOptions) async -> [Check] {
    let name = "server"
    do throws(WalletError) {
      let profile = try remote.profile()
      let time = try await RemoteBackend.probe(profile)
      let way = profile.isPlain ? "without TLS, on this machine" : "its certificate is trusted"
      let found = "\(Text.clean(profile.origin)) answers; \(way)"
      return [.ok(name, found), clock(time)]
    } catch {
      let what = ([error.message] + error.details).joined(separator: ": ")
      let advice = error.advice.isEmpty ? "Look at the profile." : error.advice
      return [.fail(name, "\(Text.clean(remote.server)): \(Text.clean(what))", Text.clean(advice))]
    }
  }

  private func clock(_ server: Int64?) -> Check {
    let name = "server.clock"
    guard let server else {
      return .warn(name, "the server does not tell its time", "Ask whoever runs it.")
    }
    let ahead = server - Int64(time(nil))
    if abs(ahead) <= Self.clockTolerance { return .ok(name, "the same as here") }
    return .warn(
      name, "\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") this machine's",
      "Set the clock that is wrong: one-time codes depend on it.")
  }
}
