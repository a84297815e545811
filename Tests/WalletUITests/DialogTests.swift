import Canvas
import ScreenKit
import Secrets
import Testing
import WalletModel

@testable import WalletUI

@Suite struct DialogTests {
  @Test func cancellingNeedsTheLastFourDigits() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    #expect(state.submit("X").isEmpty)
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty && state.focusedRow?.status == .active)
    #expect(state.submit("X4822").isEmpty)
    state.press(Key(.backspace))
    state.type("1")
    #expect(
      state.press(Key(.enter)) == [
        .perform(.setStatus(id, .cancel, version: 1, undoable: false), nil)
      ])
  }

  @Test func aSuspendedCardEndsItsActivation() throws {
    var state = Fixture.state(focus: 4)
    let id = Fixture.cards[4].id
    state.typeFields("a3306", "000")
    let effects = state.press(Key(.enter))
    let intent = try #require(effects.first?.intent)
    let error = WalletError(.activationDataWrong, details: [.card(.suspendedNow)])
    #expect(reduce(&state, .performed(intent, .failure(error))) == [.loadRow(id)])
    #expect(!state.view.overlays.isEmpty)
    state.row(Fixture.card(4, .suspended, version: 1))
    #expect(state.view.overlays.isEmpty && state.focusedRow?.status == .suspended)
    #expect(state.toasts.current?.text.contains("now suspended.") == true)
  }

  /// There is nothing to confirm any more, and what was typed is not sent.
  @Test(arguments: [
    ("X", CardStatus.cancelled, "Cancel card for good: already cancelled"),
    ("P", .locked, "Change PIN: unlock it first"),
    ("P", .cancelled, "Change PIN: cancelled"),
  ])
  func aCardThatIsChangedElsewhereEndsItsDialog(
    _ key: String, _ status: CardStatus, _ reason: String
  ) throws {
    for isPage in [false, true] {
      var state = Fixture.state(focus: 0)
      var card = Fixture.cards[0]
      state.type(key + "48")
      let typed = try #require(state.top(Dialog.self)).form.secret("pin")?.secret
      // Other changes of the card have no effect.
      card.version += 1
      state.row(card)
      #expect(state.view.overlays.count == 1)
      card.status = status
      card.version += 1
      if isPage {
        _ = reduce(&state, .cards([card] + Fixture.cards.dropFirst()))
      } else {
        state.row(card)
      }
      #expect(state.view.overlays.isEmpty && typed?.isEmpty ?? true)
      #expect(state.toasts.current?.text == "Everyday was changed elsewhere")
      #expect(state.toasts.current?.detail == reason)
      // Further typing runs no commands.
      #expect(
        state.type("3c").isEmpty && state.view.overlays.isEmpty && state.activityScreen == nil)
      var locked = state
      locked.press(.control("l"))
      #expect(locked.gate != .open, "nobody types that")
      state.pass(seconds: 1)
      state.type("5")
      #expect(state.activityScreen != nil)
    }
  }

  @Test func eventsDoNotCloseAWaitingDialog() throws {
    var state = Fixture.state(focus: 4)
    state.typeFields("a3306", "123")
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    var active = Fixture.card(4, .active)
    active.activationDate = Fixture.now
    // The event of this dialog's own change arrives before the answer.
    state.row(active)
    #expect(state.view.overlays.count == 1)
    state.done(intent, .card(active))
    #expect(state.view.overlays.isEmpty && state.toasts.current?.text == "New plastic is active")
    #expect(state.toasts.history.count == 1)
  }

  /// The card that is ordered is in words, and is drawn beside the form where there is room.
  @Test func aNewCardIsShownWhileOneTypes() {
    for size in [Size(200, 60), Size(120, 40), Size(100, 30), Size(80, 24), Size(40, 12)] {
      var state = Fixture.state(size, focus: 0)
      state.typeFields("c", "Travel quiz")
      let text = screen(state)
      #expect(size.width < 60 || text.contains("Skrill Virtual Mastercard, EEA"), "\(text)")
      #expect(!text.contains("SKRILL-VIRTUAL"), "\(text)")
      #expect(text.contains("How it looks") == (size.width >= 100), "\(size)\n\(text)")
      let shown = text.split(separator: "\n").filter { $0.contains("Travel quiz") }
      #expect(
        shown.count == (size.width >= 100 ? 2 : 1), "in the field and under the face\n\(text)")
    }
  }

  @Test func theOrderFormValidatesWhileTyping() throws {
    var state = Fixture.state().typing("c")
    state.press(Key(.right))  // the physical programme
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields.contains { $0.id == "deliveryAddress.city" && $0.isVisible })
    #expect(state.press(.control("s")).isEmpty)
    let refused = try #require(state.top(Dialog.self))
    let wrong = refused.form.fields.filter { $0.error != nil }.map(\.id)
    #expect(
      wrong == [
        "deliveryAddress.address1", "deliveryAddress.city", "deliveryAddress.postalCode",
        "deliveryAddress.countryCode",
      ])
  }

  @Test func theOrderFormSendsItsFields() throws {
    var state = Fixture.state()
    state.typeFields("c", "Holiday quiz")
    let request = try #require(state.press(.control("s")).intent(CardCreation.self)).request
    #expect(request.alias == "Holiday quiz" && request.programName == "SKRILL-VIRTUAL-MC-EEA")
    #expect(request.currency == "EUR" && request.cardPin == nil && request.deliveryAddress == nil)
  }

  @Test func anExhaustedProgrammeIsRefused() throws {
    var state = Fixture.state().typing("c")
    state.press(Key(.left))
    #expect(state.press(.control("s")).isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields[0].error?.english.contains("all the cards") == true)
  }

  @Test func pinsMustMatchAndTheNewPinOutlivesTheForm() throws {
    var state = Fixture.state(Size(80, 24), focus: 0).typing("P")
    state.typeFields("4711", "4712")
    #expect(state.press(Key(.enter)).isEmpty)
    state.press(Key(.backspace))
    let effects = state.submit("1")
    let pin = try #require(effects.first?.intent?.pin)
    let event = Fixture.event()
    _ = reduce(
      &state, .performed(.setPin(Fixture.cards[0].id, pin), .failure(.scaRequired(event))))
    #expect(pin.matches(secret("4711")))
    state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    #expect(!screen(state).contains("cancel"), "the code's box takes the form's place")
    state.press(Key(.escape), Key(.escape))
    #expect(pin.isEmpty, "leaving the flow ends the PIN")
  }

  @Test func aPasteIsNeverACommand() {
    var state = Fixture.state(focus: 0)
    #expect(reduce(&state, .input(.paste(secret("lq\nX")))).isEmpty)
    #expect(state.program.exit == nil && state.cards.pending.isEmpty && state.view.overlays.isEmpty)
  }

  @Test func aPastedCodeIsAccepted() throws {
    var state = Fixture.state(focus: 0)
    let event = Fixture.event()
    state.type("p")
    state.requestCode(.pin(Fixture.cards[0].id), event)
    let pasted = secret("123 456\n")
    _ = reduce(&state, .input(.paste(pasted)))
    #expect(pasted.isEmpty)
    let query = try #require(state.press(Key(.enter)).query(AttemptQuery.self))
    #expect(query.code.matches(secret("123456")))
  }
}
