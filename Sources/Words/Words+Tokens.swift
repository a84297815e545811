package import WalletModel

/// Tokens of cards in phones, after they were added.
extension Words {
  /// What a token can do now: `frozen`.
  ///
  /// - Parameter card: The status of its card.
  package func tokenState(_ token: MobileWalletTokenization, on card: CardStatus) -> String {
    if case .other(let word) = token.status { return other(word, or: say("unknown", "unbekannt")) }
    switch token.state(on: card) {
    case .suspended where card == .locked: return say("card locked", "Karte gesperrt")
    case let state: return text(state.word)
    }
  }

  /// `frozen · iPhone`.
  package func token(_ what: String, in device: String?) -> String {
    device.map { "\(what) · \($0)" } ?? what
  }

  package func verb(of action: TokenAction) -> String {
    switch action {
    case .freeze: say("Freeze", "Einfrieren")
    case .unfreeze: say("Unfreeze", "Auftauen")
    case .delete: say("Delete", "Löschen")
    case .other(let word): word
    }
  }

  /// What an action does.
  package func text(of action: TokenAction) -> String {
    switch action {
    case .freeze:
      say(
        "The card pays no longer with this phone. Everything else stays.",
        "Die Karte zahlt nicht mehr mit diesem Handy. Alles andere bleibt.")
    case .unfreeze:
      say("The card pays with this phone again.", "Die Karte zahlt wieder mit diesem Handy.")
    case .delete:
      say(
        "The card is removed from this phone. You can add it again.",
        "Die Karte wird aus diesem Handy entfernt. Sie kann wieder hinein.")
    case .other: ""
    }
  }

  package func done(_ action: TokenAction, _ token: String) -> String {
    switch action {
    case .freeze: say("\(token) is frozen", "\(token) ist eingefroren")
    case .unfreeze: say("\(token) pays again", "\(token) zahlt wieder")
    case .delete: say("\(token) was deleted", "\(token) ist gelöscht")
    case .other: token
    }
  }

  package func verified(_ token: String) -> String {
    say("\(token) is verified and can pay", "\(token) ist bestätigt und kann zahlen")
  }
  /// - Parameter wallet: `Google Pay`.
  package func waitsForVerification(_ wallet: String) -> String {
    say(
      "\(wallet) doesn't know this wallet yet. `walletui tokens verify` verifies it is you.",
      "\(wallet) kennt dieses Wallet noch nicht. Mit `walletui tokens verify` weisen Sie sich aus.")
  }
  package var tokenSection: String { say("The token", "Das Token") }
  package var openToken: String { say("open token", "Token öffnen") }
  package var onYourPhones: String { say("On your phones", "Auf Ihren Handys") }
  package func deleteToken(_ token: String) -> String {
    say("Delete \(token)", "\(token) löschen")
  }
  package var keepToken: String { say("keep", "behalten") }
  package var deleteVerb: String { say("delete", "löschen") }

  // MARK: Paying by phone

  package var payBy: String { say("Pay with", "Zahlen mit") }
  package var theCard: String { say("the card", "der Karte") }
  /// The merchant, and the phone wallet that paid.
  package func merchant(of payment: Transaction) -> String {
    token(payment.description, in: payment.walletType.map(phoneWallet))
  }
  package var paidWith: String { say("Paid with", "Gezahlt mit") }

  // MARK: Devices on the command line

  package var wallets: String { "Wallets" }
  package var noDevices: String {
    say(
      "There are no simulated devices. `tokens devices add iphone` makes one.",
      "Es gibt keine simulierten Geräte. `tokens devices add iphone` legt eins an.")
  }
  package func deviceAdded(_ name: String, _ id: String) -> String {
    say("Made \(name), \(id).", "\(name) angelegt, \(id).")
  }
  package func deviceRemoved(_ name: String) -> String {
    say("\(name) was removed.", "\(name) wurde entfernt.")
  }
}
