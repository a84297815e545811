import FrontEnd
import Glibc
import Languages
import TextLayout

extension Doctor {
  func files() -> [Check] {
    var checks: [Check] = []
    let files = [
      StoredFile(
        name: "file.configuration", path: setup.file,
        absence: LocalizedText("all defaults", "alles wie voreingestellt")),
      StoredFile(
        name: "file.themes", path: StandardPaths.themes,
        absence: LocalizedText("you have no themes of your own", "Sie haben keine eigenen Themes"),
        isFolder: true),
      StoredFile(
        name: "file.vault", path: vault,
        absence: LocalizedText(
          "make one with `walletui vault init`", "legen Sie einen mit `walletui vault init` an"),
        isSecret: true),
      StoredFile(
        name: "file.commits", path: StandardPaths.commits,
        absence: LocalizedText(
          "made when a vault first changes", "entsteht, sobald sich ein Tresor ändert"),
        isFolder: true),
      StoredFile(
        name: "file.changes", path: StandardPaths.changes,
        absence: LocalizedText(
          "no change is waiting for a server", "keine Änderung wartet auf einen Server"),
        isFolder: true),
      StoredFile(
        name: "file.device", path: StandardPaths.device,
        absence: LocalizedText("made when it is first needed", "entsteht beim ersten Gebrauch")),
      StoredFile(
        name: "file.log", path: log,
        absence: LocalizedText(
          "made when there is something to write", "entsteht, sobald es etwas zu schreiben gibt"),
        isSecret: true),
    ]
    for file in files { if let path = file.path { checks.append(check(file, path)) } }
    if StandardPaths.configuration == nil {
      checks.append(
        .fail(
          "files", "the environment names no folder for them",
          "die Umgebung nennt keinen Ordner dafür",
          advice: "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME.",
          "Setzen Sie HOME, oder XDG_CONFIG_HOME, XDG_DATA_HOME und XDG_STATE_HOME."))
    }
    return checks
  }

  private struct StoredFile {
    let name: String
    let path: String?
    /// What it means that it is not there.
    let absence: LocalizedText
    var isFolder = false
    /// Whether others may not even read it.
    var isSecret = false
  }

  /// Checks that only the user can replace or change the file: its owner and mode, and those of its
  /// folder.
  private func check(_ file: StoredFile, _ path: String) -> Check {
    let shown = Text.clean(path)
    var info = stat()
    // The vault must not be a link (S17). For other files the target of a link is checked.
    guard (file.isSecret ? lstat(path, &info) : stat(path, &info)) == 0 else {
      if errno == ENOENT || errno == ENOTDIR {
        return .ok(
          file.name,
          LocalizedText("\(shown) doesn't exist: ", "\(shown) gibt es nicht: ") + file.absence)
      }
      let reason = String(cString: strerror(errno))
      return .fail(
        file.name, LocalizedText(verbatim: "\(shown): \(reason)"),
        LocalizedText("Give yourself access to it.", "Verschaffen Sie sich Zugang."))
    }
    let kind = info.st_mode & S_IFMT
    guard kind == (file.isFolder ? S_IFDIR : S_IFREG) else {
      let wanted =
        file.isFolder
        ? LocalizedText("a folder", "kein Ordner")
        : LocalizedText("a plain file", "keine gewöhnliche Datei")
      return .fail(
        file.name, "\(shown) isn't \(wanted.english)", "\(shown) ist \(wanted.german)",
        advice: "Put it somewhere else.", "Legen Sie es woanders hin.")
    }
    let mode = info.st_mode & 0o777
    let isOurs = info.st_uid == geteuid() || (info.st_uid == 0 && !file.isSecret)
    guard isOurs else {
      return .fail(
        file.name, "\(shown) belongs to someone else", "\(shown) gehört jemand anderem",
        advice: "Take it over with `chown`.", "Übernehmen Sie es mit `chown`.")
    }
    let forbidden: mode_t = file.isSecret ? 0o077 : 0o022
    if mode & forbidden != 0 {
      let what =
        file.isSecret
        ? LocalizedText("others can read or write it", "andere dürfen lesen oder schreiben")
        : LocalizedText("others can write to it", "andere dürfen schreiben")
      let wanted = file.isSecret ? "600" : "go-w"
      return .fail(
        file.name,
        LocalizedText("\(shown) has mode \(octal(mode)): ", "\(shown) hat Modus \(octal(mode)): ")
          + what, LocalizedText(verbatim: "`chmod \(wanted) \(shown)`"))
    }
    return folder(of: path, file)
      ?? .ok(file.name, "\(shown), mode \(octal(mode))", "\(shown), Modus \(octal(mode))")
  }

  /// Anybody who may write to the folder can replace the file.
  private func folder(of path: String, _ file: StoredFile) -> Check? {
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & 0o022 != 0, info.st_mode & S_ISVTX == 0 else {
      return nil
    }
    let shown = Text.clean(folder)
    return .fail(
      file.name,
      LocalizedText(
        "its folder \(shown) has mode \(octal(info.st_mode & 0o777)): others can write to it",
        "der Ordner \(shown) hat Modus \(octal(info.st_mode & 0o777)): andere dürfen schreiben"),
      LocalizedText(verbatim: "`chmod go-w \(shown)`"))
  }

  private func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }
}
