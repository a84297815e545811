import Arguments
import Configuration
import FrontEnd
import WalletAPI
import WalletModel
import Words
import Yaml

struct ProfilesCommand: WalletCommand {
  let path = "profiles"
  let summary = "List the wallets in your configuration."
  let answer: String? = """
    a list of `name`, `isDefault`, `problems` (texts), and where it has them `server`, `login` \
    and `vault`
    """
  let notes: [String] = [
    """
    A profile is a named wallet in `profiles:` of the configuration: a server and the user who \
    signs in, or a vault. Its keys are the options for a wallet. --profile NAME opens one, and \
    `default-profile: NAME` is used without --profile.
    """
  ]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) {
    let setup = try Setup(invocation)
    let chosen = setup.configuration.defaultProfile?.text
    let rows = setup.configuration.profiles.map { profile in
      ProfileRow(profile, isDefault: profile.name.text == chosen, setup)
    }
    let words = invocation.words
    let columns: [TableColumn<ProfileRow>] = [
      .init(words.name) { $0.isDefault ? words.vault.isDefault($0.name) : $0.name },
      .init(words.wallet) { row in
        let server = row.server ?? ""
        return row.vault ?? row.login.map { words.vault.user($0, at: server) } ?? server
      },
      .init(words.vault.state) { $0.problems.isEmpty ? words.vault.good : words.vault.hasMistakes },
    ]
    try invocation.show(rows: rows, none: words.vault.noProfiles, columns)
  }
}

private struct ProfileRow: AnswerRow {
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

  var json: JSON {
    [
      "name": .string(name), "isDefault": .bool(isDefault), "server": .text(server),
      "login": .text(login), "vault": .text(vault), "problems": .texts(problems),
    ]
  }
}
