/// The declaration of a subcommand. Parsing, help and suggestions are made from it.
package struct Subcommand: Sendable {
  /// The words of its name: `card lock`. Empty for the screen.
  package let path: [String]
  package let summary: String
  package let arguments: [CommandArgument]
  package let options: [CommandOption]
  /// The contents of `data` with `--json`; nil: it has no JSON.
  package let answer: String?
  /// Paragraphs for its `--help`.
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

  /// The name of the option for a field of the request, or for the first part of the field; nil:
  /// none.
  package func option(for field: String) -> String? {
    options.first { $0.field == field || $0.field.hasPrefix(field + ".") }?.name
  }
}

/// An argument of a command. Arguments are in order.
package struct CommandArgument: Sendable {
  package let name: String
  package let help: String
  /// Whether it may be left out. No argument follows an optional one.
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
    /// `--name` or `--no-name`, which overrides the configuration.
    case toggle
    case text(String)
    /// A text, or one for each of these words: `word=TEXT,…`. In the configuration it is a
    /// mapping.
    case textOrParts(String, [String])
    /// A whole number in the range for some of these words: `word=N,…`. In the configuration it is
    /// a mapping.
    case amounts(String, [String], ClosedRange<Int>)
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
  /// The value of a flag that is set, and of one that is turned off.
  package static let yes = ""
  package static let no = "no"

  package let name: String
  package let value: Value
  package let help: String
  /// The field of a request that it sets, with the record that contains it: `deliveryAddress.city`.
  package let field: String

  /// - Parameter field: nil: the field has the option's name.
  package init(_ name: String, _ value: Value, _ help: String, field: String? = nil) {
    self.name = name
    self.value = value
    self.help = help
    self.field = field ?? name
  }

  /// A flag, which is given or not.
  package init(_ name: String, _ help: String, field: String? = nil) {
    self.init(name, .none, help, field: field)
  }

  /// `--limit N`.
  package var usage: String {
    switch value {
    case .none: "--" + name
    case .toggle: "--[no-]" + name
    case .text(let word), .textOrParts(let word, _), .amounts(let word, _, _), .file(let word),
      .list(let word),
      .number(let word, _), .choice(let word, _), .choices(let word, _):
      "--\(name) \(word)"
    }
  }
}

/// A command with its options and arguments.
package struct Invocation: Sendable {
  package let command: Subcommand
  package var arguments: [String] = []
  package var options: [String: String] = [:]

  /// A command without options and arguments.
  package init(command: Subcommand) { self.command = command }

  package func has(_ name: String) -> Bool {
    options[name].map { $0 != CommandOption.no } ?? false
  }
  /// Adds values of the configuration for options that were not given.
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
