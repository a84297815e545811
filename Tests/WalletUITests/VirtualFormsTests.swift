import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

private typealias Virtual = VirtualFormsFixture

/// Ordering a virtual card: the form, and what happens until it can pay.
@Suite struct NewVirtualCardTests {
  /// The order that the form sends.
  private static func order(_ state: inout State) throws -> (VirtualCardOrder, [Effect]) {
    let effects = state.press(.control("s"))
    let intent = try #require(effects.intent(VirtualCardProof.self))
    return (intent.order, effects)
  }

  private static func provisional(
    _ order: VirtualCardOrder, _ state: ProvisioningState = .provisioning,
    card: VirtualCard? = nil
  ) -> ProvisionalVirtualCard {
    ProvisionalVirtualCard(
      id: "provisional-1", owner: CustomerID("ana"), version: state == .provisioning ? 1 : 2,
      clientRefID: order.reference, state: state, card: card, createdAt: Fixture.now,
      updatedAt: Fixture.now)
  }

  private static let proof = OwnershipProof(proof: "proof", expiresAt: Fixture.now)

  /// The state after the issuer has taken an order for `Ozone.bg`.
  private static func ordered() throws -> (State, VirtualCardOrder) {
    var state = Virtual.state().typing("cOzone.bg")
    let (order, _) = try order(&state)
    state.pass(tenths: 1)
    let effects = state.done(VirtualCardProof(order: order), .success(proof))
    let provision = try #require(effects.intent(VirtualCardProvision.self))
    state.pass(tenths: 4)
    state.done(provision, .success(provisional(order)))
    return (state, order)
  }

  @Test func theFormOffersWhatThereIs() {
    let state = Virtual.state().typing("c")
    let text = screen(state)
    #expect(text.contains("New virtual card") && text.contains("‹ Shopping"))
    #expect(text.contains("Visa ··4242") && text.contains("Any shop"))
    #expect(text.contains("ANA PETROVA") || text.contains("Ana Petrova"))
    #expect(text.contains("At most $1,000 a payment, $5,000 a day."))
  }

  /// Beside the fields, where there is room.
  @Test func theFormShowsTheCardThatIsTyped() {
    var state = Virtual.state().typing("cOzone.bg")
    #expect(screen(state).contains("How it looks"))
    #expect(!screen(state).contains("up to $120") && !screen(state).contains("Ozone.bg only"))
    state.press(Key(.tab), Key(.tab), Key(.tab), Key(.right), Key(.tab), Key(.tab))
    state.type("120")
    #expect(screen(state).contains("up to $120") && screen(state).contains("Ozone.bg only"))
    state.view.size = Size(80, 24)
    #expect(!screen(state).contains("How it looks"))
  }

