import Arguments
import Canvas
import Configuration
import FrontEnd
import Glibc
import WalletModel
import Words
import Yaml

/// What the configuration says, and where things lie.
extension Commands {
  static let configuration = [profiles, paths]

  private static let profiles = Subcommand(
    "profiles", "List the wallets that the configuration names.",
    answer: """
      a list of `name`, `isDefault`, `problems` (texts), and where it has them `server`, `login` \
      and `vault`
      """,
    notes: [
      """
      A profile is a wallet with a name, in `profiles:` of the configuration: a server and who \
      signs in there, or a vault. Its keys are the options for a wallet. --profile NAME opens \
      one, and `default-profile: NAME` is the one without --profile.
      """
    ]
  ) { invocation throws(WalletError) in
    let setup = try Setup(invocation)
    let chosen = setup.configuration.defaultProfile?.text
    let rows = setup.configuration.profiles.map { profile in
      ProfileRow(profile, isDefault: profile.name.text == chosen, setup)
    }
    if invocation.wantsJSON {
      try Output.json(rows)
      return .ok
    }
    let words = invocation.words
    if rows.isEmpty { try Output.line(words.noProfiles) }
    var table = Table([
      .init(title: words.name), .init(title: words.wallet), .init(title: words.state),
    ])
    for row in rows {
      let name = row.isDefault ? words.isDefault(row.name) : row.name
      let server = row.server ?? ""
      let wallet = row.vault ?? row.login.map { words.user($0, at: server) } ?? server
      table.add([name, wallet, row.problems.isEmpty ? words.good : words.hasMistakes])
    }
    if !rows.isEmpty { try Output.text(table.text) }
    return .ok
  }

  private static let paths = Subcommand(
    "paths", "List the files and folders that walletui uses.",
    answer: "a list of `name`, `path` and `exists`"
  ) { invocation throws(WalletError) in
    let setup = try Setup(invocation)
    let vault = invocation.text("vault") ?? Places.vault
    let rows = [
      PathRow("configuration", setup.file), PathRow("themes", Places.themes),
      PathRow("vault", vault), PathRow("commits", Places.commits),
      PathRow("changes", Places.changes), PathRow("device", Places.device),
      PathRow("log", invocation.text("log")),
    ].compactMap { $0 }
    if invocation.wantsJSON {
      try Output.json(rows)
      return .ok
    }
    let words = invocation.words
    var table = Table([
      .init(title: words.what), .init(title: words.path), .init(title: words.there),
    ])
    for row in rows { table.add([row.name, row.path, row.exists ? words.yes : words.no]) }
    try Output.text(table.text)
    return .ok
  }
}

private struct ProfileRow: Encodable {
  let name: String
  let isDefault: Bool
  let server: String?
  let login: String?
  let vault: String?
  /// `file:line:column: message`.
  let problems: [String]

  init(_ profile: Profile, isDefault: Bool, _ setup: Setup) {
    name = profile.name.text
    self.isDefault = isDefault
    server = profile.server?.text
    login = profile.values["login"]?.text
    vault = profile.vault?.text
    problems = setup.problems(of: profile).map(\.description)
  }
}

private struct PathRow: Encodable {
  let name: String
  let path: String
  let exists: Bool

  init?(_ name: String, _ path: String?) {
    guard let path else { return nil }
    self.name = name
    self.path = path
    exists = access(path, F_OK) == 0
  }
}
