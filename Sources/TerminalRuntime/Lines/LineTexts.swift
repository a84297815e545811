/// The loop's own texts in the user's language.
package struct LineTexts: Sendable {
  /// A short instruction, printed once at the start.
  package var greeting: String
  /// The prompt if no field is active.
  package var prompt: String
  /// Appended to the line with the focus.
  package var selected: String
  /// The word that prints the visible secrets.
  package var showWord: String
  /// Says that there are secrets, and what printing them means.
  package var secretsAreThere: String
  package var secretsAreGone: String
  /// The same if they were printed.
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
