import Canvas
import Languages
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// The note on a payment, on its page with `e`.
@Suite struct PaymentNoteTests {
  private static let id = TransactionID("p")

  private static func payment(_ note: String? = nil) -> Transaction {
    var payment = Transaction(
      id: id, cardID: Fixture.cards[0].id, type: .complete,
      transactedAt: Fixture.now.adding(seconds: -60),
      billedAmount: Money(10_00, Currency("EUR")), description: Fixture.merchant.name)
    payment.note = note
    return payment
  }

  /// The page of the payment.
  private static func opened(_ note: String? = nil, _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size)
    state.paying.shop.merchants = [Fixture.merchant]
    state.showActivity(TransactionPage([payment(note)]))
    state.press(Key(.enter))
    return state
  }

  private static func sent(_ effects: [Effect]) throws -> NoteChange {
    try #require(effects.compactMap(\.intent).first?.base as? NoteChange)
  }

  /// The payment after a change.
  private static func answer(_ note: String?, version: Int) -> Transaction {
    var answer = payment(note)
    answer.version = version
    return answer
  }

  @Test func aNoteIsWrittenAndTheChangeIsUndone() throws {
    var state = Self.opened()
    #expect(!state.shows("Lunch with Ana"))
    #expect(state.text.last?.contains("e note") == true)
    state.type("e")
    #expect(state.top(Dialog.self)?.title == "Note · Café Lumière")
    state.type("Lunch with Ana")
    let intent = try Self.sent(state.press(Key(.enter)))
    #expect(intent == NoteChange(id: Self.id, note: "Lunch with Ana", before: "", version: 1))
    _ = reduce(&state, .done(intent, Self.answer("Lunch with Ana", version: 2)))
    #expect(state.view.overlays.isEmpty && state.shows("Lunch with Ana"))
    #expect(state.toasts.current?.text == "Note saved" && state.shows("z undo"))
    #expect(state.activity.book.payments.first?.note == "Lunch with Ana", "the book has it")
    let back = NoteChange(id: Self.id, note: "", before: nil, version: 2)
    #expect(state.type("z") == [.perform(AnyIntent(back), nil)])
    _ = reduce(&state, .done(back, Self.answer(nil, version: 3)))
    #expect(!state.shows("Lunch with Ana") && state.view.undo == nil)
    #expect(state.toasts.current?.text == "Note removed")
  }

  @Test func aNoteIsChangedOrRemoved() throws {
    var state = Self.opened("Lunch").typing("e")
    state.type(" with Ana")
    let changed = try Self.sent(state.press(Key(.enter)))
    #expect(changed.note == "Lunch with Ana" && changed.before == "Lunch")
    state = Self.opened("Lunch")
    state.type("e")
    state.press(.control("u"))
    #expect(try Self.sent(state.press(Key(.enter))).note == "")
    // The same text sends nothing.
    state = Self.opened("Lunch")
    state.type("e")
    #expect(state.press(Key(.enter)).isEmpty && state.view.overlays.isEmpty)
  }

  @Test func aNoteHasAtMost200Characters() throws {
    var state = Self.opened()
    state.type("e" + String(repeating: "x", count: 210))
    #expect(try Self.sent(state.press(Key(.enter))).note.count == 200)
    #expect(PaymentNote(String(repeating: "x", count: 201)).fieldErrors.map(\.field) == ["note"])
  }

  /// Nothing of a note is cut, at any width and in line mode.
  @Test(arguments: [
    (Size(200, 60), false), (Size(120, 40), false), (Size(80, 24), false), (Size(40, 15), false),
    (Size(120, 90), true),
  ])
  func aLongNoteIsReadToItsEnd(_ size: Size, _ isLinear: Bool) {
    let note = (1...25).map { "word\($0)" }.joined(separator: " ")
    var state = Self.opened(note, size)
    state.settings.isLinear = isLinear
    var seen = ""
    for _ in 0..<40 {
      seen += screen(state)
      state.press(Key(.down))
    }
    for word in note.split(separator: " ") { #expect(seen.contains(word), "\(word)") }
  }

  /// A server may send anything.
  @Test func aHostileNoteIsText() {
    let state = Self.opened("a\u{1b}[31m\u{202e}b")
    let scalars = screen(state).unicodeScalars
    #expect(state.shows("[31m") && !scalars.contains("\u{1b}") && !scalars.contains("\u{202e}"))
    #expect(!Self.opened("").shows("  Note "), "an empty one is none")
  }

  /// The page is of a payment that the book does not have: it is too old.
  @Test func aPaymentThatIsNotInTheBookShowsItsNote() {
    var state = Self.opened()
    state.activity.book = PaymentBook()
    let change = NoteChange(id: Self.id, note: "Old", before: "", version: 1)
    _ = reduce(&state, .done(change, Self.answer("Old", version: 2)))
    #expect(state.paymentPage?.payment.note == "Old" && state.shows("Old"))
  }

  /// Another terminal was faster. Nothing else reads a payment again that the book does not have.
  @Test func aConflictReadsThePaymentAgain() throws {
    var state = Self.opened("Lunch")
    state.activity.book = PaymentBook()
    state.type("e")
    state.type(" with Ana")
    let intent = try Self.sent(state.press(Key(.enter)))
    let effects = state.fail(AnyIntent(intent), .versionConflict)
    #expect(effects.contains(.read(NotedPaymentQuery(id: Self.id))))
    #expect(state.top(Dialog.self)?.failure?.code == .versionConflict)
    let query = NotedPaymentQuery(id: Self.id)
    _ = reduce(&state, .answer(query, .success(Self.answer("Dinner", version: 2))))
    #expect(state.paymentPage?.payment.note == "Dinner")
    state.press(Key(.escape))
    state.type("y")
    #expect(state.view.overlays.isEmpty)
    state.type("e")
    state.type("!")
    let again = try Self.sent(state.press(Key(.enter)))
    #expect(again.note == "Dinner!" && again.version == 2)
    // An answer that comes late changes nothing.
    _ = reduce(&state, .answer(query, .success(Self.answer("Lunch", version: 1))))
    #expect(state.paymentPage?.payment.note == "Dinner")
  }

  /// Its card has not changed, so the list on the page of the card is not read again.
  @Test func theListOfAVirtualCardHasTheNewVersion() throws {
    var state = Fixture.state()
    state.showVirtual()
    let card = try #require(state.virtual.focused)
    var (payment, noted) = (Self.payment(), Self.answer("Novel", version: 2))
    (payment.cardID, noted.cardID) = (CardID(card.id), CardID(card.id))
    state.answer(VirtualPaymentsQuery(card: card), TransactionPage([payment]))
    #expect(state.virtual.payments.page(of: card.id)?.transactions == [payment], "control")
    let change = NoteChange(id: Self.id, note: "Novel", before: "", version: 1)
    _ = reduce(&state, .done(change, noted))
    #expect(state.virtual.payments.page(of: card.id)?.transactions == [noted])
  }

  @Test func aSearchFindsIt() {
    var state = Fixture.state()
    var payments = Array(Activity.many.prefix(3))
    payments[1].note = "Lunch für Ana"
    state.showActivity(TransactionPage(payments))
    state.type("/fur ana")
    #expect(state.activityScreen?.list.count == 1)
    #expect(state.activityScreen?.list.focused?.id == payments[1].id)
  }

  @Test func itIsRefusedWithItsReason() {
    var state = Self.opened()
    _ = reduce(&state, offline)
    #expect(state.type("e").isEmpty && state.view.overlays.isEmpty)
    #expect(state.refusal(of: NoteForm.command) == state.unreachable)
    state = Fixture.state()
    #expect(state.refusal(of: NoteForm.command) == "open a payment first")
  }

  @Test func aKioskHasNone() {
    var state = Self.opened()
    Kiosk.enter(&state)
    #expect(state.command(NoteForm.command.id) == nil)
    state.type("e")
    #expect(state.top(Dialog.self) == nil && !state.shows("e note"))
  }

  @Test func theFormIsGerman() {
    var state = Self.opened()
    state.settings.words = Words(.german)
    state.type("e")
    #expect(state.shows("Ohne Text wird sie entfernt."))
  }
}
