import FrontEnd
import Glibc
import TextLayout

extension Doctor {
  func files() -> [Check] {
    var checks: [Check] = []
    let files = [
      StoredFile("file.configuration", setup.file, "nothing is set"),
      StoredFile("file.themes", StandardPaths.themes, "no themes of your own", isFolder: true),
      StoredFile("file.vault", vault, "`walletui vault init` makes one", isSecret: true),
      StoredFile(
        "file.commits", StandardPaths.commits, "made when a vault is first changed", isFolder: true),
      StoredFile(
        "file.changes", StandardPaths.changes, "no change waits for a server", isFolder: true),
      StoredFile("file.device", StandardPaths.device, "made when it is first needed"),
      StoredFile("file.log", log, "made when there is something to write", isSecret: true),
    ]
    for file in files { if let path = file.path { checks.append(check(file, path)) } }
    if StandardPaths.configuration == nil {
      checks.append(
        .fail(
          "files", "the environment names no folder for them",
          "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME."))
    }
    return checks
  }

  private struct StoredFile {
    let name: String
    let path: String?
    /// What it means if the file does not exist.
    let absence: String
    let isFolder: Bool
    /// Whether others may not even read it.
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

  /// Checks that only the user can replace or change the file: its owner and mode, and those of its
  /// folder.
  private func check(_ file: StoredFile, _ path: String) -> Check {
    let shown = Text.clean(path)
    var info = stat()
    // The vault must not be a link (S17). For other files the target of a link is checked.
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
      file.name, "its folder \(shown) has mode \(octal(info.st_mode & 0o777)): others may write it",
      "`chmod go-w \(shown)`")
  }

  private func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }
}
