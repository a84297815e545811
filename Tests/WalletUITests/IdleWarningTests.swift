import Canvas
import Testing
import WalletModel

@testable import Themes
@testable import WalletUI

/// The warning before the idle lock is readable over everything.
@Suite struct IdleWarningTests {
  private static let sizes = Activity.sizes + [Size(40, 12)]

  @Test(arguments: ThemeLibrary.builtinNames, [ColorDepth.direct, .indexed256, .ansi16, .mono])
  func theIdleWarningIsReadableOverEveryOverlay(_ name: String, _ depth: ColorDepth) throws {
    let theme = ThemeLibrary.load(named: name, depth: depth).0
    let least = depth == .ansi16 ? 4 : 4.5
    for size in Self.sizes {
      // With "5" the payments are still being read, so there is a spinner, too.
      for keys in ["c", "X", "P", "?", ":", "!", "T", "5", "sca"] {
        var state = Fixture.state(size, focus: 0)
        if keys == "sca" {
          _ = state.push(
            ScaFlow(
              intent: .pin(Fixture.cards[0].id), event: Fixture.event(), subject: "Everyday"))
        } else {
          state.activity.book = PaymentBook()
          state.type(keys)
        }
        try #require(!state.view.overlays.isEmpty || state.activityScreen != nil)
        state.pass(seconds: 107)
        let canvas = render(state, theme)
        let places = (0..<size.height).flatMap { y in canvas.places(of: "locks in 13 s", row: y) }
        #expect(!places.isEmpty, "\(keys) at \(size)")
        for place in places {
          for x in place.x..<place.x + 13 {
            let style = canvas[x, place.y].style
            #expect(!style.attributes.contains(.dim), "\(keys) at \(size), \(place)")
            guard let ratio = TerminalKind(depth).ratio(style) else { continue }
            #expect(ratio >= least, "\(keys) at \(size), \(place): \(ratio)")
          }
        }
        // Next to the dialog, not only in the corner.
        if let box = canvas.regions.last(where: { $0.role == .dialog })?.rect {
          #expect(places.contains { box.contains($0) }, "\(keys) at \(size)")
        }
      }
    }
  }
}

extension Canvas {
  /// The positions of a text in a row.
  fileprivate func places(of text: String, row y: Int) -> [Point] {
    let wanted = text.unicodeScalars.map(\.value)
    guard size.width >= wanted.count else { return [] }
    return (0...size.width - wanted.count).filter { x in
      wanted.indices.allSatisfy {
        let scalar = self[x + $0, y].scalar
        return (scalar == 0 ? 0x20 : scalar) == wanted[$0]
      }
    }.map { Point($0, y) }
  }
}
