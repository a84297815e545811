import Canvas
import ScreenKit
import Secrets
import Testing
import Themes
import WalletModel

@testable import WalletUI

@Suite struct CopyTests {
  private let theme = ThemeLibrary.load(named: "dark", depth: .indexed256).0

  /// The visible details of the third card.
  private func shown(_ copy: Set<DetailField> = Set(DetailField.allCases)) -> State {
    var state = Fixture.revealed()
    state.settings.copy = copy
    return state
  }

  private func copied(_ effects: [Effect]) -> (DetailField, String)? {
    guard case .copy(.detail(let field), let secret)? = effects.first else { return nil }
    return (field, secret.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  @Test(arguments: [
    (0, DetailField.pan, "4000 0000 0000 0093"), (1, .cvv, "123"), (2, .expiry, "09/29"),
    (3, .holder, "ANA PETROVA"), (4, .pan, "4000 0000 0000 0093"),
  ])
  func tabGoesFromFieldToFieldAndYCopiesIt(tabs: Int, field: DetailField, text: String) throws {
    var state = shown()
    for _ in 0..<tabs { state.press(Key(.tab)) }
    let (copiedField, copiedText) = try #require(copied(state.type("y")))
    #expect(copiedField == field)
    #expect(copiedText == text)
    #expect(state.secrets.reveal != nil)
    // And back again.
    for _ in 0..<tabs { state.press(Key(.backtab)) }
    #expect(state.secrets.reveal?.focus == .pan)
  }

  @Test(arguments: [
    (PAN.Separator.none, "4000000000000093"), (.dash, "4000-0000-0000-0093"),
    (.slash, "4000/0000/0000/0093"),
  ])
  func theNumberIsGroupedAsSet(separator: PAN.Separator, text: String) throws {
    var state = shown()
    state.settings.panSeparator = separator
    #expect(try #require(copied(state.type("y"))).1 == text)
  }

  /// A27, A28: on the card's face and in line mode, hidden and shown. Nothing else moves.
  @Test(arguments: [
    (PAN.Separator.none, "4000000000000093", "••••••••••••0093"),
    (.dash, "4000-0000-0000-0093", "••••-••••-••••-0093"),
    (.slash, "4000/0000/0000/0093", "••••/••••/••••/0093"),
  ])
  func theNumberIsShownGroupedAsSet(
    separator: PAN.Separator, text: String, hidden: String
  ) throws {
    for size in [Size(120, 40), Size(60, 20)] {
      var state = shown()
      state.view.size = size
      state.settings.panSeparator = separator
      #expect(revealed(state).contains(text), "\(size)")
      state.secrets.reveal = nil
      #expect(screen(state).contains(hidden), "\(size)")
    }
    var lines = shown().linear
    CardPage.set(CardPage(), &lines)
    lines.settings.panSeparator = separator
    #expect(revealed(lines).contains(text))
  }

  /// The screen with the digits that the terminal shows.
  private func revealed(_ state: State) -> String {
    let canvas = render(state, .plain)
    var rows = (0..<canvas.size.height).map { Array(canvas.text(row: $0)) }
    for span in canvas.secrets {
      for (offset, index) in span.bytes.enumerated() {
        rows[span.origin.y][span.origin.x + offset] = Character(
          Unicode.Scalar(span.secret.withBytes { $0[index] }))
      }
    }
    return rows.map { String($0) }.joined(separator: "\n")
  }

  @Test(arguments: DetailField.allCases)
  func copyingIsOffByDefault(field: DetailField) {
    var state = shown([])
    while state.secrets.reveal?.focus != field { state.press(Key(.right)) }
    #expect(state.type("y").isEmpty)
    let text = state.toasts.current?.text ?? ""
    #expect(text.hasPrefix("Copying ") && text.hasSuffix(" is off. , opens Settings"))
    state.settings.copy = [field]
    #expect(copied(state.type("y"))?.0 == field)
    state.settings.copy = Set(DetailField.allCases).subtracting([field])
    #expect(state.type("y").isEmpty)
  }

  @Test func aPinIsNeverCopied() {
    var state = shown()
    state.secrets.reveal = Reveal(
      subject: .card(Fixture.cards[2].id), content: .pin(secret("4711")),
      deadline: state.clock.after(seconds: 10), seconds: 10)
    #expect(state.type("y").isEmpty)
    #expect(state.toasts.current?.text == "A PIN is never copied")
    #expect(state.secrets.reveal != nil)
  }

  @Test func copyingNeedsVisibleDetails() {
    var state = Fixture.state()
    state.settings.copy = Set(DetailField.allCases)
    #expect(state.type("y").isEmpty)
    #expect(state.toasts.current?.text == "Reveal the card first")
  }

  @Test func theClipboardIsClearedAfterHalfAMinute() {
    var state = shown().typing("y")
    #expect(reduce(&state, .copied(.detail(.pan), .sent("wl-copy"))).isEmpty)
    #expect(state.toasts.current?.text == "Number sent to wl-copy")
    #expect(header(state).contains("clears the clipboard in 30 s"))
    #expect(!state.pass(seconds: 29).contains(.clearCopy))
    #expect(header(state).contains("clears the clipboard in 1 s"))
    #expect(state.pass(seconds: 1) == [.clearCopy])
    #expect(!header(state).contains("clipboard"))
    #expect(state.pass(seconds: 1).isEmpty)
  }

  private func header(_ state: State) -> String {
    render(state, theme).text(row: 0)
  }

  @Test(arguments: [
    (ClearingResult.cleared("xclip"), "Clipboard cleared"),
    (.leftAlone, "left as it is · you've copied something else since"),
    (.unknown, "not cleared · the terminal doesn't say"),
    (.failed("xclip"), "not cleared · xclip didn't answer"),
    (.cleared("tmux"), "in tmux; what it passed on to the terminal stays there"),
  ])
  func theEndOfACopyIsShown(end: ClearingResult, words: String) {
    var state = shown()
    _ = reduce(&state, .copyCleared(end))
    #expect(
      state.toasts.current?.line.contains(words) == true, "\(state.toasts.current?.line ?? "")")
  }

  @Test func aTerminalCopyIsNotClaimedToBeCleared() {
    var state = shown()
    _ = reduce(&state, .copied(.detail(.cvv), .asked))
    #expect(state.toasts.current?.line.contains("it doesn't say whether it took it") == true)
    #expect(!header(state).contains("clears"))
    #expect(state.pass(seconds: 30) == [.clearCopy])
  }

  @Test func lockingClearsTheClipboardAlsoAfterALateCopy() {
    var state = shown()
    _ = reduce(&state, .copied(.detail(.pan), .sent("xsel")))
    #expect(state.press(.control("l")).contains(.clearCopy))
    #expect(state.secrets.clipboardCopy == nil)
    #expect(reduce(&state, .copied(.detail(.pan), .sent("xsel"))) == [.clearCopy])
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(40, 15)])
  func theCursorIsOnTheField(size: Size) {
    var state = shown()
    _ = reduce(&state, .input(.resize(size)))
    var seen: Set<[Int]> = []
    if size.width < 60 { CardPage.set(CardPage(), &state) } else { state.view.pane = .details }
    #expect(!render(state, theme).secrets.isEmpty)
    for _ in DetailField.allCases {
      let canvas = render(state, theme)
      if let cursor = canvas.cursor { seen.insert([cursor.x, cursor.y]) }
      state.press(Key(.tab))
    }
    #expect(seen.count == DetailField.allCases.count)
  }
}
