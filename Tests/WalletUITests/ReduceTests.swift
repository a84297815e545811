import Canvas
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

@Suite struct LockTests {
  @Test func lockShowsAtOnceAndSettles() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let effects = state.type("l")
    #expect(effects == [.perform(.setStatus(id, .lock, version: 1, undoable: true), nil)])
    #expect(state.focusedRow?.status == .locked)
    #expect(state.pending[id]?.before == .active)
    var locked = Fixture.cards[0]
    locked.status = .locked
    locked.version = 2
    _ = reduce(
      &state, .performed(.setStatus(id, .lock, version: 1, undoable: true), .success(.card(locked)))
    )
    #expect(state.pending.isEmpty)
    #expect(state.focusedRow?.version == 2)
    #expect(state.undo == Undo(cardID: id, action: .unlock))
    #expect(
      state.type("z") == [.perform(.setStatus(id, .unlock, version: 2, undoable: false), nil)])
    #expect(state.focusedRow?.status == .active)
  }

  @Test func failureRollsBackWithTheReason() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("l")
    _ = reduce(
      &state,
      .performed(
        .setStatus(id, .lock, version: 1, undoable: true), .failure(WalletError(.diskFull))))
    #expect(state.focusedRow?.status == .active)
    #expect(state.toasts.current?.text.contains("disk is full") == true)
    #expect(state.toasts.current?.detail?.contains("WUI-DISK-FULL") == true)
    #expect(state.undo == nil)
  }

  @Test func newsOfAPendingCardWaits() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("l")
    #expect(reduce(&state, .event(.cardsChanged([id]))).isEmpty)
    _ = reduce(&state, .row(id, .success(Fixture.cards[0])))
    #expect(state.focusedRow?.status == .locked)
  }

  @Test(arguments: [true, false])
  func codesAreFetchedWhereThePhoneIsShown(_ isShown: Bool) {
    var state = Fixture.state()
    state.wallet.showsPhone = isShown
    #expect(reduce(&state, .event(.phoneMessage)).isEmpty == !isShown)
  }

  @Test func whatIsNotPossibleSaysWhy() {
    var state = Fixture.state(focus: 2)
    #expect(state.type("l").isEmpty)
    #expect(state.toasts.current?.detail == "locked already")
    #expect(CommandRegistry.command("card.unlock")?.disabled(state) == nil)
    #expect(CommandRegistry.command("card.pin.change")?.disabled(state) == "unlock it first")
  }

  @Test func unlockingACardThatWasNeverActivatedIsShownAsDigital() {
    var state = Fixture.state(focus: 3)
    state.type("l")
    #expect(state.focusedRow?.status == .locked)
    var locked = Fixture.cards[3]
    locked.status = .locked
    let intent = Intent.setStatus(locked.id, .lock, version: 1, undoable: true)
    _ = reduce(&state, .performed(intent, .success(.card(locked))))
    state.type("u")
    #expect(state.focusedRow?.status == .digital)
  }
}

@Suite struct RevealTests {
  /// A PIN in sight.
  static func revealed(_ size: Size = Size(120, 40)) -> (State, Secret) {
    var state = Fixture.state(size, focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    #expect(state.type("p") == [.perform(.pin(id), nil)])
    _ = reduce(&state, .performed(.pin(id), .failure(.scaRequired(event))))
    _ = state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    state.type("123456")
    _ = state.press(Key(.enter))
    _ = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
    let pin = secret("4711")
    let clock = RevealClock { .zero }
    let view = SecretView(pin, lifetime: .seconds(10), clock: clock)
    _ = reduce(&state, .performed(.pin(id), .success(.pin(view))))
    return (state, pin)
  }

  @Test func theWholeWay() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    state.type("r")
    _ = reduce(&state, .performed(.details(id), .failure(.scaRequired(event))))
    let sent = state.press(Key(.down), Key(.enter))
    #expect(sent == [.challenge(event.reference, event.availableVerifications[1])])
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    #expect(state.type("12345").isEmpty)
    #expect(state.press(Key(.enter)).isEmpty, "five digits are no code")
    state.type("6")
    let attempt = state.press(Key(.enter))
    guard case .attempt(let reference, let code) = attempt.first else {
      Issue.record("no attempt: \(attempt)")
      return
    }
    #expect(reference == event.reference)
    #expect(code.matches(secret("123456")))
    let again = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
    #expect(again == [.perform(.details(id), event.reference)], "the same request, authorised")
    let clock = RevealClock { .zero }
    let pan = secret("5555555555554444")
    let cvv = secret("123")
    let view = SecureDetailsView(
      pan: SecretView(pan, lifetime: .seconds(30), clock: clock),
      cvv: SecretView(cvv, lifetime: .seconds(30), clock: clock),
      expiry: CardExpiry(month: 9, year: 2029), holderName: "ANA PETROVA")
    _ = reduce(&state, .performed(.details(id), .success(.details(view))))
    #expect(state.overlays.isEmpty)
    #expect(state.reveal?.seconds == 30)
    state.pass(seconds: 29)
    #expect(state.reveal != nil)
    state.pass(seconds: 1)
    #expect(state.reveal == nil)
    #expect(pan.isEmpty && cvv.isEmpty)
  }

