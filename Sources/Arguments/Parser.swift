internal import Spelling
internal import TextLayout
package import WalletModel

/// Parses the words after the program's name.
package struct Parser: Sendable {
  /// What the user has asked for.
  package enum Result {
    case run(Invocation)
    /// nil: the help of the program.
    case help(Subcommand?)
    /// The help for all commands that begin with this word.
    case groupHelp(String)
    case version
  }

  package let program: ProgramText
  package let commands: [Subcommand]
  /// Options that every command accepts.
  package let shared: [CommandOption]
  /// The command that runs if no command is named.
  package let main: Subcommand

  package init(
    _ program: ProgramText, commands: [Subcommand] = [], shared: [CommandOption] = [],
    main: Subcommand
  ) {
    self.program = program
    self.commands = commands
    self.shared = shared
    self.main = main
  }

  package func parse(_ words: [String]) throws(WalletError) -> Result {
    if let help = try groupHelp(words) { return help }
    var rest = words[...]
    var given: [(CommandOption, String)] = []
    var plain: [String] = []
    var optionsEnded = false
    let command = try command(in: words)
    // The command's own options come first: in `card reveal --pin` the option is not a server's
    // key.
    let known = command.options + shared
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        plain.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word == "--help" || word == "-h" {
        return .help(command.path.isEmpty ? nil : command)
      } else if word == "--version" || word == "-V" {
        return .version
      } else {
        given.append(try option(word, &rest, known, command))
      }
    }
    var invocation = Invocation(command: command)
    for (option, value) in given {
      guard invocation.options.updateValue(value, forKey: option.name) == nil else {
        throw usage("--\(option.name) is there twice", "--\(option.name) steht zweimal da", command)
      }
    }
    invocation.arguments = Array(plain.dropFirst(command.path.count))
    try checkArguments(invocation)
    return .run(invocation)
  }

  /// The words up to `--` that are neither options nor their values.
  private func plainWords(_ words: [String]) -> [String] {
    var plain: [String] = []
    var rest = words.prefix { $0 != "--" }
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") || word == "-" {
        plain.append(word)
      } else if everyOption.contains(where: { "--" + $0.name == word && !$0.value.isFlag }) {
        rest = rest.dropFirst()
      }
    }
    return plain
  }

  /// The command named by the first plain words.
  private func command(in words: [String]) throws(WalletError) -> Subcommand {
    let plain = plainWords(words)
    guard let first = plain.first, !commands.isEmpty else { return main }
    let family = commands.filter { $0.path.first == first }
    if family.isEmpty {
      // The word may be the value of an unknown option.
      if let word = words.prefix(while: { $0 != first }).last, let name = unknownName(word) {
        throw unknownOption(name, shared + main.options, main)
      }
      throw unknownCommand(first, among: commands.map { $0.path[0] })
    }
    if let exact = commands.named(by: plain) { return exact }
    // The words that are the beginning of a name: `virtual keys`.
    var start = [first]
    while start.count < plain.count,
      family.contains(where: { $0.path.starts(with: start + [plain[start.count]]) })
    {
      start.append(plain[start.count])
    }
    var wanted: [String] = []
    for command in family where command.path.starts(with: start) && command.path.count > start.count
    {
      let word = command.path[start.count]
      if !wanted.contains(word) { wanted.append(word) }
    }
    let name = start.joined(separator: " ")
    guard plain.count > start.count else {
      throw usage(
        "`\(name)` needs one of: \(wanted.joined(separator: ", "))",
        "`\(name)` braucht eines von: \(wanted.joined(separator: ", "))", nil)
    }
    throw unknownCommand(plain[start.count], among: wanted, after: name)
  }

  /// `help [COMMAND…]`, and `--help` after the first word of several commands.
  private func groupHelp(_ words: [String]) throws(WalletError) -> Result? {
    var path = plainWords(words)
    let asksFirst = path.first == "help" && !commands.isEmpty
    if asksFirst {
      path.removeFirst()
      if path.isEmpty { return .help(nil) }
    } else if !words.contains("--help") && !words.contains("-h") {
      return nil
    }
    let isGroup =
      !path.isEmpty && !commands.contains { path.starts(with: $0.path) && !$0.path.isEmpty }
    if isGroup, commands.contains(where: { $0.path.starts(with: path) }) {
      return .groupHelp(path.joined(separator: " "))
    }
    return asksFirst ? .help(try command(in: path)) : nil
  }

  private var everyOption: [CommandOption] { shared + main.options + commands.flatMap(\.options) }

  /// The name of an unknown option, if the word looks like an option.
  private func unknownName(_ word: String) -> String? {
    guard word.hasPrefix("--"), word.count > 2, !word.contains("=") else { return nil }
    let name = String(word.dropFirst(2))
    let isKnown =
      ["help", "version"].contains(name)
      || everyOption.contains { option in
        if case .toggle = option.value, name == "no-" + option.name { return true }
        return option.name == name
      }
    return isKnown ? nil : name
  }

  private func option(
    _ word: String, _ rest: inout ArraySlice<String>, _ known: [CommandOption],
    _ command: Subcommand
  ) throws(WalletError) -> (CommandOption, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].drop { $0 == "-" })
    let isNegated: (CommandOption) -> Bool = {
      if case .toggle = $0.value { return "no-" + $0.name == name }
      return false
    }
    guard word.hasPrefix("--"),
      let option = known.first(where: { $0.name == name || isNegated($0) })
    else {
      throw unknownOption(name, known, command)
    }
    if option.value.isFlag {
      guard parts.count == 1 else {
        throw usage("--\(name) takes no value", "--\(name) nimmt keinen Wert", command)
      }
      return (option, option.name == name ? CommandOption.yes : CommandOption.no)
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw usage(
        "--\(name) needs a value: \(option.usage)", "--\(name) braucht einen Wert: \(option.usage)",
        command)
    }
    if let problem = option.value.problem(value) {
      throw usage("--\(name) \(problem.english)", "--\(name) \(problem.german)", command)
    }
    return (option, option.value.canonical(value))
  }

  private func checkArguments(_ invocation: Invocation) throws(WalletError) {
    let command = invocation.command
    let given = invocation.arguments.count
    if given < command.arguments.count, !command.arguments[given].isOptional {
      throw usage(
        "\(command.arguments[given].name) is missing", "\(command.arguments[given].name) fehlt",
        command)
    }
    // The surplus word is not repeated, because it may be a PIN in the wrong place.
    if given > command.arguments.count {
      throw usage(
        "too many words for `\(command.name)`", "zu viele Wörter für `\(command.name)`", command)
    }
    if invocation.arguments.contains("") {
      throw usage("an argument is empty", "ein Argument ist leer", command)
    }
  }

  private func unknownOption(_ name: String, _ known: [CommandOption], _ command: Subcommand)
    -> WalletError
  {
    if ["pin", "cvv", "passphrase", "password", "code", "pan"].contains(name) {
      return usage(
        "secrets don't go in arguments: other programs could read them there",
        "Geheimnisse gehören nicht in Argumente: Andere Programme könnten sie dort lesen", command)
    }
    let shown = Text.clean(name.prefix(40))
    let (english, german) = ("there is no option --\(shown)", "es gibt keine Option --\(shown)")
    if let close = Suggestion.closest(to: name, among: known.map(\.name) + ["help", "version"]) {
      return usage(
        "\(english); did you mean --\(close)?", "\(german); meinen Sie --\(close)?", command)
    }
    if !command.path.isEmpty, shared.isEmpty == false,
      let owner = commands.first(where: { $0.options.contains { $0.name == name } })
    {
      return usage(
        "\(english) here; `\(owner.name)` has one",
        "hier gibt es keine Option --\(shown); `\(owner.name)` hat eine", command)
    }
    return usage(english, german, command)
  }

  private func unknownCommand(
    _ word: String, among known: [String], after prefix: String? = nil
  ) -> WalletError {
    let full = (prefix.map { $0 + " " } ?? "")
    let shown = full + Text.clean(word.prefix(40))
    var what = Reason.text(
      "no command `\(shown)`", "kein Befehl `\(shown)`")
    if let close = Suggestion.closest(to: word, among: known) {
      what = .text(
        "\(what.english); did you mean `\(full)\(close)`?",
        "\(what.german); meinen Sie `\(full)\(close)`?")
    }
    let group = prefix.map { " " + $0 } ?? ""
    return WalletError(.usage, detail: what, advice: help(group))
  }

  private func usage(_ english: String, _ german: String, _ command: Subcommand?) -> WalletError {
    WalletError(.usage, detail: .text(english, german), advice: advice(command))
  }

  /// Where more is said about a command; nil: about all.
  package func advice(_ command: Subcommand?) -> Reason {
    help(command.map { $0.path.isEmpty ? "" : " " + $0.name } ?? "")
  }

  private func help(_ words: String) -> Reason {
    let command = "`\(program.name)\(words) --help`"
    return .text("See \(command).", "Siehe \(command).")
  }
}

