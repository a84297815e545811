import Canvas
import CardEntry
import Languages
import ScreenKit
import Secrets
import SeededGenerator
import Testing
import WalletModel

@testable import WalletUI

private let visa = "4111111111111111"

/// A state with a card form.
private func opened(
  _ size: Size = Size(120, 40), rules: CardEntryRules? = nil, saves: Bool = false
) -> State {
  var state = Fixture.state(size)
  let form =
    saves
    ? Fixture.saveForm(state, rules: rules ?? CardEntryRules(.saving(excluding: [.amex])))
    : Fixture.payForm(state, rules: rules ?? CardEntryRules(.payment(Fixture.accepted)))
  _ = form.open(&state)
  return state
}

extension State {
  fileprivate var form: Form? { top(Dialog.self)?.form }
  fileprivate var card: CardEntryForm? { form?.card }

  /// Moves the focus to a field.
  fileprivate mutating func go(to id: String) {
    for _ in 0..<12 where form.map({ $0.fields[$0.focus].id }) != id { press(Key(.tab)) }
  }

  fileprivate mutating func fill(
    number: String = visa, expiry: String = "1229", cvv: String = "123",
    name: String = "Ana Petrova"
  ) {
    for (field, text) in [
      (CardField.number, number), (.expiry, expiry), (.cvv, cvv), (.name, name),
    ] {
      go(to: field.rawValue)
      type(text)
    }
  }
}

/// What people see in a field: its cells, with the digits that are drawn over them.
private func shown(_ canvas: Canvas, _ label: String) -> String? {
  guard let rect = canvas.regions.last(where: { $0.role == .field && $0.label == label })?.rect
  else { return nil }
  var text = ""
  for x in rect.x + 1..<rect.maxX {
    let span = canvas.secrets.first {
      $0.origin.y == rect.y && ($0.origin.x..<$0.origin.x + $0.bytes.count).contains(x)
    }
    if let span {
      text += span.secret.withBytes {
        String(UnicodeScalar($0[span.bytes.lowerBound + x - span.origin.x]))
      }
    } else {
      text += Unicode.Scalar(canvas[x, rect.y].scalar).map { String($0) } ?? ""
    }
  }
  return text
}

private func draw(_ state: State) -> Canvas { render(state, GoldenTests.usual) }

@Suite struct CardFormTests {
  @Test func digitsAreGroupedAsTheyAreTyped() throws {
    var state = opened()
    state.go(to: CardField.number.rawValue)
    state.type("42424242424242")
    var canvas = draw(state)
    #expect(shown(canvas, "Card number")?.hasPrefix("4242 4242 4242 42 ") == true)
    #expect(shown(canvas, "Card number")?.contains("2 digits left · Visa") == true)
    state.retype("371449635398431")
    canvas = draw(state)
    #expect(shown(canvas, "Card number")?.hasPrefix("3714 496353 98431 ") == true)
    #expect(shown(canvas, "CVV")?.contains("4 on the front") == true)
    #expect(screen(state).contains("American Express"))
  }

  /// One types at once. What one pays with is a step before.
  @Test func theFormBeginsAtTheNumber() {
    var state = opened()
    #expect(state.card?.focus == .number)
    state.press(Key(.up))
    #expect(state.form.map { $0.fields[$0.focus].id } == "payWith")
  }

  /// Letters are text here, and no commands; other signs are refused.
  @Test func typingNeverRunsACommand() {
    var state = opened()
    state.go(to: CardField.number.rawValue)
    state.type("4q?:1/ö2!")
    #expect(state.program.exit == nil && state.view.overlays.count == 1)
    #expect(shown(draw(state), "Card number")?.hasPrefix("412 ") == true)
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let keys: String
    let expected: String
    let caret: Int
    var testDescription: String { keys }
  }

