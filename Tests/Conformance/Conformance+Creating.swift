import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  static let creating: [ConformanceCase] = [
    ConformanceCase("a new card has its limit from the start") { wallet in
      var request = wallet.virtualCard()
      request.paymentLimit = 20_00
      let card = try await wallet.perform(CreateCard(request))
      wallet.equal(card.limits, SpendingLimits(paymentLimit: 20_00))
      wallet.equal(try await wallet.perform(GetCard(card.id)).limits, card.limits)
      let receipt = try await wallet.perform(
        Authorize(.card(card.id), at: "lidl-sofia", ShopAmount(20_01)))
      wallet.equal(receipt.approved, false)
      request.paymentLimit = 0
      await wallet.refuse(fields: ["paymentLimit"], CreateCard(request))
    },
    ConformanceCase("a new card has its limits from the start") { wallet in
      var request = wallet.virtualCard()
      (request.paymentLimit, request.monthlyLimit) = (20_00, 100_00)
      let card = try await wallet.perform(CreateCard(request))
      wallet.equal(card.limits, SpendingLimits(paymentLimit: 20_00, monthlyLimit: 100_00))
      wallet.equal(try await wallet.perform(GetCard(card.id)).limits, card.limits)
      let receipt = try await wallet.perform(
        Authorize(.card(card.id), at: "lidl-sofia", ShopAmount(20_01)))
      wallet.equal(receipt.declineLimit?.kind, .perPayment)
      request.monthlyLimit = 100_000_001
      await wallet.refuse(fields: ["monthlyLimit"], CreateCard(request))
    },
    ConformanceCase("a prepaid card is the customer's own, and has no other cardholder") { wallet in
      var request = wallet.virtualCard()
      request.cardholder = "holder-1"
      await wallet.refuse(fields: ["cardholder"], CreateCard(request))
    },
    ConformanceCase("A16 a virtual card is ACTIVE at once and usable") { wallet in
      var request = wallet.virtualCard()
      request.alias = "Books"
      request.externalID = "ext-1"
      let card = try await wallet.perform(CreateCard(request))
      let today = wallet.now.civil()
      wallet.equal(card.status, .active)
      wallet.equal(card.cardType, .virtual)
      wallet.equal(card.scheme, .mastercard)
      wallet.equal(card.expiry, CardExpiry(month: today.month, year: today.year + 3))
      wallet.equal(card.alias, "Books")
      wallet.equal(card.externalID, "ext-1")
      wallet.equal(card.version, 1)
      wallet.equal(card.createdDate, wallet.now)
      wallet.equal(card.isPinSet, false)
      wallet.equal(try await wallet.perform(GetCard(card.id)), card)
      let profile = try await wallet.perform(GetProfile())
      wallet.equal(card.mobile, profile.mobile, "A17: the onboarding phone")
      wallet.equal(card.holderName, profile.name)
      let list = try await wallet.perform(ListCards(CardQuery()))
      wallet.equal(list.meta.numberOfRecords, wallet.sample.cards.count + 1)
      wallet.equal(list.cards.last, card)
      let account = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(account.currency, Currency("EUR"))
    },
    ConformanceCase("A16 what is ordered is there once, as ordered, over a restart") { wallet in
      let programs = try await wallet.perform(GetPrograms())
      let program = programs.first { $0.name == wallet.sample.virtualProgram }
      wallet.equal(program?.cardType, .virtual)
      wallet.expect(program?.currencies.contains(wallet.sample.currency) == true, "currency")
      let card = try await wallet.perform(CreateCard(wallet.virtualCard("Books")))
      wallet.equal(card.status, .active)
      wallet.equal(card.cardType, .virtual)
      wallet.equal(card.alias, "Books")
      wallet.equal(card.currency, wallet.sample.currency)
      wallet.equal(card.version, 1)
      wallet.equal(try await wallet.perform(GetCard(card.id)), card)
      try await wallet.restart()
      let list = try await wallet.perform(ListCards(CardQuery()))
      wallet.equal(list.meta.numberOfRecords, wallet.sample.cards.count + 1)
      wallet.equal(list.cards.filter { $0.alias == "Books" }, [card])
    },
    ConformanceCase("A17 A18 the field rules of a virtual card, and nothing is made") { wallet in
      func refuse(_ fields: [String], line: Int = #line, _ change: (inout CardRequest) -> Void)
        async
      { await wallet.refuse(fields: fields, wallet.virtualCard(), line: line, change) }
      await refuse(["programName"]) { $0.programName = "NO-SUCH-PROGRAMME" }
      await refuse(["programName"]) { $0.programName = "" }
      await refuse(["currency"]) { $0.currency = "eur" }
      await refuse(["currency"]) { $0.currency = "JPY" }
      await refuse(["mobile"]) { $0.mobile = "+43" }
      await refuse(["cardPin"]) { $0.cardPin = secret("123") }
      await refuse(["externalId"]) { $0.externalID = String(repeating: "x", count: 41) }
      await refuse(["alias"]) { $0.alias = String(repeating: "x", count: 25) }
      await refuse(["alias"]) { $0.alias = "a\u{202e}b" }
      await refuse(["deliveryAddress"]) { $0.deliveryAddress = Wallet.address }
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords,
        wallet.sample.cards.count)
    },
    ConformanceCase("A40 a new account has something to pay with, whatever its currency") {
      wallet in
      var request = wallet.physicalCard(
        wallet.sample.has("New plastic") ? "BRAND-PHYSICAL-MC" : nil)
      request.currency = "USD"
      let card = try await wallet.perform(CreateCard(request))
      let account = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(account.currency, Currency("USD"))
      // 500.00 EUR at the simulated shop's rate.
      wallet.equal(account.totalBalance.minorUnits, 581_00)
      wallet.equal(account.availableBalance.minorUnits, 581_00)
      let letter = try await wallet.codeOnPhone(.email)
      let data = CardActivationRequest(lastFourDigits: card.lastFour, cvv: letter)
      _ = try await wallet.perform(ActivateCard(card.id, data))
      let receipt = try await wallet.perform(
        Authorize(.card(card.id), at: "brooklyn-books", ShopAmount(24_90)))
      wallet.expect(receipt.approved, "declined")
      let after = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(after.availableBalance.minorUnits, 581_00 - 24_90)
    },
    ConformanceCase("A16 a second card in a currency draws on the same account") { wallet in
      let first = try await wallet.perform(CreateCard(wallet.virtualCard()))
      let before = try await wallet.perform(GetAccount(first.accountID))
      let second = try await wallet.perform(CreateCard(wallet.virtualCard()))
      wallet.equal(second.accountID, first.accountID)
      wallet.equal(try await wallet.perform(GetAccount(second.accountID)), before)
    },
    ConformanceCase("A11 H13 a physical card is ISSUED, or DIGITAL where the programme is") {
      wallet in
      let issued = try await wallet.perform(CreateCard(wallet.physicalCard()))
      wallet.equal(issued.status, .issued)
      wallet.equal(issued.deliveryAddress, Wallet.address)
      wallet.equal(issued.activationDate, nil)
      let digital = try await wallet.perform(
        CreateCard(wallet.physicalCard(wallet.sample.digitalProgram)))
      wallet.equal(digital.status, .digital)
      wallet.equal(digital.scheme, .visa)
    },
    ConformanceCase("A16 D07 a number has 16 digits, is valid, its own and of its scheme") {
      wallet in
      var seen: Set<String> = []
      let programs = [wallet.sample.virtualProgram, wallet.sample.otherVirtualProgram]
      for program in programs + programs {
        var request = wallet.virtualCard()
        request.programName = program
        let card = try await wallet.perform(CreateCard(request))
        let details = try await wallet.authorised(GetSecureDetails(card.id))
        details.pan.withBytes { digits in
          let number = String(decoding: digits, as: UTF8.self)
          wallet.expect(digits.count == 16 && PAN.isLuhnValid(digits), "an invalid number")
          if card.scheme == .visa { wallet.equal(PAN.brand(of: digits), .visa) }
          wallet.expect(number.hasPrefix(card.bin), "another BIN")
          wallet.equal(String(number.suffix(4)), card.lastFour)
          wallet.expect(seen.insert(number).inserted, "a number twice")
          wallet.expect(
            ["4000", "5555", "2223"].contains(String(number.prefix(4))), "not of a test range")
        }
      }
    },
    ConformanceCase("A32 a programme is counted down to none") { wallet in
      func allowable() async throws -> Int? {
        let programs = try await wallet.perform(GetPrograms())
        return programs.first { $0.name == "SKRILL-VIRTUAL-VISA-EEA" }?.allowableCards
      }
      let start = try await allowable() ?? 0
      wallet.expect(start > 0, "the sample allows none")
      for left in (0..<start).reversed() {
        _ = try await wallet.perform(
          CreateCard(CardRequest(programName: "SKRILL-VIRTUAL-VISA-EEA", currency: "EUR")))
        wallet.equal(try await allowable(), left)
      }
      for name in ["SKRILL-VIRTUAL-VISA-EEA", "BRAND-VIRTUAL-MC"] {
        let request = CardRequest(programName: name, currency: "EUR")
        await wallet.refuse(.programExhausted, CreateCard(request))
      }
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords,
        wallet.sample.cards.count + start)
    },
    ConformanceCase("A17 A18 every field rule names its field, and nothing is made") { wallet in
      func refuse(_ fields: [String], line: Int = #line, _ change: (inout CardRequest) -> Void)
        async
      { await wallet.refuse(fields: fields, wallet.physicalCard(), line: line, change) }
      await refuse(["programName"]) { $0.programName = "NO-SUCH-PROGRAMME" }
      await refuse(["currency"]) { $0.currency = "eur" }
      await refuse(["currency"]) { $0.currency = "USD" }
      for mobile in ["0888123456", "+43", "+43 ", "+123456", "+1234567890123456"] {
        await refuse(["mobile"]) { $0.mobile = mobile }
      }
      await refuse(["cardPin"]) { $0.cardPin = secret("123") }
      await refuse(["externalId"]) { $0.externalID = String(repeating: "x", count: 41) }
      await refuse(["alias"]) { $0.alias = String(repeating: "x", count: 25) }
      await refuse(["deliveryAddress"]) { $0.deliveryAddress = nil }
      await refuse(["deliveryAddress.address1"]) { $0.deliveryAddress?.address1 = "1 A" }
      await refuse(["deliveryAddress.city"]) { $0.deliveryAddress?.city = "Sofia 1000" }
      await refuse(["deliveryAddress.countryCode"]) { $0.deliveryAddress?.countryCode = "XX" }
      await refuse(["deliveryAddress.postalCode"]) { $0.deliveryAddress?.postalCode = "" }
      await refuse(["mobile", "deliveryAddress.city"]) {
        $0.mobile = "+"
        $0.deliveryAddress?.city = ""
      }
      var request = wallet.virtualCard()
      request.deliveryAddress = Wallet.address
      await wallet.refuse(fields: ["deliveryAddress"], CreateCard(request))
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords,
        wallet.sample.cards.count)
    },
    ConformanceCase("A17 a PIN may come with the request") { wallet in
      var request = wallet.virtualCard()
      request.cardPin = secret("4711")
      let card = try await wallet.perform(CreateCard(request))
      wallet.equal(card.isPinSet, true)
      let pin = try await wallet.authorised(GetPin(card.id))
      wallet.expect(pin.matches(secret("4711")), "another PIN")
    },
  ]

  static let activating: [ConformanceCase] = [
    ConformanceCase("A22 the letter's data activate a card, once") { wallet in
      let card = try await wallet.perform(CreateCard(wallet.physicalCard()))
      let cvv = try await wallet.codeOnPhone(.email)
      wallet.expect(cvv.isDigits(count: 3), "the letter has no CVV")
      let request = CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv)
      let active = try await wallet.perform(ActivateCard(card.id, request))
      wallet.equal(active.status, .active)
      wallet.equal(active.activationDate, wallet.now)
      wallet.equal(active.version, card.version + 1)
      await wallet.refuse(.activationRefused, ActivateCard(card.id, request))
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"))
      let unlocked = try await wallet.perform(SetCardStatus(card.id, .active, reason: "x"))
      wallet.equal(unlocked.status, .active)
      await wallet.refuse(.activationRefused, ActivateCard(card.id, request))
    },
    ConformanceCase("A22 a DIGITAL card is activated, too") { wallet in
      let card = try await wallet.perform(
        CreateCard(wallet.physicalCard(wallet.sample.digitalProgram)))
      let cvv = try await wallet.codeOnPhone(.email)
      let request = CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv)
      wallet.equal(try await wallet.perform(ActivateCard(card.id, request)).status, .active)
    },
    ConformanceCase("A22 wrong data count, over a restart, and the third suspends") { wallet in
      let card = try await wallet.perform(CreateCard(wallet.physicalCard()))
      let cvv = try await wallet.codeOnPhone(.email)
      let right = CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv)
      let wrongCvv = Secret3.other(than: cvv)
      let wrongs = [
        CardActivationRequest(lastFourDigits: card.lastFour, cvv: wrongCvv),
        CardActivationRequest(lastFourDigits: card.lastFour == "0000" ? "1111" : "0000", cvv: cvv),
      ]
      for wrong in wrongs {
        await wallet.refuse(.activationDataWrong, ActivateCard(card.id, wrong))
        wallet.equal(try await wallet.perform(GetCard(card.id)).status, .issued)
      }
      try await wallet.restart()
      await wallet.refuse(.activationDataWrong, ActivateCard(card.id, wrongs[0]))
      wallet.equal(try await wallet.perform(GetCard(card.id)).status, .suspended)
      await wallet.refuse(.activationRefused, ActivateCard(card.id, right))
    },
    ConformanceCase("A22 only ISSUED and DIGITAL, only plastic, only whole data") { wallet in
      let request = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
      for alias in ["Everyday", "Travel", "Old"] {
        let card = try await wallet.card(alias)
        await wallet.refuse(.activationRefused, ActivateCard(card.id, request))
      }
      let card = try await wallet.card("New plastic")
      for (last, cvv, fields) in [
        ("330", "000", ["lastFourDigits"]), ("3306", "00", ["cvv"]),
        ("33o6", "0000", ["lastFourDigits", "cvv"]),
      ] {
        await wallet.refuse(
          fields: fields,
          ActivateCard(card.id, CardActivationRequest(lastFourDigits: last, cvv: secret(cvv))))
      }
      wallet.equal(try await wallet.card("New plastic"), card, "bad form counts as nothing")
    },
  ]
}
