import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// A card from elsewhere that is typed into the form, with the test number of a scenario.
func testCard(
  _ scenario: Scenario = .frictionless, _ brand: CardBrand = .visa, cvv: String? = nil,
  year: Int = 2035
) -> EnteredCard {
  EnteredCard(
    number: secret(scenario.testNumber(brand) ?? ""), expiry: CardExpiry(month: 9, year: year),
    cvv: secret(cvv ?? (brand == .amex ? "1234" : "123")), holderName: "Ana Petrova")
}

extension Wallet {
  func request(
    _ card: PayingCard, _ amount: Int64 = 2490, at merchant: String = "zalando",
    _ change: (inout PaymentHandleRequest) -> Void = { _ in }
  ) -> PaymentHandleRequest {
    var request = PaymentHandleRequest(
      card, at: merchant,
      PaymentOptions(
        amount: amount, currency: Currency("EUR"), merchantRefNum: "order-1048", accountID: ""))
    change(&request)
    return request
  }

  func pay(
    _ scenario: Scenario, _ amount: Int64 = 2490, _ brand: CardBrand = .visa
  ) async throws -> PaymentHandle {
    try await perform(CreatePaymentHandle(request(.entered(testCard(scenario, brand)), amount)))
  }

  func answer(_ id: String, _ attempt: Int = 1, _ reply: ChallengeReply)
    async throws(WalletError) -> CardAuthentication
  { try await perform(AnswerAuthentication(id, attempt: attempt, reply)) }

  func handle(_ id: String) async throws -> PaymentHandle {
    try await perform(GetPaymentHandle(id))
  }

  func use(_ handle: PaymentHandle) async throws -> PaymentHandle {
    try await perform(UsePaymentHandle(try await perform(GetPaymentToken(handle.id))))
  }
}

extension Conformance {
  static let payments: [ConformanceCase] = [tokenizing, refusingHandles, asking, using]
    .flatMap { $0 }

