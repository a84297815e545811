import Foundation
import Testing

@testable import CommandTesting

/// The demo wallet: lists and their published JSON (A05, A06, A33), the error object (A38).
struct DemoTests {
  private func demo(_ arguments: String...) throws -> Run {
    try Command.run(["--demo"] + arguments)
  }

  @Test func theListHasThePublishedForm() throws {
    let list = try demo("cards", "--json").object()
    #expect(Set(list.keys) == ["cards", "meta"])
    #expect(
      try #require(list["meta"] as? [String: Int]) == [
        "numberOfRecords": 6, "limit": 20, "page": 1,
      ])
    let cards = try #require(list["cards"] as? [[String: Any]])
    #expect(cards.count == 6)
    let always: Set = [
      "cardId", "status", "expiry", "lastFour", "bin", "customerId", "cardType", "programName",
      "currency", "createdDate", "accountId", "scheme", "isPinSet", "tokenizations",
      "availableActions", "alias", "holderName", "statusDate", "version",
    ]
    let sometimes: Set = [
      "mobile", "deliveryAddress", "activationDate", "externalId", "statusReason",
    ]
    for card in cards {
      #expect(always.isSubset(of: card.keys))
      #expect(always.union(sometimes).isSuperset(of: card.keys))
    }
    #expect(
      cards.compactMap { $0["status"] as? String } == [
        "ACTIVE", "ACTIVE", "LOCKED", "DIGITAL", "ISSUED", "EXPIRED",
      ])
  }

  @Test(arguments: [
    (["--status", "locked"], ["0093"], 1), (["--status", "Locked"], ["0093"], 1),
    (["--type", "VIRTUAL"], ["0093"], 1),
    (["--status", "issued,digital"], ["7711", "3306"], 2), (["--status", "rejected"], [], 0),
    (["--limit", "2"], ["4821", "1177"], 6),
    (["--limit", "2", "--offset", "4"], ["3306", "9254"], 6),
    (["--offset", "100"], [], 6),
  ])
  func filtersAndPages(_ options: [String], _ lastFours: [String], _ total: Int) throws {
    let list = try Command.run(["--demo", "cards", "--json"] + options).object()
    let cards = try #require(list["cards"] as? [[String: Any]])
    #expect(cards.compactMap { $0["lastFour"] as? String } == lastFours)
    #expect((list["meta"] as? [String: Int])?["numberOfRecords"] == total)
  }

  /// Lists are written by hand. They have the same form as other answers.
  @Test func listsHaveTheCommonForm() throws {
    for run in [try demo("cards", "--json"), try demo("cards", "--status", "rejected", "--json")] {
      let value = try JSONSerialization.jsonObject(with: Data(run.out.utf8))
      let usual = try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
      #expect(run.out == String(decoding: usual, as: UTF8.self) + "\n")
    }
  }

  @Test(arguments: [(2200, 100, 2200), (1500, 1000, 1500), (5000, 0, 2500), (1001, 2499, 1)])
  func listsLongerThanAPageAreComplete(_ limit: Int, _ offset: Int, _ count: Int) throws {
    let list = try Command.run([
      "--demo-cards", "2500", "cards", "--json", "--limit", "\(limit)", "--offset", "\(offset)",
    ]).object()
    let cards = try #require(list["cards"] as? [[String: Any]])
    #expect(cards.count == count)
    #expect(Set(cards.compactMap { $0["cardId"] as? String }).count == count)
    #expect(
      (list["meta"] as? [String: Int]) == [
        "numberOfRecords": 2500, "limit": limit, "page": offset / limit + 1,
      ])
  }

  @Test func aLargeDemoIsComplete() throws {
    let run = try Command.run(["--demo-cards", "1000", "cards", "--limit", "1", "--offset", "999"])
    #expect(run.out.contains("1,000–1,000 of 1,000"))
  }

  @Test func theDemoHasTheSameCardsEachTime() throws {
    let first = try demo("cards").out
    #expect(first.contains("■ Locked"))
    #expect(first == (try demo("cards").out))
  }

  @Test func programs() throws {
    let all = try demo("programs", "--json").list()
    #expect(!all.isEmpty)
    for program in all {
      #expect(
        Set(program.keys) == [
          "allowableCards", "cardType", "currencies", "isDigital", "name", "scheme",
        ])
    }
    let virtual = try demo("programs", "--json", "--type", "virtual").list()
    #expect(virtual.allSatisfy { $0["cardType"] as? String == "VIRTUAL" })
    #expect(virtual.count < all.count)
  }

  @Test func anUnknownCardIsThePublishedError() throws {
    let run = try demo("card", "show", "nope", "--json")
    #expect(run.status == 3)
    #expect(run.out == "")
    let error = try run.errorObject()
    #expect(error["code"] as? String == "5269")
    #expect(error["message"] as? String == "Entity not found")
    #expect(error["details"] is [String])
    #expect((error["fieldErrors"] as? [Any])?.isEmpty == true)
  }

  @Test func errorsHaveAReasonAndAdvice() throws {
    let run = try demo("card", "show", "nope")
    #expect(
      run.err == """
        walletui: Not found.
          There is no card with this id.
          Check the id, or list your cards.
          Code: 5269 (exit 3)

        """)
  }

  @Test func fieldErrorsNameTheirFields() throws {
    let run = try demo(
      "card", "create", "--json", "--program", "SKRILL-PHYSICAL-MC-EEA", "--currency", "GBP",
      "--mobile", "123", "--address1", "x", "--city", "S1", "--country", "XX")
    #expect(run.status == 4)
    let fields = try #require(try run.errorObject()["fieldErrors"] as? [[String: String]])
    #expect(
      fields.compactMap { $0["field"] } == [
        "currency", "mobile", "deliveryAddress.address1", "deliveryAddress.city",
        "deliveryAddress.countryCode", "deliveryAddress.postalCode",
      ])
  }

  @Test func aNeededCodeWithoutATerminalIsAnError() throws {
    let cards = try demo("cards", "--json").list("cards")
    let id = try #require(cards.first?["cardId"] as? String)
    #expect(try demo("card", "reveal", id, "--json").status == 6)
    // Without a terminal, digits cannot be shown and erased.
    try demo("card", "reveal", id).refused(2, "--json")
  }
}
