import Canvas
import CardEntry
import Languages
import ScreenKit
import Secrets
import Testing
import Themes
import ThreeDSecure
import WalletAPI
import WalletModel

@testable import WalletUI

/// A state with a question above the list.
private func asked(
  _ type: ChallengeType, render: RenderType = .native, size: Size = Size(120, 40)
) -> State {
  var state = Fixture.state(size)
  _ = Fixture.question(type, render: render, clock: state.clock).open(&state)
  return state
}

extension State {
  fileprivate var question: BankQuestion? { top(BankQuestion.self) }
}

extension [Effect] {
  /// What was answered.
  fileprivate var reply: ReplyQuery.Reply? { first?.query(ReplyQuery.self)?.reply }
}

private func answer(_ verdict: BankQuestion.Verdict, _ state: inout State) {
  BankQuestion.answered("auth-1", verdict, &state)
}

@Suite struct BankQuestionTests {
  @Test func aCodeIsTypedAndSent() throws {
    var state = asked(.oneTimeCode)
    let text = screen(state)
    for part in [
      "Spotify", "€24.90", "Visa ··4242", "Sent to +359 ••• ••• 412.", "3 tries left",
      "ends in 5:00", "Enter confirm €24.90", "Esc cancel this payment",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(state.submit("4q9 1").isEmpty && screen(state).contains("The code has six digits."))
    state.type("9")
    state.press(Key(.backspace))
    state.type("027")
    let typed = try #require(state.question).code.secret
    guard case .code(let sent) = state.press(Key(.enter)).reply else {
      Issue.record("nothing was sent")
      return
    }
    #expect(sent.matches(secret("491027")) && sent !== typed)
    #expect(state.press(Key(.enter)).isEmpty, "once")
    answer(.wrong(attemptsLeft: 2), &state)
    #expect(typed.isEmpty && sent.count == 6, "the request wipes its own")
    #expect(screen(state).contains("That was not right. 2 tries left."))
    _ = reduce(&state, .input(.paste(secret("123 456\n"))))
    #expect(state.press(Key(.enter)).reply != nil)
    answer(.failed(WalletError(.unavailable)), &state)
    #expect(state.question?.code.count == 6 && state.question?.step == .asking)
    answer(.decided, &state)
    #expect(state.view.overlays.isEmpty)
  }

  @Test func thePhoneTypesItsCode() {
    var state = asked(.oneTimeCode)
    let message = PhoneMessage(
      id: "1", channel: .sms, sender: "Your bank", time: Fixture.now, text: "Code %@ to pay",
      code: secret("491027"))
    _ = reduce(&state, .phone([message]))
    state.phones.simulated.isOpen = true
    let canvas = render(state, GoldenTests.usual)
    let phone = canvas.regions.last { $0.role == .phone }?.rect
    let dialog = canvas.regions.last { $0.role == .dialog }?.rect
    #expect(phone.map { $0.maxX <= dialog?.x ?? 0 } == true, "it is in the free corner")
    #expect(screen(state).contains("type it for me"))
    state.type("c")
    #expect(state.question?.code.isFull == true)
  }

  @Test func aConfirmationElsewhereIsAskedFor() {
    var state = asked(.outOfBand)
    let text = screen(state)
    #expect(text.contains("Confirm in your bank's app") && text.contains("Enter I've confirmed"))
    for size in [Size(120, 40), Size(80, 24), Size(60, 20)] {
      let text = screen(asked(.outOfBand, size: size))
      for part in ["c confirm on the phone", "n it wasn't me", "Esc "] {
        #expect(text.contains(part), "\(size): \(part)")
      }
    }
    #expect(state.view.work.isEmpty, "nothing spins")
    #expect(state.press(Key(.enter)).reply == .confirmation(.waiting))
    answer(.waiting, &state)
    #expect(screen(state).contains("Not confirmed yet.") && screen(state).contains("3 tries left"))
    #expect(state.type("c").reply == .confirmation(.confirmed))
    answer(.waiting, &state)
    #expect(state.type("n").reply == .confirmation(.declined))
    answer(.waiting, &state)
    state.wallet.showsPhone = false
    #expect(state.type("cn").isEmpty && !screen(state).contains("confirm on the phone"))
  }

  @Test(arguments: [
    ("enter", ["bakery"]), ("down down enter", ["cinema"]), ("j enter", ["bookshop"]),
    ("4 up enter", ["cinema"]), ("4 enter", ["railway"]), ("G 9 k enter", ["railway"]),
  ])
  func oneAnswerIsChosen(_ keys: String, _ expected: [String]) throws {
    var state = asked(.singleSelect)
    var effects: [Effect] = []
    if keys.hasPrefix("G") {
      state.press(Key(.up), Key(.end))
      effects = state.press(Key(.enter))
    } else {
      for name in keys.split(separator: " ") { effects = state.press(try Key(named: String(name))) }
    }
    #expect(effects.reply == .options(expected))
  }

  @Test func severalAnswersAreMarked() throws {
    var state = asked(.multiSelect)
    #expect(state.press(Key(.enter)).isEmpty && screen(state).contains("Choose an answer first."))
    state.type("142 ")
    #expect(screen(state).contains("[✓] Bakery") && screen(state).contains("[ ] Bookshop"))
    #expect(state.press(Key(.enter)).reply == .options(["bakery", "railway"]))
  }

  @Test func aClickChoosesAnAnswer() throws {
    var state = asked(.multiSelect)
    let canvas = render(state, .plain)
    let row = try #require(canvas.regions.last { $0.label.contains("Cinema") }).rect
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: Point(row.x + 3, row.y)))))
    #expect(screen(state).contains("[✓] Cinema"))
  }

  @Test func pagesAreTurned() throws {
    var state = asked(.html, render: .html)
    #expect(screen(state).contains("https://wallet.example/ana/cards"))
    #expect(screen(state).contains("page 1 of 1") && screen(state).contains("Esc close"))
    #expect(state.press(Key(.left)) == [.bell] && state.press(Key(.right)) == [.bell])
    #expect(state.submit("111111").reply != nil)
    answer(.wrong(attemptsLeft: 2), &state)
    #expect(screen(state).contains("page 2 of 2"))
    #expect(screen(state).contains("That was not right. 2 tries left."))
    state.type("1")
    state.press(Key(.left))
    #expect(screen(state).contains("page 1 of 2"))
    #expect(screen(state).contains("You've answered this page."))
    #expect(state.type("2") == [.bell] && state.press(Key(.enter)) == [.bell])
    #expect(screen(state).contains("→ forward") && !screen(state).contains("Enter confirm"))
    state.press(Key(.right))
    #expect(state.question?.code.count == 1 && screen(state).contains("← back"))
    #expect(state.press(Key(.escape)).reply == .cancelled)
    #expect(state.view.overlays.isEmpty)
  }

  /// It is complete, over as many lines as it takes.
  @Test(arguments: [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 24), Size(40, 12)])
  func theAddressIsComplete(_ size: Size) throws {
    let address =
      "https://bank.example/challenge/0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLM"
    var state = Fixture.state(size)
    let question = BankQuestion(
      "auth-1", Fixture.matter(), Challenge(.html, render: .html), target: "+359 ••• ••• 412",
      address: address, clock: state.clock, by: SampleAnswering())
    _ = question.open(&state)
    let canvas = render(state, GoldenTests.usual)
    let dialog = try #require(canvas.regions.last { $0.role == .dialog }).rect
    var text = ""
    for y in dialog.y..<dialog.maxY {
      for x in dialog.x + 3..<dialog.maxX - 3 where canvas[x, y].scalar > 0x20 {
        text.unicodeScalars.append(Unicode.Scalar(canvas[x, y].scalar) ?? " ")
      }
    }
    #expect(text.contains(address), "\(screen(state))")
  }

  @Test func aLongErrorIsSaidInFull() {
    var state = asked(.oneTimeCode, size: Size(60, 20))
    answer(
      .failed(WalletError(.netOffline, details: [.verbatim("the server is far away today")])),
      &state)
    #expect(screen(state).contains("far away") && screen(state).contains("today"))
  }

  /// A person who never confirms makes no endless list.
  @Test func pagesHaveALimit() {
    var state = asked(.outOfBand, render: .html)
    for _ in 0..<100 {
      state.press(Key(.enter))
      answer(.waiting, &state)
    }
    #expect(state.question?.pages.count == 20 && screen(state).contains("Not confirmed yet."))
  }

  @Test func savingACardSaysSo() {
    var state = Fixture.state()
    let question = BankQuestion(
      "auth-1", Fixture.matter(amount: nil), Challenge(.oneTimeCode, render: .native),
      clock: state.clock, by: SampleAnswering())
    _ = question.open(&state)
    let text = screen(state)
    #expect(text.contains("Nothing is paid") && text.contains("Enter confirm the card"))
    #expect(text.contains("Esc don't save the card"))
    state.settings.idleSeconds = 900
    state.pass(seconds: 300)
    #expect(screen(state).contains("Time's up. The card wasn't saved."))
  }

  // MARK: Time

  @Test func theTimeIsCountedEachSecondAndEnds() throws {
    var state = asked(.outOfBand)
    state.settings.idleSeconds = 900
    for second in 1...3 {
      #expect(state.nextDeadline == state.clock.after(seconds: 1))
      state.pass(seconds: 1)
      #expect(screen(state).contains("ends in 4:\(60 - second)"))
    }
    state.pass(seconds: 237)
    #expect(screen(state).contains("ends in 1:00"))
    #expect(state.pass(seconds: 59).isEmpty && state.question?.step == .asking)
    #expect(state.pass(seconds: 1).reply == .timedOut)
    #expect(screen(state).contains("Time's up. Nothing was paid."))
    #expect(state.nextDeadline.map { $0 > state.clock.after(seconds: 1) } ?? true, "no wake-ups")
    answer(.wrong(attemptsLeft: 1), &state)
    #expect(state.question?.step == .over && state.type("c1").isEmpty)
    #expect(state.press(Key(.enter)).isEmpty && state.view.overlays.isEmpty)
  }

  /// Every second, also while the clock is between two.
  @Test func countingBeginsWithTheTimeThatIsLeft() {
    var state = Fixture.state()
    let question = BankQuestion(
      "auth-1", Fixture.matter(), Challenge(.outOfBand, render: .native), timeLeft: 61_500,
      clock: state.clock, by: SampleAnswering())
    _ = question.open(&state)
    #expect(screen(state).contains("ends in 1:02"))
    #expect(state.nextDeadline == state.clock.now + Clock.second / 2)
  }

  @Test func escCancelsTheRequestFirst() {
    var state = asked(.singleSelect)
    state.press(Key(.enter))
    #expect(screen(state).contains("Checking with your bank…"))
    #expect(state.press(Key(.escape)) == [.cancel(.codes)] && state.view.overlays.count == 1)
    #expect(state.press(Key(.escape)).reply == .cancelled && state.view.overlays.isEmpty)
  }

  // MARK: Above a form

  @Test func theFormComesBackWithWhatWasTyped() throws {
    var state = Fixture.state()
    _ = Fixture.payForm(state).open(&state)
    state.typeFields("4111111111111111", "1229", "123", "Ana Petrova")
    #expect(state.press(.control("s")).first?.intent != nil)
    _ = Fixture.question(.oneTimeCode, clock: state.clock).open(&state)
    #expect(!screen(state).contains("Name on card"), "the question takes its place")
    #expect(state.press(Key(.escape)).reply == .cancelled)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy && dialog.form.card?.areAllFieldsValid == true)
    state.press(Key(.escape))
    #expect(screen(state).contains("Discard what you typed?"))
  }

  @Test func lockingAndSuspendingWipeTheCode() throws {
    var state = asked(.oneTimeCode).typing("491")
    let code = try #require(state.question).code.secret
    _ = reduce(&state, .conceal)
    #expect(code.isEmpty && state.question?.code.count == 0)
    state.type("491")
    state.press(.control("l"))
    #expect(code.isEmpty && state.view.overlays.isEmpty)
    answer(.wrong(attemptsLeft: 1), &state)
    #expect(state.view.overlays.isEmpty)
  }

  // MARK: Sizes

  /// What it costs, how long it can be answered, and the keys are visible at every size.
  @Test(arguments: ChallengeType.allCases, Language.allCases)
  func theMostImportantIsAlwaysVisible(_ type: ChallengeType, _ language: Language) {
    Fixture.$language.withValue(language) {
      for render in [RenderType.native, .html] {
        for width in [40, 60, 100, 120] {
          for height in [12, 13, 15, 20, 22, 24, 40] {
            let state = asked(type, render: render, size: Size(width, height))
            let text = screen(state)
            let place = "\(render) at \(width)×\(height)\n\(text)"
            #expect(
              text.contains("5:00") && text.contains("Enter ") && text.contains("Esc "), "\(place)")
            #expect(text.contains(language == .english ? "€24.90" : "24,90 €"), "\(place)")
            #expect(text.contains("4242"), "\(place)")
            #expect(text.contains(language == .english ? "3 tries left" : "3 Versuche"), "\(place)")
            for option in Challenge(type, render: render).options {
              #expect(text.contains(option.text[FormLanguage(language)]), "\(place)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: [Size(99, 40), Size(100, 30), Size(120, 40), Size(200, 60)])
  func itsFactsAreBesideItFrom100Columns(_ size: Size) {
    let text = screen(asked(.oneTimeCode, size: size))
    #expect(text.contains("◔ Asking the bank") == (size.width >= 100))
    #expect(text.ranges(of: "5:00").count == (size.width >= 100 ? 2 : 1))
  }

  /// The code is drawn as signs only.
  @Test(arguments: GoldenTests.sizes + [Size(40, 12)])
  func theCodeIsNeverInCells(_ size: Size) {
    let state = asked(.oneTimeCode, size: size).typing("897689")
    var canvas = render(state, GoldenTests.usual)
    func isShown() -> Bool {
      (0..<size.height).contains { y in
        let digits = canvas.text(row: y).filter { $0.isNumber || $0 == "●" }
        return digits.contains("897689")
      }
    }
    #expect(canvas.secrets.isEmpty && !isShown())
    canvas.write("[ 8 ][ 9 ][ 7 ][ 6 ][ 8 ][ 9 ]", 1, 1, .plain)
    #expect(isShown(), "control")
  }

  // MARK: Line by line

  @Test func lineModeAsksInOrder() {
    func line(_ type: ChallengeType) -> State {
      var state = Fixture.state(Size(200, 60)).linear
      _ = Fixture.question(type, clock: state.clock).open(&state)
      return state
    }
    #expect(line(.oneTimeCode).lineInput == .code("Code"))
    #expect(line(.outOfBand).lineInput == .keys)
    var state = line(.singleSelect)
    guard case .options(_, let options, 0) = state.lineInput else {
      Issue.record("\(state.lineInput)")
      return
    }
    #expect(options == ["Bakery", "Bookshop", "Cinema", "Railway"])
    _ = reduce(&state, .input(.choice(2)))
    #expect(state.press(Key(.enter)).reply == .options(["cinema"]))
    state = line(.multiSelect)
    _ = reduce(&state, .input(.choice(0)))
    _ = reduce(&state, .input(.choice(3)))
    #expect(screen(state).contains("[✓] Railway"))
    #expect(state.press(Key(.enter)).reply == .options(["bakery", "railway"]))
  }
}