  @Test(arguments: [
    ("moving", Action.input(.key(.character("j")))),
    ("an overlay", .input(.key(.character("?")))),
    ("losing the focus", .input(.focus(false))),
    ("a window below the guard", .input(.resize(Size(39, 40)))),
    ("a suspension", .input(.key(.control("z")))),
    ("locking the wallet", .input(.key(.control("l")))),
    ("Esc", .input(.key(Key(.escape)))),
    ("quitting", .input(.key(.character("q")))),
    ("a signal", .conceal),
    ("another reveal", .input(.key(.character("r")))),
  ])
  func concealedBy(_ what: String, _ action: Action) {
    var (state, pin) = RevealTests.revealed()
    #expect(state.reveal != nil && !pin.isEmpty, "shown before")
    _ = reduce(&state, action)
    #expect(state.reveal == nil, "gone after \(what)")
    #expect(pin.isEmpty, "wiped after \(what)")
  }

  @Test func pinStaysTenSecondsOnly() {
    var (state, pin) = RevealTests.revealed()
    #expect(state.reveal?.seconds == 10)
    state.pass(seconds: 9)
    #expect(!pin.isEmpty)
    state.pass(seconds: 1)
    #expect(pin.isEmpty)
  }

  @Test func anAnswerThatNobodyWaitsForIsWipedUnseen() {
    var state = Fixture.state(focus: 0)
    let pin = secret("4711")
    let view = SecretView(pin, lifetime: .seconds(10), clock: RevealClock { .zero })
    _ = reduce(&state, .performed(.pin(Fixture.cards[0].id), .success(.pin(view))))
    #expect(state.reveal == nil && pin.isEmpty)
  }

  @Test func wrongCodesCountDownToTheBlock() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    state.type("p")
    _ = reduce(&state, .performed(.pin(id), .failure(.scaRequired(event))))
    _ = state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    for used in 1...5 {
      state.type("000000")
      _ = state.press(Key(.enter))
      let status: ScaAttemptStatus = used == 5 ? .failed : .rejected
      _ = reduce(
        &state, .attempted(event.id, .success(Fixture.attempt(event, status, used: used))))
      guard case .sca(let flow) = state.overlays.last else {
        Issue.record("the flow is gone")
        return
      }
      if used < 5, case .code(let challenge, let input, let note) = flow.step {
        #expect(challenge.attemptsLeft == 5 - used)
        #expect(input.count == 0 && note != nil)
      } else if case .failed(let error) = flow.step {
        #expect(error.code == .scaBlocked && used == 5)
      } else {
        Issue.record("\(flow.step)")
      }
    }
  }

  @Test func lettersNeverQuitFromACode() {
    var state = Fixture.state(focus: 0)
    let event = Fixture.event()
    state.type("p")
    _ = reduce(&state, .performed(.pin(Fixture.cards[0].id), .failure(.scaRequired(event))))
    _ = state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    state.type("q")
    #expect(state.exit == nil)
  }
}

