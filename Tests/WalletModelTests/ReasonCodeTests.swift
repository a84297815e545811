import Languages
import Testing
import WalletModel

/// The table of reasons.
struct ReasonCodeTests {
  @Test func everyReasonHasATextInEveryLanguage() {
    for code in ReasonCode.all {
      let text = code.text
      #expect(!text.english.isEmpty && !text.german.isEmpty, "\(code)")
      #expect(text.english != text.german, "\(code)")
      #expect(code.valueCount == text.german.count { $0 == "%" }, "\(code)")
    }
  }

  @Test func codesAreDistinctAndReadBack() {
    #expect(Set(ReasonCode.all.map(\.rawValue)).count == ReasonCode.all.count)
    for code in ReasonCode.all { #expect(ReasonCode(rawValue: code.rawValue) == code) }
    for word in ["", ".", "card", "card.", "cards.unknown", "card.unknown.", "message.x"] {
      #expect(ReasonCode(rawValue: word) == nil, "\(word)")
    }
  }

  @Test(arguments: [
    (
      Reason.field(.length, "4", "40"), "Use 4 to 40 characters",
      "4 bis 40 Zeichen"
    ),
    (.card(.hasStatus, "LOCKED"), "The card is locked.", "Die Karte ist gesperrt."),
    (.card(.already, "CANCELLED"), "Already cancelled.", "Schon gekündigt."),
    (.card(.hasStatus, "FROZEN"), "The card is frozen.", "Die Karte ist frozen."),
    (.shop(.accountIsIn, "EUR"), "The account is in EUR.", "Das Konto ist in EUR."),
    (.shop(.sellsIn, "50 % off", "EUR"), "50 % off sells in EUR.", "50 % off verkauft in EUR."),
    (.storage(.cannotBeRead), "It can't be read.", "Nicht lesbar."),
    (
      Reason.storage(.cannotBeRead).at("card 2"), "It can't be read. (card 2)",
      "Nicht lesbar. (card 2)"
    ),
    (.message(.diskFull), "The disk is full", "Der Datenträger ist voll"),
    (.verbatim("as it came"), "as it came", "as it came"),
  ])
  func valuesAreInTheText(_ reason: Reason, _ english: String, _ german: String) {
    #expect(reason.english == english)
    #expect(reason.german == german)
  }
}
