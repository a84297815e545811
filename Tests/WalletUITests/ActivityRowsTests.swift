import Canvas
import Languages
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// The rows of the payments screen: states, names, pages, lines.
@Suite struct ActivityRowsTests {
  private static func state(_ language: Language, _ size: Size) -> State {
    Fixture.$language.withValue(language) {
      var state = Fixture.state(size)
      state.showActivity()
      return state
    }
  }

  /// Where a row has no column for its state, a decline replaces its amount.
  @Test(arguments: [Language.english, .german], Activity.sizes)
  func statesHaveTheirWord(_ language: Language, _ size: Size) {
    let state = Self.state(language, size)
    let words = Words(language)
    let hasStates = size.width >= 80
    let decline = hasStates ? words.cards.declined(.cardLocked) : words.cards.transaction(.decline)
    #expect(state.text.contains { $0.contains("✕ \(decline)") })
    for row in state.text where row.contains("✕") || hasStates && row.contains("◔") {
      #expect(!row.contains("…"), "\(row)")
    }
    // The word comes before a whole name, but not before a beginning of it.
    if size.width >= 60 || language == .english {
      #expect(state.text.contains { $0.contains("◔ \(words.cards.transaction(.pending))") })
    }
  }

  /// The names of the months beside it become short.
  @Test(arguments: [Language.english, .german])
  func theTitleOfTheMonthIsNotCut(_ language: Language) {
    var state = Self.state(language, Size(120, 40))
    for _ in 0..<14 {
      for pane in [Pane.details, .list] {
        guard var activity = state.activityScreen else { return }
        activity.pane = pane
        state.update(activity)
        #expect(state.shows(" \(Words(language).month(activity.month)) "))
      }
      guard var activity = state.activityScreen else { return }
      activity.month = activity.month.adding(1)
      state.update(activity)
    }
  }

  /// The alias, or holder and number where this device cannot read it.
  @Test func virtualCardsHaveTheirName() throws {
    var payments = Array(Fixture.payments.prefix(3))
    for (index, id) in ["v-3", "v-5", "none"].enumerated() { payments[index].cardID = CardID(id) }
    var state = Fixture.state(Size(120, 40))
    state.showActivity(TransactionPage(payments))
    state.activity.book.cards.invalidate(nil)
    let query = try #require(reduce(&state, .settle).query(PaymentCardsQuery.self))
    #expect(query.ids == ["none", "v-3", "v-5"].map { CardID($0) })
    let cards = Fixture.virtualCards.filter { ["v-3", "v-5"].contains($0.id) }
    state.answer(query, cards.map(Fixture.opened))
    #expect(state.shows("Humble Bundle") && state.shows("··5120"))
    #expect(reduce(&state, .settle).isEmpty, "a card that is not there is asked for once")
    // A new name is read.
    let again = reduce(&state, .event(.virtualCardsChanged(["v-3"])))
    #expect(
      again.compactMap { $0.query(PaymentCardsQuery.self) }.map(\.ids) == [[CardID("v-3")]])
  }

  /// A decline for a rare reason needs no more columns than there are, and no name is cut for a wide column
  /// of amounts.
  @Test func longStatesAndNamesFindRoom() {
    var payments = Fixture.payments
    for index in payments.indices {
      payments[index].description = "Happy Bar & Grill"
      guard payments[index].type == .decline else { continue }
      payments[index].declineReason = .serviceUnavailable
    }
    Fixture.$language.withValue(.german) {
      var state = Fixture.state(Size(120, 40))
      state.showActivity(TransactionPage(payments))
      #expect(state.shows("✕ Bank nicht") && state.shows("Status"))
    }
    var state = Fixture.state(Size(40, 15))
    state.showActivity(TransactionPage(payments))
    #expect(state.shows("Happy Bar & Grill"))
  }

  @Test func statesHaveASignInASCII() {
    var state = Self.state(.english, Size(40, 15))
    state.settings.ascii = true
    #expect(state.text.contains { $0.contains("x declined") && $0.contains("Lidl Sofia") })
  }

  /// The month is a second page where there is no room beside the table.
  @Test(arguments: Activity.sizes.dropFirst()) func theSecondPageIsReached(_ size: Size) {
    var state = Activity.opened(size)
    #expect(!state.shows("By category"))
    state.press(Key(.tab))
    var seen: Set<String> = []
    for _ in 0..<60 {
      seen.formUnion(state.text)
      state.type("j")
    }
    for part in ["Spent", "By category", "Top merchants", "Six months"] {
      #expect(seen.contains { $0.contains(part) }, "\(part)")
    }
    state.press(Key(.escape))
    #expect(state.activityScreen?.pane == .list)
    state.press(Key(.escape))
    #expect(state.activityScreen == nil)
  }

  /// In line mode there are sentences.
  @Test func lineModeHasSentences() throws {
    var state = Activity.opened(Size(200, 60)).linear
    state.press(Key(.left), .character("5"))
    let summary = try #require(state.activityScreen?.summary)
    #expect(state.shows("Spent in November 2026: \(state.words.money(summary.spent))."))
    #expect(state.shows("Lidl Sofia, −€31.20, declined · card locked, Everyday"))
    state.press(Key(.tab))
    #expect(state.shows("Other: ") && state.shows("% of all."))
    #expect(state.shows("June 2026: €0.00."))
  }
}
