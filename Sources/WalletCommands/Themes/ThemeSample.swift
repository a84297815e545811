import Canvas
import FrontEnd
import Pictures
import TextLayout
import Themes
import WalletAPI
import Words

/// A theme as a sample picture: every role on its background, and the card faces.
struct ThemeSample {
  let canvas: Canvas

  private static let column = 38
  private static let face = Size(24, 6)

  init(_ theme: Theme, _ words: Words) {
    let rows = (Role.allCases.count + 1) / 2
    var canvas = Canvas(
      Size(2 * Self.column + 2, rows + Self.face.height + 6), style: theme[.surface],
      semantics: false)
    canvas.write(theme.name, 2, 1, theme[.strong])
    canvas.write(
      words.settings.appearance(isLight: theme.appearance == .light),
      3 + Text.width(of: theme.name), 1,
      theme[.muted])
    for (index, role) in Role.allCases.enumerated() {
      let x = 2 + index / rows * Self.column
      let y = 3 + index % rows
      canvas.write(Text.pad(" " + role.rawValue, to: 17), x, y, theme[role])
      canvas.write(Self.words(theme[role]), x + 18, y, theme[.muted])
    }
    for (index, name) in FaceName.allCases.enumerated() {
      let rect = Rect(
        2 + index * (Self.face.width + 1), rows + 4, Self.face.width, Self.face.height)
      Self.paint(theme.paint(name, .full), name, rect, &canvas)
    }
    self.canvas = canvas
  }

  private static func paint(
    _ face: FacePaint, _ name: FaceName, _ rect: Rect, _ canvas: inout Canvas
  ) {
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let along = (Double(x) / Double(rect.width) + Double(y) / Double(rect.height)) / 2
        canvas.fill(
          Rect(rect.x + x, rect.y + y, 1, 1), Style(face.text, on: face.shade(along)))
      }
    }
    let lines: [(String, Color, Int)] = [
      (name.rawValue.uppercased(), face.text, 1), ("▐██▌", face.chip, 2),
      ("•••• •••• 0093", face.text, 3), ("ANA PETROVA  09/29", face.muted, 4),
    ]
    for (text, color, line) in lines {
      canvas.write(text, rect.x + 2, rect.y + line, Style(color), keepBackground: true)
    }
  }

  /// The sample as a table, for output without colours.
  static func table(_ theme: Theme, _ words: Words) -> Table {
    let titles = words.commandLine
    var table = Table([titles.role, titles.textTitle, titles.ground, titles.looks])
    for role in Role.allCases {
      let style = theme[role]
      table.add([
        role.rawValue, style.foreground.word, style.background.word,
        style.attributes.words.joined(separator: " "),
      ])
    }
    for name in FaceName.allCases {
      let face = theme.face(name)
      table.add([
        words.commandLine.faceTitle(name.rawValue), face.text.word,
        [face.from, face.via, face.to].compactMap { $0?.word }.joined(separator: " → "), "",
      ])
    }
    return table
  }

  private static func words(_ style: Style) -> String {
    style.foreground.word + " " + style.attributes.words.joined(separator: " ")
  }
}

extension Color {
  /// The colour as written in a theme file.
  var word: String {
    switch kind {
    case .default: "default"
    case .indexed(let index): index < 16 ? ThemeLibrary.terminalColours[Int(index)] : "\(index)"
    case .rgb(let red, let green, let blue): RGB(red, green, blue).hex
    }
  }
}

extension Attributes {
  /// The attributes as written in a theme file.
  var words: [String] { ThemeLibrary.attributes.filter { contains($0.value) }.map(\.name) }
}

extension Theme {
  var json: JSON {
    [
      "name": .string(name), "appearance": .string(appearance.rawValue),
      "roles": .object(Role.allCases.map { ($0.rawValue, self[$0].json) }),
      "faces": .object(FaceName.allCases.map { ($0.rawValue, face($0).json) }),
    ]
  }
}

extension Style {
  fileprivate var json: JSON {
    [
      "fg": .string(foreground.word), "bg": .string(background.word),
      "attrs": .texts(attributes.words),
    ]
  }
}

extension CardFace {
  fileprivate var json: JSON {
    [
      "from": .string(from.word), "via": .text(via?.word), "to": .string(to.word),
      "text": .string(text.word), "muted": .string(muted.word), "chip": .string(chip.word),
    ]
  }
}
