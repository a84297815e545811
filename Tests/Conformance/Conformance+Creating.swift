import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  private static let address = DeliveryAddress(
    address1: "12 Vitosha Blvd", city: "Sofia", countryCode: "BG", postalCode: "1000")

  private static func virtual(_ name: String = "SKRILL-VIRTUAL-MC-EEA") -> CardRequest {
    CardRequest(programName: name, currency: "EUR")
  }

  private static func physical(_ name: String = "SKRILL-PHYSICAL-MC-EEA") -> CardRequest {
    CardRequest(programName: name, currency: "EUR", deliveryAddress: address)
  }

  static let creating: [ConformanceCase] = [
    ConformanceCase("A16 a virtual card is ACTIVE at once and usable") { wallet in
      var request = virtual()
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
      wallet.equal(list.meta.numberOfRecords, 7)
      wallet.equal(list.cards.last, card)
      let account = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(account.currency, Currency("EUR"))
    },
    ConformanceCase("A40 a new account has something to pay with, whatever its currency") {
      wallet in
      var request = physical("BRAND-PHYSICAL-MC")
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
      let receipt = try await wallet.sale(.card(card.id), 24_90, at: "brooklyn-books")
      wallet.expect(receipt.approved, "declined")
      let after = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(after.availableBalance.minorUnits, 581_00 - 24_90)
    },
    ConformanceCase("A16 a second card in a currency draws on the same account") { wallet in
      let first = try await wallet.perform(CreateCard(virtual()))
      let before = try await wallet.perform(GetAccount(first.accountID))
      let second = try await wallet.perform(CreateCard(virtual()))
      wallet.equal(second.accountID, first.accountID)
      let after = try await wallet.perform(GetAccount(second.accountID))
      wallet.equal(after.availableBalance, before.availableBalance)
      wallet.equal(after.instruments.map(\.id).suffix(2), [first.id.rawValue, second.id.rawValue])
    },
    ConformanceCase("A11 H13 a physical card is ISSUED, or DIGITAL where the programme is") {
      wallet in
      let issued = try await wallet.perform(CreateCard(physical()))
      wallet.equal(issued.status, .issued)
      wallet.equal(issued.deliveryAddress, address)
      wallet.equal(issued.activationDate, nil)
      let digital = try await wallet.perform(CreateCard(physical("SKRILL-PHYSICAL-VISA-EEA")))
      wallet.equal(digital.status, .digital)
      wallet.equal(digital.scheme, .visa)
    },
    ConformanceCase(
      "A16 D07 numbers have 16 digits, are valid, unique and in the programme's range"
    ) {
      wallet in
      var seen: Set<String> = []
      for _ in 0..<3 {
        let card = try await wallet.perform(CreateCard(virtual("SKRILL-VIRTUAL-VISA-EEA")))
        let details = try await wallet.authorised(GetSecureDetails(card.id))
        details.pan.withBytes { digits in
          wallet.expect(digits.count == 16 && PAN.isLuhnValid(digits), "an invalid number")
          wallet.equal(PAN.brand(of: digits), .visa)
          wallet.equal(String(decoding: digits.prefix(6), as: UTF8.self), card.bin)
          wallet.equal(String(decoding: digits.suffix(4), as: UTF8.self), card.lastFour)
          wallet.expect(
            seen.insert(String(decoding: digits, as: UTF8.self)).inserted, "a number twice")
        }
        wallet.expect(card.bin.hasPrefix("4000"), "not of a test range")
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
        _ = try await wallet.perform(CreateCard(virtual("SKRILL-VIRTUAL-VISA-EEA")))
        wallet.equal(try await allowable(), left)
      }
      await wallet.refuse(.programExhausted, CreateCard(virtual("SKRILL-VIRTUAL-VISA-EEA")))
      await wallet.refuse(.programExhausted, CreateCard(virtual("BRAND-VIRTUAL-MC")))
      wallet.equal(
        try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords, 6 + start)
    },
    ConformanceCase("A17 A18 every field rule names its field, and nothing is made") { wallet in
      func refuse(_ fields: [String], line: Int = #line, _ change: (inout CardRequest) -> Void)
        async
      {
        var request = physical()
        change(&request)
        await wallet.refuse(fields: fields, CreateCard(request), line: line)
      }
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
      var request = virtual()
      request.deliveryAddress = address
      await wallet.refuse(fields: ["deliveryAddress"], CreateCard(request))
      wallet.equal(try await wallet.perform(ListCards(CardQuery())).meta.numberOfRecords, 6)
    },
    ConformanceCase("A17 a PIN may come with the request") { wallet in
      var request = virtual()
      request.cardPin = secret("4711")
      let card = try await wallet.perform(CreateCard(request))
      wallet.equal(card.isPinSet, true)
      let pin = try await wallet.authorised(GetPin(card.id))
      wallet.expect(pin.matches(secret("4711")), "another PIN")
    },
  ]

  static let activating: [ConformanceCase] = [
    ConformanceCase("A22 the letter's data activate a card, once") { wallet in
      let card = try await wallet.perform(CreateCard(physical()))
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
      let card = try await wallet.perform(CreateCard(physical("SKRILL-PHYSICAL-VISA-EEA")))
      let cvv = try await wallet.codeOnPhone(.email)
      let request = CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv)
      wallet.equal(try await wallet.perform(ActivateCard(card.id, request)).status, .active)
    },
    ConformanceCase("A22 wrong data count, over a restart, and the third suspends") { wallet in
      let card = try await wallet.perform(CreateCard(physical()))
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