  private static let tokenizing: [ConformanceCase] = [
    ConformanceCase("D18 D44 a card becomes a handle that can be used once") { wallet in
      let handle = try await wallet.pay(.frictionless)
      wallet.equal(handle.status, .payable)
      wallet.equal(handle.money, Money(2490, Currency("EUR")))
      wallet.equal(handle.card.bin, "400000")
      wallet.equal(handle.card.brand, .visa)
      wallet.equal(handle.card.holderName, "Ana Petrova")
      wallet.equal(handle.timeToLiveSeconds, PaymentHandle.timeToLive)
      wallet.equal(handle.merchantName, "Zalando")
      wallet.equal(handle.accountID, "1000010")
      wallet.equal(try await wallet.handle(handle.id), handle)
      wallet.equal(try await wallet.use(handle).status, .completed)
      let token = try await wallet.perform(GetPaymentToken(handle.id))
      await wallet.refuse(.paymentHandleStatus, UsePaymentHandle(token))
      wallet.equal(try await wallet.handle(handle.id).status, .completed)
    },
    ConformanceCase("D03 D04 the accounts and their brands are listed") { wallet in
      let methods = try await wallet.perform(ListPaymentMethods())
      wallet.equal(methods.map(\.currency.code), ["EUR", "USD", "AUD", "JPY"])
      wallet.equal(methods[0].cardTypes, ["VI": "BOTH", "MC": "BOTH", "AM": "BOTH"])
    },
    ConformanceCase("D44 handles come newest first, page by page") { wallet in
      var made: [String] = []
      for amount in 101...105 as ClosedRange<Int64> {
        made.insert(try await wallet.pay(.frictionless, amount).id, at: 0)
      }
      var found: [String] = []
      var token: String?
      repeat {
        let page = try await wallet.perform(
          ListPaymentHandles(PaymentHandleQuery(limit: 2, nextToken: token)))
        wallet.expect(page.handles.count <= 2, "too many")
        found += page.handles.map(\.id)
        token = page.nextToken
      } while token != nil
      wallet.equal(Array(found.prefix(made.count)), made)
      await wallet.refuse(fields: ["limit"], ListPaymentHandles(PaymentHandleQuery(limit: 0)))
    },
    ConformanceCase("D45 a handle that nobody uses expires after five minutes") { wallet in
      let handle = try await wallet.pay(.frictionless)
      wallet.advance(299)
      wallet.equal(try await wallet.handle(handle.id).status, .payable)
      let token = try await wallet.perform(GetPaymentToken(handle.id))
      wallet.advance(1)
      wallet.equal(try await wallet.handle(handle.id).status, .expired)
      await wallet.refuse(.paymentHandleStatus, UsePaymentHandle(token))
      await wallet.refuse(.paymentHandleStatus, GetPaymentToken(handle.id))
    },
    ConformanceCase("H01 D45 the five minutes run while the bank asks") { wallet in
      let handle = try await wallet.pay(.oneTimeCode)
      let code = try await wallet.codeOnPhone()
      wallet.advance(290)
      wallet.equal(try await wallet.answer(handle.id, 1, .code(code)).status, .completed)
      wallet.equal(try await wallet.handle(handle.id).status, .payable)
      wallet.advance(10)
      wallet.equal(try await wallet.handle(handle.id).status, .expired)
    },
    ConformanceCase("D18 a handle that has ended is kept for 30 days") { wallet in
      let ended = try await wallet.use(try await wallet.pay(.frictionless))
      wallet.advance(29 * 86_400)
      _ = try await wallet.pay(.frictionless)
      wallet.equal(try await wallet.handle(ended.id), ended)
      wallet.advance(86_400)
      _ = try await wallet.pay(.frictionless)
      await wallet.refuse(.notFound, GetPaymentHandle(ended.id))
    },
    ConformanceCase("D34 without an account for 3-D Secure the bank asks only owners") { wallet in
      func request(_ card: PayingCard, _ isSecond: Bool) -> PaymentHandleRequest {
        wallet.request(card, at: "ramen-tokyo") {
          $0.options.currency = Currency("JPY")
          guard isSecond else { return }
          $0.threeDS = ThreeDSRequest(merchantURL: "https://shop.example")
          $0.threeDS?.useThreeDSecureVersion2 = true
          $0.options.usesThreeDSecure2 = true
        }
      }
      let typed = PayingCard.entered(testCard(.oneTimeCode))
      let handle = try await wallet.perform(CreatePaymentHandle(request(typed, false)))
      wallet.equal(handle.status, .payable)
      await wallet.refuse(.notFound, GetAuthentication(handle.id))
      await wallet.refuse(.paymentAccountSetUp, CreatePaymentHandle(request(typed, true)))
      let card = try await wallet.card("Everyday")
      let own = try await wallet.perform(CreatePaymentHandle(request(.own(card.id), false)))
      wallet.equal(own.needsRedirect, true)
    },
    ConformanceCase("D36 D37 D39 the payer, the delivery and the return") { wallet in
      var request = wallet.request(.entered(testCard())) {
        $0.options.delivery = DeliveryDetails(
          country: "BG", zip: "1000", method: .nextDay, city: "Sofia", street: "A", street2: "B")
        $0.options.profile = PaymentProfile(firstName: "Ana")
        $0.options.profile?.dateOfBirth = BirthDate(day: 29, month: 2, year: 1988)
        $0.options.returnLinks = [
          ReturnLink(.usual, "https://shop.example/"),
          ReturnLink(.cancelled, "https://shop.example/cancelled"),
        ]
      }
      let handle = try await wallet.perform(CreatePaymentHandle(request))
      wallet.equal(handle.returnLinks, request.options.returnLinks)
      wallet.equal(try await wallet.handle(handle.id).returnLinks, request.options.returnLinks)
      request.options.delivery?.country = "XX"
      request.options.profile?.dateOfBirth?.year = 1987
      request.options.returnLinks.append(request.options.returnLinks[0])
      await wallet.refuse(
        fields: ["shippingDetails.country", "profile.dateOfBirth", "returnLinks"],
        CreatePaymentHandle(request))
    },
    ConformanceCase("D38 one of the wallet's own cards pays without typing") { wallet in
      let card = try await wallet.card("Everyday")
      let handle = try await wallet.perform(
        CreatePaymentHandle(wallet.request(.own(card.id), 1000, at: "lidl-sofia")))
      wallet.equal(handle.status, .initiated)
      wallet.equal(handle.needsRedirect, true)
      wallet.equal(handle.card.lastDigits, card.lastFour)
    },
  ]