  @Test func whatWasChosenIsOrdered() throws {
    var state = Virtual.state().typing("cOzone.bg")
    state.press(Key(.tab), Key(.tab), Key(.tab), Key(.right))  // The first merchant.
    state.press(Key(.tab), .character(" "), Key(.tab))
    state.type("120")
    let (order, effects) = try Self.order(&state)
    #expect(order.personaID == "persona-1" && order.fundingSourceID == "source-1")
    #expect(order.alias == "Ozone.bg" && order.cardHolder == "Ana Petrova")
    #expect(
      order.rules
        == SpendingRules(merchantID: "ozone", isSingleUse: true, monthlyLimit: 120_00))
    #expect(order.billingAddress == nil && order.currency == Currency("USD"))
    #expect(effects == [.perform(AnyIntent(VirtualCardProof(order: order)), nil)])
    #expect(state.view.overlays.isEmpty && screen(state).contains("Ozone.bg is being made"))
  }

  @Test func wrongInputIsNotSent() {
    var state = Virtual.state(sources: []).typing("c")
    #expect(state.press(.control("s")).isEmpty)
    #expect(screen(state).contains("^N adds a card"))
    var other = Virtual.state()
    other.type("c")
    other.press(Key(.backtab), Key(.backtab), Key(.backtab))  // The limit.
    other.type("1000000.01")
    #expect(other.press(.control("s")).isEmpty)
    #expect(screen(other).contains("Up to $1,000,000.00"))
  }

  @Test func aPersonaIsMadeWithTheCard() throws {
    var state = Virtual.state(personas: []).typing("cOzone.bg")
    state.press(Key(.tab), Key(.tab))
    state.type("Travel")
    let creation = try #require(state.press(.control("s")).intent(PersonaCreation.self))
    #expect(creation.name == "Travel" && creation.order?.alias == "Ozone.bg")
    var persona = Virtual.persona
    persona.name = "Travel"
    let proof = try #require(state.done(creation, persona).intent(VirtualCardProof.self))
    #expect(proof.order.personaID == persona.id && state.virtual.personas == [persona])
    #expect(state.view.overlays.isEmpty)
  }

  @Test func eachStepHasItsTime() throws {
    var (state, order) = try Self.ordered()
    state.pass(tenths: 21)
    var steps = try #require(VirtualCardMaking.find(order.reference, state)).steps(state)
    #expect(steps.map(\.stage) == [.done, .done, .now, .later, .later])
    #expect(steps.map(\.note) == ["0.1 s", "0.4 s", "2.1 s", "next", ""])
    let text = screen(state)
    #expect(text.contains("The issuer is making the card") && text.contains("3 of 5"))
    #expect(text.contains("Visa ··4242 pays for it"))

    var made = Virtual.card
    made.id = "virtual-2"
    let effects = state.answer(
      ProvisionalCardsQuery(), [Self.provisional(order, .completed, card: made)])
    let opening = OpeningQuery(making: order.reference, card: made)
    #expect(effects.contains(.read(opening)))
    state.pass(tenths: 2)
    var opened = OpenedVirtualCard(made)
    opened.alias = "Ozone.bg"
    state.answer(opening, .success(opened))
    let making = try #require(VirtualCardMaking.find(order.reference, state))
    #expect(making.outcome == .ready("virtual-2"))
    steps = making.steps(state)
    #expect(steps.allSatisfy { $0.stage == .done } && steps[3].note == "0.2 s")
    #expect(screen(state).contains("Ozone.bg is ready to pay"))
    #expect(state.virtual.focused?.id == "virtual-2")
  }

  /// News say that a card was made. Where it is not in sight, there is no timer.
  @Test(arguments: ["1", "2"]) func nothingIsAskedWithoutNews(_ tab: String) throws {
    var (state, order) = try Self.ordered()
    let read = Effect.read(ProvisionalCardsQuery())
    state.type(tab)
    #expect(VirtualCards.deadlines(state).isEmpty == (tab == "1"))
    for _ in 0..<30 { #expect(!state.pass(tenths: 1).contains(read)) }
    #expect(reduce(&state, .event(.virtualCardsChanged(["other"]))).contains(read) == (tab == "2"))
    #expect(reduce(&state, .event(.virtualCardsChanged(["provisional-1"]))).contains(read))
    #expect(reduce(&state, .event(.virtualCardsChanged)).contains(read))
    state.answer(ProvisionalCardsQuery(), [Self.provisional(order, .failed)])
    #expect(VirtualCards.deadlines(state).isEmpty && VirtualCardMaking.deadlines(state).isEmpty)
    #expect(screen(state).contains("Ozone.bg was not made"))
    state.type("1")
    #expect(!reduce(&state, .event(.virtualCardsChanged)).contains(read), "nothing is on its way")
  }

  /// The news that it was made can come before the answer to the order, or while the server cannot
  /// be reached.
  @Test func aCardOnItsWayIsReadWhenItsNewsMayHaveBeenMissed() throws {
    let read = Effect.read(ProvisionalCardsQuery())
    var state = Virtual.state().typing("cOzone.bg")
    let (order, _) = try Self.order(&state)
    let effects = reduce(&state, .done(VirtualCardProof(order: order), .success(Self.proof)))
    let provision = try #require(effects.first?.intent?.base as? VirtualCardProvision)
    #expect(reduce(&state, .done(provision, .success(Self.provisional(order)))).contains(read))
    state.type("1")
    _ = reduce(&state, offline)
    #expect(!reduce(&state, .event(.virtualCardsChanged)).contains(read))
    #expect(reduce(&state, .event(.connectionRestored)).contains(read))
  }

  /// Two reads can be answered in the other order.
  @Test func anOlderAnswerChangesNothing() throws {
    var (state, order) = try Self.ordered()
    var made = Virtual.card
    made.id = "virtual-2"
    let completed = Self.provisional(order, .completed, card: made)
    state.answer(ProvisionalCardsQuery(), [completed])
    state.answer(ProvisionalCardsQuery(), [Self.provisional(order)])
    #expect(state.virtual.provisional == [completed] && state.virtual.focused?.id == "virtual-2")
  }

  @Test func aLostOrderIsSentAgainWithTheSameReference() throws {
    var state = Virtual.state().typing("cOzone.bg")
    let (order, _) = try Self.order(&state)
    let effects = state.done(VirtualCardProof(order: order), .success(Self.proof))
    let provision = try #require(effects.intent(VirtualCardProvision.self))
    let lost = Fixture.lost(.netLost)
    state.done(provision, .failure(lost))
    #expect(VirtualCardMaking.find(order.reference, state)?.isRunning == true)
    #expect(state.pass(tenths: 10).isEmpty)
    let again = state.pass(tenths: 15)
    #expect(again == [.perform(AnyIntent(VirtualCardProof(order: order)), nil)])
    #expect(state.virtual.forms.makings.count == 1)
    #expect(VirtualCardMaking.deadlines(state).isEmpty)
  }

  /// Whoever has to agree or to sign in before a lost order is sent again still sees it: the issuer
  /// may have it.
  @Test(arguments: [WalletError(.unauthorized), .scaRequired(Fixture.event())])
  func aLostOrderStaysWhileSomebodyIsAsked(_ error: WalletError) throws {
    var state = Virtual.state()
    state.wallet.asksPassword = true
    state.type("cOzone.bg")
    let (order, _) = try Self.order(&state)
    let proof = VirtualCardProof(order: order)
    var fresh = state
    _ = reduce(&fresh, .performed(AnyIntent(proof), .failure(error)))
    #expect(fresh.virtual.forms.makings.isEmpty, "the control: it was not sent yet")
    let effects = state.done(proof, .success(Self.proof))
    let provision = try #require(effects.intent(VirtualCardProvision.self))
    let lost = Fixture.lost(.netLost)
    state.done(provision, .failure(lost))
    state.pass(tenths: 25)
    _ = reduce(&state, .performed(AnyIntent(proof), .failure(error)))
    #expect(VirtualCardMaking.find(order.reference, state)?.isRunning == true)
    #expect(state.view.overlays.count == 1 && VirtualCardMaking.deadlines(state).isEmpty)
    // Nobody signs in or agrees: later it is sent by itself.
    state.press(Key(.escape))
    state.backend.connection = .up
    #expect(state.view.overlays.isEmpty && VirtualCardMaking.deadlines(state).count == 1)
    // Each tick does one thing.
    let sent = state.pass(tenths: 600) + (0..<5).flatMap { _ in state.pass(tenths: 0) }
    #expect(sent.compactMap(\.intent) == [AnyIntent(proof)])
  }

  /// Its answer was lost, and then somebody has to sign in for the same request.
  @Test func anOrderThatMayHaveArrivedStays() throws {
    var state = Virtual.state()
    state.wallet.asksPassword = true
    state.type("cOzone.bg")
    let (order, _) = try Self.order(&state)
    let effects = state.done(VirtualCardProof(order: order), .success(Self.proof))
    let provision = try #require(effects.first?.intent)
    let refused = Fixture.lost(.unauthorized)
    _ = reduce(&state, .performed(provision, .failure(refused)))
    #expect(VirtualCardMaking.find(order.reference, state)?.isRunning == true)
    state.submit("right")
    let again = reduce(&state, .signedInAgain(nil))
    #expect(again.compactMap(\.intent) == [provision], "sent once")
  }

  @Test func aRefusalIsShownWithItsReason() throws {
    var state = Virtual.state().typing("cOzone.bg")
    let (order, _) = try Self.order(&state)
    state.done(VirtualCardProof(order: order), .failure(WalletError(.velocityExceeded)))
    #expect(screen(state).contains("Ozone.bg was not made"))
    #expect(
      state.toasts.history.last?.detail?.contains("too often") == true
        && VirtualCardMaking.deadlines(state).isEmpty)
  }
}

