import ScreenKit
import Secrets
import Themes
import WalletAPI
import WalletModel
import Words

/// Creates a card.
struct CardCreation: Intent, SendsOperation {
  /// Its PIN belongs to the intent.
  let request: CardRequest

  func wipe() { request.cardPin?.wipe() }
  func title(_ words: Words) -> String { words.cards.newCard.title }

  var operation: CreateCard { CreateCard(request) }

  func succeed(_ card: Card, _ state: inout State) -> [Effect] {
    made(card, &state)
    // Says that the money of a new account is simulated.
    state.show(
      .success, state.words.cards.wasCreated(state.words.cardForms.title(card)),
      detail: state.wallet.phoneCommand == nil ? nil : state.words.cards.moneyIsSimulated)
    state.cards.list.wanted = card.id
    return CardReading.read(from: state.cards.list.rows.count, CardReading.furtherPages, &state) + [
      .read(ProgramsQuery())
    ]
  }
}

struct CardCreationForm: FormPurpose {
  private static let address = "deliveryAddress."

  func refresh(_ form: inout Form, _ state: State) {
    form.setChoice("programName", options: Self.programLabels(state))
    let program = program(form, state)
    form.setNote(
      "programName",
      program.map {
        FieldNote(
          text: state.words.cardForms.cardsLeft($0.allowableCards), tenths: nil,
          role: .overlayMuted)
      })
    form.setChoice("currency", options: program?.currencies.map(\.code) ?? ["EUR"])
    for field in form.fields where field.id.hasPrefix(Self.address) {
      form.setVisible(field.id, program?.cardType == .physical)
    }
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let program = program(form, state)
    var errors = request(form, state).fieldErrors(
      program: program, market: state.cards.profile?.market ?? .eu)
    if program?.allowableCards == 0 {
      errors.append(FieldError("programName", .verbatim(state.words.cardForms.noMoreOfProgramme)))
    }
    return errors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    var request = request(form, state)
    request.cardPin = request.cardPin?.copy()
    return .intent(CardCreation(request: request))
  }

  private func program(_ form: Form, _ state: State) -> CardProgram? {
    let index = form.selected("programName")
    return state.cards.programs.indices.contains(index) ? state.cards.programs[index] : nil
  }

  private func request(_ form: Form, _ state: State) -> CardRequest {
    let program = program(form, state)
    let pin = form.secret("cardPin")
    let currencies = program?.currencies ?? []
    let index = form.selected("currency")
    func field(_ name: String) -> String? { form.text(Self.address + name) }
    let address = DeliveryAddress(
      address1: field("address1") ?? "", address2: field("address2"), address3: field("address3"),
      city: field("city") ?? "", countryCode: field("countryCode")?.uppercased() ?? "",
      state: field("state"), postalCode: field("postalCode") ?? "")
    let isUS = state.cards.profile?.market == .us
    return CardRequest(
      programName: program?.name ?? "",
      currency: currencies.indices.contains(index) ? currencies[index].code : "",
      mobile: form.text("mobile"), cardPin: pin?.count == 0 ? nil : pin?.secret,
      deliveryAddress: program?.cardType == .physical ? address : nil,
      termsAndConditionsAccepted: isUS ? form.isOn("termsAndConditionsAccepted") : nil,
      eDisclosureAccepted: isUS ? form.isOn("eDisclosureAccepted") : nil, alias: form.text("alias"))
  }

  private static func programLabels(_ state: State) -> [String] {
    let words = state.words
    if state.cards.programs.isEmpty { return [words.readingShort] }
    return state.cards.programs.map {
      words.cardForms.programme($0.name).full + ($0.isDamaged ? " " + words.damagedEntry : "")
    }
  }

  /// The card as it will be. Its number and its expiry are the issuer's to choose.
  func preview(_ form: Form, _ state: State) -> (any FormPreview)? {
    guard let program = program(form, state), !program.isDamaged else { return CardPreview() }
    var card = Card(
      id: CardID(""), status: .active, expiry: .unspecified,
      lastFour: state.settings.ascii ? "****" : "••••", bin: "", customerID: CustomerID(""),
      cardType: program.cardType, programName: program.name,
      currency: Currency(request(form, state).currency), createdDate: nil,
      accountID: AccountID(""), scheme: program.scheme, holderName: state.cards.profile?.name ?? "")
    card.alias = form.text("alias") ?? ""
    return CardPreview(card: card)
  }
}

extension CardCreationForm {
  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    let dialog = Dialog(
      CardCreationForm(), title: words.cards.newCard.title, lines: [],
      submitLabel: words.cardForms.create,
      cancelLabel: words.backHint,
      fields: [
        FormField(
          "programName", words.cards.programme,
          .choice(options: programLabels(state), selected: 0)),
        .text("alias", words.name, hint: words.start.nameExample, limit: 24),
        FormField("currency", words.currency, .choice(options: ["EUR"], selected: 0)),
        .text("mobile", words.mobile, hint: words.cardForms.asInProfile, limit: 24, of: .phone),
        .digits("cardPin", "PIN", hint: words.cardForms.fourDigitsOrLater, 4),
        .text(
          "deliveryAddress.address1", words.cardForms.address,
          hint: words.cardForms.streetAndNumber, limit: 60),
        .text("deliveryAddress.address2", "", hint: words.cardForms.flatFloor, limit: 60),
        .text("deliveryAddress.address3", "", hint: "", limit: 60),
        .text("deliveryAddress.city", words.cardForms.city, limit: 40),
        .text("deliveryAddress.postalCode", words.cardForms.postcode, limit: 20),
        .text(
          "deliveryAddress.state", words.cardForms.stateLabel, hint: words.cardForms.usOnly,
          limit: 5),
        .text(
          "deliveryAddress.countryCode", words.cardForms.country, hint: words.cardForms.twoLetters,
          limit: 2),
      ] + consentFields(state))
    return dialog.open(&state) + (state.cards.programs.isEmpty ? [.read(ProgramsQuery())] : [])
  }

  private static func consentFields(_ state: State) -> [FormField] {
    guard state.cards.profile?.market == .us else { return [] }
    return [
      FormField("termsAndConditionsAccepted", state.words.cardForms.acceptTerms, .toggle(false)),
      FormField("eDisclosureAccepted", state.words.cardForms.acceptDisclosure, .toggle(false)),
    ]
  }
}

/// The programmes that allow new cards.
struct ProgramsQuery: Query, SendsOperation {
  var operation: GetPrograms { GetPrograms() }

  func answered(_ result: Result<[CardProgram], WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let programs):
      state.cards.programs = programs
      Dialog.refreshTop(&state)
    case .failure(let error): if state.unreachable == nil { state.show(error) }
    }
    return []
  }
}
