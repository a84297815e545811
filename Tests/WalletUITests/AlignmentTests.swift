import Canvas
import Languages
import Testing
import TextLayout
import Themes
import WalletModel

@testable import WalletUI

/// Borders stay complete, columns aligned and glyphs uncut with any names.
@Suite struct AlignmentTests {
  /// Wide, combining, right-to-left and joined characters, and some that terminals must not get.
  static let names = [
    "日本語のとても長いカードの名前です", "e\u{301}\u{300}\u{302}u\u{308}\u{323} o\u{302}\u{323}",
    "بطاقة السفر היפוך", "👩‍👩‍👧🇩🇪☕️⚠️1️⃣ family", "a\u{202e}b\u{2066}\u{200b}\u{1b}[2J\n\tc\u{7f}",
    "ﷺ﷽꧅𒐫ㅤ\u{feff}\u{e0041}",
  ]

  /// Every card, holder, programme and merchant has one of these names.
  static func hostile(_ state: inout State) {
    let cards = zip(Fixture.cards, names).map { card, name in
      var card = card
      card.alias = name
      card.holderName = name
      card.programName = name + name
      return card
    }
    _ = reduce(&state, .cards(cards))
    for (card, name) in zip(cards, names) {
      let known = Fixture.details(card)
      let payments = known.transactions.map { payment in
        var payment = payment
        payment.description = name
        return payment
      }
      let details = CardDetails(card: card, account: known.account, transactions: payments)
      _ = reduce(&state, .loaded(card.id, .success(details)))
    }
  }

  @Test(arguments: Scene.allCases)
  func hostileNamesKeepTheLayout(_ scene: Scene) {
    for width in stride(from: 40, through: 130, by: 15) {
      for height in stride(from: 12, through: 50, by: 12) {
        let canvas = render(scene.state(Size(width, height), Self.hostile), .plain)
        #expect(crooked(canvas) == [], "\(scene) at \(width)×\(height)")
      }
    }
  }

  @Test(arguments: Scene.allCases, Language.allCases)
  func nothingOverlapsABorder(_ scene: Scene, _ language: Language) {
    Fixture.$language.withValue(language) {
      for size in GoldenTests.sizes + [Size(40, 24), Size(40, 12), Size(73, 21)] {
        #expect(crooked(render(scene.state(size), .plain)) == [], "\(scene) at \(size)")
      }
    }
  }

  /// A form with mistakes, which needs more room.
  @Test(arguments: Language.allCases)
  func mistakesStayInsideTheirBox(_ language: Language) {
    Fixture.$language.withValue(language) {
      for size in GoldenTests.sizes + [Size(40, 24), Size(40, 12), Size(73, 21)] {
        for keys in ["X", "c", "P"] {
          var state = Fixture.state(size, focus: 0)
          state.type(keys)
          for _ in 0..<12 where !state.view.overlays.isEmpty { state.press(Key(.enter)) }
          #expect(crooked(render(state, .plain)) == [], "\(keys) at \(size)")
        }
      }
    }
  }

  /// The texts at the foot of the theme picker do not overlap.
  @Test(arguments: Language.allCases)
  func thePickersFooterIsComplete(_ language: Language) {
    Fixture.$language.withValue(language) {
      for size in GoldenTests.sizes {
        let canvas = render(Scene.themes.state(size), .plain)
        let back = language == .german ? "Esc zurück " : "Esc back "
        let lines = (0..<size.height).map { canvas.text(row: $0) }
        #expect(lines.contains { $0.contains(back) }, "\(size)")
      }
    }
  }

  /// Two facts on one line are separated by at least two blanks.
  @Test func factsAreSeparated() {
    let long = { (state: inout State) in
      var card = Fixture.cards[2]
      card.programName = "SKRILL-VIRTUAL-VISA-EEA"
      _ = reduce(&state, .loaded(card.id, .success(Fixture.details(card))))
    }
    for width in [112, 120, 140] {
      let canvas = render(Scene.main.state(Size(width, 40), long), .plain)
      let line = (0..<40).map { canvas.text(row: $0) }.first { $0.contains("Card ID") } ?? ""
      #expect(line.contains("  Card ID"), "\(line)")
    }
  }

  /// Where a row has one line with the last four digits, they are below each other.
  @Test func columnsAreAligned() {
    for width in stride(from: 60, through: 99, by: 3) {
      let canvas = render(Scene.main.state(Size(width, 30), Self.hostile), .plain)
      let rows = canvas.regions.filter { $0.role == .row }
      #expect(rows.count >= 3)
      let places = rows.map { row in
        (row.rect.x..<row.rect.maxX - 1).first {
          canvas[$0, row.rect.y].scalar == 0xb7 && canvas[$0 + 1, row.rect.y].scalar == 0xb7
        }
      }
      #expect(Set(places).count == 1 && places.first ?? nil != nil, "\(places) at \(width)")
    }
  }

  /// Control: the check finds misaligned columns.
  @Test func theCheckFindsMisalignedColumns() {
    var canvas = Canvas(Size(20, 5))
    canvas.box(Rect(0, 0, 20, 5), .plain)
    canvas.mark(.list, "list", Rect(0, 0, 20, 5))
    #expect(crooked(canvas) == [])
    var over = canvas
    over.write("日本", 16, 2, .plain)
    #expect(crooked(over) == ["list: no frame at 19,2"])
    over.mark(.toast, "on top", Rect(12, 2, 8, 1))
    #expect(crooked(over) == [])
    canvas.write("x", 0, 0, .plain)
    #expect(crooked(canvas) == ["list: no frame at 0,0"])
  }
}

/// What is wrong with a frame: lines of the wrong length, cut glyphs, text on a border. Titles may
/// be on the top and the bottom.
func crooked(_ canvas: Canvas) -> [String] {
  var found: [String] = []
  let (width, height) = (canvas.size.width, canvas.size.height)
  for y in 0..<height {
    if Text.width(of: canvas.text(row: y)) != width { found.append("row \(y) has another width") }
    for x in 0..<width {
      let isSecond = x > 0 && canvas[x - 1, y].width == 2
      if (canvas[x, y].width == 0) != isSecond { found.append("half a glyph at \(x),\(y)") }
    }
    if canvas[width - 1, y].width == 2 { found.append("half a glyph at the end of \(y)") }
  }
  let boxes: Set<Region.Role> = [.list, .details, .dialog, .help, .palette, .phone]
  let frame = Set("╭╮╰╯│┃├┤─".unicodeScalars.map(\.value))
  for (index, region) in canvas.regions.enumerated() where boxes.contains(region.role) {
    let rect = region.rect
    let above = canvas.regions[(index + 1)...].filter {
      boxes.contains($0.role) || $0.role == .toast
    }
    for y in rect.y..<rect.maxY {
      for x in [rect.x, rect.maxX - 1] {
        if above.contains(where: { $0.rect.contains(Point(x, y)) }) { continue }
        if !frame.contains(canvas[x, y].scalar) {
          found.append("\(region.role): no frame at \(x),\(y)")
        }
      }
    }
  }
  return found
}
