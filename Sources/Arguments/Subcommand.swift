/// One subcommand, declared: what parsing, help and typo suggestions are made from.
package struct Subcommand: Sendable {
  /// The words that name it: `card lock`. Empty for the screen.
  package let path: [String]
  package let summary: String
  package let arguments: [CommandArgument]
  package let options: [CommandOption]
  /// What `data` holds with `--json`; nil: it has no JSON.
  package let answer: String?
  /// Paragraphs for its own `--help`.
  package let notes: [String]

  package init(
    _ path: String, _ summary: String, arguments: [CommandArgument] = [],
    options: [CommandOption] = [], answer: String? = nil, notes: [String] = []
  ) {
    self.path = path.split(separator: " ").map(String.init)
    self.summary = summary
    self.arguments = arguments
    self.options = options
    self.answer = answer
    self.notes = notes
  }

  package var name: String { path.joined(separator: " ") }

  /// The name of the option that gives a request's field, or the first part of it; nil: none does.
  package func option(for field: String) -> String? {
    options.first { $0.field == field || $0.field.hasPrefix(field + ".") }?.name
  }
}

/// A word that a command needs, in order.
package struct CommandArgument: Sendable {
  package let name: String
  package let help: String
  /// May be left out; then nothing comes behind it.
  package let isOptional: Bool
  package init(_ name: String, _ help: String, isOptional: Bool = false) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
  }
}

/// `--name` or `--name VALUE`.
package struct CommandOption: Sendable {
  package enum Value: Sendable {
    case none
    /// `--name` or `--no-name`: what may be in the configuration can be taken back.
    case toggle
    case text(String)
    /// A text, or one for each of these words: `word=TEXT,…`; a mapping in the configuration.
    case textOrParts(String, [String])
    /// A path.
    case file(String)
    /// Texts, separated by commas.
    case list(String)
    /// A whole number in this range.
    case number(String, ClosedRange<Int>)
    /// One of these words.
    case choice(String, [String])
    /// Some of these words, separated by commas.
    case choices(String, [String])
  }
  /// What stands for a flag that is set, and for one that is taken back.
  package static let yes = ""
  package static let no = "no"

  package let name: String
  package let value: Value
  package let help: String
  /// The field of a request that it gives, with the record that it is in: `deliveryAddress.city`.
  package let field: String

  /// - Parameter field: nil: it has the option's name.
  package init(_ name: String, _ value: Value, _ help: String, field: String? = nil) {
    self.name = name
    self.value = value
    self.help = help
    self.field = field ?? name
  }

  /// One that is given or not.
  package init(_ name: String, _ help: String, field: String? = nil) {
    self.init(name, .none, help, field: field)
  }

  /// `--limit N`.
  package var usage: String {
    switch value {
    case .none: "--" + name
    case .toggle: "--[no-]" + name
    case .text(let word), .textOrParts(let word, _), .file(let word), .list(let word),
      .number(let word, _), .choice(let word, _), .choices(let word, _):
      "--\(name) \(word)"
    }
  }
}

/// A command with what was given to it.
package struct Invocation: Sendable {
  package let command: Subcommand
  package var arguments: [String] = []
  package var options: [String: String] = [:]

  /// A command to which nothing was given.
  package init(command: Subcommand) { self.command = command }

  package func has(_ name: String) -> Bool {
    options[name].map { $0 != CommandOption.no } ?? false
  }
  /// Takes from the configuration what was not given.
  package mutating func fill(_ values: [String: String]) {
    options.merge(values) { given, _ in given }
  }

  package func text(_ name: String) -> String? { options[name] }
  package func number(_ name: String) -> Int? { options[name].flatMap { Int($0) } }
  package func list(_ name: String) -> [String] {
    options[name]?.split(separator: ",").map(String.init) ?? []
  }

  package var wantsJSON: Bool { has("json") }
}
