import CHarden
import CardEntry
import Secrets
import Testing
import WalletModel

struct CardEntryFormTests {
  /// D15: F, F, F, T when four fields are filled.
  @Test func theFormReportsWhetherAllFieldsAreValid() {
    var form = CardEntryForm()
    var updates: [Bool] = []
    func last(_ events: [CardEntryEvent]) -> Bool? {
      guard case .formUpdate(let isValid) = events.last else { return nil }
      return isValid
    }
    let fills: [(CardField, String)] = [
      (.number, visa), (.name, "Ana Petrova"), (.cvv, "123"),
    ]
    for (field, text) in fills {
      if let update = last(form.edit(.paste(secret(text)), in: field)) { updates.append(update) }
    }
    if let update = last(form.type("1229", .expiry)) { updates.append(update) }
    #expect(updates == [false, false, false, true])
    #expect(form.areAllFieldsValid)
    #expect(last(form.edit(.deleteBackward, in: .cvv)) == false)
  }

  /// D14, D15: the order of the events.
  @Test func eventsAreInThePublishedOrder() {
    var form = CardEntryForm()
    #expect(form.setFocus(.number) == [.field(.number, .focus)])
    #expect(
      form.type("4", .number) == [
        .field(.number, .fieldValueChange), .field(.number, .invalid), .brandRecognition(.visa),
        .formUpdate(false),
      ])
    #expect(
      form.type("x", .number) == [.field(.number, .invalidCharacter)])
    #expect(
      form.edit(.paste(secret("x111111111111111")), in: .number) == [
        .field(.number, .invalidCharacter), .field(.number, .fieldValueChange),
        .field(.number, .valid), .formUpdate(false),
      ])
    #expect(form.edit(.left, in: .number) == [])
    #expect(form.setFocus(.number) == [])
    #expect(form.setFocus(.cvv) == [.field(.number, .blur), .field(.cvv, .focus)])
    #expect(form.setFocus(nil) == [.field(.cvv, .blur)])
  }

  @Test func aNewBrandMayMakeTheCVVInvalid() {
    var form = CardEntryForm()
    form.type("34", .number)
    form.type("1234", .cvv)
    _ = form.edit(.deleteToStart, in: .number)
    #expect(
      form.type("4", .number) == [
        .field(.number, .fieldValueChange), .field(.number, .invalid), .brandRecognition(.visa),
        .field(.cvv, .invalid), .formUpdate(false),
      ])
    #expect(form.error(.cvv) == .length([3]))
    // It was not cut: its first digits would be a wrong CVV that looks right.
    #expect(form.shown(.cvv) == "1234|")
    #expect(form.state(.cvv) == .error(.length([3])))
  }

  /// D14.
  @Test func errorsAreShownWhenTheFieldWasLeft() {
    var form = CardEntryForm()
    #expect(form.state(.number) == .normal)
    _ = form.setFocus(.number)
    form.type("41", .number)
    #expect(form.state(.number) == .selected)
    _ = form.setFocus(.name)
    #expect(form.state(.number) == .error(.length([16])))
    _ = form.setFocus(.number)
    #expect(form.state(.number) == .selected)
    #expect(form.state(.name) == .error(.empty))
    #expect(form.state(.cvv) == .normal)
    form.showAllErrors()
    #expect(form.state(.cvv) == .error(.empty))
  }

  @Test func errorsThatMoreDigitsCannotMendAreShownAtOnce() {
    var form = CardEntryForm()
    _ = form.setFocus(.number)
    form.type("4111111111111112", .number)
    #expect(form.state(.number) == .error(.checkDigit))
    _ = form.setFocus(.expiry)
    form.type("132", .expiry)
    #expect(form.state(.expiry) == .selected)
    form.type("9", .expiry)
    #expect(form.state(.expiry) == .error(.month))
  }

  /// E05: "This card is not supported" while typing.
  @Test func anExcludedSchemeIsRefusedWhileTyping() {
    var form = CardEntryForm(.saving(excluding: [.amex, .visa]))
    _ = form.setFocus(.number)
    form.type("3", .number)
    #expect(form.state(.number) == .selected)
    form.type("7", .number)
    #expect(form.state(.number) == .error(.notSupported))
    #expect(form.scheme == .amex)
    _ = form.edit(.deleteBackward, in: .number)
    #expect(form.state(.number) == .selected)
    form.type("6", .number)
    #expect(form.state(.number) == .selected)
    #expect(form.scheme == .diners)
  }

  /// D03: only some of the fields.
  @Test func aFormMayHaveOnlySomeFields() {
    var form = CardEntryForm(
      CardEntryRules(.payment(allBrands)), fields: [.cvv], today: november)
    #expect(form.type("4", .number) == [])
    #expect(form.setFocus(.name) == [])
    form.type("12", .cvv)
    #expect(form.invalidFields == [.cvv])
    form.type("3", .cvv)
    #expect(form.areAllFieldsValid)
    form.type("4", .cvv)
    #expect(form.areAllFieldsValid)
  }

  /// D12: the picker.
  @Test func expiryIsPicked() {
    var form = CardEntryForm()
    form.type("0127", .expiry)
    #expect(CardEntryRules.years(november) == 2026...2046)
    let events: [CardEntryEvent] = [
      .field(.expiry, .fieldValueChange), .field(.expiry, .valid), .formUpdate(false),
    ]
    #expect(form.pick(CardExpiry(month: 12, year: 2046)) == events)
    #expect(form.expiry == CardExpiry(month: 12, year: 2046))
    for wrong in [(0, 2027), (13, 2027), (1, 2025), (1, 2047)] {
      #expect(form.pick(CardExpiry(month: wrong.0, year: wrong.1)) == [])
    }
    // A month of this year that is over can be chosen, and is invalid.
    #expect(form.pick(CardExpiry(month: 10, year: 2026)).contains(.field(.expiry, .invalid)))
    #expect(form.state(.expiry) == .error(.expired))
    // It can be corrected by hand.
    _ = form.edit(.deleteBackward, in: .expiry)
    form.type("7", .expiry)
    #expect(form.shown(.expiry) == "10 / 27|" && form.error(.expiry) == nil)
  }

  @Test func expiryDependsOnToday() {
    var form = CardEntryForm()
    form.type("1126", .expiry)
    #expect(form.error(.expiry) == nil)
    form.today = CalendarMonth(year: 2026, month: 12)
    #expect(form.error(.expiry) == .expired)
  }

  /// D13.
  @Test func nameFollowsTheRule() {
    var form = CardEntryForm()
    form.type("A", .name)
    #expect(form.error(.name) == Rules.holderName("A").map { .name($0) })
    #expect(form.error(.name) != nil)
    form.type("na ", .name)
    #expect(form.holderName == "Ana")
    #expect(form.error(.name) == nil)
  }

  /// D15.
  @Test func resetWipesEverything() {
    var form = CardEntryForm()
    form.fillValidly()
    _ = form.setFocus(.number)
    _ = form.setFocus(.cvv)
    let copy = form
    let addresses = [CardField.number, .cvv].map { field in
      form.line(field).secret.withBytes { UInt(bitPattern: $0.baseAddress) }
    }
    func areZero() -> Bool {
      addresses.allSatisfy { UnsafeRawPointer(bitPattern: $0)?.load(as: UInt32.self) == 0 }
    }
    #expect(!areZero())
    #expect(form.reset() == [.brandRecognition(.unknown), .formUpdate(false)])
    #expect(areZero())
    #expect(CardField.allCases.allSatisfy { copy.line($0).count == 0 })
    #expect(CardField.allCases.allSatisfy { form.shown($0) == "|" })
    #expect(CardField.allCases.allSatisfy { form.error($0) == .empty })
    #expect(form.state(.number) == .normal)
  }

  @Test(arguments: [true, false])
  func theFormIsResetAfterUseUnlessItIsKept(_ resets: Bool) {
    var form = CardEntryForm { $0.resetsAfterUse = resets }
    form.fillValidly()
    #expect(form.wasUsed().isEmpty == !resets)
    #expect(form.areAllFieldsValid == !resets)
  }

  @Test func anOwnCardNeedsNoTyping() {
    var form = CardEntryForm()
    form.fillValidly()
    let own = CardSource.own(CardID("c"))
    #expect(form.choose(own) == [.brandRecognition(.unknown), .formUpdate(true)])
    #expect(form.source == own)
    #expect(form.choose(own) == [])
    #expect(form.type("4", .number) == [])
    #expect(form.line(.number).count == 0)
    #expect(form.areAllFieldsValid)
    #expect(form.choose(.typed) == [.formUpdate(false)])
    #expect(form.type("4", .number).count == 4)
  }

  /// E03: number and expiry of a picture, to be corrected.
  @Test func aPictureFillsInNumberAndExpiry() {
    var form = CardEntryForm(.saving())
    form.type("999", .cvv)
    let events = form.fill(number: secret(visa), expiry: CardExpiry(month: 9, year: 2029))
    #expect(
      events == [
        .field(.number, .fieldValueChange), .field(.number, .valid),
        .field(.expiry, .fieldValueChange), .field(.expiry, .valid), .brandRecognition(.visa),
        .formUpdate(false),
      ])
    #expect(form.expiry == CardExpiry(month: 9, year: 2029))
    #expect(form.invalidFields == [.name, .cvv])
    #expect(form.shown(.number) == "4111 1111 1111 1111|")
    _ = form.fill(number: secret(""), expiry: nil)
    #expect(form.invalidFields == CardField.allCases)
  }

  /// Only the fields that are named are wiped, and their mistakes are forgotten.
  @Test func fieldsAreClearedOneByOne() {
    var form = CardEntryForm()
    form.fillValidly()
    form.showAllErrors()
    let cvv = form.line(.cvv).secret
    #expect(form.isTyped)
    #expect(
      form.clear([.cvv]) == [
        .field(.cvv, .fieldValueChange), .field(.cvv, .invalid), .formUpdate(false),
      ])
    #expect(cvv.isEmpty && form.line(.cvv).secret === cvv && form.state(.cvv) == .normal)
    #expect(form.invalidFields == [.cvv] && form.clear([.cvv]) == [])
    #expect(form.clear(CardField.allCases).last == .formUpdate(false))
    #expect(!form.isTyped && form.invalidFields == CardField.allCases)
  }

  /// The form that was copied before keeps its number, until it is wiped itself.
  @Test func aCopyWithoutSecretsIsIndependent() {
    var form = CardEntryForm()
    form.fillValidly()
    var kept = form
    kept.forgetSecrets()
    #expect(kept.invalidFields == [.number, .cvv] && form.areAllFieldsValid)
    _ = form.clear([.number, .cvv])
    #expect(kept.edit(.insert("4"), in: .number).contains(.brandRecognition(.visa)))
    #expect(form.line(.number).count == 0 && kept.line(.number).count == 1)
    #expect(kept.holderName == form.holderName && !kept.holderName.isEmpty)
  }

  /// Printing a form does not show what was typed.
  @Test func secretsAreNotPrinted() {
    var form = CardEntryForm()
    form.fillValidly()
    var dumped = ""
    dump(form, to: &dumped)
    for shown in ["\(form)", String(reflecting: form), dumped] {
      #expect(shown.contains("EntryLine"))
      #expect(!shown.contains("4111"))
    }
  }

  /// Typing, drawing and discarding leaves nothing behind in locked memory.
  @Test func lockedMemoryIsGivenBack() {
    let before = harden_arena_used()
    for _ in 0..<50 {
      var form = CardEntryForm()
      form.fillValidly()
      #expect(form.shown(.number).count == 20)
    }
    #expect(harden_arena_used() <= before + 4_096)
  }
}
