import Languages
package import WalletModel

/// What cards, their states and what is done with them are called.
package struct CardWords: FeatureWords {
  package let words: Words

  package func status(_ status: CardStatus) -> String {
    switch status {
    case .other(let word): other(word, or: say("Unknown", "Unbekannt"))
    default: status.name[language]
    }
  }

  /// Inside a sentence.
  private func statusWord(_ status: CardStatus) -> String { self.status(status).lowercased() }

  /// What a card is that has this status, where something else is wanted of it.
  private func condition(_ status: CardStatus) -> String {
    status == .issued ? say("not activated yet", "noch nicht aktiviert") : statusWord(status)
  }

  /// A sentence.
  func hasStatus(_ status: CardStatus) -> String {
    say("The card is \(condition(status)).", "Die Karte ist \(condition(status)).")
  }

  package func isNow(_ status: CardStatus, _ name: String) -> String {
    say("\(name) is now \(statusWord(status))", "\(name) ist jetzt \(statusWord(status))")
  }

  /// Why a card cannot change to a status: a sentence.
  func cannotBecome(_ status: CardStatus, from now: CardStatus) -> String {
    if status == now {
      return say(
        "The card is already \(statusWord(now)).", "Die Karte ist schon \(statusWord(now)).")
    }
    return say(
      "A card that is \(statusWord(now)) can't become \(statusWord(status)).",
      "Eine Karte im Status „\(self.status(now))“ kann nicht „\(self.status(status))“ werden.")
  }

  /// Why a card has its status; the reasons of other programs as they gave them.
  package func statusReason(_ reason: String) -> String {
    StatusReason(rawValue: reason)?.text[language] ?? reason
  }

  /// A change on its way: `Locking`.
  package func progress(of action: CardAction) -> String {
    switch action {
    case .lock: say("Locking", "Sperren")
    case .unlock: say("Unlocking", "Entsperren")
    case .cancel: say("Cancelling", "Kündigen")
    case .activate, .showDetails, .showPin, .setPin, .other: say("Working", "In Arbeit")
    }
  }

  /// Why an action is not possible with a card: words that follow the action's name.
  package func refusal(_ refusal: ActionRefusal) -> String {
    switch refusal {
    case .already(let status):
      say("already \(statusWord(status))", "schon \(statusWord(status))")
    case .notLocked: say("not locked", "nicht gesperrt")
    case .hasStatus(let status): condition(status)
    case .physicalOnly: say("physical cards only", "nur bei physischen Karten")
    case .activatedAlready: say("already activated", "schon aktiviert")
    case .lockedNow: say("unlock it first", "erst entsperren")
    case .noPin: say("no PIN yet", "noch keine PIN")
    case .unknownAction: say("unknown action", "unbekannter Vorgang")
    }
  }

  package func type(_ type: CardType) -> String {
    switch type {
    case .physical: say("physical", "physisch")
    case .virtual: say("virtual", "virtuell")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  package func scheme(_ scheme: CardScheme) -> String {
    switch scheme {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .other(let word): other(word, or: say("Card", "Karte"))
    }
  }

  package func phoneWallet(_ wallet: MobileWalletType) -> String {
    switch wallet {
    case .applePay: "Apple Pay"
    case .googlePay: "Google Pay"
    case .samsungPay: "Samsung Pay"
    case .other(let word): other(word, or: say("Phone", "Handy"))
    }
  }

  // MARK: Changes without an answer

  package var otherChange: String { say("Change", "Änderung") }

  /// A title inside a sentence: German nouns keep their capital, and `PIN` in both.
  private func inside(_ title: String) -> String {
    title.hasPrefix("PIN") ? title : say(title.lowercased(), title)
  }

  /// `lock pending`, where nothing else is said.
  package func pending(_ change: String) -> String {
    say("\(inside(change)) pending", "\(inside(change)) offen")
  }

  package func pending(_ change: String, since time: String) -> String {
    say("\(inside(change)) pending since \(time)", "\(inside(change)) offen seit \(time)")
  }

  /// `Travel: lock pending`. `name` is nil where there is no card.
  package func isPending(_ change: String, _ name: String?) -> String {
    say("\(of(change, name)) pending", "\(of(change, name)) offen")
  }

  package func changesPending(_ count: Int) -> String {
    say("\(count) changes pending", "\(count) Änderungen offen")
  }

  package func pendingShort(_ count: Int) -> String { say("\(count) pending", "\(count) offen") }

  /// `Travel: lock was done`, `New card: done`.
  package func wasDone(_ change: String, _ name: String?) -> String {
    guard name != nil else { return say("\(change): done", "\(change): ausgeführt") }
    return say("\(of(change, name)) was done", "\(of(change, name)) ausgeführt")
  }

  package func wasNotDone(_ change: String, _ name: String?) -> String {
    guard name != nil else { return say("\(change): not done", "\(change): nicht ausgeführt") }
    return say("\(of(change, name)) wasn't done", "\(of(change, name)) nicht ausgeführt")
  }

  package func isUnclear(_ change: String, _ name: String?) -> String {
    let what = of(change, name)
    return say("\(what): the server doesn't know", "\(what): der Server weiß es nicht")
  }

  /// It begins a text: by itself it keeps its capital.
  private func of(_ change: String, _ name: String?) -> String {
    name.map { "\($0): \(inside(change))" } ?? change
  }
}
