import Canvas
import Languages
import Testing
import TextLayout
import ThreeDSecure
import Words

@testable import WalletUI

/// E34: the form for a card and the bank's question in every language, at the smallest sizes.
@Suite struct FormLanguageScreenTests {
  private static let sizes = Activity.sizes + [Size(40, 12)]

  private func state(_ language: FormLanguage, _ size: Size) -> State {
    var state = Fixture.state(size)
    state.settings.words = Words(.english, form: language)
    return state
  }

  @Test(arguments: FormLanguage.allCases, sizes)
  func theFormIsInItsLanguage(_ language: FormLanguage, _ size: Size) {
    var state = state(language, size)
    state.press(.character("3"))
    state.answer(SavedCardsQuery(), [])
    // The screen behind it stays in the program's language.
    #expect(screen(state).contains("No saved cards yet"))
    state.press(.character("S"))
    let words = state.words
    let text = screen(state)
    #expect(text.contains(words.savedCards.saveTitle), "\(text)")
    #expect(text.contains(words.cardEntry.cardNumberLabel), "\(text)")
    state.type("4000000000001234")
    state.press(Key(.tab))
    let wrong = screen(state)
    // Cut words would say something else.
    if size.height > 12 {
      #expect(
        wrong.replacing("\n", with: " ").contains(words.cardEntry.compareDigits.prefix(12)),
        "\(wrong)")
    }
  }

  @Test(arguments: FormLanguage.allCases, sizes)
  func theQuestionIsInItsLanguage(_ language: FormLanguage, _ size: Size) {
    for type in ChallengeType.allCases {
      var state = state(language, size)
      _ = Fixture.question(type, clock: state.clock).open(&state)
      let text = screen(state)
      let words = state.words
      #expect(text.contains(words.bankQuestion.yourBankAsks), "\(text)")
      #expect(text.contains(words.bankQuestion.bankTries(3)), "\(text)")
      for option in Challenge(type, render: .native).options {
        #expect(text.contains(words.text(option.text)), "\(text)")
      }
    }
  }

  @Test(arguments: FormLanguage.allCases) func labelsFitTheirColumn(_ language: FormLanguage) {
    let words = Words(.english, form: language)
    for label in [
      words.cardEntry.cardNumberLabel, words.cardEntry.expiryLabel, words.cardEntry.nameOnCard,
      words.cardEntry.securityCode,
      words.cardEntry.payWithLabel, words.bankQuestion.shopLabel, words.bankQuestion.amountLabel,
      words.payments.orderLabel, words.savedCards.useLabel,
    ] {
      #expect(Text.width(of: label) <= 14, "\(label)")
    }
  }
}
