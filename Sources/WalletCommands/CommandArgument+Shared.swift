import Arguments

/// Arguments that several commands have, or whose values can be completed.
extension CommandArgument {
  static let cardID = CommandArgument("ID", "the card's id, as `cards` lists it")
  static let cardOrAll = CommandArgument("CARD", "the card's id, as `cards` lists it, or `all`")
  static let token = CommandArgument(
    "REF", "the token's reference, as `tokens list` lists it, or its end")
  static let device = CommandArgument(
    "DEVICE", "a device's id or kind, as `tokens devices list` lists it")
  static let merchant = CommandArgument("MERCHANT", "one of `shop merchants`")
  static let amount = CommandArgument("AMOUNT", "in the merchant's currency, such as 12.50")
  static let authorization = CommandArgument(
    "PAYMENT", "the authorisation's id, as `shop authorize` prints it")
  static let paymentHandle = CommandArgument(
    "HANDLE", "the handle's id, as `pay list` shows it")
  static let paymentQuestion = CommandArgument("QUESTION", "as `pay questions` lists it")
  static let savedCard = CommandArgument("SAVED", "the saved card's id, as `saved list` shows it")
  static let persona = CommandArgument("PERSONA", "its id, as `virtual personas list` shows it")
  static let fundingSource = CommandArgument(
    "SOURCE", "its id, as `virtual sources list` shows it")
  static let virtualCard = CommandArgument("VIRTUAL", "the card's id, as `virtual list` shows it")
  static let theme = CommandArgument("THEME", "a theme's name, as `theme list` shows it")
  static let themeOrFile = CommandArgument(
    "THEME|FILE", "a theme's name, or a file NAME.yaml; without it, all themes",
    isOptional: true)
  static let script = CommandArgument(
    "SCRIPT", "a script's name, as `demo list` shows it, or a file")
  static let scriptOrAll = CommandArgument(
    "SCRIPT",
    "a script's name, as `demo list` shows it, or a file; without it, all built-in ones",
    isOptional: true)
  static let shell = CommandArgument("SHELL", "bash, zsh or fish")
  static let page = CommandArgument(
    "PAGE", "a page: " + Manual.names)
}