  private static let refusingHandles: [ConformanceCase] = [
    ConformanceCase("D19 the first thing that is wrong is told, in the published order") { wallet in
      var request = wallet.request(.entered(EnteredCard()), 0) {
        $0.options.dynamicDescriptor = ""
        $0.options.merchantPhone = String(repeating: "1", count: 14)
        $0.options.profile = PaymentProfile(firstName: "", lastName: "", email: "a")
      }
      await wallet.refuse(
        fields: ["card.cardNum", "card.holderName", "card.cardExpiry", "card.cvv"],
        CreatePaymentHandle(request))
      request.card = .entered(
        EnteredCard(
          number: secret("6011000990139424"), expiry: CardExpiry(month: 9, year: 2035),
          cvv: secret("123"), holderName: "Ana Petrova"))
      await wallet.refuse(.paymentBrand, CreatePaymentHandle(request))
      request.card = .entered(testCard())
      await wallet.refuse(.paymentAmount, CreatePaymentHandle(request))
      request.options.amount = 2490
      await wallet.refuse(.paymentDescriptor, CreatePaymentHandle(request))
      request.options.dynamicDescriptor = "ZALANDO"
      await wallet.refuse(.paymentEmail, CreatePaymentHandle(request))
      request.options.profile?.email = "ana@example.com"
      await wallet.refuse(.paymentFirstName, CreatePaymentHandle(request))
      request.options.profile?.firstName = "Ana"
      await wallet.refuse(.paymentLastName, CreatePaymentHandle(request))
      request.options.profile?.lastName = "Petrova"
      await wallet.refuse(.paymentPhone, CreatePaymentHandle(request))
      request.options.merchantPhone = "+35912345678"
      wallet.equal(try await wallet.perform(CreatePaymentHandle(request)).status, .payable)
    },
    ConformanceCase("D61 the shop's telephone number needs a descriptor") { wallet in
      var request = wallet.request(.entered(testCard())) { $0.options.merchantPhone = "+49" }
      await wallet.refuse(.paymentDescriptor, CreatePaymentHandle(request))
      request.options.dynamicDescriptor = "ZALANDO"
      wallet.equal(try await wallet.perform(CreatePaymentHandle(request)).status, .payable)
    },
    ConformanceCase("D03 the account must be the shop's, in its currency") { wallet in
      let card = PayingCard.entered(testCard())
      await wallet.refuse(
        .paymentCurrency,
        CreatePaymentHandle(wallet.request(card) { $0.options.currency = Currency("USD") }))
      await wallet.refuse(
        .paymentAccountForm,
        CreatePaymentHandle(wallet.request(card) { $0.options.accountID = "one" }))
      await wallet.refuse(
        .paymentAccount,
        CreatePaymentHandle(wallet.request(card) { $0.options.accountID = "1000020" }))
      await wallet.refuse(
        .shopMerchant, CreatePaymentHandle(wallet.request(card, at: "nowhere")))
      await wallet.refuse(
        .notFound, CreatePaymentHandle(wallet.request(.own(CardID("nobody")))))
      await wallet.refuse(
        .notFound, CreatePaymentHandle(wallet.request(.saved("nobody", cvv: nil))))
    },
    ConformanceCase("D19 a card of this wallet must be typed as it is") { wallet in
      let card = try await wallet.card("Everyday")
      let details = try await wallet.authorised(GetSecureDetails(card.id))
      let typed = EnteredCard(
        number: details.pan.copy(), expiry: card.expiry, cvv: details.cvv.copy(),
        holderName: "Ana Petrova")
      var other = typed
      other.cvv = wallet.otherCVV(details.cvv)
      await wallet.refuse(
        fields: ["card.cvv"], CreatePaymentHandle(wallet.request(.entered(other))))
      let handle = try await wallet.perform(
        CreatePaymentHandle(wallet.request(.entered(typed))))
      wallet.equal(handle.needsRedirect, true, "its owner is asked")
    },
    ConformanceCase("D43 no id of another kind, and no token that was made up") { wallet in
      await wallet.refuse(.notFound, GetPaymentHandle("nobody"))
      await wallet.refuse(.notFound, GetPaymentToken("nobody"))
      await wallet.refuse(.notFound, GetAuthentication("nobody"))
      await wallet.refuse(.notFound, UsePaymentHandle(secret("nobody")))
      let handle = try await wallet.pay(.frictionless)
      await wallet.refuse(
        .notFound,
        UsePaymentHandle(secret(handle.id + "." + String(repeating: "0", count: 32))))
      await wallet.refuse(.notFound, UsePaymentHandle(secret(handle.id)))
    },
  ]

