import WalletModel

/// One subcommand, declared: what parsing, help and typo suggestions are made from.
struct Subcommand: Sendable {
  /// The words that name it: `card lock`. Empty for the screen.
  let path: [String]
  let summary: String
  let arguments: [CommandArgument]
  let options: [CommandOption]
  /// Paragraphs for its own `--help`.
  let notes: [String]
  let run: @Sendable (Invocation) async throws(WalletError) -> ExitCode

  init(
    _ path: String, _ summary: String, arguments: [CommandArgument] = [],
    options: [CommandOption] = [],
    notes: [String] = [],
    run: @escaping @Sendable (Invocation) async throws(WalletError) -> ExitCode
  ) {
    self.path = path.split(separator: " ").map(String.init)
    self.summary = summary
    self.arguments = arguments
    self.options = options
    self.notes = notes
    self.run = run
  }

  var name: String { path.joined(separator: " ") }
}

/// A word that a command needs, in order.
struct CommandArgument: Sendable {
  let name: String
  let help: String
  init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }
}

/// `--name` or `--name VALUE`.
struct CommandOption: Sendable {
  enum Value: Sendable {
    case none
    case text(String)
    /// A whole number in this range.
    case number(String, ClosedRange<Int>)
    /// One of these words.
    case choice(String, [String])
    /// Some of these words, separated by commas.
    case choices(String, [String])
  }
  let name: String
  let value: Value
  let help: String

  init(_ name: String, _ value: Value, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// One that is given or not.
  init(_ name: String, _ help: String) { self.init(name, .none, help) }

  /// `--limit N`.
  var usage: String {
    switch value {
    case .none: "--" + name
    case .text(let word), .number(let word, _), .choice(let word, _), .choices(let word, _):
      "--\(name) \(word)"
    }
  }
}

/// A command with what was given to it.
struct Invocation: Sendable {
  let command: Subcommand
  var arguments: [String] = []
  var options: [String: String] = [:]

  func has(_ name: String) -> Bool { options[name] != nil }
  func text(_ name: String) -> String? { options[name] }
  func number(_ name: String) -> Int? { options[name].flatMap { Int($0) } }
  func list(_ name: String) -> [String] {
    options[name]?.split(separator: ",").map(String.init) ?? []
  }

  var wantsJSON: Bool { has("json") }
  /// The first argument, which parsing has made sure of.
  var cardID: CardID { CardID(arguments.first ?? "") }
}