/// Changing a virtual card: what is kept, taken away and set (F11).
@Suite struct EditVirtualCardTests {
  /// Opens the form, does something in it, and returns what is sent.
  private static func change(
    isSealed: Bool = false, _ body: (inout State) -> Void
  ) -> VirtualCardChange? {
    var state = Virtual.state(isSealed: isSealed).typing("e")
    body(&state)
    return state.press(.control("s")).intent(VirtualCardChange.self)
  }

  /// What is sealed elsewhere is kept unless something new is typed.
  @Test func onlyWhatWasChangedIsSent() {
    typealias Case = (
      what: String, isSealed: Bool, change: (inout State) -> Void, update: VirtualCardUpdate?
    )
    let cases: [Case] = [
      ("typed", false, { $0.type(" 2") }, VirtualCardUpdate(alias: .value("Zalando 2"))),
      (
        "emptied", false,
        {
          $0.press(.control("u"), Key(.tab), Key(.left), Key(.left))
          $0.press(Key(.tab), Key(.tab), .control("u"))
        }, VirtualCardUpdate(alias: .null, merchantID: .null, monthlyLimit: .null)
      ),
      ("no holder", false, { $0.press(Key(.backtab), Key(.backtab), .control("u")) }, nil),
      ("nothing", false, { _ in }, nil),
      (
        "sealed", true, { $0.press(Key(.tab), Key(.tab), .character(" ")) },
        VirtualCardUpdate(isSingleUse: .value(true))
      ),
      ("new", true, { $0.type("Shoes") }, VirtualCardUpdate(alias: .value("Shoes"))),
    ]
    for (what, isSealed, change, update) in cases {
      let sent = Self.change(isSealed: isSealed, change)
      #expect(sent?.update == update, "\(what)")
      #expect(sent?.version == (update == nil ? nil : 3), "\(what)")
    }
  }

