import Canvas
import ScreenKit
import Secrets
import Testing
import WalletModel
import Words

@testable import WalletUI

/// A form that was filled is not lost by a key, by Ctrl-C or by the idle lock.
@Suite struct FilledFormTests {
  /// The form for a new card with a name in it.
  private func filled() -> State {
    var state = Fixture.state(focus: 0)
    state.typeFields("c", "Trip")
    return state
  }

  private func name(_ state: State) -> String? { state.top(Dialog.self)?.form.text("alias") }

  @Test func nothingTypedLeavesAtOnce() {
    var state = Fixture.state(focus: 0).typing("c")
    state.press(Key(.right), Key(.tab), Key(.escape))
    #expect(state.view.overlays.isEmpty)
    state.type("X48")
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty, "the digits that end a card are no loss")
    state.type("c")
    state.press(.control("c"))
    #expect(state.program.exit == 0)
  }

  @Test func escAsksFirst() {
    var state = filled()
    state.press(Key(.escape))
    #expect(screen(state).contains("Discard what you typed?   Enter discard   Esc go on"))
    state.type("x")
    state.press(Key(.escape))
    #expect(name(state) == "Trip" && !screen(state).contains("Discard"))
    state.press(Key(.escape), Key(.enter))
    #expect(state.view.overlays.isEmpty && state.program.exit == nil)
    state = filled()
    state.press(Key(.escape))
    state.type("y")
    #expect(state.view.overlays.isEmpty)
  }

  @Test func theQuestionIsReadableAtEverySize() {
    for size in GoldenTests.sizes + [Size(40, 12)] {
      var state = filled()
      state.view.size = size
      state.press(Key(.escape))
      let text = screen(state)
      #expect(text.contains("Discard what you typed?"), "\(size)\n\(text)")
      #expect(text.contains("Enter discard   Esc go on"), "\(size)\n\(text)")
    }
  }

  @Test func controlCAsksFirst() {
    var state = filled()
    state.press(.control("c"))
    #expect(state.program.exit == nil && screen(state).contains("Quit and discard what you typed?"))
    state.press(Key(.escape))
    #expect(name(state) == "Trip")
    state.press(.control("c"), Key(.enter))
    #expect(state.program.exit == 0)
    state = filled()
    state.press(.control("c"), .control("c"))
    #expect(state.program.exit == 0, "who insists gets out")
  }

  @Test func theIdleLockKeepsWhatIsNoSecret() throws {
    var state = filled()
    for _ in 0..<3 { state.press(Key(.tab)) }
    state.type("4711")
    let pin = try #require(state.top(Dialog.self)?.form.secret("cardPin"))
    #expect(pin.count == 4)
    state.pass(seconds: 120)
    #expect(state.gate != .open && state.view.overlays.isEmpty && pin.secret.isEmpty)
    state.press(Key(.enter))
    #expect(state.gate == .open && name(state) == "Trip")
    #expect(state.top(Dialog.self)?.form.secret("cardPin")?.count == 0)
    #expect(state.toasts.current?.text == state.words.start.typedIsBack)
  }

  @Test func anotherWalletDoesNotGetIt() {
    var state = Fixture.vault()
    state.typeFields("c", "Trip")
    state.pass(seconds: 120)
    let other = WalletInfo(name: "other", isDemo: false, path: "/o", showsPhone: false)
    _ = reduce(&state, .opened(other, nil))
    #expect(state.gate == .open && state.view.overlays.isEmpty)
  }

  // MARK: Fields

  @Test func aFieldSaysWhatIsWrongOnceItIsLeft() {
    var state = Fixture.state(focus: 4).typing("a33")
    #expect(!screen(state).contains("▲"))
    #expect(screen(state).contains("2 digits left"))
    state.press(Key(.tab))
    #expect(screen(state).contains("▲"))
  }

  @Test func fieldsForDigitsTakeDigits() {
    var state = Fixture.state(focus: 4).typing("a3m3x0 6")
    #expect(state.top(Dialog.self)?.form.text("lastFourDigits") == "3306")
    state = Fixture.state(focus: 0)
    state.type("b")
    state.answer(MerchantsQuery(), [Fixture.merchant])
    state.press(Key(.tab))
    state.type("1a2,5")
    #expect(state.top(Dialog.self)?.form.text("amount") == "12,5")
  }

  /// A part of what was copied would be another amount.
  @Test func anAmountIsPastedWholeOrNotAtAll() {
    let cases: [(StaticString, String, Int64?)] = [
      ("12.50", "12.50", 12_50), ("\u{200e}€12\u{2069}", "€12", 12_00),
      ("1 200,50 €", "1 200,50 €", 1_200_50), ("12 50", "12 50", nil), ("$12", "$12", nil),
      ("-5", "", nil), ("12 USD", "", nil), ("1234567890.12", "", nil),
    ]
    for (pasted, text, minorUnits) in cases {
      var input = TextInput(limit: 12, of: .amount)
      input.paste(secret(pasted))
      #expect(input.text == text)
      #expect(Money(written: input.text, Currency("EUR"))?.minorUnits == minorUnits)
    }
  }

  @Test func aNameCountsItsCharactersNearItsEnd() {
    var state = filled()
    #expect(!screen(state).contains("/24"))
    state.type("s with friends")
    #expect(screen(state).contains("18/24"))
    state.type(" and family")
    #expect(screen(state).contains("24/24") && name(state)?.count == 24)
  }

  @Test func aPaymentNamesItsAmountOnEnter() throws {
    var state = Fixture.state(focus: 0).typing("b")
    state.answer(MerchantsQuery(), [Fixture.merchant])
    state.press(Key(.tab))
    #expect(screen(state).contains("Enter pay €4.20"))
    state.type("24.90")
    #expect(screen(state).contains("Enter pay €24.90"))
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    #expect(intent.base.confirmLabel(state.words) == "pay €24.90")
  }

  /// Errors are shown in full under their field, at every size.
  @Test func errorsAreCompleteAtEverySize() {
    for size in GoldenTests.sizes + [Size(40, 12)] {
      var state = Fixture.state(size, focus: 0).typing("c")
      for _ in 0..<3 { state.press(Key(.tab)) }
      state.type("12")
      state.press(Key(.enter), Key(.backtab))
      let inside = state.content(of: .dialog)
      let error = state.top(Dialog.self)?.form.fields[3].error.map { state.words.errors.text($0) }
      #expect(error.map { inside.contains($0) } == true, "\(size): \(inside)")
    }
  }

  /// From the first step to the last a matter stays where it is.
  @Test func aCodesDialogDoesNotMove() {
    for size in [Size(200, 60), Size(120, 40), Size(120, 30), Size(100, 30), Size(80, 24)] {
      let boxes = [Scene.choose, .code].map { $0.state(size).rect(of: .dialog) }
      #expect(boxes[0] == boxes[1], "\(size)")
    }
  }

  @Test func theLockScreenDoesNotMove() throws {
    for size in [Size(120, 40), Size(80, 24)] {
      var state = Scene.locked.state(size)
      let before = state.rect(of: .dialog)
      state.press(Key(.enter))
      _ = reduce(&state, .opened(state.wallet, WalletError(.vaultPassphrase)))
      #expect(state.rect(of: .dialog) == before, "\(size)")
    }
  }
}
