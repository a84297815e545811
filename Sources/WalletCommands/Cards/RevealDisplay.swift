import FrontEnd
import Secrets
import TextLayout
import WalletModel
import WalletService
import Words

/// Shows secrets on the terminal with a countdown, and then erases them.
struct RevealDisplay {
  private let console: Console
  /// The card's name and last digits.
  private let title: String
  private let words: Words

  init(_ console: Console, _ card: Card, _ words: Words) {
    self.init(console, title: card.title, lastFour: card.lastFour, words)
  }

  init(_ console: Console, title: String, lastFour: String, _ words: Words) {
    self.console = console
    self.title = Text.truncate(Text.clean(title), to: Console.minColumns - 19) + " ·· " + lastFour
    self.words = words
  }

  func show(_ details: SecureDetailsView, _ separator: PAN.Separator) throws(WalletError) {
    guard let pan = details.pan.secret else { throw WalletError(.scaExpired) }
    try show(details.pan) { () throws(WalletError) in
      line(words.card, title)
      console.say(Text.pad(words.copying.cardNumber, to: 10))
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
      line(words.holder, Text.truncate(details.holderName, to: Console.minColumns - 11))
      return 5
    }
  }

  func show(pin: SecretView) throws(WalletError) {
    try show(pin) { () throws(WalletError) in
      line(words.card, title)
      try digits("PIN", pin)
      return 2
    }
  }

  /// A token has no card. It is longer than a line, so it has several.
  static func show(token: SecretView, _ console: Console, _ words: Words) throws(WalletError) {
    try show(token, console, words) { () throws(WalletError) in
      guard let secret = token.secret else { throw WalletError(.scaExpired) }
      console.say(words.payments.tokenTitle + "\n")
      let room = min(max(console.size?.columns ?? 80, Console.minColumns), 80)
      var start = 0
      while start < secret.count {
        let end = min(start + room, secret.count)
        try Output.secret(secret, start..<end, to: console.output)
        console.say("\n")
        start = end
      }
      return 1 + (secret.count + room - 1) / room
    }
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
    throws(WalletError)
  { try Self.show(view, console, words, write: write) }

  private static func show(
    _ view: SecretView, _ console: Console, _ words: Words, write: () throws(WalletError) -> Int
  ) throws(WalletError) {
    try console.showUntilKey(
      { view.remaining }, hint: { words.commandLine.hidden(in: $0) }, write: write,
      end: { view.conceal() })
    console.say(words.commandLine.hidden + "\n")
  }
}
