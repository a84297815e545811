import Canvas
import CardEntry
import Languages
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

private let visa: StaticString = "4111111111111111"

/// Number and expiry of a picture go into the form (E03, E04).
@Suite struct CardScanningTests {
  private func opened(_ size: Size = Size(120, 40), saves: Bool = true) -> State {
    var state = Fixture.state(size)
    _ = (saves ? Fixture.saveForm(state) : Fixture.payForm(state)).open(&state)
    return state
  }

  /// The form while the picture is being read.
  private func reading(_ state: State) -> State {
    var state = state
    state.press(.control("p"))
    state.submit("~/card.png")
    return state
  }

  private func form(_ state: State) throws -> Form { try #require(state.top(Dialog.self)).form }

  private func note(_ field: CardField, _ state: State) throws -> String? {
    try form(state).fields.first { $0.id == field.rawValue }?.note?.text
  }

  @Test(arguments: [true, false]) func theKeyAsksForAFileAndReadsIt(_ saves: Bool) throws {
    var state = opened(saves: saves)
    #expect(screen(state).contains("^P scan"))
    state.press(.control("p"))
    let text = screen(state)
    #expect(text.contains("From a picture or a text") && text.contains("like ~/card.png"))
    #expect(!text.contains("Card number"), "nothing else is asked now")
    #expect(state.press(Key(.enter)).isEmpty && screen(state).contains("▲ Required"))
    state.type("~/card.png")
    let today = CalendarMonth(year: 2026, month: 11)
    #expect(state.press(Key(.enter)) == [.scan(path: "~/card.png", today: today)])
    #expect(state.top(Dialog.self)?.isBusy == true && screen(state).contains("Esc cancel"))
  }

  @Test func whatWasReadIsInTheFormAndHasToBeConfirmed() throws {
    var state = reading(opened())
    let number = secret(visa)
    let card = ScannedCard(number: number, expiry: CardExpiry(month: 9, year: 2029))
    #expect(reduce(&state, .scanned(.success(card))).isEmpty)
    let form = try form(state)
    #expect(form.card?.line(.number).secret.matches(secret(visa)) == true && number.isEmpty)
    #expect(form.card?.expiry == CardExpiry(month: 9, year: 2029))
    #expect(form.card?.focus == .cvv && state.top(Dialog.self)?.isBusy == false)
    #expect(screen(state).contains("From the file: compare it with your card"))
    #expect(!screen(state).contains("▲"))
    // What was corrected is no longer from the file.
    state.press(Key(.up), Key(.up), Key(.backspace))
    #expect(!screen(state).contains("From the file"))
  }

  @Test(arguments: Language.allCases) func anUnreadablePartIsReported(_ language: Language) throws {
    try Fixture.$language.withValue(language) { () throws in
      let words = Words(language)
      var state = reading(opened(Size(200, 60)))
      _ = reduce(&state, .scanned(.success(ScannedCard(number: secret(visa)))))
      #expect(try note(.expiry, state) == words.cardEntry.scanGap(.expiry))
      #expect(screen(state).contains(words.cardEntry.scanGap(.expiry)))
      #expect(try form(state).card?.focus == .expiry)

      state = reading(opened(Size(200, 60)))
      let expiry = CardExpiry(month: 9, year: 2029)
      _ = reduce(
        &state, .scanned(.success(ScannedCard(hasSeveralNumbers: true, expiry: expiry))))
      #expect(try note(.number, state) == words.cardEntry.scanGap(.severalNumbers))
      #expect(try note(.expiry, state) == words.cardEntry.wasRead)
      #expect(try form(state).card?.focus == .number)

      // Nothing at all: another file can be named.
      state = reading(opened(Size(200, 60)))
      _ = reduce(&state, .scanned(.success(ScannedCard())))
      let error = try form(state).fields.first { $0.id == "scan" }?.error
      let both = "\(words.cardEntry.scanGap(.number)) \(words.cardEntry.scanGap(.expiry))"
      #expect(error == .verbatim(both) && screen(state).contains("▲"))
      #expect(try form(state).text("scan") == "~/card.png")
    }
  }

  @Test func aFailureIsSaidAndTheFileCanBeChanged() throws {
    var state = reading(opened())
    _ = reduce(&state, .scanned(.failure(WalletError(.scanProgram))))
    #expect(screen(state).contains("Tesseract isn't installed"))
    #expect(state.press(Key(.enter)).count == 1, "it can be tried again")
  }

  @Test func escCancelsAndThenGoesBackToTyping() throws {
    var state = reading(opened())
    #expect(state.press(Key(.escape)) == [.cancel(.scanning)])
    #expect(state.top(Dialog.self)?.isBusy == false)
    // An answer that was on its way changes nothing and is wiped.
    let number = secret(visa)
    _ = reduce(&state, .scanned(.success(ScannedCard(number: number))))
    #expect(number.isEmpty)
    #expect(try form(state).card?.isTyped == false)
    state.press(Key(.escape))
    #expect(screen(state).contains("Card number") && state.top(Dialog.self) != nil)
  }

  @Test func aLockWipesWhatWasRead() {
    var state = reading(opened())
    state.pass(seconds: 120)
    #expect(state.gate != .open)
    let number = secret(visa)
    _ = reduce(&state, .scanned(.success(ScannedCard(number: number))))
    #expect(number.isEmpty)
  }

  /// It reads a file of this machine, and asks no server.
  @Test func itNeedsNoServer() {
    var state = opened()
    _ = reduce(&state, .event(.connectionLost(WalletError(.netOffline))))
    #expect(state.unreachable != nil)
    state = reading(state)
    #expect(state.top(Dialog.self)?.isBusy == true)
  }

  @Test func aKioskReadsNoFiles() throws {
    var state = Fixture.state()
    Kiosk.enter(&state)
    _ = Fixture.saveForm(state).open(&state)
    #expect(!screen(state).contains("scan") && !screen(state).contains("From a picture"))
    state.press(.control("p"))
    let inKiosk = try form(state)
    #expect(inKiosk["payWith"] == nil && inKiosk["scan"] == nil)
    let effect = Effect.scan(path: "x", today: CalendarMonth(year: 2026, month: 11))
    #expect(effect.isForbiddenInKiosk)
    // Control: elsewhere there is the choice.
    #expect(try form(opened())["payWith"] != nil)
  }

  /// Line by line the file is chosen by a number.
  @Test func lineModeReadsAPicture() throws {
    var state = Fixture.state(Size(200, 60)).linear
    _ = Fixture.saveForm(state).open(&state)
    _ = reduce(&state, .input(.choice(1)))
    state.press(Key(.enter))
    #expect(state.lineInput == .text("File (like ~/card.png)"))
  }
}
