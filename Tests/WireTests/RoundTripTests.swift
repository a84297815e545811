import FoundationEssentials
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

/// A server reads what a remote backend writes, and the other way round.
struct RoundTripTests {
  /// The request as the server reads it.
  private func received<O: WalletOperation>(
    _ operation: O, _ context: RequestContext = context
  ) throws -> O {
    let request = operation.wireRequest(context)
    guard case .route(let route, let ids) = WireRoute.find(request) else {
      throw WalletError(.notFound)
    }
    #expect(route.contract === O.contract)
    return try O(wire: request, ids: ids)
  }

  private func answered<O: WalletOperation>(_ type: O.Type, _ response: O.Response) throws
    -> O.Response
  { try O.decode(O.wireResponse(response).body) }

  static let context = RequestContext(
    customerID: CustomerID("c"), sessionID: "s", deviceID: "d")

  /// `WireBytesTests` writes every request and answer, and reads them. These values are not in its
  /// samples, or stand there beside damaged records.
  @Test func requestsOfCards() throws {
    let id = Samples.id
    #expect(try received(GetAccount(AccountID("a b"), only: .balances)).part == .balances)
    let declines = TransactionQuery(type: .decline)
    #expect(try received(ListVirtualTransactions("a/b", declines)).query == declines)
    for action in TokenAction.allCases {
      #expect(try received(ChangeToken(id, "d/1 ?", action)).action == action)
    }
    let none = try received(SetCardControls(id, CardControlsUpdate(autoLockDays: .absent)))
    #expect(none.update.autoLockDays == .absent)
    for takesBack in [false, true] {
      let update = CardControlsUpdate(autoLockDays: .value(30), takesBack: takesBack)
      #expect(try received(SetCardControls(id, update)).update == update)
    }
    for (old, new) in [(SpendingRules(), Samples.rules), (Samples.rules, SpendingRules())] {
      let update = CardControlsUpdate(from: old, to: new)
      #expect(try received(SetCardControls(id, update)).update == update)
      #expect(update.applied(to: old) == new && update.fieldErrors == [])
    }
  }

  @Test func requestsOfPayments() throws {
    let phone = Authorize(.token(Samples.id, dpanRef: "d"), at: "m 1", ShopAmount(420))
    #expect(try received(phone).cardID == Samples.id)
    let own = try received(
      CreatePaymentHandle(Samples.paymentRequest(.own(Samples.id), full: false)))
    #expect(own.cardID == Samples.id && own.body.wordErrors.isEmpty)
    // What another device says is never taken from the one that pays.
    guard
      case .confirmation(.waiting) = try received(
        AnswerAuthentication("a/b", attempt: 2, .confirmation(.confirmed))
      ).reply
    else {
      Issue.record("another answer")
      return
    }
    let confirmed = try received(ConfirmPayment("a", Money(7, Currency("EUR")), at: "M"))
    #expect(confirmed.target == "0.07 EUR at M")
  }

