import ScreenKit
import Testing
import WalletModel
import Words

@testable import WalletUI

/// Searches of lists and menus find letters in every form.
struct FoldedSearchTests {
  @Test func cardsAreFoundByTheirNames() throws {
    var card = Fixture.cards[0]
    card.alias = "Zu\u{308}rich"
    let row = CardRow(card, .english)
    #expect(row.passes(try #require(CardCondition("zürich", .english))))
    #expect(row.passes(try #require(CardCondition("ZURICH", .english))))
    #expect(!row.passes(try #require(CardCondition("zuerich", .english))))
  }

  /// What is underlined are whole letters of the text.
  @Test(arguments: [
    ("Café Zürich", "zur", "Zür"), ("Cafe\u{301} Noir", "fe", "fe\u{301}"),
    ("Straße 1", "sse", "ße"), ("Straße 1", "stras", "Straß"), ("Lock card", "CARD", "card"),
  ])
  func whatWasFoundIsUnderlined(_ text: String, _ typed: String, _ found: String) throws {
    let range = try #require(text.firstMatch(searchBytes(typed)))
    #expect(text[range] == found)
  }
}
