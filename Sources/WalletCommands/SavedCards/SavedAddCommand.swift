import Arguments
import CardEntry
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService

struct SavedAddCommand: WalletCommand {
  let path = "saved add"
  let summary = "Save a card from elsewhere, after its bank has asked."
  let options: [CommandOption] =
    CardPrompt.options + [
      CommandOption(
        "scan", .text("FILE"), "read number and expiry from a picture (PNG, JPEG) or a text",
        field: "card"),
      CommandOption(
        "recurring", "the shop may charge it by itself, without a CVV", field: "recurringType"),
      CommandOption(
        "every", .number("DAYS", 0...9999), "with --recurring: days between charges (0: no limit)",
        field: "recurringFrequency"),
      CommandOption(
        "until", .text("YYYY-MM-DD"),
        "with --recurring: the first day without charges (default: in three years)",
        field: "recurringExpiryDate"),
      CommandOption(
        "exclude", .choices("LIST", CardSchemes.words.map(\.word)),
        "schemes that the shop doesn't take", field: "excludedCardSchemes"),
      CommandOption("s-business", "it is an S-Business card", field: "sBusiness"),
      CommandOption(
        "currency", .text("CODE"), "of the verification, which costs nothing (EUR)",
        field: "currencyCode"),
      .render,
    ] + BankPrompt.options
  let answer: String? = "`CardRegistration`"
  let notes: [String] = [
    CardPrompt.note, BankPrompt.note,
    """
    --scan shows what it read, and asks whether it is right. A picture needs Tesseract \
    (package tesseract-ocr), a text file does not.
    """,
    """
    Nothing is saved before the last step. If you cancel, or the bank refuses, the registration is \
    rolled back. Each card is saved once.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    for other in ["every", "until"] where invocation.has(other) && !invocation.has("recurring") {
      throw WalletError.usage("--\(other) needs --recurring", "--\(other) braucht --recurring")
    }
    let until = try day(invocation)
    let wallet = try await invocation.wallet()
    let excluded = CardSchemes(words: invocation.list("exclude"))
    let isSBusiness = invocation.has("s-business")
    let prompt = CardPrompt(
      rules: CardEntryRules(.saving(excluding: excluded, isSBusiness: isSBusiness)),
      fields: [.number, .expiry, .cvv], words: invocation.words)
    var given = try CardPrompt.given(invocation)
    if let file = invocation.text("scan") { try prompt.scan(file, into: &given) }
    let card = try prompt.ask(given: given)
    defer { card.wipe() }
    let registration = try await wallet.send(
      RegisterSavedCard(
        SavedCardRequest(
          card, invocation.has("recurring") ? .recurring : .easy,
          currency: Currency(invocation.text("currency") ?? "EUR"), recurringExpiry: until,
          recurringFrequency: invocation.number("every"), excluding: excluded,
          isSBusiness: isSBusiness, render: invocation.render)))
    try await CardSaving(invocation: invocation, wallet: wallet).finish(registration)
  }

  /// `YYYYMMDD`; nil: none was given. The issuer checks that there is such a day.
  private func day(_ invocation: Invocation) throws(WalletError) -> String? {
    guard let text = invocation.text("until") else { return nil }
    let digits = text.filter { $0 != "-" }
    guard text.utf8.count == 10, digits.utf8.count == 8,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else {
      throw WalletError.usage(
        "--until must be a day, not \(Text.clean(text))",
        "--until muss ein Tag sein, nicht \(Text.clean(text))",
        advice: .text("Write it like 2029-12-31.", "Schreiben Sie etwa 2029-12-31."))
    }
    return digits
  }
}

extension CardSchemes {
  /// The words of `--exclude` (E05, E06).
  static let words: [(word: String, scheme: CardSchemes)] = [
    ("visa", .visa), ("mastercard", .masterCard), ("amex", .amex), ("diners", .diners),
    ("jcb", .jcb), ("dankort", .dankort), ("maestro", .maestro), ("s-business", .sBusiness),
    ("co-branded-dankort", .coBrandedDankort), ("forbrugsforeningen", .forbrugsforeningen),
  ]

  init(words: [String]) {
    self = []
    for (word, scheme) in Self.words where words.contains(where: { $0.lowercased() == word }) {
      insert(scheme)
    }
  }
}
