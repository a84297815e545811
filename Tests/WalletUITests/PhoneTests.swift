import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// The simulated phone's drawer.
@Suite struct PhoneTests {
  private static let letter =
    "Your card ··3306 is here. On its back: %@. Activate it to use it."
  private static let code =
    "Code %@ to change the PIN of card ··3306. Good for 3 minutes. Don't share it."

  /// - Parameter ages: The ages of the messages in seconds.
  private static func state(_ size: Size, _ ages: [Int64], _ text: String = letter) -> State {
    var state = Fixture.state(size, focus: 0)
    state.settings.idleSeconds = 100_000_000
    let messages = ages.enumerated().map { index, age in
      PhoneMessage(
        id: "m\(index)", channel: .email, sender: "cards \(index)",
        time: state.clock.wall.adding(seconds: -age), text: text,
        code: text == code ? secret("123456") : secret("972"))
    }
    _ = reduce(&state, .phone(messages))
    state.phones.simulated.isOpen = true
    return state
  }

  @Test("Each message says how old it is, the newest, too")
  func ages() {
    var state = Self.state(Size(120, 40), [70, 6 * 86_400])
    #expect(screen(state).contains("cards 0          1 min ago"))
    #expect(screen(state).contains("cards 1         6 days ago"))
    state = Self.state(Size(120, 40), [59])
    #expect(screen(state).contains("just now"))
    state = Self.state(Size(120, 40), [2 * 3600])
    #expect(screen(state).contains("2 h ago"))
    state = Self.state(Size(120, 40), [30 * 86_400])
    #expect(screen(state).contains("21 Oct 2026"))
  }

  @Test("The clock is read when an age in sight changes, and not before")
  func wakes() {
    var state = Self.state(Size(120, 40), [10, 7300])
    #expect(state.nextDeadline == state.clock.after(seconds: 50))
    #expect(screen(state).contains("just now"))
    state.pass(seconds: 50)
    #expect(screen(state).contains("1 min ago"))
    #expect(state.nextDeadline == state.clock.after(seconds: 60))
    state = Self.state(Size(120, 40), [7300])
    #expect(state.nextDeadline == state.clock.after(seconds: 3 * 3600 - 7300))
    // Messages that are not visible cause no wake-ups: too old, below others, or with a closed or
    // small drawer.
    for other in [
      Self.state(Size(120, 40), [30 * 86_400]), Self.state(Size(80, 24), [10]),
    ] {
      #expect(other.nextDeadline == other.idleWarning)
    }
    state = Self.state(Size(120, 40), [7300, 7300, 7300, 10])
    #expect(state.nextDeadline == state.clock.after(seconds: 3 * 3600 - 7300))
    state.phones.simulated.isOpen = false
    #expect(state.nextDeadline == state.idleWarning)
  }

  @Test(
    "The key shows the older messages, and then closes the drawer",
    arguments: [Size(120, 40), Size(80, 24)])
  func older(size: Size) {
    var state = Self.state(size, [10, 20, 30, 40, 50, 60])
    var seen: Set<String> = []
    for _ in 0..<6 where state.phones.simulated.isOpen {
      seen.formUnion(PhoneDrawer.messages(state).map(\.message.id))
      #expect(screen(state).contains(" m more ") == (seen.count < 6))
      state.type("m")
    }
    #expect(seen.count == 6 && !state.phones.simulated.isOpen)
    state.type("m")
    #expect(PhoneDrawer.messages(state).first?.message.id == "m0", "it begins with the newest")
  }

  @Test(
    "No message is cut by the content below it",
    arguments: [Size(120, 40), Size(100, 30), Size(80, 24), Size(60, 20), Size(40, 12)])
  func whole(size: Size) {
    for text in [Self.letter, Self.code] {
      for isAsked in [false, true] {
        var state = Self.state(size, [10, 20, 30], text)
        if isAsked {
          let event = Fixture.event()
          _ = state.push(
            ScaFlow(intent: .pin(Fixture.cards[0].id), event: event, subject: "Everyday"))
          _ = state.press(Key(.enter))
          _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
          state.phones.simulated.isOpen = true
        }
        let shown = state.content(of: .phone)
        let begins = shown.ranges(of: text == Self.letter ? "Your card" : "Code ").count
        let ends = shown.ranges(of: text == Self.letter ? "to use it." : "Don't share it.").count
        #expect(begins >= 1 && begins == ends, "\(size) \(isAsked): \(shown)")
      }
    }
  }

  @Test(
    "News does not cover it", arguments: [Size(120, 40), Size(100, 30), Size(80, 24), Size(60, 20)])
  func uncovered(size: Size) {
    var state = Self.state(size, [10, 20])
    state.show(.info, "The theme is dark", detail: "T changes it")
    let both = state.rect(of: .phone).flatMap { state.rect(of: .toast)?.intersection($0) }
    #expect(both.map { $0.width == 0 || $0.height == 0 } == true, "\(String(describing: both))")
  }
}
