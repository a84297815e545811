import Testing
import WalletAPI
import WalletModel

/// Reasons beside the sentences of the published error object (A38).
struct ReasonTests {
  private static let refusal = WalletError(
    .transitionRefused, details: [.card(.cannotBecome, "EXPIRED", "LOCKED")])

  @Test func aReasonIsNamedBesideItsSentence() throws {
    #expect(
      try json(ReasonTests.refusal) == """
        {"error":{"advice":"See what you can do with the card.","code":"WUI-TRANSITION",\
        "details":["A card that is EXPIRED can't become LOCKED."],"fieldErrors":[],\
        "message":"The card can't change to that status",\
        "reasons":[{"code":"card.cannotBecome","values":["EXPIRED","LOCKED"]}]}}
        """)
  }

  @Test(arguments: [
    refusal,
    WalletError(
      .fieldErrors,
      fieldErrors: [
        FieldError("alias", .field(.atMost, "24")), FieldError("mobile", .field(.needed)),
        FieldError("currency", .field(.needed)),
      ]),
    WalletError(.rateLimited, .card(.tooManyChanges), retryAfter: 60),
    WalletError(
      .auditUnwritable, details: [.message(.diskFull), .verbatim("disk I/O error (SQLite 10)")]),
    .noThreads,
  ])
  func aReasonIsReadAsItWasWritten(_ error: WalletError) throws {
    #expect(try decoded(WalletError.self, json(error)) == error)
  }

  /// A reason counts only if its English text is the one of the answer. Else that text is shown.
  @Test(arguments: [
    #"[{"code":"card.unheardOf","values":[]}]"#,
    #"[{"code":"card.suspendedNow","values":[]}]"#,
    #"[{"code":"card.cannotBecome","values":["EXPIRED"]}]"#,
    #"[{"code":"card.cannotBecome","values":["EXPIRED","LOCKED","x"]}]"#,
    #"[{"code":"card.cannotBecome","values":["LOCKED","EXPIRED"]}]"#,
    #"[{"code":"card.cannotBecome","values":[1,2]}]"#,
    #"[{"code":"card.cannotBecome"}]"#,
    #"[{"code":"","values":[]},{"code":".","values":[]},{"code":7},[],null,"a"]"#,
    #"{"code":"card.cannotBecome","values":["EXPIRED","LOCKED"]}"#,
    "7", "null",
  ])
  func aReasonThatFitsNoSentenceIsPassedOver(_ reasons: String) throws {
    let sentence = "A card that is EXPIRED can't become LOCKED."
    let text =
      #"{"error":{"code":"WUI-TRANSITION","details":["\#(sentence)"],"reasons":\#(reasons)}}"#
    let error = try decoded(WalletError.self, text)
    #expect(error.code == .transitionRefused)
    #expect(error.details == [.verbatim(sentence)])
  }

  /// More reasons than sentences are not read.
  @Test func reasonsAreBounded() throws {
    let filler = (0..<64).map { #"{"code":"field.atMost","values":["\#($0)"]}"# }
    func read(_ before: Int) throws -> WalletError {
      let list = filler.prefix(before) + [#"{"code":"card.suspendedNow","values":[]}"#]
      let reasons = list.joined(separator: ",")
      return try decoded(
        WalletError.self,
        #"{"error":{"code":"5269","details":["The card is now suspended."],"reasons":[\#(reasons)]}}"#
      )
    }
    #expect(try read(63).details == [.card(.suspendedNow)])
    #expect(try read(64).details == [.verbatim("The card is now suspended.")])
  }

  @Test func damageIsReportedWithItsReason() throws {
    let event = WalletEvent.damageFound(.storage(.auditCut))
    let news = try #require(WireNews(event))
    #expect(
      news.data == """
        {"message":"The audit log was cut.",\
        "reasons":[{"code":"storage.auditCut","values":[]}]}
        """)
    #expect(news.event == event)
    let other = WireNews(name: "damage", data: #"{"message":"So","reasons":[{}]}"#)
    #expect(other.event == .damageFound(.verbatim("So")))
  }
}