@Suite struct IdleTests {
  @Test func warnsThenLocksAndForgets() {
    var state = Fixture.state()
    state.pass(seconds: 104)
    #expect(state.idleSecondsLeft == nil)
    state.pass(seconds: 1)
    #expect(state.idleSecondsLeft == 15)
    state.pass(seconds: 15)
    guard case .passphrase(let gate) = state.gate else {
      Issue.record("not locked")
      return
    }
    #expect(gate.reason == .idle)
    #expect(state.list.rows.isEmpty && state.details[Fixture.cards[0].id] == nil)
    #expect(state.nextDeadline == nil, "a locked wallet sleeps")
  }

  @Test func keysCountAsActivityAndNewsDoesNot() {
    var state = Fixture.state()
    state.pass(seconds: 110)
    _ = reduce(&state, .event(.cardsChanged(nil)))
    #expect(state.idleSecondsLeft == 10)
    state.press(Key(.down))
    #expect(state.idleSecondsLeft == nil)
  }

  @Test func aVaultIsClosedAndAsksForItsPassphrase() {
    var state = Fixture.state()
    state.wallet = WalletInfo(name: "w", isDemo: false, path: "/tmp/w", showsPhone: false)
    #expect(state.press(.control("l")) == [.closeVault])
    let effects = state.type("secret words") + state.press(Key(.enter))
    guard case .openVault(let path, let passphrase) = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(path == "/tmp/w" && passphrase.matches(secret("secret words")))
    _ = reduce(&state, .opened(state.wallet, WalletError(.vaultPassphrase)))
    guard case .passphrase(let gate) = state.gate else { return }
    #expect(gate.failure?.code == .vaultPassphrase && gate.input.count == 0)
  }
}

@Suite struct ListTests {
  @Test func filterFindsNameLastFourStatusAndProgramme() {
    for (query, names) in [
      ("tra", ["Travel"]), ("7711", ["Shopping"]), ("active", ["Everyday", "Groceries"]),
      ("virtual-visa", ["Travel"]), ("zzz", []), ("MC", ["Everyday", "New plastic", "Old"]),
    ] {
      var state = Fixture.state(focus: 0)
      state.type("/" + query)
      let found = (0..<state.list.count).compactMap { state.list[$0]?.title }
      #expect(found == names, "\(query)")
      state.press(Key(.escape))
      #expect(state.list.count == 6)
    }
  }

  @Test func hiddenDigitsAreNeverSearched() {
    var state = Fixture.state(focus: 0)
    state.type("/555555")
    #expect(state.list.count == 0)
  }

  @Test func theFocusStaysOnItsCardThroughAFilter() {
    var state = Fixture.state(focus: 3)
    state.type("/visa")
    #expect(state.focusedRow?.title == "Shopping")
    state.press(Key(.escape))
    #expect(state.focusedRow?.title == "Shopping")
  }

  @Test func qInTheFilterIsALetter() {
    var state = Fixture.state()
    state.type("/q")
    #expect(state.exit == nil && state.list.filter?.input.text == "q")
  }

  @Test func aHundredThousandCardsScrollWithAMargin() {
    var state = Fixture.state(focus: 0)
    let cards = (0..<100_000).map {
      var card = Fixture.cards[0]
      card.id = CardID("c\($0)")
      return card
    }
    let meta = PagingResultMeta(numberOfRecords: cards.count, limit: 1000, page: 1)
    _ = reduce(&state, .page(offset: 0, .success(CardList(cards: cards, meta: meta))))
    state.type("G")
    #expect(state.list.selected == 99_999)
    #expect(state.list.top == 100_000 - state.list.height)
    state.type("k")
    #expect(state.list.top == 100_000 - state.list.height)
    state.type("g")
    #expect(state.list.selected == 0 && state.list.top == 0)
    for _ in 0..<state.list.height { state.type("j") }
    #expect(state.list.selected - state.list.top == state.list.height - 3)
  }