extension CommandOption.Value {
  package var isFlag: Bool {
    switch self {
    case .none, .toggle: true
    case .text, .textOrParts, .file, .list, .number, .choice, .choices: false
    }
  }

  /// Case does not matter: JSON uses `ACTIVE`.
  private static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// The word as it is declared, for a word typed in any case.
  package func canonical(_ value: String) -> String {
    guard case .choice(_, let words) = self else { return value }
    return words.first { Self.isSame($0, value) } ?? value
  }

  /// What is wrong with a value; nil when nothing is.
  package func problem(_ value: String) -> Reason? {
    switch self {
    case .none, .toggle, .text, .file, .list:
      return value.isEmpty
        ? .text("is empty; leave it out instead", "ist leer; lassen Sie es weg") : nil
    case .textOrParts(_, let words):
      if value.isEmpty {
        return .text("is empty; leave it out instead", "ist leer; lassen Sie es weg")
      }
      guard value.utf8.contains(UInt8(ascii: "=")) else { return nil }
      let isGood = value.split(separator: ",").allSatisfy { part in
        words.contains { part.hasPrefix($0 + "=") && part.utf8.count > $0.utf8.count + 1 }
      }
      let parts = words.map { $0 + "=…" }.joined(separator: ",")
      return isGood ? nil : .text("is one text, or \(parts)", "ist ein Text oder \(parts)")
    case .number(_, let range):
      guard let number = Int(value), range.contains(number) else {
        return range.upperBound == .max
          ? .text(
            "must be a whole number from \(range.lowerBound)",
            "muss eine ganze Zahl ab \(range.lowerBound) sein")
          : .text(
            "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
            "muss eine ganze Zahl von \(range.lowerBound) bis \(range.upperBound) sein")
      }
      return nil
    case .choice(_, let words):
      return words.contains { Self.isSame($0, value) }
        ? nil
        : .text(
          "must be one of: \(words.joined(separator: ", "))",
          "muss eines davon sein: \(words.joined(separator: ", "))")
    case .choices(_, let words):
      let given = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return given.allSatisfy { word in words.contains { Self.isSame($0, word) } }
        ? nil
        : .text(
          "takes these, separated by commas: \(words.joined(separator: ", "))",
          "nimmt diese, durch Kommas getrennt: \(words.joined(separator: ", "))")
    }
  }
}

extension [Subcommand] {
  /// The command that the words begin with: of `cards` and `cards lock` the longer one. nil: there is
  /// none.
  func named(by words: [String]) -> Subcommand? {
    filter { !$0.path.isEmpty && words.starts(with: $0.path) }.max {
      $0.path.count < $1.path.count
    }
  }
}
