import Canvas
import ScreenKit
import Testing
import WalletModel
import Words

@testable import Themes
@testable import WalletUI

/// Card faces in all sizes, states and colour depths.
@Suite struct CardFaceTests {
  static let sizes = [
    CardFaceView.large, CardFaceView.details, CardFaceView.page, CardFaceView.small,
  ]

  private func face(
    _ status: CardStatus, _ size: Size, depth: ColorDepth = .direct, theme: String = "dark",
    ascii: Bool = false, holder: String? = nil
  ) -> (canvas: Canvas, theme: Theme) {
    var state = Fixture.state(Size(120, 40), focus: 0)
    state.settings.ascii = ascii
    var card = Fixture.cards[0]
    card.status = status
    if let holder { card.holderName = holder }
    let theme = ThemeLibrary.load(named: theme, depth: depth).0
    let frame = Frame(state, theme, semantics: true)
    CardFaceView(CardRow(card, .english), Fixture.details(card).card, frame)
      .draw(on: frame, in: Rect(2, 1, size.width, size.height))
    return (frame.canvas, theme)
  }

  private func text(_ canvas: Canvas) -> String {
    (0..<canvas.size.height).map { canvas.text(row: $0) }.joined(separator: "\n")
  }

  @Test("The programme is in words, and the state is a word, in every size", arguments: sizes)
  func words(size: Size) {
    for depth in ColorDepth.allCases {
      for (status, word) in [
        (CardStatus.locked, "■ LOCKED"), (.suspended, "▲ SUSPENDED"), (.digital, "◌ DIGITAL"),
        (.issued, "◔ ISSUED"), (.expired, "✕ EXPIRED"),
      ] {
        let text = text(face(status, size, depth: depth).canvas)
        #expect(text.contains(word), "\(depth) \(size)")
        #expect(text.contains("Skrill") && !text.contains("SKRILL"), "\(depth) \(size)")
      }
      let text = text(face(.active, size, depth: depth).canvas)
      #expect(text.contains("4821") && text.contains("ANA PETROVA"), "\(depth) \(size)")
      #expect(!text.contains("…"), "\(depth) \(size)")
    }
  }

  @Test("A long name is not cut, and the CVV stays", arguments: sizes)
  func longName(size: Size) {
    for status in [CardStatus.active, .locked] {
      let text = text(face(status, size, holder: "ALEXANDRA MARIA B").canvas)
      #expect(text.contains("ALEXANDRA MARIA B ") && text.contains("CVV •••"), "\(size)")
    }
  }

  @Test("A locked card keeps its hue, and looks different from an active one")
  func locked() {
    for theme in ["dark", "light"] {
      for depth in [ColorDepth.direct, .indexed256] {
        let backgrounds = [CardStatus.active, .locked, .expired].map { status in
          face(status, CardFaceView.details, depth: depth, theme: theme).canvas[40, 11]
            .style.background
        }
        #expect(Set(backgrounds).count == 3, "\(theme) \(depth)")
      }
    }
  }

  @Test("A face has a frame without colours, and no blocks in ASCII")
  func few() {
    #expect(text(face(.active, CardFaceView.details, depth: .mono).canvas).contains("╭──"))
    let signs = text(face(.active, CardFaceView.details, ascii: true).canvas).unicodeScalars
    #expect(!signs.contains { ("▀"..."█").contains($0) })
  }

  @Test("Under an overlay a card keeps its hue", arguments: [ColorDepth.direct, .indexed256])
  func dimmed(depth: ColorDepth) throws {
    var state = Fixture.state(Size(120, 40), focus: 0)
    let theme = ThemeLibrary.load(named: "dark", depth: depth).0
    let lit = render(state, theme)
    state.type("e")
    let dim = render(state, theme)
    // The chip of the first card, which the dialog leaves free.
    let chip = (4..<10).flatMap { x in [Point(x, 4), Point(x, 5)] }
    let kind = TerminalKind(depth)
    func colours(_ canvas: Canvas) throws -> [RGB] {
      try chip.map { try #require(kind.shown(canvas[$0.x, $0.y].style.background)) }
    }
    let dimmed = try colours(dim)
    #expect(try colours(lit) != dimmed)
    #expect(dimmed.allSatisfy { $0.chroma > 0 })
  }

  @Test(
    "Without colours a chip is reversed with its line", arguments: [Size(120, 40), Size(80, 24)])
  func selectedChip(size: Size) throws {
    let state = Fixture.state(size, focus: 0)
    let canvas = render(state, ThemeLibrary.load(named: "dark", depth: .mono).0)
    let y = try #require(
      (0..<size.height).first { canvas.text(row: $0).prefix(40).contains("Everyday") })
    let chip = (6..<10).map { canvas[$0, y] }.filter { $0.scalar != 0x20 }
    #expect(!chip.isEmpty && chip.allSatisfy { $0.style.attributes.contains(.reverse) })
  }
}