  @Test func aConflictShowsBothVersions() throws {
    var state = Virtual.state().typing("e")
    state.press(Key(.tab), Key(.tab), Key(.tab), .control("u"))
    state.type("90")
    let change = try #require(state.press(.control("s")).intent(VirtualCardChange.self))
    var now = Virtual.opened
    now.card.version = 4
    now.card.rules.monthlyLimit = 120_00
    state.done(change, .conflict(.success(now)))
    #expect(screen(state).contains("Zalando has changed meanwhile"))
    #expect(screen(state).contains("Limit a month: yours $90.00, now $120.00"))
    let mine = state.press(Key(.enter)).intent(VirtualCardChange.self)
    #expect(mine?.version == 4 && mine?.update == change.update)
  }
}

/// Metadata in the person's editor.
@Suite struct MetadataEditingTests {
  /// What the editor was asked to open.
  private static func edit(_ effects: [Effect]) -> MetadataEdit? {
    for case .edit(let edit) in effects { return edit }
    return nil
  }

  /// The editor ends with this text; nil: it is the same.
  private static func end(
    _ edit: MetadataEdit, _ text: String?, _ state: inout State, after seconds: UInt64 = 1
  ) -> [Effect] {
    var clock = state.clock
    clock.now += seconds * Clock.second
    return reduce(&state, .edited(edit, .success(text.map { Array($0.utf8) }), clock))
  }

  @Test func whatIsWrittenIsSentAndWhatIsEmptiedIsTakenAway() throws {
    for (text, patch) in [("[1]", Patch.value("[1]")), ("", .null)] {
      var state = Virtual.state(metadata: "{}")
      let edit = try #require(Self.edit(state.type("E")))
      #expect(edit.text == Array("{}".utf8))
      let change = try #require(Self.end(edit, text, &state).intent(VirtualCardChange.self))
      #expect(change.update == VirtualCardUpdate(metadata: patch) && change.version == 3)
      #expect(screen(state).contains("Metadata of Zalando"))
      state.done(change, .changed(.success(Virtual.opened)))
      #expect(state.view.overlays.isEmpty && screen(state).contains("Zalando was changed"))
    }
  }

  @Test func theSameTextIsNotSent() throws {
    var state = Virtual.state(metadata: "{}")
    let edit = try #require(Self.edit(state.type("E")))
    #expect(Self.end(edit, nil, &state).isEmpty && state.view.overlays.isEmpty)
    #expect(screen(state).contains("The metadata are the same"))
  }

