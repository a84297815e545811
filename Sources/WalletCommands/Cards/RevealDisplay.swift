import FrontEnd
import Secrets
import TextLayout
import WalletModel
import WalletService
import Words

/// Shows secrets on the terminal with a countdown, and then erases them.
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
      line(words.holder, Text.truncate(details.holderName, to: Console.minColumns - 11))
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
    Text.truncate(card.title, to: Console.minColumns - 19) + " ·· " + card.lastFour
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
