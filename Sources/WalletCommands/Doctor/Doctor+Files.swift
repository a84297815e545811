import FrontEnd
import Glibc
import TextLayout

extension Doctor {
  func files() -> [Check] {
    var checks: [Check] = []
    let kept = [
      Kept("file.configuration", setup.file, "nothing is set"),
      Kept("file.themes", StandardPaths.themes, "no themes of your own", isFolder: true),
      Kept("file.vault", vault, "`walletui vault init` makes one", isSecret: true),
      Kept(
        "file.commits", StandardPaths.commits, "made when a vault is first changed", isFolder: true),
      Kept("file.changes", StandardPaths.changes, "no change waits for a server", isFolder: true),
      Kept("file.device", StandardPaths.device, "made when it is first needed"),
      Kept("file.log", log, "made when there is something to write", isSecret: true),
    ]
    for file in kept { if let path = file.path { checks.append(check(file, path)) } }
    if StandardPaths.configuration == nil {
      checks.append(
        .fail(
          "files", "the environment names no folder for them",
          "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME."))
    }
    return checks
  }

  private struct Kept {
    let name: String
    let path: String?
    /// What it means that it is not there.
    let absence: String
    let isFolder: Bool
    /// Others may not even read it.
    let isSecret: Bool

    init(
      _ name: String, _ path: String?, _ absence: String, isFolder: Bool = false,
      isSecret: Bool = false
    ) {
      self.name = name
      self.path = path
      self.absence = absence
      self.isFolder = isFolder
      self.isSecret = isSecret
    }
  }

  /// Others must not be able to put something else there: the file's owner and mode, and its
  /// folder's.
  private func check(_ file: Kept, _ path: String) -> Check {
    let shown = Text.clean(path)
    var info = stat()
    // The vault must not be a link (S17); elsewhere what it leads to counts.
    guard (file.isSecret ? lstat(path, &info) : stat(path, &info)) == 0 else {
      if errno == ENOENT || errno == ENOTDIR {
        return .ok(file.name, "\(shown) is not there: \(file.absence)")
      }
      let reason = String(cString: strerror(errno))
      return .fail(file.name, "\(shown): \(reason)", "Give yourself the way to it.")
    }
    let kind = info.st_mode & S_IFMT
    guard kind == (file.isFolder ? S_IFDIR : S_IFREG) else {
      let wanted = file.isFolder ? "a folder" : "a plain file"
      return .fail(file.name, "\(shown) is not \(wanted)", "Put it somewhere else.")
    }
    let mode = info.st_mode & 0o777
    let isOurs = info.st_uid == geteuid() || (info.st_uid == 0 && !file.isSecret)
    guard isOurs else {
      return .fail(file.name, "\(shown) belongs to someone else", "Make it yours with `chown`.")
    }
    let forbidden: mode_t = file.isSecret ? 0o077 : 0o022
    if mode & forbidden != 0 {
      let what = file.isSecret ? "others may read or write it" : "others may write it"
      let wanted = file.isSecret ? "600" : "go-w"
      return .fail(
        file.name, "\(shown) has mode \(octal(mode)): \(what)", "`chmod \(wanted) \(shown)`")
    }
    return folder(of: path, file) ?? .ok(file.name, "\(shown), mode \(octal(mode))")
  }

  /// Who may write to the folder may put another file in its place.
  private func folder(of path: String, _ file: Kept) -> Check? {
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & 0o022 != 0, info.st_mode & S_ISVTX == 0 else {
      return nil
    }
    let shown = Text.clean(folder)
    return .fail(
      file.name, "its folder \(shown) has mode \(octal(info.st_mode & 0o777)): others may write it",
      "`chmod go-w \(shown)`")
  }

  private func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }
}