  /// The first news of a server says that any card may have changed, while the list is being read.
  @Test func aReadingThatBeginsAnewEndsTheOneUnderWay() {
    let page = { (offset: Int) in
      let cards = (offset..<min(offset + 200, 600)).map { number in
        var card = Fixture.cards[0]
        card.id = CardID("c\(number)")
        return card
      }
      let meta = PagingResultMeta(numberOfRecords: 600, limit: 200, page: offset / 200 + 1)
      return Action.page(offset: offset, .success(CardList(cards: cards, meta: meta)))
    }
    func next(_ offset: Int) -> [Effect] {
      [.loadPage(offset: offset, limit: State.furtherPages)]
    }
    var state = Fixture.state()
    #expect(state.start().first == .loadPage(offset: 0, limit: State.firstPage))
    #expect(reduce(&state, page(0)) == next(200))
    // Control: as long as nothing happens, each page brings the next one.
    #expect(reduce(&state, page(200)) == next(400))
    let again = reduce(&state, .event(.cardsChanged(nil)))
    #expect(again == [.loadPage(offset: 0, limit: State.firstPage)])
    #expect(reduce(&state, page(400)).isEmpty, "the reading before this one goes no further")
    #expect(state.list.rows.count == 600)
    #expect(reduce(&state, page(0)) == next(200))
    #expect(reduce(&state, page(0)).isEmpty, "the same page twice")
    #expect(reduce(&state, page(200)) == next(400))
    #expect(state.nextDeadline != nil, "it says that it reads")
    #expect(reduce(&state, page(400)).isEmpty)
    #expect(state.work.isEmpty && state.list.awaited == nil)
  }

  @Test func damagedRecordsStandAmongTheOthers() {
    var state = Fixture.state(focus: 0)
    var cards = Fixture.cards
    cards.remove(at: 1)
    let list = CardList(
      cards: cards, meta: PagingResultMeta(numberOfRecords: 6, limit: 200, page: 1),
      damaged: [DamagedRecord(id: CardID("broken"), position: 1)])
    _ = reduce(&state, .page(offset: 0, .success(list)))
    #expect(state.list[1]?.isDamaged == true)
    #expect(state.list[2]?.title == "Travel")
    state.type("j")
    #expect(state.refusal(of: .lock) == "its record is damaged")
    #expect(reduce(&state, .settle).isEmpty, "nothing is asked of a damaged record")
  }

  @Test func onlyTheCardOneRestsOnIsRead() {
    var state = Fixture.state(focus: 0)
    state.details = DetailsState()
    state.type("jjj")
    #expect(
      reduce(&state, .settle) == [3, 4, 2].map { .loadDetails(Fixture.cards[$0].id) },
      "the card itself first, then those beside it")
    #expect(reduce(&state, .settle).isEmpty)
  }

  @Test func onlyBelowTheGuardEveryKeyButQuitIsIgnored() {
    var state = Fixture.state(Size(39, 12), focus: 0)
    state.type("l")
    #expect(state.pending.isEmpty && state.exit == nil)
    state.type("q")
    #expect(state.exit == 0)
  }
}

