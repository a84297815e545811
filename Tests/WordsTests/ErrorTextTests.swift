import Languages
import Testing
import WalletModel
import Words

/// What people read of an error.
struct ErrorTextTests {
  private static let german = Words(.german)

  /// On the wire statuses have names; people read words in English, too.
  @Test(arguments: [
    ("CANCELLED", "CANCELLED", "The card is already cancelled.", "Die Karte ist schon gekündigt."),
    (
      "EXPIRED", "LOCKED", "A card that is expired can't become locked.",
      "Eine Karte im Status „Abgelaufen“ kann nicht „Gesperrt“ werden."
    ),
  ])
  func aRefusedChangeNamesNoRawStatus(
    _ from: String, _ to: String, _ english: String, _ german: String
  ) {
    let reason = Reason.card(.cannotBecome, from, to)
    #expect(reason.english == "A card that is \(from) can't become \(to).", "on the wire")
    #expect(Words.english.errors.text(reason) == english)
    #expect(ErrorTextTests.german.errors.text(reason) == german)
  }

  @Test func anErrorIsASentence() {
    let error = WalletError(
      .fieldErrors, details: [.card(.suspendedNow)],
      fieldErrors: [FieldError("alias", .field(.needed))], retryAfter: 30)
    #expect(
      Words.english.errors.sentence(error)
        == "Check what you entered: alias: Required. The card is now suspended. Try again in 0:30.")
    #expect(
      ErrorTextTests.german.errors.sentence(error)
        == "Einige Angaben stimmen nicht: alias: Pflichtfeld. Die Karte ist jetzt ausgesetzt. "
        + "Nächster Versuch in 0:30.")
    #expect(ErrorTextTests.german.errors.advice(WalletError(.cancelled)) == "")
  }

  @Test(arguments: [
    ("Locked by the cardholder", "Vom Inhaber gesperrt"), ("Lost on a train", "Lost on a train"),
  ])
  func aStatusReasonOfOursIsTranslated(_ english: String, _ german: String) {
    #expect(ErrorTextTests.german.cards.statusReason(english) == german)
    #expect(Words.english.cards.statusReason(english) == english)
  }

  /// Below the screen and the command line nothing is said in English only, but by servers: a text
  /// of ours that `.verbatim` has is a place without a translation.
  @Test(arguments: [
    "Arguments", "FrontEnd", "KioskApp", "Log", "RemoteBackend", "ScreenApp", "ScreenKit",
    "VaultLedger", "WalletCommands", "WalletService", "WalletUI",
  ])
  func nothingIsSaidInEnglishOnly(_ place: String) throws {
    for source in try Literals.sources(in: place) {
      for text in source.split(separator: ".verbatim(").dropFirst() {
        let texts = Literals.texts(of: String(text.prefix { $0 != "\n" }))
        guard text.first == "\"", let first = texts.first else { continue }
        let words = first.split { !$0.isLetter }.filter { $0 != "X" }
        #expect(words.count < 2 || ErrorTextTests.exceptions.contains(first), "\(place): \(first)")
      }
    }
  }

  /// What a person meets only by a mistake of ours.
  private static let exceptions: Set = ["SQLite gave nothing.", "sign-in: X X"]
}