  @Test func answersOfPayments() throws {
    // D22: the payment service counts in units of its own.
    var inKronur = Samples.handle
    inKronur.money = Money(1990, Currency("ISK"))
    #expect(try answered(CreatePaymentHandle.self, inKronur) == inKronur)
    let bytes = JSONWriter.bytes(inKronur)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"amount\":199000,"))
    let page = PaymentHandlePage([Samples.handle, .damaged(id: "d")], nextToken: "7")
    #expect(try answered(ListPaymentHandles.self, page) == page)
    #expect(try answered(ListPaymentMethods.self, [Samples.method]) == [Samples.method])
    // D03: an account that is not set up for cards.
    var other = Samples.method
    other.cardTypes = nil
    #expect(try answered(ListPaymentMethods.self, [other]) == [other])
    #expect(try answered(ListSavedCards.self, [Samples.savedCard]) == [Samples.savedCard])
  }

  @Test func aFilterIsReadAsItWasTyped() throws {
    let query = VirtualCardQuery(
      limit: 3, nextToken: "17", order: .ascending, filter: #"not id beginsWith "a&b é""#)
    #expect(try received(ListVirtualCards(query)).query == query)
    #expect(query.fieldErrors.isEmpty)
  }

  /// F11: absent, null and a value are three things.
  @Test func updatesOfVirtualCardsKeepNull() throws {
    let update = VirtualCardUpdate(
      cardHolder: .value("B"), alias: .null, metadata: .value("null"))
    #expect(try received(UpdateVirtualCard("v", update)).body == update)
    #expect(text(UpdateVirtualCard("v", update).wireBody).contains(#""alias":null"#))
    #expect(try received(UpdateVirtualCard("v", VirtualCardUpdate())).body.alias == .absent)
    for update in Samples.ruleChanges {
      #expect(try received(UpdateVirtualCard("v", update)).body == update)
    }
  }

  @Test func answersOfVirtualCards() throws {
    #expect(try answered(ListPersonas.self, [Samples.persona]) == [Samples.persona])
    #expect(try answered(GetFundingSource.self, Samples.bankAccount) == Samples.bankAccount)
    for card in [Samples.virtualCard, Samples.closedCard, Samples.ruledCard] {
      #expect(card.isOrphan == (card == Samples.closedCard))
    }
    let page = VirtualCardPage([Samples.virtualCard, .damaged(id: "d")], nextToken: "4")
    #expect(try answered(ListVirtualCards.self, page) == page)
  }

  /// F27: what a card has and a bank account has not may be missing. A wrong one hides no other.
  @Test func bankAccountsOfOtherServers() throws {
    let sources = try ListFundingSources.decode(
      .plain(
        Array(
          #"""
          {"fundingSources":[{"id":"b","state":"ACTIVE","type":"BANK_ACCOUNT","last4":"6789",
          "bankAccountType":"CHECKING","institutionName":"First Bank",
          "institutionLogo":{"type":"image/png","data":"AAAA"},"currencyCode":"USD",
          "unfundedAmount":{"currencyCode":"USD","amount":1250}},
          {"id":"c","state":"ACTIVE","type":"BANK_ACCOUNT","institutionName":[]},
          {"id":"d","state":"ACTIVE","bankAccountType":"LOAN"}]}
          """#.utf8)))
    #expect(sources.map(\.id) == ["b", "c", "d"])
    #expect(
      sources[0].type == .known(.bankAccount) && sources[0].bankAccountType == .known(.checking))
    #expect(sources[0].institutionName == "First Bank" && sources[0].lastFour == "6789")
    #expect(sources[0].institutionLogo == InstitutionLogo(type: "image/png", data: "AAAA"))
    #expect(sources[0].unfundedAmount?.currency == Currency("USD"))
    #expect(sources[1].isDamaged && !sources[2].isDamaged)
    #expect(sources[2].bankAccountType == .other("LOAN"))
  }

  /// F02, F03, F27: an unknown word is kept, and never counts as a known one.
  @Test func unknownWordsOfVirtualCards() throws {
    let issued = text(GetVirtualCard.encode(Samples.virtualCard))
      .replacing("ISSUED", with: "FROZEN")
    let card = try GetVirtualCard.decode(.plain(Array(issued.utf8)))
    #expect(card.state == .other("FROZEN") && !card.state.isKnown)
    let provisional = text(GetProvisionalCard.encode(Samples.completedCard))
      .replacing("COMPLETED", with: "THAWING")
    let read = try GetProvisionalCard.decode(.plain(Array(provisional.utf8)))
    #expect(read.state == .other("THAWING") && read.card == Samples.virtualCard)
  }

  /// D45, D49: an unknown word never counts as success, and never stops a list.
  @Test func unknownWordsOfPayments() throws {
    func read<O: WalletOperation>(
      _ type: O.Type, _ response: O.Response, _ change: (String, String)
    )
      throws -> O.Response
    {
      let text = text(O.encode(response)).replacing(change.0, with: change.1)
      return try O.decode(.plain(Array(text.utf8)))
    }
    let page = PaymentHandlePage([Samples.handle])
    let handles = try read(ListPaymentHandles.self, page, ("PAYABLE", "LAUNCHED"))
    #expect(handles.handles.map(\.status) == [.failed])
    let asked = try read(GetAuthentication.self, Samples.asked, ("PENDING", "DREAMING"))
    #expect(asked.status == .other("DREAMING") && asked.isOver)
    let question = try read(GetAuthentication.self, Samples.asked, ("SINGLE_SELECT", "RIDDLE"))
    #expect(question.question?.type == .other("RIDDLE"))
    let registration = try read(
      ProcessSavedCard.self, Samples.savedRegistration, ("CARD_TOKENIZED", "FROZEN"))
    #expect(registration.state == .cancelled)
  }

  /// What a server says of a budget that is none here leaves the others.
  @Test func strangeBudgetsAreLeftOut() throws {
    let budgets = try ListBudgets.decode(
      .plain(
        Array(
          #"""
          {"budgets":[{"category":"PETS","budget":{"amount":1,"currencyCode":"EUR"}},
          {"category":"TRAVEL","budget":{"amount":-5,"currencyCode":"EUR"}},
          {"category":"BILLS","budget":7},{"category":"HEALTH"},
          {"category":"LEISURE","budget":{"amount":1000000000,"currencyCode":"EUR"}},
          {"category":"CASH","budget":{"amount":999999999,"currencyCode":"EUR"}}]}
          """#.utf8)))
    #expect(budgets.all.map(\.category) == [.cash])
    #expect(budgets[.cash] == Money(999_999_999, Currency("EUR")))
  }

  @Test func everyRouteIsFoundByItsOwnPath() {
    for route in WireRoute.all {
      let path = route.contract.path.replacing(":id", with: "x").replacing(
        ":dpanRef", with: "x")
      guard
        case .route(let found, let ids) = WireRoute.find(WireRequest(route.contract.method, path))
      else {
        Issue.record("\(path) leads nowhere")
        continue
      }
      #expect(found.contract.path == route.contract.path)
      #expect(
        ids
          == route.contract.path.split(separator: "/").filter { $0.hasPrefix(":") }.map { _ in "x"
          })
    }
    guard case .otherMethods = WireRoute.find(WireRequest(.patch, "/profile")) else {
      Issue.record("PATCH /profile leads somewhere")
      return
    }
    #expect(WireRoute.methods(at: "/profile") == ["GET"])
    #expect(WireRoute.methods(at: "/profile/prepaid/cards/x") == ["GET", "PATCH"])
    guard case .nothing = WireRoute.find(WireRequest(.get, "/profile/prepaid/cards/")) else {
      Issue.record("an empty id leads somewhere")
      return
    }
  }

  /// A request matches one path, whatever its ids are.
  @Test func pathsWithIDsAreUnambiguous() {
    let paths = Set(WireRoute.all.map(\.contract.path)).map { $0.split(separator: "/") }
    for (index, path) in paths.enumerated() {
      for other in paths[(index + 1)...] where other.count == path.count {
        #expect(
          zip(path, other).contains { $0 != $1 && !$0.hasPrefix(":") && !$1.hasPrefix(":") },
          "\(path) and \(other)")
      }
    }
  }

  @Test func answers() throws {
    #expect(try answered(GetPrograms.self, [Samples.program]) == [Samples.program])
    let page = TransactionPage([Samples.transaction, Samples.payment], nextToken: "4")
    #expect(try answered(ListTransactions.self, page) == page)
    #expect(try answered(ListMerchants.self, [Samples.merchant]) == [Samples.merchant])
    let rates = [ConversionRate(Currency("JPY"), perEuro: 181_000_000)]
    #expect(try answered(ListRates.self, rates) == rates)
    for reason in [nil, DeclineReason.insufficientFunds] {
      let receipt = ShopReceipt(
        id: "r", billedAmount: Money(420, Currency("EUR")), declineReason: reason,
        createdAt: Samples.time, updatedAt: Samples.time)
      #expect(receipt.approved == (reason == nil))
      #expect(try answered(Authorize.self, receipt) == receipt)
    }
    #expect(try answered(GetAuthenticator.self, .pending) == .pending)
  }

  /// Any text, and any size of the writer's buffer.
  @Test(arguments: [1, 2, 3, 7, 64])
  func textsAreWrittenIntoBuffersOfAnySize(_ capacity: Int) throws {
    let texts = (0..<0x80).map { String(repeating: Character(Unicode.Scalar($0)), count: Int($0)) }
    var writer = JSONWriter(capacity: capacity)
    writer.object {
      $0.field("texts", texts + ["é\u{1f600}"])
      $0.field("time", Samples.time)
      $0.field("numbers", [Int64.min, -1, 0, 10, Int64.max])
    }
    var fields = try JSONFields(try JSON.read(.plain(writer.bytes)))
    #expect(try fields.get("texts", [String].self) == texts + ["é\u{1f600}"])
    #expect(try fields.get("time", Timestamp.self) == Samples.time)
    #expect(try fields.get("numbers", [Int64].self) == [Int64.min, -1, 0, 10, Int64.max])
  }
}
