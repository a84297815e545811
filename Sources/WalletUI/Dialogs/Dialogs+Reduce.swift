import Canvas
import Secrets
import WalletModel
import Words

extension State {
  mutating func dialogKey(_ key: Key, _ dialog: Dialog) -> [Effect] {
    if key.code == .escape {
      guard dialog.isBusy else {
        pop()
        return []
      }
      return cancelDialog(dialog)
    }
    if dialog.isBusy { return [] }
    var dialog = dialog
    switch dialog.form.handle(key) {
    case .submit:
      replaceTop(.dialog(dialog))
      return submit(dialog)
    case .changed, .moved: return dialogChanged(dialog)
    case .ignored:
      // ^S submits from any field, as Enter does on the last.
      return key == .control("s") ? submit(dialog) : []
    }
  }

  /// Gives up what the dialog waits for; the dialog stays, with what was typed.
  private mutating func cancelDialog(_ dialog: Dialog) -> [Effect] {
    switch dialog.kind {
    // A vault that is being made is not unmade by looking away.
    case .newVault: return []
    case .openVault:
      var dialog = dialog
      dialog.isBusy = false
      replaceTop(.dialog(dialog))
      endWork(openingWork)
      return [.cancel(.opening)]
    // The answer says what became of it.
    default: return [.cancel(.intents)]
    }
  }

  /// Validates as one types: each field speaks once it was touched.
  mutating func dialogChanged(_ dialog: Dialog) -> [Effect] {
    var dialog = dialog
    dialog.failure = nil
    refresh(&dialog)
    _ = dialog.form.show(errors(of: dialog), all: false)
    replaceTop(.dialog(dialog))
    return []
  }

  private mutating func submit(_ dialog: Dialog) -> [Effect] {
    var dialog = dialog
    let errors = errors(of: dialog)
    let homeless = dialog.form.show(errors, all: true)
    if !errors.isEmpty {
      dialog.form.focusFirstError()
      dialog.failure =
        homeless.isEmpty
        ? nil : WalletError(.fieldErrors, fieldErrors: homeless.map { FieldError($0, $1) })
      replaceTop(.dialog(dialog))
      return []
    }
    if let unreachable, !dialog.opensVault {
      dialog.failure = WalletError(
        .netOffline, words.nothingWasSent, details: [unreachable], advice: words.tryWhenItIsBack)
      replaceTop(.dialog(dialog))
      return []
    }
    dialog.isBusy = true
    replaceTop(.dialog(dialog))
    switch dialog.kind {
    case .newVault, .openVault: return submitVault(dialog)
    default: break
    }
    guard let intent = intent(of: dialog) else { return [] }
    if case .setStatus(let id, let action, _, _) = intent, let row = list.row(id) {
      markPending(row, action)
    }
    startWork(intent.workLabel(words))
    return [.perform(intent, nil)]
  }

  /// Secrets are handed over as copies: the form's own end with it, or with a suspension, while
  /// the intent may still be on its way.
  private func intent(of dialog: Dialog) -> Intent? {
    let form = dialog.form
    switch dialog.kind {
    case .create:
      var request = cardRequest(form)
      request.cardPin = request.cardPin?.copy()
      return .create(request)
    case .activate(let id):
      guard let cvv = form.secret("cvv") else { return nil }
      return .activate(
        id,
        CardActivationRequest(
          lastFourDigits: form.text("lastFourDigits") ?? "", cvv: cvv.secret.copy()))
    case .cancel(let id):
      return .setStatus(id, .cancel, version: list.row(id)?.version, undoable: false)
    case .pay(let id): return payment(id, form)
    case .setPin(let id): return form.secret("pin").map { .setPin(id, $0.secret.copy()) }
    case .newVault, .openVault: return nil
    }
  }

  /// Fields whose options or visibility depend on others.
  func refresh(_ dialog: inout Dialog) {
    if dialog.kind == .newVault {
      for id in ["name", "mobile", "email"] {
        dialog.form.setVisible(id, !dialog.form.isOn("sample"))
      }
    }
    guard dialog.kind == .create else { return }
    let program = chosenProgram(dialog.form)
    dialog.form.setChoice("currency", options: program?.currencies.map(\.code) ?? ["EUR"])
    for field in dialog.form.fields where field.id.hasPrefix("deliveryAddress.") {
      dialog.form.setVisible(field.id, program?.cardType == .physical)
    }
  }

