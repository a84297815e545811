import Arguments
import CHarden
import FileWatching
import FrontEnd
import Glibc
import Languages
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
    func warning(_ name: String, _ mistake: LocalizedText) -> Check {
      .warn(
        name, mistake.map(Text.clean),
        LocalizedText(
          "Fix that line. The rest is used.", "Korrigieren Sie die Zeile. Alles andere gilt."))
    }
    var checks = setup.problems.map { warning("configuration", $0.text) }
    if checks.isEmpty { checks.append(.ok("configuration", "no mistakes", "keine Fehler")) }
    let folders = StandardPaths.themeFolders
    let names = ThemeLibrary.names(searchFolders: folders)
    let mistakes = names.flatMap { ThemeLibrary.check(named: $0, searchFolders: folders) }
    checks += mistakes.map { warning("themes", $0.text) }
    if mistakes.isEmpty {
      checks.append(
        .ok("themes", "\(names.count), without mistakes", "\(names.count), ohne Fehler"))
    }
    return checks
  }

  private func memory() -> Check {
    let name = "memory"
    // The arena is created with the first secret.
    _ = Secret(capacity: 1)
    let limit = harden_lock_limit()
    let text =
      limit < 0
      ? LocalizedText("no limit", "keine Grenze")
      : LocalizedText("limit \(limit / 1024) KiB", "Grenze \(limit / 1024) KiB")
    if harden_arena_is_locked() != 0 {
      return .ok(
        name, "secrets are locked in memory (\(text.english))",
        "Geheimnisse sind im Arbeitsspeicher gesperrt (\(text.german))")
    }
    return .warn(
      name, "secrets could end up in swap: the system refused to lock memory (\(text.english))",
      "Geheimnisse könnten ausgelagert werden: Das System sperrt den Speicher nicht (\(text.german))",
      advice: "Raise the limit: `ulimit -l 1024`, or memlock in limits.conf(5).",
      "Heben Sie die Grenze an: `ulimit -l 1024`, oder memlock in limits.conf(5).")
  }

  private func cores() -> Check {
    harden_core_limit() == 0
      ? .ok("core-files", "none are written", "werden nicht geschrieben")
      : .fail(
        "core-files", "couldn't set the limit to 0", "die Grenze ließ sich nicht auf 0 setzen",
        advice: "Use `ulimit -c 0`.", "Nehmen Sie `ulimit -c 0`.")
  }

  private func memoryAccess() -> Check {
    harden_is_dumpable() == 0
      ? .ok(
        "debuggers", "your other programs can't read walletui's memory",
        "Ihre anderen Programme können den Speicher von walletui nicht lesen")
      : .fail(
        "debuggers", "your other programs could read walletui's memory",
        "Ihre anderen Programme könnten den Speicher von walletui lesen",
        advice: "The system refused PR_SET_DUMPABLE. Check what walletui runs in.",
        "Das System hat PR_SET_DUMPABLE verweigert. Prüfen Sie, worin walletui läuft.")
  }

  private func watching() -> Check {
    let name = "watching"
    if FileWatch.isAvailable("/") {
      return .ok(
        name, "changes by other programs show at once",
        "Änderungen anderer Programme sind sofort zu sehen")
    }
    return .warn(
      name, "the system can't watch more files: changes by other programs show within a second",
      "das System kann keine weitere Datei beobachten: Änderungen anderer Programme sind nach höchstens einer Sekunde zu sehen",
      advice: "Close programs that watch files, or raise fs.inotify.max_user_instances: sysctl(8).",
      "Beenden Sie Programme, die Dateien beobachten, oder erhöhen Sie fs.inotify.max_user_instances: sysctl(8)."
    )
  }

  /// How many seconds two clocks may differ before times on the screen look wrong.
  private static let clockTolerance: Int64 = 10

  private func server(_ remote: RemoteOptions) async -> [Check] {
    let name = "server"
    do throws(WalletError) {
      let profile = try remote.profile()
      let time = try await RemoteBackend.probe(profile)
      let way =
        profile.isPlain
        ? LocalizedText("without TLS, on this machine", "ohne TLS, auf diesem Rechner")
        : LocalizedText("its certificate is trusted", "dem Zertifikat wird vertraut")
      let found =
        LocalizedText(
          "\(Text.clean(profile.origin)) answers; ", "\(Text.clean(profile.origin)) antwortet; ")
        + way
      return [.ok(name, found), clock(time)]
    } catch {
      let reasons = [.verbatim(remote.server), error.message] + error.details
      let what = LocalizedText(
        reasons.map(\.english).joined(separator: ": "),
        reasons.map(\.german).joined(separator: ": "))
      let advice =
        error.advice?.text ?? LocalizedText("Check the profile.", "Prüfen Sie das Profil.")
      return [.fail(name, what.map(Text.clean), advice.map(Text.clean))]
    }
  }

  private func clock(_ server: Int64?) -> Check {
    let name = "server.clock"
    guard let server else {
      return .warn(
        name, "the server doesn't tell its time", "der Server nennt seine Zeit nicht",
        advice: "Ask whoever runs it.", "Fragen Sie, wer ihn betreibt.")
    }
    let ahead = server - Int64(time(nil))
    if abs(ahead) <= Self.clockTolerance {
      return .ok(name, "the same as here", "dieselbe wie hier")
    }
    return .warn(
      name, "\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") this machine's",
      "\(abs(ahead)) s \(ahead > 0 ? "vor" : "hinter") der dieses Rechners",
      advice: "Set the clock that is wrong: one-time codes depend on it.",
      "Stellen Sie die falsche Uhr: Einmalcodes hängen davon ab.")
  }
}
