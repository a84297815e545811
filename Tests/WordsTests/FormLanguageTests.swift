import Languages
import Testing

@testable import Words

/// E34: the form for a card has more languages than the program.
@Suite struct FormLanguageTests {
  @Test(
    arguments: [
      (nil, nil, "sv_SE.UTF-8", FormLanguage.swedish), (nil, nil, "da_DK", .danish),
      (nil, nil, "nb_NO.UTF-8", .norwegian), (nil, nil, "no_NO", .norwegian),
      (nil, nil, "nn_NO", .norwegian), (nil, nil, "fi_FI@euro", .finnish),
      (nil, nil, "de_AT", .german), (nil, nil, "fr_FR", .english), (nil, nil, "", .english),
      (nil, "de", "sv_SE", .german), ("fi", "de", "sv_SE", .finnish), ("no", nil, "", .norwegian),
    ] as [(String?, String?, String, FormLanguage)])
  func optionsComeBeforeTheLocale(
    _ asked: String?, _ program: String?, _ locale: String, _ expected: FormLanguage
  ) {
    let found = FormLanguage(asked: asked, program: program) { $0 == "LANG" ? locale : nil }
    #expect(found == expected)
  }

  @Test func theFormFollowsTheProgram() {
    for language in Language.allCases {
      #expect(
        Words(language).cardEntry.cardNumberLabel
          == Words(language, form: FormLanguage(language)).cardEntry.cardNumberLabel)
    }
    let words = Words(.german, form: .finnish)
    #expect(
      words.cardEntry.cardNumberLabel == "Kortin numero" && words.bankQuestion.close == "sulje")
    #expect(
      words.ofProgram.cardEntry.cardNumberLabel == "Kartennummer"
        && words.screen.cards(2) == "2 Karten")
  }

  /// These files have only texts that the form needs, and none of them lacks a language.
  @Test(arguments: ["CardEntryWords.swift", "BankQuestionWords.swift"])
  func everyTextOfTheFormHasAllLanguages(_ file: String) throws {
    for source in try Literals.sources(in: "Words/Payments/" + file) {
      #expect(source.contains("form("))
      #expect(!source.contains("say("), "use form(…), with all languages")
    }
  }

  /// No language was copied from another by mistake: whole sentences differ.
  @Test func sentencesDiffer() {
    let texts: [(Words) -> String] = [
      \.cardEntry.cardNotSupported, \.cardEntry.compareDigits, \.bankQuestion.confirmElsewhere,
      \.bankQuestion.thenGoOnHere, \.savedCards.saveLine,
      \.savedCards.cardNotSaved, \.payments.nothingSaved, \.bankQuestion.answeredPage,
    ]
    for text in texts {
      let all = FormLanguage.allCases.map { text(Words(.english, form: $0)) }
      #expect(Set(all).count == all.count, "\(all)")
    }
  }
}