@Suite struct DialogTests {
  @Test func cancellingNeedsTheLastFour() {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    state.type("X")
    state.type("4822")
    #expect(state.press(Key(.enter)).isEmpty)
    state.press(Key(.backspace))
    state.type("1")
    #expect(
      state.press(Key(.enter)) == [
        .perform(.setStatus(id, .cancel, version: 1, undoable: false), nil)
      ])
  }

  @Test func aSuspendedCardEndsItsActivation() {
    var state = Fixture.state(focus: 4)
    let id = Fixture.cards[4].id
    state.type("a3306")
    state.press(Key(.tab))
    state.type("000")
    let effects = state.press(Key(.enter))
    guard case .perform(let intent, nil) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let error = WalletError(.activationDataWrong, details: ["The card is suspended now."])
    #expect(reduce(&state, .performed(intent, .failure(error))) == [.loadRow(id)])
    #expect(!state.overlays.isEmpty)
    var suspended = Fixture.cards[4]
    suspended.status = .suspended
    _ = reduce(&state, .row(id, .success(suspended)))
    #expect(state.overlays.isEmpty && state.focusedRow?.status == .suspended)
    #expect(state.toasts.current?.text.contains("suspended now.") == true)
  }

  @Test func keepIsTheDefault() {
    var state = Fixture.state(focus: 0)
    state.type("X")
    #expect(state.press(Key(.enter)).isEmpty)
    state.press(Key(.escape))
    #expect(state.overlays.isEmpty && state.focusedRow?.status == .active)
  }

  @Test func createValidatesAsOneTypes() {
    var state = Fixture.state()
    state.type("c")
    state.press(Key(.right))  // the physical programme
    guard case .dialog(let dialog) = state.overlays.last else { return }
    #expect(dialog.form.fields.contains { $0.id == "deliveryAddress.city" && $0.isVisible })
    #expect(state.press(.control("s")).isEmpty)
    guard case .dialog(let refused) = state.overlays.last else { return }
    let wrong = refused.form.fields.filter { $0.error != nil }.map(\.id)
    #expect(
      wrong == [
        "deliveryAddress.address1", "deliveryAddress.city", "deliveryAddress.postalCode",
        "deliveryAddress.countryCode",
      ])
  }

  @Test func createSendsWhatWasTyped() {
    var state = Fixture.state()
    state.type("c")
    state.press(Key(.tab))
    state.type("Holiday quiz")
    let effects = state.press(.control("s"))
    guard case .perform(.create(let request), nil) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(request.alias == "Holiday quiz" && request.programName == "SKRILL-VIRTUAL-MC-EEA")
    #expect(request.currency == "EUR" && request.cardPin == nil && request.deliveryAddress == nil)
  }

  @Test func anExhaustedProgrammeIsRefused() {
    var state = Fixture.state()
    state.type("c")
    state.press(Key(.left))
    #expect(state.press(.control("s")).isEmpty)
    guard case .dialog(let dialog) = state.overlays.last else { return }
    #expect(dialog.form.fields[0].error?.contains("no more cards") == true)
  }

  @Test func pinsMustMatchAndTheNewOneOutlivesItsForm() {
    var state = Fixture.state(focus: 0)
    state.type("P")
    state.type("4711")
    state.press(Key(.tab))
    state.type("4712")
    #expect(state.press(Key(.enter)).isEmpty)
    state.press(Key(.backspace))
    state.type("1")
    let effects = state.press(Key(.enter))
    guard case .perform(.setPin(_, let pin), nil) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let event = Fixture.event()
    _ = reduce(
      &state, .performed(.setPin(Fixture.cards[0].id, pin), .failure(.scaRequired(event))))
    #expect(pin.matches(secret("4711")))
    state.press(Key(.escape))
    #expect(pin.isEmpty, "leaving the flow ends the PIN")
  }

  @Test func aPasteIsNeverACommand() {
    var state = Fixture.state(focus: 0)
    #expect(reduce(&state, .input(.paste(secret("lq\nX")))).isEmpty)
    #expect(state.exit == nil && state.pending.isEmpty && state.overlays.isEmpty)
  }

  @Test func aPastedCodeIsTaken() {
    var state = Fixture.state(focus: 0)
    let event = Fixture.event()
    state.type("p")
    _ = reduce(&state, .performed(.pin(Fixture.cards[0].id), .failure(.scaRequired(event))))
    _ = state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    let pasted = secret("123 456\n")
    _ = reduce(&state, .input(.paste(pasted)))
    #expect(pasted.isEmpty)
    guard case .attempt(_, let code) = state.press(Key(.enter)).first else {
      Issue.record("no attempt")
      return
    }
    #expect(code.matches(secret("123456")))
  }
}

@Suite struct AbandoningTests {
  /// Change PIN, up to where a code is asked for.
  static func changingPin() -> (State, Secret) {
    var state = Fixture.state(focus: 0)
    state.type("P4711")
    state.press(Key(.tab))
    state.type("4711")
    let effects = state.press(Key(.enter))
    guard case .perform(let intent, nil) = effects.first, case .setPin(_, let pin) = intent else {
      Issue.record("\(effects)")
      return (state, secret("0"))
    }
    _ = reduce(&state, .performed(intent, .failure(.scaRequired(Fixture.event()))))
    return (state, pin)
  }

  @Test func leavingTheCodeGivesTheFormItsKeysBack() {
    var (state, pin) = AbandoningTests.changingPin()
    state.press(Key(.escape))
    #expect(pin.isEmpty)
    guard case .dialog(let dialog) = state.overlays.last else {
      Issue.record("the form is gone")
      return
    }
    #expect(!dialog.isBusy)
    #expect(!state.press(Key(.enter)).isEmpty, "it can be submitted again")
  }

