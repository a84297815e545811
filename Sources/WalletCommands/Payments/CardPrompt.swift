import Arguments
import CardEntry
import CardScan
import FrontEnd
import Glibc
import Secrets
import WalletModel
import Words

/// Asks for a card on the terminal, by the rules of the form. What was given already is not asked.
struct CardPrompt {
  /// The options that give a card without a terminal.
  static let options = [
    CommandOption(
      "number-file", .text("FILE"), "read the card's number from a file; - is stdin",
      field: "card.cardNum"),
    CommandOption("expiry", .text("MM/YY"), "the card's expiry", field: "card.cardExpiry"),
    cvvFile,
  ]
  static let nameOption = CommandOption(
    "name", .text("NAME"), "the name on the card", field: "card.holderName")
  static let cvvFile = CommandOption(
    "cvv-file", .text("FILE"), "read the CVV from a file; - is stdin", field: "card.cvv")

  static let note = """
    walletui asks for the card on the terminal. Number and CVV are not shown, and cannot be \
    arguments. Without a terminal they come from files, in this order if several are `-`.
    """

  let rules: CardEntryRules
  /// The fields that the card needs, in the order in which they are asked.
  var fields = CardField.allCases
  let words: Words
  let today = CalendarMonth(.now, in: .utc)

  /// What the options give. The caller wipes it.
  static func given(_ invocation: Invocation) throws(WalletError) -> EnteredCard {
    var card = EnteredCard()
    if let text = invocation.text("expiry") { card.expiry = try CardExpiry(option: text) }
    card.holderName = invocation.name(nameOption.name)
    card.number = try invocation.digits("number-file", .text("card number", "Kartennummer"))
    do throws(WalletError) {
      card.cvv = try givenCVV(invocation)
    } catch {
      card.wipe()
      throw error
    }
    return card
  }

  /// nil: no file was named.
  static func givenCVV(_ invocation: Invocation) throws(WalletError) -> Secret? {
    try invocation.digits(cvvFile.name, .verbatim("CVV"))
  }

  /// Asks for what is missing. The caller wipes the card.
  ///
  /// - Parameter given: What the options or a picture gave, which may be wrong: the issuer says so.
  /// - Throws: `.usage` if something is missing and there is no terminal, `.cancelled`. Then `given`
  ///   is wiped.
  func ask(given: EnteredCard = EnteredCard()) throws(WalletError) -> EnteredCard {
    var card = given
    let console = Console.open()
    defer { console?.close() }
    do throws(WalletError) {
      for field in fields where !card.has(field) { try ask(field, &card, console) }
    } catch {
      card.wipe()
      throw error
    }
    return card
  }

  /// Takes what a picture or a text shows of the card, if the person says that it is right (E03, E04).
  /// What could not be read is said, and asked later.
  ///
  /// - Throws: `.usage` without a terminal, and the errors of `CardScanner.read`. Then `card` is wiped.
  func scan(_ file: String, into card: inout EnteredCard) throws(WalletError) {
    do throws(WalletError) {
      let console = try Console.needed(Self.usage(.number))
      defer { console.close() }
      let scanned = try CardScanner.find(Streams.current.environment).read(file, today: today)
      for gap in scanned.gaps { console.say(words.cardEntry.scanGap(gap) + "\n") }
      let last = scanned.number.map { number in
        number.withBytes { String(decoding: $0.suffix(4), as: UTF8.self) }
      }
      if last == nil && scanned.expiry == nil { return }
      let answer = try console.line(words.cardEntry.scanRead(last, scanned.expiry?.short))
      guard words.cardEntry.isYes(answer) else {
        scanned.number?.wipe()
        return
      }
      card.number = card.number ?? scanned.number
      card.expiry = card.expiry ?? scanned.expiry
    } catch {
      card.wipe()
      throw error
    }
  }

  private func ask(_ field: CardField, _ card: inout EnteredCard, _ console: Console?)
    throws(WalletError)
  {
    let console = try Console.needed(console, Self.usage(field))
    while true {
      var typed = card
      var unread: CardEntryError?
      switch field {
      case .number: typed.number = try console.digits(words.payments.askCardNumber)
      case .name: typed.holderName = try console.line(words.payments.askHolder)
      case .expiry:
        let line = try console.line(words.payments.askExpiry)
        typed.expiry = CardExpiry(written: line)
        unread = line.isEmpty ? .empty : .incomplete
      case .cvv: typed.cvv = try console.digits(words.payments.askSecurityCode)
      }
      let problems = rules.problems(typed, fields: [field], today: today)
      guard let problem = problems.first(where: { $0.field == field })?.error else {
        card = typed
        return
      }
      switch field {
      case .number: typed.number?.wipe()
      case .cvv: typed.cvv?.wipe()
      case .name, .expiry: break
      }
      let shown = problem == .empty ? unread ?? problem : problem
      console.say(words.errors.text(shown.reason) + ".\n")
    }
  }

  /// The option that gives a field.
  private static func usage(_ field: CardField) -> String {
    switch field {
    case .number: "--number-file FILE"
    case .name: "--name NAME"
    case .expiry: "--expiry MM/YY"
    case .cvv: "--cvv-file FILE"
    }
  }
}

extension EnteredCard {
  fileprivate func has(_ field: CardField) -> Bool {
    switch field {
    case .number: number != nil
    case .name: holderName != nil
    case .expiry: expiry != nil
    case .cvv: cvv != nil
    }
  }
}

extension Timestamp {
  /// The time of this machine.
  static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
