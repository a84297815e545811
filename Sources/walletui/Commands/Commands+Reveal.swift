import Arguments
import Canvas
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
    options: [CommandOption("pin", "the PIN instead of the details")] + Verification.options,
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
    if !invocation.wantsJSON { try RevealDisplay.check(console) }
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
    return try RevealDisplay(console, card, invocation.words).show(details)
  }
}

/// The published answers (A36), written from locked memory without an encoder.
enum SecretJSON {
  static func write(_ details: SecureDetailsView) throws(WalletError) -> ExitCode {
    let out = STDOUT_FILENO
    let expiry = details.expiry
    let name = Output.quoted(details.holderName)
    try Output.text("\(Output.head){\"cardHolderName\": \(name), \"cvv\": \"", to: out)
    try digits(details.cvv, out)
    let year = "{\"month\": \(expiry.month), \"year\": \(expiry.year)}"
    try Output.text("\", \"expiry\": \(year), \"pan\": \"", to: out)
    try digits(details.pan, out)
    try Output.text("\"}\(Output.tail)", to: out)
    return .ok
  }

  static func write(pin: SecretView) throws(WalletError) -> ExitCode {
    try Output.text("\(Output.head){\"pin\": \"")
    try digits(pin, STDOUT_FILENO)
    try Output.text("\"}\(Output.tail)")
    return .ok
  }

  private static func digits(_ view: SecretView, _ descriptor: Int32) throws(WalletError) {
    guard let secret = view.secret else { throw WalletError(.scaExpired) }
    try Output.secret(secret, to: descriptor)
  }
}

/// Secrets on the terminal's last lines, with a countdown, and then no more.
struct RevealDisplay {
  private static let leastColumns = 40
  private static let leastRows = 8
  private let console: Console
  private let card: Card
  private let words: Words

  init(_ console: Console, _ card: Card, _ words: Words) {
    self.console = console
    self.card = card
    self.words = words
  }

  /// Before a code is spent on it: whether there is a terminal that can erase again.
  static func check(_ console: Console?) throws(WalletError) {
    guard let console else {
      throw WalletError(
        .terminal, "There is no terminal to show the digits on",
        advice: "Use a terminal, or --json to write them to standard output.")
    }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    let size = console.size ?? (80, 24)
    if name.isEmpty || name == "dumb" || size.columns < leastColumns || size.rows < leastRows {
      throw WalletError(
        .terminal, "This terminal cannot erase the digits again",
        advice: "Use one of at least \(leastColumns) by \(leastRows), or --json.")
    }
  }

  func show(_ details: SecureDetailsView) throws(WalletError) -> ExitCode {
    guard let pan = details.pan.secret else { throw WalletError(.scaExpired) }
    line(words.card, title)
    console.say(Text.pad(words.cardNumber, to: 10))
    let groups = pan.withBytes { bytes in
      PAN.groups(brand: PAN.brand(of: bytes), count: bytes.count)
    }
    for (index, group) in groups.enumerated() {
      if index > 0 { console.say(" ") }
      try Output.secret(pan, group, to: console.descriptor)
    }
    console.say("\n")
    try digits("CVV", details.cvv)
    line(words.expiryColumn, details.expiry.short)
    line(words.holder, Text.truncate(details.holderName, to: RevealDisplay.leastColumns - 11))
    return try count(down: details.pan, lines: 5)
  }

  func show(pin: SecretView) throws(WalletError) -> ExitCode {
    line(words.card, title)
    try digits("PIN", pin)
    return try count(down: pin, lines: 2)
  }

  private var title: String {
    Text.truncate(card.title, to: RevealDisplay.leastColumns - 19) + " ·· " + card.lastFour
  }

  private func line(_ label: String, _ text: String) {
    console.say(Text.pad(label, to: 10) + text + "\n")
  }

  private func digits(_ label: String, _ view: SecretView) throws(WalletError) {
    guard let secret = view.secret else { throw WalletError(.scaExpired) }
    console.say(Text.pad(label, to: 10))
    try Output.secret(secret, to: console.descriptor)
    console.say("\n")
  }

  /// In every ending, a signal included, the lines are erased and the bytes wiped.
  private func count(down view: SecretView, lines: Int) throws(WalletError) -> ExitCode {
    let size = console.size
    try console.waitForKey({ view.remaining }) { seconds in
      console.say("\r\u{1b}[K" + words.hidden(in: seconds))
    } end: {
      let moved = console.size.map { [$0.columns, $0.rows] } != size.map { [$0.columns, $0.rows] }
      // Where lines have been broken anew nobody knows which ones they are: erase all.
      console.say(moved ? "\u{1b}[H\u{1b}[2J" : "\r\u{1b}[\(lines)A\u{1b}[J")
      view.conceal()
    }
    console.say(words.hidden + "\n")
    return .ok
  }
}
