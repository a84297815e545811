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
    let words = invocation.words
    let rows = setup.configuration.profiles.map { row($0, setup, words) }
    try invocation.show(
      rows, none: words.vault.noProfiles, [words.name, words.wallet, words.vault.state])
  }

  private func row(_ profile: Profile, _ setup: Setup, _ words: Words) -> AnswerRow {
    let name = profile.name.text
    let isDefault = name == setup.configuration.defaultProfile?.text
    let (server, vault) = (profile.server?.text, profile.vault?.text)
    let login = profile.values["login"]?.text
    let wallet = vault ?? login.map { words.vault.user($0, at: server ?? "") } ?? server
    // `file:line:column: message`.
    let problems = setup.problems(of: profile).map(\.description)
    return AnswerRow(
      cells: [
        isDefault ? words.vault.isDefault(name) : name, wallet ?? "",
        problems.isEmpty ? words.vault.good : words.vault.hasMistakes,
      ],
      json: [
        "name": .string(name), "isDefault": .bool(isDefault), "server": .text(server),
        "login": .text(login), "vault": .text(vault), "problems": .texts(problems),
      ])
  }
}
