import Arguments
import Configuration
import FrontEnd
import Languages
import TextLayout
import WalletAPI
import WalletModel
import WalletUI
import Words
import Yaml

struct KeysCommand: StatusCommand {
  let path = "keys"
  let summary = "List the keys of the screen, or check those in a configuration."
  let arguments: [CommandArgument] = [
    CommandArgument(
      "FILE", "with --check: the configuration to check instead of the default one",
      isOptional: true)
  ]
  let options: [CommandOption] = [
    CommandOption("check", "only report mistakes in the file")
  ]
  let answer: String? = """
    a list of `command`, `title` and `keys`, each with `key` and `origin`; with --check `ok` and \
    `problems` (texts)
    """
  let notes: [String] = [
    """
    Change keys with `keys:` in the configuration: see walletui-config(5). --check checks the \
    whole file except its profiles, and ends with 14 if it finds a mistake.
    """
  ]
  let preparation = Preparation.settings
  let reportsConfigurationMistakes = true

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let file = invocation.arguments.first
    guard invocation.has("check") else {
      if file != nil {
        throw WalletError.usage("FILE goes with --check", "FILE gehört zu --check")
      }
      try list(try Setup(invocation), invocation)
      return .ok
    }
    if file != nil, invocation.has("config") {
      throw WalletError.usage(
        "FILE and --config don't go together", "FILE und --config gehen nicht zusammen")
    }
    return try check(try Setup(file: file ?? invocation.text("config")), invocation)
  }

  private func list(_ setup: Setup, _ invocation: Invocation) throws(WalletError) {
    // The output for programs does not depend on the language.
    let words = invocation.wantsJSON ? Words.english : invocation.words
    let bindings = (setup.keys.keymap ?? .builtIn).bindings
    let rows = CommandRegistry.all.map { command in
      let title = command.text(words).title
      let keys = bindings.filter { $0.command == command.id }.map {
        (key: $0.name, origin: $0.origin.text(setup.configuration.file)[words.language])
      }
      return AnswerRow(
        cells: [
          command.id, keys.isEmpty ? "–" : keys.map(\.key).joined(separator: ", "), title,
          keys.first?.origin ?? "",
        ],
        json: [
          "command": .string(command.id), "title": .string(title),
          "keys": .array(keys.map { ["key": .string($0.key), "origin": .string($0.origin)] }),
        ])
    }
    try invocation.show(
      rows,
      [
        words.commandLine.command, words.commandLine.keysTitle, words.what, words.commandLine.from,
      ])
  }

  private func check(_ setup: Setup, _ invocation: Invocation) throws(WalletError)
    -> ExitCode
  {
    let problems = setup.problemsOutsideProfiles.inOrder
    if invocation.wantsJSON {
      let texts = problems.map { Text.clean($0.description) }
      try Output.json(["ok": .bool(texts.isEmpty), "problems": .texts(texts)])
    } else {
      let words = invocation.words
      for problem in problems { try Output.line(words.line(problem)) }
      if problems.isEmpty {
        let count = setup.configuration.keys.count
        let file = setup.file.map { Text.clean($0) } ?? ""
        try Output.line(words.commandLine.keysAreGood(file, count))
      }
    }
    return problems.isEmpty ? .ok : .configuration
  }
}