  private func errors(of dialog: Dialog) -> [(field: String, error: String)] {
    let form = dialog.form
    switch dialog.kind {
    case .create:
      let program = chosenProgram(form)
      var errors = cardRequest(form).fieldErrors(program: program, market: profile?.market ?? .eu)
      if program?.allowableCards == 0 {
        errors.append(FieldError("programName", words.noMoreOfProgramme))
      }
      return errors.map { ($0.field, $0.error) }
    case .activate:
      // Only the form: whether the data is right is the issuer's to judge, and to count.
      guard case .activate(_, let request)? = intent(of: dialog) else { return [] }
      return request.fieldErrors.map { ($0.field, $0.error) }
    case .cancel(let id):
      return form.text("lastFour") == list.row(id)?.lastFour
        ? [] : [("lastFour", words.typeLastFour)]
    case .pay: return paymentErrors(form)
    case .setPin:
      guard let pin = form.secret("pin"), let again = form.secret("again") else { return [] }
      if let problem = Rules.pin(pin.secret) { return [("pin", problem)] }
      return pin.secret.matches(again.secret) ? [] : [("again", words.notTheSame)]
    case .newVault, .openVault: return vaultErrors(dialog)
    }
  }

  // MARK: Opening

  mutating func openCreate() -> [Effect] {
    var dialog = Dialog(
      .create, title: words.newCard.title, lines: [], submitLabel: words.create,
      cancelLabel: words.backHint,
      fields: [
        FormField("programName", words.programme, .choice(options: programLabels, selected: 0)),
        .text("alias", words.name, hint: words.whatYouCallIt, limit: 24),
        FormField("currency", words.currency, .choice(options: ["EUR"], selected: 0)),
        .text("mobile", words.mobile, hint: words.asInProfile, limit: 24),
        .digits("cardPin", "PIN", hint: words.fourDigitsOrLater, 4),
        .text("deliveryAddress.address1", words.address, hint: words.streetAndNumber, limit: 60),
        .text("deliveryAddress.address2", "", hint: words.flatFloor, limit: 60),
        .text("deliveryAddress.address3", "", hint: "", limit: 60),
        .text("deliveryAddress.city", words.city, limit: 40),
        .text("deliveryAddress.postalCode", words.postcode, limit: 20),
        .text("deliveryAddress.state", words.stateLabel, hint: words.usOnly, limit: 5),
        .text("deliveryAddress.countryCode", words.country, hint: words.twoLetters, limit: 2),
      ] + consentFields)
    refresh(&dialog)
    return push(.dialog(dialog)) + (programs.isEmpty ? [.loadPrograms] : [])
  }

  private var consentFields: [FormField] {
    guard profile?.market == .us else { return [] }
    return [
      FormField("termsAndConditionsAccepted", words.acceptTerms, .toggle(false)),
      FormField("eDisclosureAccepted", words.acceptDisclosure, .toggle(false)),
    ]
  }

  private var programLabels: [String] {
    programs.isEmpty
      ? [words.readingShort]
      : programs.map {
        $0.isDamaged
          ? $0.name + words.damagedEntry : words.programme($0.name, left: $0.allowableCards)
      }
  }

  /// Programmes arrived or were counted down while the dialog stands open.
  mutating func refreshCreateDialog() {
    guard case .dialog(var dialog) = overlays.last, dialog.kind == .create else { return }
    dialog.form.setChoice("programName", options: programLabels)
    refresh(&dialog)
    replaceTop(.dialog(dialog))
  }

  private func chosenProgram(_ form: Form) -> CardProgram? {
    let index = form.selected("programName")
    return programs.indices.contains(index) ? programs[index] : nil
  }