  @Test(arguments: [
    ("{a", "This isn't JSON: line 1, column 2."),
    ("[\n1,\n]", "This isn't JSON: line 3, column 1."),
    ("[\"ö\" 2]", "This isn't JSON: line 1, column 6."),
    ("\"x", "This isn't JSON: line 1, column 3."),
    ("\"\(String(repeating: "x", count: 3_000))\"", "These are more than 3,000 characters."),
  ])
  func aMistakeIsReportedAndTheTextIsKept(text: String, said: String) throws {
    var state = Virtual.state(metadata: "{}")
    let first = try #require(Self.edit(state.type("E")))
    #expect(Self.end(first, text, &state).isEmpty)
    #expect(screen(state).contains(said) && screen(state).contains("your text is kept"))
    let second = try #require(Self.edit(state.press(Key(.enter))))
    #expect(second.text == Array(text.utf8))
    // It was left as it was: the mistake is still there.
    #expect(Self.end(second, nil, &state).isEmpty && screen(state).contains(said))
    let third = try #require(Self.edit(state.press(Key(.enter))))
    let change = try #require(Self.end(third, "[2]", &state).intent(VirtualCardChange.self))
    #expect(change.update == VirtualCardUpdate(metadata: .value("[2]")))
    #expect(state.view.overlays.count == 1)
  }

  /// What is not UTF-8 is kept byte by byte.
  @Test func bytesThatAreNoTextAreKept() throws {
    var state = Virtual.state(metadata: "{}")
    let first = try #require(Self.edit(state.type("E")))
    let bytes = Array("[\n\"gr".utf8) + [0xfc, 0x6e, 0x22, 0x5d]
    #expect(reduce(&state, .edited(first, .success(bytes), state.clock)).isEmpty)
    #expect(screen(state).contains("This isn't UTF-8: line 2, column 4."))
    #expect(Self.edit(state.press(Key(.enter)))?.text == bytes)
  }

  @Test func theTextIsKeptWhenItCannotBeSent() throws {
    var state = Virtual.state()
    let edit = try #require(Self.edit(state.type("E")))
    let change = try #require(Self.end(edit, "[1]", &state).intent(VirtualCardChange.self))
    state.fail(AnyIntent(change), .rateLimited)
    #expect(screen(state).contains("Metadata of Zalando"))
    let again = state.press(Key(.enter)).intent(VirtualCardChange.self)
    #expect(again?.update == VirtualCardUpdate(metadata: .value("[1]")))
  }

  @Test func anEditorThatFailsChangesNothing() throws {
    var state = Virtual.state()
    let edit = try #require(Self.edit(state.type("E")))
    let failure = Result<[UInt8]?, WalletError>.failure(WalletError(.cancelled))
    #expect(reduce(&state, .edited(edit, failure, state.clock)).isEmpty)
    #expect(state.view.overlays.isEmpty && state.toasts.current != nil)
    // With a text that was kept, it stays for another try.
    _ = Self.end(edit, "{", &state)
    let second = try #require(Self.edit(state.press(Key(.enter))))
    #expect(reduce(&state, .edited(second, failure, state.clock)).isEmpty)
    #expect(Self.edit(state.press(Key(.enter)))?.text == Array("{".utf8))
  }

  /// A user who writes for an hour is present all the time.
  @Test func theTimeInTheEditorLocksNothing() throws {
    var state = Virtual.state()
    let edit = try #require(Self.edit(state.type("E")))
    #expect(Self.end(edit, "[1]", &state, after: 3_600).contains { $0.intent != nil })
    _ = reduce(&state, .tick(state.clock))
    #expect(state.gate == .open)
  }

  @Test func onlyWhatCanBeReadIsEdited() {
    var state = Virtual.state(isSealed: true)
    #expect(Self.edit(state.type("E")) == nil)
    #expect(screen(state).contains("Its key is on another device"))
    var kiosk = Virtual.state()
    Kiosk.enter(&kiosk)
    #expect(Self.edit(kiosk.type("E")) == nil && kiosk.command("virtual.metadata") == nil)
  }
}

