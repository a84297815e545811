import Canvas
import ScreenKit
import Testing
import WalletModel

@testable import Themes
@testable import WalletUI

/// Revealed digits can be read on every card's face, in every theme.
@Suite struct SecretContrastTests {
  static let depths: [ColorDepth] = [.direct, .indexed256, .ansi16]
  /// The sixteen colours of one theme are the terminal's own, so its contrast cannot be computed.
  static let names = ThemeLibrary.builtinNames.filter { $0 != "terminal" }

  @Test("In every theme, on every face, in every state", arguments: names, depths)
  func readable(name: String, depth: ColorDepth) throws {
    try check(ThemeLibrary.load(named: name, depth: depth).0)
  }

  @Test("In a theme with faces on which no single colour is readable", arguments: depths)
  func hostile(depth: ColorDepth) throws {
    let light = ThemeLibrary.load(named: "light", depth: depth).0
    func color(_ grey: UInt8, _ index: UInt8) -> Color {
      depth == .ansi16 ? .indexed(index) : .rgb(grey, grey, grey)
    }
    let (black, grey, white) = (color(0, 0), color(0x77, 8), color(255, 15))
    var styles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, light[$0]) })
    styles[.secret] = Style(grey, on: white, [.bold, .dim])
    let theme = Theme(
      name: "hostile", appearance: .light, depth: depth, styles: styles,
      faces: [
        .visa: CardFace(from: black, to: white, text: grey, muted: grey, chip: grey),
        .mastercard: CardFace(
          from: grey, via: white, to: black, text: grey, muted: grey, chip: grey),
        .other: CardFace(from: white, to: white, text: white, muted: white, chip: white),
      ])
    // No colour has 4.5:1 on bright black both with xterm's colours and with the console's.
    try check(theme, least: depth == .ansi16 ? 4 : 4.5)
  }

  @Test("While a card is typed, in its field and on its face", arguments: names, depths)
  func typed(name: String, depth: ColorDepth) throws {
    let theme = ThemeLibrary.load(named: name, depth: depth).0
    for number in ["4111111111111111", "5555555555554444", "371449635398431", "9"] {
      var state = Fixture.state(Size(120, 40))
      _ = Fixture.payForm(state).open(&state)
      state.type(number)
      for key in [Key(.left), Key(.tab)] {
        state.press(key)
        let canvas = render(state, theme)
        #expect(canvas.secrets.count > 1)
        for span in canvas.secrets {
          let ratio = try #require(
            TerminalKind.of(depth).compactMap { $0.ratio(span.style) }.min())
          #expect(ratio >= 4.5, "\(number) at \(span.origin): \(ratio)")
        }
      }
    }
  }

  /// Checks the digits of number, CVV and PIN in a frame.
  private func check(_ theme: Theme, least: Double = 4.5) throws {
    for status in CardStatus.allCases {
      for scheme in [CardScheme.visa, .mastercard, .unspecified] {
        for size in [Size(120, 40), Size(60, 20)] {
          for content in Self.contents {
            let canvas = render(state(status, scheme, content(), size), theme)
            #expect(!canvas.secrets.isEmpty)
            for span in canvas.secrets {
              let style = span.style
              let ratio = try #require(
                TerminalKind.of(theme.depth).compactMap { $0.ratio(style) }.min())
              #expect(
                ratio >= least && !style.attributes.contains(.dim),
                "\(status) \(scheme) \(size) at \(span.origin): \(ratio)")
            }
          }
        }
      }
    }
  }

  private static let contents: [@Sendable () -> Reveal.Content] = [
    {
      .details(
        pan: secret("5555555555554444"), cvv: secret("123"),
        expiry: CardExpiry(month: 9, year: 2029), holderName: "ANA PETROVA")
    }, { .pin(secret("4711")) },
  ]

  private func state(
    _ status: CardStatus, _ scheme: CardScheme, _ content: Reveal.Content, _ size: Size
  ) -> State {
    var state = Fixture.state(size, focus: 0)
    var card = Fixture.cards[0]
    card.status = status
    card.scheme = scheme
    card.version += 1
    _ = reduce(&state, .loaded(card.id, .success(Fixture.details(card))))
    state.toasts.current = nil
    state.secrets.reveal = Reveal(
      subject: .card(card.id), content: content, deadline: state.clock.after(seconds: 30),
      seconds: 30)
    return state
  }
}
