/// A page for man(1), made from the declarations, in the macros of man(7).
package struct ManualPage {
  /// A part of the page, behind those that are made from the declarations.
  package struct Section: Sendable {
    package enum Part: Sendable {
      case text(String)
      /// A word and what it means.
      case item(String, String)
      /// Lines as they are typed.
      case example([String])
    }
    let title: String
    let parts: [Part]
    package init(_ title: String, _ parts: [Part]) {
      self.title = title
      self.parts = parts
    }
  }

  private let parser: Parser
  private let section: Int
  private let description: [String]
  private let rest: [Section]

  /// - Parameters:
  ///   - section: Of the manual: 1 commands, 8 servers.
  ///   - description: Paragraphs.
  ///   - rest: What comes after the options.
  package init(_ parser: Parser, section: Int, description: [String], rest: [Section]) {
    self.parser = parser
    self.section = section
    self.description = description
    self.rest = rest
  }

  package var text: String {
    let program = parser.program
    var lines = [
      ".\\\" Made by `\(program.name) --manual`; not written by hand.",
      ".TH \(program.name.uppercased()) \(section) \"\" \"\(program.name) \(program.version)\"",
      ".nh", ".ad l", ".SH NAME", "\(program.name) \\- \(Self.escaped(program.summary))",
      ".SH SYNOPSIS",
    ]
    for (index, usage) in program.usages.enumerated() {
      if index > 0 { lines.append(".br") }
      lines.append(Self.usage(usage.0))
    }
    lines.append(".SH DESCRIPTION")
    lines += Self.paragraphs(description + program.notes)
    lines.append(".SH OPTIONS")
    for option in parser.shared + parser.main.options + parser.ours {
      let help = option.explanation
      lines += Self.item(
        Self.usage(option.usage), help.prefix(1).uppercased() + help.dropFirst() + ".")
    }
    for section in rest {
      lines.append(".SH \(section.title.uppercased())")
      for part in section.parts { lines += Self.lines(part) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ part: Section.Part) -> [String] {
    switch part {
    case .text(let text): paragraphs([text])
    case .item(let word, let text): item("\\fB\(escaped(word))\\fR", text)
    case .example(let lines):
      [".PP", ".RS 4", ".nf"] + lines.map { escaped($0) } + [".fi", ".RE"]
    }
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    texts.flatMap { [".PP", escaped($0)] }
  }

  private static func item(_ word: String, _ text: String) -> [String] {
    [".TP", word, escaped(text)]
  }

  /// Words as they are typed in bold, what stands for others (`FILE`) in italics.
  private static func usage(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let isPlaceholder = word.allSatisfy { $0.isUppercase || $0 == ":" }
      let isBracket = word.hasPrefix("[") && word.hasSuffix("]") || word == "<"
      let font = isPlaceholder ? "I" : isBracket ? "R" : "B"
      return "\\f\(font)\(escaped(String(word)))\\fR"
    }.joined(separator: " ")
  }

  /// Nothing in a text is a request or an escape of roff, and `-` is the one that is typed.
  private static func escaped(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
