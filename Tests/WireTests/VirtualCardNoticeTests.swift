import Testing
import WalletAPI
import WalletModel

/// F32: push messages, and the rules that filter them.
@Suite struct VirtualCardNoticeTests {
  private static let source = FundingSourceNotice(
    owner: CustomerID("c"), fundingSourceID: "f", fundingSourceType: .known(.creditCard),
    lastFour: "4242",
    state: .inactive, flags: [.unfunded, .refresh], updatedAt: Samples.time)
  private static let payment = TransactionNotice(
    owner: CustomerID("c"), cardID: "v", transactionID: TransactionID("t"),
    transactionType: .decline, lastFour: "1234", declineReason: .cardStopped,
    updatedAt: Samples.time)
  private static let notices: [VirtualCardNotice] = [
    .fundingSourceChanged(source), .transactionMade(payment),
  ]

  @Test(arguments: notices)
  func aMessageIsReadAsItWasSent(_ notice: VirtualCardNotice) throws {
    #expect(VirtualCardNotice(payload: try #require(notice.payload)) == notice)
  }

  @Test func theMessageHasThePublishedMembers() {
    let payload = VirtualCardNotice.fundingSourceChanged(Self.source).payload
    #expect(
      payload == """
        {"type":"fundingSourceChanged","owner":"c","fundingSourceId":"f",\
        "fundingSourceType":"CREDIT_CARD","last4":"4242","state":"INACTIVE",\
        "flags":["UNFUNDED","REFRESH"],"updatedAtEpochMs":\(Samples.time.milliseconds)}
        """)
  }

  @Test(arguments: [
    "", "x", "[]", "{}", #"{"type":1}"#, #"{"type":"fundingSourceChanged"}"#,
    #"{"type":"fundingSourceChanged","owner":"c","fundingSourceId":1}"#,
    #"{"type":"somethingElse","owner":"c"}"#,
    #"{"type":"fundingSourceChanged","x":""# + String(repeating: "a", count: 5_000) + "\"}",
  ])
  func whatCannotBeReadIsUnknown(_ payload: String) {
    guard case .unknown = VirtualCardNotice(payload: payload) else {
      Issue.record("\(payload) was read")
      return
    }
  }

  /// Cut, doubled and changed messages are read or unknown, and never anything else.
  @Test func changedMessagesAreReadOrUnknown() throws {
    for notice in Self.notices {
      let bytes = Array(try #require(notice.payload).utf8)
      for index in bytes.indices {
        let cut = String(decoding: bytes[..<index], as: UTF8.self)
        #expect(VirtualCardNotice(payload: cut) == .unknown(type: ""), "\(index)")
        for byte in [UInt8(0), 0x22, 0x7d, 0xff] {
          var changed = bytes
          changed[index] = byte
          let read = VirtualCardNotice(payload: String(decoding: changed, as: UTF8.self))
          if case .unknown = read { continue }
          #expect(read.payload?.isEmpty == false)
        }
      }
    }
  }

  private static let rules: [(NoticeRule, matches: [Bool])] = [
    (NoticeRule(.enable), [true, true]),
    (NoticeRule(.enable, type: "fundingSourceChanged"), [true, false]),
    (NoticeRule(.enable, type: "transactionMade"), [false, true]),
    (NoticeRule(.enable, owner: "c"), [true, true]),
    (NoticeRule(.enable, owner: "d"), [false, false]),
    (NoticeRule(.enable, fundingSourceType: .known(.creditCard)), [true, false]),
    (NoticeRule(.enable, fundingSourceType: .known(.bankAccount)), [false, false]),
    (NoticeRule(.enable, state: .inactive), [true, false]),
    (NoticeRule(.enable, state: .active), [false, false]),
    (NoticeRule(.enable, flag: .refresh), [true, false]),
    (NoticeRule(.enable, cardID: "v"), [false, true]),
    (NoticeRule(.enable, cardID: "w"), [false, false]),
    (NoticeRule(.enable, transactionType: .decline), [false, true]),
    (NoticeRule(.enable, transactionType: .refund), [false, false]),
  ]

  @Test(arguments: rules.indices)
  func aRuleMatchesWhatItNames(_ index: Int) {
    let (rule, matches) = Self.rules[index]
    #expect(Self.notices.map { rule.matches($0) } == matches, "\(rule)")
  }

  @Test func theFirstRuleThatMatchesDecides() {
    let source = Self.notices[0]
    let off = NoticeRule(.disable, type: "fundingSourceChanged")
    let on = NoticeRule(.enable, flag: .refresh)
    #expect(NoticeRules().allow(source))
    #expect(!NoticeRules([off, on]).allow(source))
    #expect(NoticeRules([on, off]).allow(source))
    #expect(NoticeRules([off]).allow(Self.notices[1]))
    #expect(!NoticeRules([NoticeRule(.disable)]).allow(.unknown(type: "x")))
    #expect(NoticeRules([NoticeRule(.disable, owner: "c")]).allow(.unknown(type: "x")))
  }
}