  @Test func aConflictDoesNotLeaveTheFormWaiting() {
    var state = Fixture.state(focus: 0)
    state.type("X4821")
    guard case .perform(let intent, nil) = state.press(Key(.enter)).first else {
      Issue.record("nothing was sent")
      return
    }
    _ = reduce(&state, .performed(intent, .failure(WalletError(.versionConflict))))
    guard case .dialog(let dialog) = state.overlays.last else { return }
    #expect(!dialog.isBusy && dialog.failure?.code == .versionConflict)
  }

  @Test func aSuspensionTakesSecretsOutOfAFormAndLeavesTheRest() {
    var state = Fixture.state()
    state.type("c")
    state.press(Key(.tab))
    state.type("Holiday")
    state.press(Key(.tab), Key(.tab), Key(.tab))
    state.type("4711")
    guard case .dialog(let before) = state.overlays.last, let pin = before.form.secret("cardPin")
    else { return }
    #expect(pin.count == 4)
    state.press(.control("z"))
    guard case .dialog(let after) = state.overlays.last else {
      Issue.record("the form is gone")
      return
    }
    #expect(pin.secret.isEmpty && after.form.secret("cardPin")?.count == 0)
    #expect(after.form.text("alias") == "Holiday")
  }

  @Test func aVaultIsOpenedWithACopyOfThePassphrase() {
    var state = Fixture.state()
    state.wallet = WalletInfo(name: "w", isDemo: false, path: "/tmp/w", showsPhone: false)
    state.press(.control("l"))
    state.type("secret words")
    guard case .openVault(_, let passphrase) = state.press(Key(.enter)).last else { return }
    _ = reduce(&state, .conceal)
    #expect(passphrase.matches(secret("secret words")), "what is typed goes, the key is still made")
  }

  @Test func aLockedWalletDoesNotTakeBackWhatItForgot() {
    var state = Fixture.state()
    state.press(.control("l"))
    let meta = PagingResultMeta(numberOfRecords: 6, limit: 200, page: 1)
    _ = reduce(&state, .page(offset: 0, .success(CardList(cards: Fixture.cards, meta: meta))))
    _ = reduce(
      &state, .loaded(Fixture.cards[0].id, .success(Fixture.details(Fixture.cards[0]))))
    #expect(state.list.rows.isEmpty && state.details[Fixture.cards[0].id] == nil)
  }

  @Test func aCardThatIsLockedElsewhereShowsNothingAnyMore() {
    var (state, pin) = RevealTests.revealed()
    var locked = Fixture.cards[0]
    locked.status = .locked
    _ = reduce(&state, .row(locked.id, .success(locked)))
    #expect(state.reveal == nil && pin.isEmpty)
  }

  @Test func theIssuerJudgesActivationData() {
    var state = Fixture.state(focus: 4)
    state.type("a9999")
    state.press(Key(.tab))
    state.type("123")
    #expect(!state.press(Key(.enter)).isEmpty, "wrong last four are sent, and counted there")
  }

  @Test func damageStaysInSight() {
    var state = Fixture.state()
    state.gate = .passphrase(PassphraseState(path: "", name: "", reason: .start))
    _ = reduce(&state, .event(.damageFound("one record was rolled back")))
    #expect(state.damage == "one record was rolled back")
  }
}

@Suite struct RegistryTests {
  @Test func idsAndKeysAreUnique() {
    let ids = CommandRegistry.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let keys = CommandRegistry.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyCommandIsFoundByTitleIdKeyAndWord() {
    for command in CommandRegistry.all {
      for query in [command.text(.english).title, command.id, command.text(.english).doc] {
        var menu = CommandMenu(.palette)
        menu.input = TextInput(query)
        #expect(menu.commands(.english, .builtIn).contains { $0.id == command.id }, "\(query)")
      }
    }
  }

  @Test func thePaletteRunsACommand() {
    var state = Fixture.state(focus: 0)
    state.type(":lock card")
    let effects = state.press(Key(.enter))
    #expect(state.overlays.isEmpty)
    guard case .perform(.setStatus(_, .lock, _, _), nil) = effects.first else {
      Issue.record("\(effects)")
      return
    }
  }
}
