package import WalletModel

/// Tokens of cards in phones, after they were added (C16).
extension PhoneWords {
  package var tokens: CommandText {
    command(
      (
        "Freeze on a phone", "Freezes, resumes or removes the card on one of its phones.", nil
      ),
      (
        "Auf einem Handy einfrieren",
        "Friert die Karte auf einem ihrer Handys ein, gibt sie frei oder entfernt sie.", nil
      ))
  }

  /// What a token of a card can do, inside a sentence: `frozen`.
  package func tokenState(_ token: MobileWalletTokenization, of card: Card) -> String {
    switch card.state(of: token) {
    case .active: say("active", "aktiv")
    case .suspended: token.isFrozen ? say("frozen", "eingefroren") : say("suspended", "ausgesetzt")
    case .deleted: token.removedAt == nil ? say("ended", "beendet") : say("removed", "entfernt")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    case nil: words.commandLine.tokenization(token.status)
    }
  }

  /// `Apple Pay · iPhone`. A phone that is not here has no name.
  package func tokenName(_ wallet: MobileWalletType, in device: String?) -> String {
    device.map { "\(words.cards.phoneWallet(wallet)) · \($0)" } ?? words.cards.phoneWallet(wallet)
  }

  package func verb(of action: TokenAction) -> String {
    switch action {
    case .freeze: say("Freeze", "Einfrieren")
    case .resume: say("Resume", "Freigeben")
    case .remove: say("Remove", "Entfernen")
    case .other(let word): word
    }
  }

  /// What an action does.
  package func text(of action: TokenAction) -> String {
    switch action {
    case .freeze:
      say(
        "The card can't pay with this phone until you resume it. It can pay everywhere else.",
        "Mit diesem Handy zahlt die Karte erst wieder, wenn Sie sie freigeben.")
    case .resume:
      say(
        "The card can pay with this phone again.", "Die Karte kann mit diesem Handy wieder zahlen.")
    case .remove:
      say(
        "Takes the card from this phone. You can undo this for ten minutes, or add it again.",
        "Nimmt die Karte von diesem Handy. Zehn Minuten lang lässt sich das zurücknehmen.")
    case .other: ""
    }
  }

  package func done(_ action: TokenAction, _ token: String) -> String {
    switch action {
    case .freeze: say("\(token) frozen", "\(token) eingefroren")
    case .resume: say("\(token) resumed", "\(token) freigegeben")
    case .remove: say("\(token) removed", "\(token) entfernt")
    case .other: token
    }
  }

  /// Why an action is not possible with a token: words that follow the action's name.
  package func refusal(_ refusal: TokenRefusal) -> String {
    switch refusal {
    case .notCompleted: say("not completed yet", "noch nicht eingerichtet")
    case .frozenAlready: say("already frozen", "schon eingefroren")
    case .notFrozen: say("not frozen", "nicht eingefroren")
    case .removed: say("removed", "entfernt")
    case .ended: say("the card has ended", "die Karte ist beendet")
    case .unknownAction: say("unknown action", "unbekannter Vorgang")
    }
  }

  /// Beside the key, at the list of phones.
  package var tokensHint: String {
    say("freeze, resume, remove", "einfrieren, freigeben, entfernen")
  }
  package var onYourPhones: String { say("On phones", "Auf Handys") }
  package func verified(_ token: String) -> String {
    say("\(token) is verified and can pay", "\(token) ist bestätigt und kann zahlen")
  }
  /// - Parameter wallet: `Google Pay`.
  package func waitsForVerification(_ wallet: String) -> String {
    say(
      "The network of \(wallet) wants to know that it's you: `walletui tokens verify ID REF`.",
      "Das Netzwerk von \(wallet) will wissen, ob Sie es sind: `walletui tokens verify ID REF`.")
  }
  package var codeForVerification: String {
    say(
      "To verify that it's you, enter the code we sent you.",
      "Geben Sie den Code ein, um sich auszuweisen.")
  }

  // MARK: Paying with a phone

  package var payBy: String { say("Pay with", "Zahlen mit") }
  /// Pays instead of one of its phones.
  package var theCard: String { say("the card", "der Karte") }
  /// `Ana's iPhone`.
  package func device(_ device: String, of owner: String) -> String {
    say("\(owner)'s \(device)", "\(device) von \(owner)")
  }

  // MARK: Devices on the command line

  package var deviceNumberColumn: String { say("Device number", "Gerätenummer") }
  package var walletsColumn: String { "Wallets" }
  package var noDevices: String {
    say(
      "There are no simulated devices. `tokens devices add iphone` makes one.",
      "Es gibt keine simulierten Geräte. `tokens devices add iphone` legt eins an.")
  }
}
