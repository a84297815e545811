/// A page for man(1), in the macros of man(7).
package struct ManualPage {
  package struct Section: Sendable {
    package enum Part: Sendable {
      case text(String)
      /// A word and its meaning.
      case item(String, String)
      /// The same for words that are typed: `--limit N`.
      case usage(String, String)
      /// A line of a synopsis.
      case call(String)
      /// A heading for the following parts.
      case heading(String)
      /// Lines as the user types them.
      case example([String])
    }

    package let title: String
    package let parts: [Part]
    package init(_ title: String, _ parts: [Part]) {
      self.title = title
      self.parts = parts
    }
  }

  private let name: String
  private let section: Int
  private let summary: String
  private let maker: String
  private let sections: [Section]

  /// - Parameters:
  ///   - section: Of the manual: 1 commands, 5 files, 8 servers.
  ///   - maker: The command that prints the page.
  package init(
    _ name: String, section: Int, summary: String, maker: String, sections: [Section]
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    self.maker = maker
    self.sections = sections
  }

  /// The page of a program, made from its declarations.
  ///
  /// - Parameters:
  ///   - description: Paragraphs.
  ///   - rest: The sections after the commands and options.
  package init(
    _ parser: Parser, section: Int, maker: String, description: [String], rest: [Section]
  ) {
    let program = parser.program
    let options = parser.shared + parser.main.options + parser.ours
    var sections = [
      Section("Synopsis", program.usages.map { .call($0.0) }),
      Section("Description", (description + program.notes).map { .text($0) }),
    ]
    if !parser.commands.isEmpty {
      sections.append(Section("Commands", parser.commands.flatMap(Self.parts)))
    }
    sections.append(Section("Options", options.map(Self.part)))
    self.init(
      program.name, section: section, summary: program.summary, maker: maker,
      sections: sections + rest)
  }

  private static func parts(_ command: Subcommand) -> [Section.Part] {
    [.heading(command.usageLine), .text(command.summary)]
      + command.arguments.map { .usage($0.name, sentence($0.help)) }
      + command.options.map(part) + command.notes.map { .text($0) }
  }

  /// An option with its description.
  package static func part(_ option: CommandOption) -> Section.Part {
    .usage(option.usage, sentence(option.explanation))
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  package var text: String {
    var lines = [
      ".\\\" Made by `\(maker)`; not written by hand.",
      ".TH \(name.uppercased()) \(section) \(Release.date) \"walletui \(Release.version)\"",
      ".nh", ".ad l", ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
    ]
    for section in sections {
      lines.append(".SH \(section.title.uppercased())")
      var before: Section.Part?
      for part in section.parts {
        if case .call = part, case .call = before { lines.append(".br") }
        let isFirst =
          switch before {
          case nil, .heading?: true
          default: false
          }
        // The first paragraph follows its title directly.
        lines += Self.lines(part).drop { isFirst && $0 == ".PP" }
        before = part
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ part: Section.Part) -> [String] {
    switch part {
    case .text(let text): [".PP", escaped(text)]
    case .item(let word, let text): [".TP", "\\fB\(escaped(word))\\fR", escaped(text)]
    case .usage(let words, let text): [".TP", usage(words), escaped(text)]
    case .call(let words): [usage(words)]
    case .heading(let words): [".SS \(escaped(words))"]
    case .example(let lines):
      [".PP", ".RS 4", ".nf"] + lines.map { escaped($0) } + [".fi", ".RE"]
    }
  }

  /// Words that are typed are bold, placeholders (`FILE`) are in italics.
  private static func usage(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let isPlaceholder = word.allSatisfy {
        $0.isUppercase || $0.isNumber || $0 == ":" || $0 == "…"
      }
      let isBracket = word.hasPrefix("[") && word.hasSuffix("]") || word == "<"
      let font = isPlaceholder ? "I" : isBracket ? "R" : "B"
      return "\\f\(font)\(escaped(String(word)))\\fR"
    }.joined(separator: " ")
  }

  /// Escapes a text for roff, so that it contains no requests or escapes. A `-` stays the typed
  /// one.
  private static func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where !scalar.isASCII: "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
      default: String(scalar)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
