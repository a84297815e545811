import Canvas
import Languages
import Testing
import Themes
import WalletModel
import Words

@testable import WalletUI

/// The destination of a code: the user's own wallet explains how to read it, other wallets show
/// only what they know.
@Suite struct CodeDestinationTests {
  private static let sizes = Activity.sizes + [Size(40, 12)]
  private static let commands = [
    "walletui phone", "walletui phone --vault '/home/ana/my cards/travel.vault'",
  ]

  private static func state(_ size: Size, _ command: String?, isWrong: Bool = false) -> State {
    var state = Fixture.state(size, focus: 0)
    state.wallet = WalletInfo(name: "w", isDemo: false, path: "/w", showsPhone: false)
    state.wallet.phoneCommand = command
    let event = Fixture.event()
    state.type("r")
    let intent = AnyIntent.details(Fixture.cards[0].id)
    state.requestCode(intent, event)
    if isWrong {
      state.submit("000000")
      _ = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .rejected))))
    }
    return state
  }

  @Test(arguments: Language.allCases, sizes)
  func theCommandForThePhoneIsShown(_ language: Language, _ size: Size) {
    Fixture.$language.withValue(language) {
      for command in Self.commands {
        for isWrong in [false, true] {
          let state = Self.state(size, command, isWrong: isWrong)
          let text = state.content(of: .dialog)
          #expect(text.contains("`\(command)`"), "\(text)")
          #expect(
            text.contains(language == .german ? "simulierte Handy" : "simulated phone"), "\(text)")
          #expect(text.contains("Esc "), "\(text)")
          #expect(text.contains("3:00"), "\(text)")
          if isWrong { #expect(text.contains(Words(language).codes.codeNotValid), "\(text)") }
          #expect(render(state, .plain).cursor != nil)
        }
      }
    }
  }

  @Test("An unknown phone is not mentioned", arguments: sizes)
  func server(_ size: Size) {
    let text = Self.state(size, nil).content(of: .dialog)
    #expect(!text.contains("imulat") && !text.contains("walletui phone"), "\(text)")
    #expect(text.contains("+359 ••• ••• 412"), "\(text)")
  }

  @Test func thePlaceOfTheCodeIsPrintedInLineMode() {
    let state = Self.state(Size(200, 60), "walletui phone").linear
    #expect(state.content(of: .dialog).contains("`walletui phone`"))
  }

  @Test("The letter of a plastic card is there, too")
  func letter() {
    for (size, isTold) in [(Size(120, 40), true), (Size(40, 12), false)] {
      var state = Fixture.state(size, focus: 4)
      let places: [(String?, String)] = [
        ("walletui phone", "`walletui phone`"), (nil, "on this screen"),
      ]
      for (command, place) in places {
        state.wallet.phoneCommand = command
        state.type("a")
        #expect(state.content(of: .dialog).contains(place) == isTold)
        state.press(Key(.escape))
      }
    }
  }

  @Test("Money that comes from nowhere is called simulated")
  func money() {
    for command in ["walletui phone", nil] {
      var state = Fixture.state(focus: 0)
      state.wallet.phoneCommand = command
      let request = CardRequest(programName: "P", currency: "EUR")
      state.done(.create(request), .card(Fixture.cards[0]))
      #expect((state.toasts.current?.detail == "its money is simulated") == (command != nil))
    }
  }
}