/// Personas, funding sources and keys.
@Suite struct VirtualDialogTests {
  @Test func aPersonaIsDeletedAfterAQuestion() throws {
    var state = Virtual.state().typing("P")
    #expect(screen(state).contains("Personas") && screen(state).contains("1 card"))
    state.press(Key(.down), Key(.enter))
    #expect(screen(state).contains("Delete Shopping?"))
    #expect(screen(state).contains("Its card will be closed for good."))
    let deletion = try #require(state.press(Key(.enter)).intent(PersonaDeletion.self))
    state.done(deletion, Virtual.persona)
    #expect(state.virtual.personas.isEmpty && state.view.overlays.isEmpty)
  }

  @Test func aSourceIsAddedAboveTheFormAndThenPays() throws {
    var state = Virtual.state(sources: []).typing("cOzone.bg")
    state.press(.control("n"))
    #expect(screen(state).contains("A card by its number"))
    state.press(Key(.enter))
    state.typeFields("4242424242424242", "1230", "123")
    let setUp = try #require(state.press(Key(.enter)).intent(FundingSetUp.self))
    let provisional = ProvisionalFundingSource(
      id: "p-1", owner: CustomerID("ana"), lastFour: "4242", createdAt: Fixture.now,
      updatedAt: Fixture.now)
    let next = state.done(setUp, provisional)
    #expect(next == [.read(FinishFundingQuery(id: "p-1"))])
    state.answer(FinishFundingQuery(id: "p-1"), Virtual.source)
    let text = screen(state)
    #expect(text.contains("New virtual card") && text.contains("Visa ··4242"))
    #expect(text.contains("pays for virtual cards"))
    #expect(state.press(.control("s")).first?.intent?.base is VirtualCardProof)
  }

  @Test func aSourceIsCancelledAfterAQuestion() throws {
    var state = Virtual.state().typing("$")
    #expect(screen(state).contains("Active"))
    state.press(Key(.down), Key(.enter))
    #expect(screen(state).contains("Cancel Visa ··4242?"))
    let effects = state.press(Key(.enter))
    #expect(effects.first?.intent?.base is FundingCancellation)
  }

  private static func flagged(_ flags: [FundingSourceFlag]) -> State {
    var source = Virtual.source
    source.flags = flags
    var state = Virtual.state(sources: [source]).typing("$")
    state.press(Key(.down), Key(.enter))
    return state
  }

  @Test func anExpiredSourceGetsItsCardAgain() throws {
    var state = Self.flagged([.refresh])
    #expect(screen(state).contains("Has expired") && !screen(state).contains("There is money"))
    state.press(Key(.enter))
    #expect(screen(state).contains("Another card is refused."))
    state.typeFields("4242424242424242", "1230", "123")
    let refresh = try #require(state.press(Key(.enter)).intent(FundingRefresh.self))
    #expect(refresh.source == Virtual.source.id)
    let next = state.done(refresh, Virtual.source)
    #expect(state.view.overlays.isEmpty && next.contains(.read(FundingSourcesQuery())))
    #expect(state.toasts.current?.text == "Visa ··4242 pays again")
  }

  @Test func aSourceWithoutMoneyIsReviewed() throws {
    var state = Self.flagged([.unfunded])
    #expect(!screen(state).contains("A card by its number"))
    let review = try #require(state.press(Key(.enter)).intent(FundingReview.self))
    #expect(review.source.id == Virtual.source.id && state.view.overlays.isEmpty)
  }

  @Test func aSourceThatAsksForSomethingCanStillBeCancelled() throws {
    var state = Self.flagged([.refresh])
    state.press(Key(.down), Key(.enter))
    #expect(screen(state).contains("Cancel Visa ··4242?"))
  }