  private static let asking: [ConformanceCase] = [
    ConformanceCase("D47 D49 each scenario has its documented end") { wallet in
      for brand in [CardBrand.visa, .mastercard, .amex] {
        for scenario in [Scenario.attempted, .failed, .unavailable, .rejected, .requestTimeout] {
          let handle = try await wallet.pay(scenario, 2490, brand)
          let authentication = try await wallet.perform(GetAuthentication(handle.id))
          let what = "\(scenario) \(brand)"
          wallet.equal(handle.status, scenario == .attempted ? .payable : .failed, what)
          wallet.equal(
            handle.errorCode,
            scenario == .attempted ? nil : scenario == .requestTimeout ? 9204 : 9131, what)
          wallet.equal(authentication.question, nil, what)
          wallet.equal(authentication.status, scenario == .attempted ? .completed : .failed, what)
        }
      }
      // Also by the amount (D58, D28).
      let handle = try await wallet.pay(.frictionless, Scenario.failed.amount)
      wallet.equal(handle.status, .payable, "the number decides first")
      let request = wallet.request(.entered(testCard()), Scenario.failed.amount) {
        $0.simulator = .internal
      }
      wallet.equal(try await wallet.perform(CreatePaymentHandle(request)).status, .failed)
    },
    ConformanceCase("D27 D48 a code: wrong twice, then right; wrong three times fails") { wallet in
      let handle = try await wallet.pay(.oneTimeCode)
      wallet.equal(handle.status, .initiated)
      wallet.equal(handle.needsRedirect, true)
      let first = try await wallet.perform(GetAuthentication(handle.id))
      wallet.equal(first.status, .pending)
      wallet.equal(first.question?.type.value, .oneTimeCode)
      wallet.equal(first.question?.attemptsLeft, 3)
      wallet.equal(first.merchant, "Zalando")
      let code = try await wallet.codeOnPhone()
      for attempt in 1...2 {
        let next = try await wallet.answer(handle.id, attempt, .code(wallet.wrong(code)))
        wallet.equal(next.question?.attempt, attempt + 1)
        wallet.equal(next.question?.attemptsLeft, 3 - attempt)
      }
      let end = try await wallet.answer(handle.id, 3, .code(code))
      wallet.equal(end.status, .completed)
      wallet.equal(end.result, .succeeded)
      wallet.equal(try await wallet.handle(handle.id).status, .payable)
      wallet.equal(try await wallet.use(handle).status, .completed)

      let other = try await wallet.pay(.oneTimeCode)
      for attempt in 1...3 {
        _ = try await wallet.answer(other.id, attempt, .code(wallet.wrong(code)))
      }
      wallet.equal(try await wallet.handle(other.id).status, .failed)
      wallet.equal(try await wallet.handle(other.id).errorCode, 9131)
      await wallet.refuse(
        .authenticationOver, AnswerAuthentication(other.id, attempt: 4, .code(code)))
    },
    ConformanceCase("D27 what is chosen: one, several, in any order") { wallet in
      for (scenario, right) in [
        (Scenario.singleSelect, ["bookshop"]), (.multiSelect, ["railway", "bakery"]),
      ] {
        let handle = try await wallet.pay(scenario)
        let asked = try await wallet.perform(GetAuthentication(handle.id))
        wallet.equal(asked.question?.options.count, 4)
        let wrong = try await wallet.answer(handle.id, 1, .options(["cinema"]))
        wallet.equal(wrong.question?.attempt, 2)
        wallet.equal(try await wallet.answer(handle.id, 2, .options(right)).status, .completed)
        wallet.equal(try await wallet.handle(handle.id).status, .payable)
      }
    },
    ConformanceCase("D27 a page has an address that changes with each answer") { wallet in
      let handle = try await wallet.pay(.page)
      let first = try await wallet.perform(GetAuthentication(handle.id)).question?.pagePath
      wallet.expect(first?.contains(handle.id) == true, "no page")
      let next = try await wallet.answer(handle.id, 1, .code(secret("000000")))
      wallet.expect(next.question?.pagePath != first, "the same page again")
    },
    ConformanceCase("D48 D54 the question ends: in time, or cancelled by the person") { wallet in
      let late = try await wallet.pay(.oneTimeCode)
      let code = try await wallet.codeOnPhone()
      wallet.advance(300)
      await wallet.refuse(
        .authenticationOver, AnswerAuthentication(late.id, attempt: 1, .code(code)))
      wallet.equal(try await wallet.handle(late.id).status, .failed)
      wallet.equal(try await wallet.handle(late.id).errorCode, 9199)
      let left = try await wallet.pay(.oneTimeCode)
      wallet.equal(try await wallet.answer(left.id, 1, .cancel).errorCode, 9200)
      wallet.equal(try await wallet.answer(left.id, 1, .cancel).errorCode, 9200, "again")
      wallet.equal(try await wallet.handle(left.id).errorCode, 9200)
      for (scenario, code) in [(Scenario.challengeTimeout, 9199), (.cancelled, 9200)] {
        let forced = try await wallet.pay(scenario)
        _ = try await wallet.answer(forced.id, 1, .code(secret("123456")))
        wallet.equal(try await wallet.handle(forced.id).errorCode, code, "\(scenario)")
      }
    },
    ConformanceCase("D27 one terminal pays with an own card, its owner confirms on another") {
      wallet in
      let card = try await wallet.card("Everyday")
      let handle = try await wallet.perform(
        CreatePaymentHandle(wallet.request(.own(card.id), 1000, at: "lidl-sofia")))
      let asked = try await wallet.perform(ListAuthentications())
      wallet.equal(asked.map(\.id), [handle.id])
      wallet.equal(asked.first?.question?.isOwnCard, true)
      let waiting = try await wallet.answer(handle.id, 1, .confirmation(.waiting))
      wallet.equal(waiting.question?.attempt, 1, "nothing was answered")
      // The answer cannot be made up by the terminal that pays.
      let claimed = try await wallet.answer(handle.id, 1, .confirmation(.confirmed))
      wallet.equal(claimed.status, .pending)
      let amount = Money(1000, Currency("EUR"))
      await wallet.refuse(
        fields: ["amount"],
        ConfirmPayment(handle.id, Money(999, Currency("EUR")), at: "Lidl Sofia"))
      let confirmed = try await wallet.authorised(
        ConfirmPayment(handle.id, amount, at: "Lidl Sofia"))
      wallet.equal(confirmed.status, .completed)
      wallet.equal(try await wallet.handle(handle.id).status, .payable)
      wallet.equal(try await wallet.perform(ListAuthentications()), [])
      // The shop charges it: the card's account pays.
      let before = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(try await wallet.use(handle).status, .completed)
      let after = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(
        before.totalBalance.minorUnits - after.totalBalance.minorUnits, 1000, "paid")
      let payments = try await wallet.perform(ListTransactions(card.id)).transactions
      wallet.equal(payments.first?.description, "Lidl Sofia")
    },
  ]