  @Test(arguments: [
    Edit(keys: "1 2 3 4 5", expected: "1234 5", caret: 6),
    Edit(keys: "1 2 3 4 5 left left 9", expected: "1239 45", caret: 5),
    Edit(keys: "1 2 3 4 5 home backspace delete", expected: "2345", caret: 0),
    Edit(keys: "1 2 3 4 5 ^a 9", expected: "9123 45", caret: 1),
    Edit(keys: "1 2 3 4 5 ^a ^e 9", expected: "1234 59", caret: 7),
    Edit(keys: "1 2 3 4 5 ctrl-left 9", expected: "1234 95", caret: 6),
    Edit(keys: "1 2 3 4 5 6 ^w", expected: "1234", caret: 4),
    Edit(keys: "1 2 3 4 5 left ^u", expected: "5", caret: 0),
    Edit(keys: "1 2 3 4 5 backspace backspace", expected: "123", caret: 3),
    Edit(keys: "1 2 3 home end 4", expected: "1234", caret: 4),
    Edit(keys: "1 2 3 home right right 9", expected: "1293", caret: 3),
  ])
  func keysEditAsInOtherFields(_ edit: Edit) throws {
    var state = opened()
    state.go(to: CardField.number.rawValue)
    for name in edit.keys.split(separator: " ") { state.press(try Key(named: String(name))) }
    let canvas = draw(state)
    let rect = try #require(canvas.regions.last { $0.label == "Card number" && $0.role == .field })
      .rect
    #expect(shown(canvas, "Card number")?.hasPrefix(edit.expected + " ") == true)
    #expect(canvas.cursor == Point(rect.x + 1 + edit.caret, rect.y))
  }