  @Test func aRuleIsAddedBeforeTheOthers() throws {
    var state = Virtual.state()
    #expect(state.type("#").contains(.read(NoticeRulesQuery())))
    state.press(Key(.enter))
    #expect(state.view.overlays.isEmpty, "not before the rules are known")
    state.type("#")
    state.answer(NoticeRulesQuery(), NoticeRules([NoticeRule(.disable)]))
    #expect(screen(state).contains("1  Every message") && screen(state).contains("not sent"))
    state.press(Key(.enter))
    for _ in 0..<5 { state.press(Key(.right)) }
    state.press(Key(.tab), Key(.right), Key(.tab), .character(" "))
    let change = try #require(state.press(.control("s")).intent(NoticeRulesChange.self))
    let rule = NoticeRule(.enable, cardID: Virtual.card.id, transactionType: .decline)
    #expect(change.rules == [rule, NoticeRule(.disable)])
    state.done(change, NoticeRules(change.rules))
    #expect(screen(state).contains("1  Payments: declined · Zalando"))
    #expect(screen(state).contains("2  Every message"))
  }

  @Test(arguments: [
    ("Move up", ["b", "a", "c"]), ("Move down", ["a", "c", "b"]), ("Remove", ["a", "c"]),
  ])
  func aRuleIsMovedOrRemoved(_ typed: String, _ expected: [String]) throws {
    var state = Virtual.state().typing("#")
    let rules = ["a", "b", "c"].map { NoticeRule(.disable, owner: $0) }
    state.answer(NoticeRulesQuery(), NoticeRules(rules))
    state.press(Key(.down), Key(.down), Key(.enter))
    let change = try #require(state.submit(typed).intent(NoticeRulesChange.self))
    #expect(change.rules.compactMap(\.owner) == expected)
  }

  @Test func keysAreNotWrittenOverAFileWithoutAQuestion() throws {
    var state = Virtual.state().typing("I")
    state.answer(DeviceKeysQuery(), ["key-1"])
    #expect(screen(state).contains("key-1") && screen(state).contains("for new cards"))
    state.press(Key(.down), Key(.enter))
    func exported() -> (path: String, overwrites: Bool)? {
      for case .keyFile(.export(let path, _, let overwrites)) in state.press(.control("s")) {
        return (path, overwrites)
      }
      return nil
    }
    state.press(Key(.tab))
    state.typeFields("correct horse 7", "correct horse 7")
    let first = try #require(exported())
    #expect(first.path == "~/walletui.keys" && !first.overwrites)
    _ = reduce(&state, .keyFile(.success(.exists)))
    #expect(screen(state).contains("There is such a file already"))
    #expect(exported()?.path == nil)
    state.press(.character(" "))
    #expect(exported()?.overwrites == true, "the file is replaced")
    _ = reduce(&state, .keyFile(.success(.exported(1))))
    #expect(screen(state).contains("1 key exported") && state.view.overlays.isEmpty)
  }

  @Test func importedKeysOpenCardsAtOnce() throws {
    var state = Virtual.state(isSealed: true)
    state.typeFields("i", "correct horse 7")
    let effects = state.press(Key(.enter))
    guard case .keyFile(.restore(let path, _))? = effects.first else {
      Issue.record("nothing was imported")
      return
    }
    #expect(path == "~/walletui.keys")
    let next = reduce(&state, .keyFile(.success(.restored(1))))
    #expect(next.contains(.read(OpenVirtualCardsQuery(cards: [Virtual.card]))))
    #expect(screen(state).contains("1 key is new here"))
  }

  /// Another process has imported the key.
  @Test func cardsThatNeedAKeyAreTriedAgain() {
    var state = Virtual.state(isSealed: true)
    let open = Effect.read(OpenVirtualCardsQuery(cards: [Virtual.card]))
    #expect(!VirtualCardsScreen.settle(&state).contains(open))
    _ = VirtualCardsScreen.readAgain(byKey: true, &state)
    #expect(VirtualCardsScreen.settle(&state).contains(open))
  }

  @Test func aKioskHasNoFilesOfKeys() {
    var state = Virtual.state()
    Kiosk.enter(&state)
    #expect(state.type("i").allSatisfy { $0 == .bell } && state.view.overlays.isEmpty)
    #expect(state.run("virtual.keys").isEmpty && state.view.overlays.isEmpty)
  }
}

extension State {
  /// Lets this number of tenths of a second pass.
  @discardableResult
  fileprivate mutating func pass(tenths: Int) -> [Effect] {
    let clock = Clock(
      now: clock.now + UInt64(tenths) * Clock.second / 10,
      wall: Timestamp(milliseconds: clock.wall.milliseconds + Int64(tenths) * 100))
    return reduce(&self, .tick(clock))
  }
}