  private func cardRequest(_ form: Form) -> CardRequest {
    let program = chosenProgram(form)
    let pin = form.secret("cardPin")
    let currencies = program?.currencies ?? []
    let index = form.selected("currency")
    func field(_ name: String) -> String? { form.text("deliveryAddress." + name) }
    let address = DeliveryAddress(
      address1: field("address1") ?? "", address2: field("address2"), address3: field("address3"),
      city: field("city") ?? "", countryCode: field("countryCode")?.uppercased() ?? "",
      state: field("state"), postalCode: field("postalCode") ?? "")
    let isUS = profile?.market == .us
    return CardRequest(
      programName: program?.name ?? "",
      currency: currencies.indices.contains(index) ? currencies[index].code : "",
      mobile: form.text("mobile"), cardPin: pin?.count == 0 ? nil : pin?.secret,
      deliveryAddress: program?.cardType == .physical ? address : nil,
      termsAndConditionsAccepted: isUS ? form.isOn("termsAndConditionsAccepted") : nil,
      eDisclosureAccepted: isUS ? form.isOn("eDisclosureAccepted") : nil, alias: form.text("alias"))
  }

  mutating func openActivate() -> [Effect] {
    guard let row = focusedRow else { return [] }
    // Where lines are scarce, the fields need them.
    let letter = size.height < 24 ? nil : wallet.phoneCommand.map(words.letterIsSimulated)
    return push(
      .dialog(
        Dialog(
          .activate(row.id), title: words.activate(row.title),
          lines: [words.typeWhatStands] + (letter.map { [$0] } ?? []),
          submitLabel: words.activateHint, cancelLabel: words.backHint,
          fields: [
            .text("lastFourDigits", words.lastFour, hint: words.onTheFront, limit: 4),
            .digits("cvv", words.cvvLabel, hint: words.onTheBack, 3),
          ])))
  }

  mutating func openCancel() -> [Effect] {
    guard let row = focusedRow else { return [] }
    var dialog = Dialog(
      .cancel(row.id), title: words.cancelTitle(row.title),
      lines: [
        words.endsForGood,
        words.typeToConfirm(row.lastFour),
      ],
      submitLabel: words.cancelCardHint, cancelLabel: words.keep,
      fields: [.text("lastFour", words.lastFour, hint: "····", limit: 4)])
    dialog.isDangerous = true
    return push(.dialog(dialog))
  }

  mutating func openSetPin() -> [Effect] {
    guard let row = focusedRow else { return [] }
    return push(
      .dialog(
        Dialog(
          .setPin(row.id), title: words.changePin(of: row.title),
          lines: [words.fourDigitsAndCode], submitLabel: words.change, cancelLabel: words.backHint,
          fields: [.digits("pin", words.newPin, 4), .digits("again", words.again, 4)])))
  }

  // MARK: Answers

  /// Closes the dialog that asked for an intent: it was done.
  mutating func closeDialog(of intent: Intent) {
    overlays.removeAll {
      guard case .dialog(let dialog) = $0, dialog.asks(for: intent) else { return false }
      $0.wipe()
      return true
    }
  }

  /// Shows a failure in the dialog that asked; false when there is none.
  mutating func failDialog(_ intent: Intent, _ error: WalletError) -> Bool {
    guard case .dialog(var dialog) = overlays.last, dialog.asks(for: intent) else { return false }
    dialog.isBusy = false
    let homeless = dialog.form.show(error.fieldErrors.map { ($0.field, $0.error) }, all: true)
    dialog.failure = error.fieldErrors.isEmpty || !homeless.isEmpty ? error : nil
    if case .activate = dialog.kind { dialog.form.wipe() }
    replaceTop(.dialog(dialog))
    return true
  }
}

extension Dialog {
  var opensVault: Bool { kind == .newVault || kind == .openVault }

  /// What it is to do with the card, and what that is called.
  func action(with id: CardID, _ words: Words) -> (CardAction, String)? {
    switch kind {
    case .activate(id): (.activate, words.activateCard.title)
    case .cancel(id): (.cancel, words.cancelCard.title)
    case .setPin(id): (.setPin, words.changePin.title)
    default: nil
    }
  }

  func asks(for intent: Intent) -> Bool {
    switch (kind, intent) {
    case (.create, .create): true
    case (.activate(let a), .activate(let b, _)): a == b
    case (.cancel(let a), .setStatus(let b, .cancel, _, _)): a == b
    case (.setPin(let a), .setPin(let b, _)): a == b
    case (.pay(let a), .pay(let b, _, _)): a == b
    default: false
    }
  }
}