  /// What is drawn agrees with the model after any edits, at every size.
  @Test(arguments: GoldenTests.sizes + [Size(40, 12)])
  func whatIsDrawnIsTheModel(_ size: Size) throws {
    var chance = SeededGenerator(seed: 1)
    let keys: [Key] = [
      Key(.left), Key(.right), Key(.home), Key(.end), Key(.backspace), Key(.delete), Key(.tab),
      Key(.backtab), .control("u"), .control("w"), Key(.left, .control), Key(.right, .control),
    ]
    let separators = PAN.Separator.allCases
    for round in 0..<separators.count {
      var rules = CardEntryRules(.saving())
      var state = Fixture.state(size)
      state.settings.panSeparator = separators[round % separators.count]
      rules.separator = .none
      _ = Fixture.saveForm(state, rules: rules).open(&state)
      for _ in 0..<25 {
        if Int.random(in: 0..<3, using: &chance) > 0 {
          state.type("\(Int.random(in: 0...9, using: &chance))")
        } else {
          state.press(keys[Int.random(in: keys.indices, using: &chance)])
        }
        let form = try #require(state.form)
        let card = try #require(state.card)
        guard case .card(let part) = form.fields[form.focus].value else { continue }
        let canvas = draw(state)
        let field = try #require(
          canvas.regions.last { $0.role == .field && $0.label == form.fields[form.focus].label })
        #expect(
          canvas.cursor == Point(field.rect.x + 1 + card.display(part).caret, field.rect.y))
        let display = card.display(part)
        let groups = card.line(part).secret.withBytes { bytes in
          display.groups.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        let text = groups.joined(separator: display.separator)
        guard !text.isEmpty, part != .cvv else { continue }
        #expect(shown(canvas, field.label)?.hasPrefix(text) == true, "\(size)")
      }
    }
  }

  @Test func anythingIsPastedIntoTheNumberAndNothingIntoTheExpiry() {
    var state = opened()
    state.go(to: CardField.number.rawValue)
    _ = reduce(&state, .input(.paste(secret("no. 4111-1111 1111\t1111 99\n5"))))
    #expect(shown(draw(state), "Card number")?.hasPrefix("4111 1111 1111 1111 ") == true)
    state.go(to: CardField.expiry.rawValue)
    _ = reduce(&state, .input(.paste(secret("1229"))))
    #expect(state.card?.line(.expiry).count == 0)
    state.type("129")
    #expect(shown(draw(state), "Valid until")?.hasPrefix("12 / 9") == true)
  }

  @Test func aClickSelectsAFieldAndPlacesTheCaret() throws {
    var state = opened()
    state.fill()
    let canvas = draw(state)
    func click(_ label: String, _ column: Int) throws {
      let field = try #require(canvas.regions.last { $0.role == .field && $0.label == label })
      let point = Point(field.rect.x + 1 + column, field.rect.y)
      _ = reduce(&state, .input(.mouse(Mouse(.press, at: point))))
    }
    try click("Card number", 5)
    #expect(state.card?.focus == .number && state.card?.line(.number).caret == 4)
    try click("Name on card", 2)
    #expect(state.card?.focus == .name && state.card?.line(.name).caret == 2)
    try click("Name on card", 40)
    #expect(state.card?.line(.name).caret == 11 && state.card?.holderName == "Ana Petrova")
    let label = try #require(canvas.regions.last { $0.role == .field && $0.label == "CVV" }).rect
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: Point(label.x - 3, label.y)))))
    #expect(state.card?.focus == .cvv)
  }

  // MARK: Messages

  struct Mistake: Sendable, CustomTestStringConvertible {
    let field: CardField
    let typed: String
    let english: String
    let german: String
    var saves = false
    /// Shown while one types, too.
    var atOnce = false
    var testDescription: String { "\(field) \(typed)" }
  }

  @Test(arguments: [
    Mistake(field: .number, typed: "", english: "Required", german: "Pflichtfeld"),
    Mistake(
      field: .number, typed: "4111", english: "The number of this card has 16 digits",
      german: "Diese Nummer hat 16 Ziffern"),
    Mistake(
      field: .number, typed: "4111", english: "The number of this card has 13, 16 or 19 digits",
      german: "Diese Nummer hat 13, 16 oder 19 Ziffern", saves: true),
    Mistake(
      field: .number, typed: "6799", english: "The number of this card has 12 to 19 digits",
      german: "Diese Nummer hat 12 bis 19 Ziffern", saves: true),
    Mistake(
      field: .number, typed: "4111111111111112",
      english: "A digit is wrong: compare it with your card",
      german: "Eine Ziffer stimmt nicht, bitte vergleichen", atOnce: true),
    Mistake(
      field: .number, typed: "9999", english: "Check the first digits of the number",
      german: "Prüfen Sie den Anfang der Nummer"),
    Mistake(
      field: .number, typed: "6500", english: "This card is not supported",
      german: "Diese Karte wird nicht unterstützt", atOnce: true),
    Mistake(
      field: .number, typed: "34", english: "This card is not supported",
      german: "Diese Karte wird nicht unterstützt", saves: true, atOnce: true),
    Mistake(field: .expiry, typed: "", english: "Required", german: "Pflichtfeld"),
    Mistake(
      field: .expiry, typed: "12", english: "Month and year, like 09 / 29",
      german: "Monat und Jahr, wie 09 / 29"),
    Mistake(
      field: .expiry, typed: "1329", english: "The month is 01 to 12",
      german: "Der Monat ist 01 bis 12", atOnce: true),
    Mistake(
      field: .expiry, typed: "0924", english: "This card ran out in September 2024",
      german: "Diese Karte ist im September 2024 abgelaufen", atOnce: true),
    Mistake(
      field: .expiry, typed: "0199", english: "The year can be 2046 at the latest",
      german: "Das Jahr ist höchstens 2046", atOnce: true),
    Mistake(field: .cvv, typed: "", english: "Required", german: "Pflichtfeld"),
    Mistake(
      field: .cvv, typed: "12", english: "The CVV has 3 or 4 digits",
      german: "Die Prüfziffer hat 3 oder 4 Ziffern"),
    Mistake(field: .name, typed: "", english: "Required", german: "Pflichtfeld"),
  ])
  func everyMistakeIsSaid(_ mistake: Mistake) throws {
    for (language, message) in [
      (Language.english, mistake.english), (.german, mistake.german),
    ] {
      Fixture.$language.withValue(language) {
        var state = opened(saves: mistake.saves)
        state.go(to: mistake.field.rawValue)
        state.type(mistake.typed)
        if mistake.atOnce { #expect(screen(state).contains("▲ " + message), "\(message)") }
        state.press(Key(.tab))
        #expect(screen(state).contains("▲ " + message), "\(message)\n\(screen(state))")
      }
    }
  }

  /// Submitting shows every mistake and goes to the first one.
  @Test func submittingShowsEveryMistake() {
    var state = opened()
    state.go(to: CardField.cvv.rawValue)
    #expect(state.press(.control("s")).isEmpty)
    #expect(screen(state).ranges(of: "▲ Required").count == 4)
    #expect(state.card?.focus == .number)
    state.type(visa)
    #expect(screen(state).ranges(of: "▲ Required").count == 3)
  }

  // MARK: Handing over

  @Test func aTypedCardIsHandedOverAsCopies() throws {
    var state = opened()
    state.fill()
    #expect(screen(state).contains("^S pay €24.90"))
    let intent = try #require(state.press(.control("s")).intent(CardIntent.self))
    let card = try #require(intent.card.entered)
    #expect(card.number?.matches(secret("4111111111111111")) == true)
    #expect(card.cvv?.matches(secret("123")) == true && card.holderName == "Ana Petrova")
    #expect(card.expiry == CardExpiry(month: 12, year: 2029))
    let number = try #require(state.card).line(.number).secret
    state.done(intent, ())
    #expect(state.view.overlays.isEmpty && number.isEmpty && card.number?.count == 16)
  }

  /// After a failure only the CVV has to be typed again.
  @Test func aFailureKeepsAllButTheCVV() throws {
    var state = opened()
    state.fill()
    let intent = try #require(state.press(.control("s")).first?.intent)
    state.fail(intent, .unavailable)
    let card = try #require(state.card)
    #expect(card.line(.number).count == 16 && card.line(.cvv).count == 0)
    #expect(card.holderName == "Ana Petrova" && card.expiry?.year == 2029)
    #expect(card.focus == .cvv && !screen(state).contains("▲"))
    state.type("321")
    #expect(state.press(.control("s")).first?.intent != nil)
  }

  @Test func oneOfTheOwnCardsNeedsNoTyping() throws {
    var state = opened()
    state.fill()
    state.press(.control("o"))
    #expect(state.form?.selected("payWith") == 1 && state.card?.isTyped == false)
    let text = screen(state)
    #expect(text.contains("Everyday · Mastercard ··4821") && !text.contains("Card number"))
    let intent = try #require(state.press(.control("s")).intent(CardIntent.self))
    #expect(intent.card == .own(Fixture.cards[0].id))
  }

  @Test func goingBackToTypingBeginsEmpty() {
    var state = opened()
    state.press(Key(.backtab), Key(.right), Key(.right), Key(.right))
    #expect(state.form?.selected("payWith") == 3)
    state.press(Key(.right))
    #expect(state.form?.selected("payWith") == 0)
    state.go(to: CardField.number.rawValue)
    state.type("4")
    #expect(state.card?.line(.number).count == 1)
  }

  @Test func controlRClears() {
    var state = opened()
    state.fill()
    state.press(.control("r"))
    #expect(state.card?.isTyped == false && state.card?.focus == .number)
    #expect(!screen(state).contains("▲"))
  }

  // MARK: Month and year

  /// D12: all months from this one on, in the existing picker; digits can still be typed.
  @Test func anExpiryIsPickedFromAList() throws {
    var state = opened()
    state.press(.control("y"))
    #expect(state.top(ExpiryPicker.self) == nil, "only in the field of the expiry")
    state.go(to: CardField.expiry.rawValue)
    #expect(screen(state).contains("^Y list"))
    state.press(.control("y"))
    let list = try #require(state.top(ExpiryPicker.self)).list(state)
    #expect(list.groups.map(\.title) == (2026...2046).map(String.init))
    #expect(list.rows.first?.title == "November 2026" && list.rows.last?.title == "December 2046")
    // The month is in the list once, however it is written.
    for typed in ["sep", "2029", "09/29", "0929"] {
      state.retype(typed)
      #expect(screen(state).contains("September 2029"), "\(typed)")
    }
    state.press(Key(.enter))
    #expect(state.card?.expiry == CardExpiry(month: 9, year: 2029))
    #expect(shown(draw(state), "Valid until")?.hasPrefix("09 / 29") == true)
    #expect(state.card?.focus == .cvv, "the next field")
    // Esc leaves what was picked.
    state.go(to: CardField.expiry.rawValue)
    state.press(.control("y"), Key(.escape))
    #expect(state.card?.expiry == CardExpiry(month: 9, year: 2029))
    state.press(Key(.backspace))
    state.type("8")
    #expect(state.card?.expiry == CardExpiry(month: 9, year: 2028))
    state.press(.control("r"))
    #expect(state.card?.expiry == nil)
  }

  @Test func aClickOpensTheListOfMonths() throws {
    var state = opened()
    state.go(to: CardField.expiry.rawValue)
    let note = try #require(
      draw(state).regions.last { $0.target == Target.key(.control("y")).text })
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: Point(note.rect.x, note.rect.y)))))
    #expect(state.top(ExpiryPicker.self) != nil)
  }

  // MARK: Leaving

  @Test func leavingAsksIfSomethingWasTyped() throws {
    var state = opened()
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty)
    state = opened()
    state.go(to: CardField.number.rawValue)
    state.type("4")
    let number = try #require(state.card).line(.number).secret
    state.press(Key(.escape))
    #expect(screen(state).contains("Discard what you typed?"))
    state.press(Key(.escape))
    #expect(number.count == 1)
    state.press(.control("c"))
    #expect(state.program.exit == nil && screen(state).contains("Quit and discard"))
    state.press(Key(.escape), Key(.escape), Key(.enter))
    #expect(state.view.overlays.isEmpty && number.isEmpty)
  }

  @Test func theIdleLockKeepsNameAndExpiry() throws {
    var state = opened()
    state.fill()
    let number = try #require(state.card).line(.number).secret
    let cvv = try #require(state.card).line(.cvv).secret
    state.pass(seconds: 120)
    #expect(state.gate != .open && number.isEmpty && cvv.isEmpty)
    state.press(Key(.enter))
    let card = try #require(state.card)
    #expect(card.holderName == "Ana Petrova" && card.expiry?.month == 12)
    #expect(card.line(.number).count == 0 && card.line(.cvv).count == 0)
    state.go(to: CardField.number.rawValue)
    state.type("42")
    #expect(shown(draw(state), "Card number")?.hasPrefix("42 ") == true && number.isEmpty)
  }

  @Test func suspendingWipesNumberAndCVV() throws {
    var state = opened()
    state.fill()
    let secrets = try [CardField.number, .cvv].map { try #require(state.card).line($0).secret }
    _ = reduce(&state, .conceal)
    #expect(secrets.allSatisfy(\.isEmpty) && state.card?.holderName == "Ana Petrova")
  }

  // MARK: Secrets

  /// Digits of number, CVV and expiry are in no cell and no region, at any size.
  @Test(arguments: GoldenTests.sizes + [Size(40, 12), Size(200, 60)])
  func digitsAreNeverInCells(_ size: Size) throws {
    // A number whose digits are nowhere else on the screen.
    func found(_ canvas: Canvas, _ parts: [String]) -> Bool {
      let cells =
        (0..<canvas.size.height).map { canvas.text(row: $0) } + canvas.regions.map(\.label)
      return parts.contains { part in cells.contains { $0.contains(part) } }
    }
    var state = opened(size)
    state.fill(number: "4567890123456785", cvv: "987")
    for field in ["payWith", CardField.number.rawValue, CardField.cvv.rawValue] {
      state.go(to: field)
      let canvas = draw(state)
      #expect(!found(canvas, ["4567", "8901", "2345", "6785", "987"]))
      let drawn = canvas.secrets.flatMap { span in
        span.secret.withBytes { Array($0[span.bytes]) }
      }
      #expect(!drawn.isEmpty || size.height < 20)
      #expect(!String(decoding: drawn, as: UTF8.self).contains("987"), "the CVV is hidden")
      // Control: the same digits, written as text, are found.
      var leaky = canvas
      leaky.write("6785", 1, 1, .plain)
      #expect(found(leaky, ["6785"]))
    }
  }

  @Test func labelsCanBeSet() {
    var state = Fixture.state()
    _ = CardForm(use: SampleUse(), ownCards: [])
      .dialog(
        state, title: "T", rules: CardEntryRules(.saving()), cardFields: [.number, .cvv],
        labels: [.number: "PAN"], submitLabel: "s"
      ).open(&state)
    let text = screen(state)
    #expect(text.contains("PAN") && !text.contains("Card number") && !text.contains("Valid until"))
  }

  @Test func theFaceShowsWhatIsTyped() throws {
    var state = opened()
    state.fill()
    let canvas = draw(state)
    let face = try #require(canvas.regions.last { $0.role == .card }).rect
    let spans = canvas.secrets.filter { face.contains($0.origin) }
    #expect(spans.map(\.bytes) == [0..<4, 4..<8, 8..<12, 12..<16])
    let text = (face.y..<face.maxY).map { canvas.text(row: $0) }.joined()
    #expect(text.contains("ANA PETROVA") && text.contains("12/29") && text.contains("VISA"))
  }

  // MARK: Line by line

  @Test func lineModeAsksForEachField() throws {
    var state = Fixture.state(Size(200, 60)).linear
    _ = Fixture.saveForm(state).open(&state)
    #expect(
      state.lineInput == .options("Card", ["New card", "From a picture or a text"], 0))
    state.press(Key(.enter))
    #expect(state.lineInput == .secret("Card number"))
    func line(_ text: StaticString) {
      state.press(.control("u"))
      _ = reduce(&state, .input(.paste(secret(text))))
      state.press(Key(.enter))
    }
    line("4111 1111 1111 1111")
    #expect(state.lineInput == .text("Valid until (MM / YY)"))
    line("12/29")
    #expect(state.lineInput == .secret("CVV"))
    line("123")
    #expect(state.lineInput == .text("Name on card (as on the card)"))
    line("Ana Petrova")
    #expect(state.card?.areAllFieldsValid == true && state.top(Dialog.self)?.isBusy == true)
    let canvas = draw(state)
    #expect(canvas.secrets.isEmpty, "what is printed stays")
    #expect(screen(state).contains("12/29") && screen(state).contains("•••• •••• •••• ••••"))
  }
}