  private static let using: [ConformanceCase] = [
    ConformanceCase("D58 the amount decides how the payment ends") { wallet in
      for (amount, code) in [
        (4, 3015), (5, 3009), (11, 3022), (12, 3023), (13, 3024), (23, 4002), (24, 3007),
        (25, 4001), (77, 3060), (6, 1007), (20, 1007),
      ] as [(Int64, Int)] {
        let used = try await wallet.use(try await wallet.pay(.frictionless, amount))
        wallet.equal(used.status, .failed, "\(amount)")
        wallet.equal(used.errorCode, code, "\(amount)")
      }
      for amount in [1, 100] as [Int64] {
        let used = try await wallet.use(try await wallet.pay(.frictionless, amount))
        wallet.equal(used.status, .completed, "\(amount)")
      }
      let slow = try await wallet.use(try await wallet.pay(.frictionless, 90))
      wallet.equal(slow.status, .processing)
      wallet.advance(4)
      wallet.equal(try await wallet.handle(slow.id).status, .processing)
      wallet.advance(1)
      wallet.equal(try await wallet.handle(slow.id).status, .completed)
      let broken = try await wallet.use(try await wallet.pay(.frictionless, 96))
      wallet.equal(broken.status, .processing)
      wallet.advance(35)
      wallet.equal(try await wallet.handle(broken.id).errorCode, 1007)
    },
    ConformanceCase("D26 a verification moves no money; a credit pays into the card") { wallet in
      let card = try await wallet.card("Everyday")
      let verified = try await wallet.perform(
        CreatePaymentHandle(
          wallet.request(.entered(testCard())) { $0.options.transactionType = .verification }))
      wallet.equal(try await wallet.use(verified).status, .completed)
      let before = try await wallet.perform(GetAccount(card.accountID))
      let credit = try await wallet.perform(
        CreatePaymentHandle(
          wallet.request(.own(card.id), 500) { $0.options.transactionType = .standaloneCredit }))
      wallet.equal(credit.status, .payable, "nobody is asked")
      wallet.equal(try await wallet.use(credit).status, .completed)
      let after = try await wallet.perform(GetAccount(card.accountID))
      wallet.equal(after.totalBalance.minorUnits - before.totalBalance.minorUnits, 500)
    },
    ConformanceCase("D18 of many uses at once, one succeeds") { wallet in
      let handle = try await wallet.pay(.frictionless)
      let token = try await wallet.perform(GetPaymentToken(handle.id))
      let succeeded = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1000 {
          group.addTask {
            (try? await wallet.perform(UsePaymentHandle(token)))?.status == .completed
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      wallet.equal(succeeded, 1)
    },
    ConformanceCase("D18 handles and saved cards outlive a restart") { wallet in
      let handle = try await wallet.pay(.frictionless)
      let asked = try await wallet.pay(.oneTimeCode)
      let code = try await wallet.codeOnPhone()
      try await wallet.restart()
      wallet.equal(try await wallet.handle(handle.id), handle)
      wallet.equal(try await wallet.answer(asked.id, 1, .code(code)).status, .completed)
      wallet.equal(try await wallet.use(handle).status, .completed)
    },
  ]
}

extension Wallet {
  /// A CVV that differs from `cvv`.
  fileprivate func otherCVV(_ cvv: Secret) -> Secret {
    Secret(count: cvv.count) { digits in
      cvv.withBytes { cvv in
        for index in 0..<cvv.count { digits[index] = (cvv[index] - 0x30 + 1) % 10 + 0x30 }
      }
    }
  }
}
