/// What the loop itself says, in the person's language.
package struct LineTexts: Sendable {
  /// How to go on, once at the start.
  package var greeting: String
  /// What stands before input where no field asks.
  package var prompt: String
  /// Behind the line with the focus.
  package var selected: String
  /// What prints the secrets that are shown now.
  package var showWord: String
  /// That there are some, and what printing them means.
  package var secretsAreThere: String
  package var secretsAreGone: String
  /// The same when they were printed.
  package var secretsWerePrinted: String

  package init(
    greeting: String, prompt: String, selected: String, showWord: String, secretsAreThere: String,
    secretsAreGone: String, secretsWerePrinted: String
  ) {
    self.greeting = greeting
    self.prompt = prompt
    self.selected = selected
    self.showWord = showWord
    self.secretsAreThere = secretsAreThere
    self.secretsAreGone = secretsAreGone
    self.secretsWerePrinted = secretsWerePrinted
  }
}
