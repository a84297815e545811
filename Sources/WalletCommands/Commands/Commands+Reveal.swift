import Arguments
import Canvas
import FrontEnd
import Glibc
import Secrets
import WalletModel
import WalletService
import Words

/// What shows secrets.
extension Commands {
  static let reveal = Subcommand(
    "card reveal", "Show a card's number, CVV and expiry, or its PIN, for a short while.",
    arguments: [cardID],
    options: [
      CommandOption("pin", "the PIN instead of the details"), ScreenOptions.panSeparator,
    ] + Verification.options,
    answer: "`SecureDetails`; with --pin `Pin`",
    notes: [
      Verification.note,
      """
      The digits are shown on the terminal and erased after 30 seconds (a PIN after 10), or at any \
      key. With --json they are written to standard output instead and stay wherever that goes: \
      what becomes of them is then in your hands.
      """,
    ]
  ) { invocation throws(WalletError) in
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let card = try await wallet.cards.get(id)
    let verification = Verification(invocation, wallet)
    if invocation.has("pin") {
      let pin = try await verification.around { sca throws(WalletError) in
        try await wallet.cards.pin(id, sca: sca)
      }
      defer { pin.conceal() }
      guard !invocation.wantsJSON, let console else { return try SecretJSON.write(pin: pin) }
      return try RevealDisplay(console, card, invocation.words).show(pin: pin)
    }
    let details = try await verification.around { sca throws(WalletError) in
      try await wallet.cards.secureDetails(id, sca: sca)
    }
    defer { details.conceal() }
    guard !invocation.wantsJSON, let console else { return try SecretJSON.write(details) }
    return try RevealDisplay(console, card, invocation.words)
      .show(details, ScreenOptions.panSeparator(invocation))
  }
}

/// The published answers (A36), written from locked memory without an encoder.
enum SecretJSON {
  static func write(_ details: SecureDetailsView) throws(WalletError) -> ExitCode {
    let expiry = details.expiry
    let name = Output.quoted(details.holderName)
    try Output.json(piece: "\(Output.head){\"cardHolderName\": \(name), \"cvv\": \"")
    try digits(details.cvv)
    let year = "{\"month\": \(expiry.month), \"year\": \(expiry.year)}"
    try Output.json(piece: "\", \"expiry\": \(year), \"pan\": \"")
    try digits(details.pan)
    try Output.json(piece: "\"}\(Output.tail)")
    return .ok
  }

  static func write(pin: SecretView) throws(WalletError) -> ExitCode {
    try Output.json(piece: "\(Output.head){\"pin\": \"")
    try digits(pin)
    try Output.json(piece: "\"}\(Output.tail)")
    return .ok
  }

  private static func digits(_ view: SecretView) throws(WalletError) {
    guard let secret = view.secret else { throw WalletError(.scaExpired) }
    try Output.json(secret: secret)
  }
}

/// Secrets on the terminal's last lines, with a countdown, and then no more.
struct RevealDisplay {
  private let console: Console
  private let card: Card
  private let words: Words

  init(_ console: Console, _ card: Card, _ words: Words) {
    self.console = console
    self.card = card
    self.words = words
  }

  func show(_ details: SecureDetailsView, _ separator: PAN.Separator) throws(WalletError)
    -> ExitCode
  {
    guard let pan = details.pan.secret else { throw WalletError(.scaExpired) }
    return try show(details.pan) { () throws(WalletError) in
      line(words.card, title)
      console.say(Text.pad(words.cardNumber, to: 10))
      let groups = pan.withBytes { bytes in
        PAN.groups(brand: PAN.brand(of: bytes), count: bytes.count)
      }
      for (index, group) in groups.enumerated() {
        if index > 0 { console.say(separator.rawValue) }
        try Output.secret(pan, group, to: console.output)
      }
      console.say("\n")
      try digits("CVV", details.cvv)
      line(words.expiryColumn, details.expiry.short)
      line(words.holder, Text.truncate(details.holderName, to: Console.leastColumns - 11))
      return 5
    }
  }

  func show(pin: SecretView) throws(WalletError) -> ExitCode {
    try show(pin) { () throws(WalletError) in
      line(words.card, title)
      try digits("PIN", pin)
      return 2
    }
  }

  private var title: String {
    Text.truncate(card.title, to: Console.leastColumns - 19) + " ·· " + card.lastFour
  }

  private func line(_ label: String, _ text: String) {
    console.say(Text.pad(label, to: 10) + text + "\n")
  }

  private func digits(_ label: String, _ view: SecretView) throws(WalletError) {
    guard let secret = view.secret else { throw WalletError(.scaExpired) }
    console.say(Text.pad(label, to: 10))
    try Output.secret(secret, to: console.output)
    console.say("\n")
  }

  private func show(_ view: SecretView, write: () throws(WalletError) -> Int)
    throws(WalletError) -> ExitCode
  {
    try console.showUntilKey(
      { view.remaining }, hint: { words.hidden(in: $0) }, write: write, end: { view.conceal() })
    console.say(words.hidden + "\n")
    return .ok
  }
}
