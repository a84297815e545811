package import WalletModel

/// What the pane beside the list says of a card, and what comes of changing it.
extension CardWords {
  // MARK: Facts: labels have ten columns

  package var pendingStatus: String { say("Pending", "Offen") }
  package var askedFor: String { say("Requested", "Gewünscht") }
  package var balance: String { say("Balance", "Guthaben") }
  package var programme: String { say("Programme", "Programm") }
  package var cardIDLabel: String { say("Card ID", "Karten-ID") }
  package var activated: String { say("Activated", "Aktiviert") }
  package var notYet: String { say("not yet", "noch nicht") }

  // MARK: The card's face

  package var validUntil: String { say("Valid", "Gültig") }

  // MARK: Below the face

  package func hides(in seconds: Int) -> String {
    say("hides in \(seconds) s", "verdeckt in \(seconds) s")
  }

  package var youCan: String { say("You can", "Sie können") }
  package var offline: String { say("offline", "offline") }
  package var noPayments: String { say("No payments yet", "Noch keine Zahlungen") }

  /// With why it was declined.
  package func wholeState(_ payment: Transaction) -> String {
    let state = transaction(payment)
    return payment.type == .decline ? "\(state) · \(words.limits.declined(payment))" : state
  }

  package func transaction(_ payment: Transaction) -> String {
    payment.isTopUp ? say("top-up", "Aufladung") : transaction(payment.type)
  }

  package func transaction(_ type: TransactionType) -> String {
    switch type {
    case .pending: say("pending", "vorgemerkt")
    case .complete: say("complete", "gebucht")
    case .refund: say("refund", "Erstattung")
    case .decline: say("declined", "abgelehnt")
    case .other(let word): other(word, or: say("unknown", "unbekannt"))
    }
  }

  package func declined(_ reason: DeclineReason?) -> String {
    switch reason {
    case .cardLocked: say("card locked", "gesperrt")
    case .cardExpired: say("card expired", "abgelaufen")
    case .cardCancelled: say("card cancelled", "gekündigt")
    case .cardNotActive: say("not active", "nicht aktiv")
    case .insufficientFunds: say("no funds", "kein Guthaben")
    case .suspicious: say("suspicious", "verdächtig")
    case .cardStopped: say("card stopped", "eingezogen")
    case .merchantBlocked: say("merchant blocked", "Händler gesperrt")
    case .merchantCodeBlocked: say("kind of shop blocked", "Branche gesperrt")
    case .merchantCountryBlocked: say("country blocked", "Land gesperrt")
    case .avsCheckFailed: say("wrong address", "falsche Adresse")
    case .cscCheckFailed: say("wrong CVV", "falsche Prüfziffer")
    case .expiryCheckFailed: say("wrong expiry", "falscher Ablauf")
    case .processingError: say("technical error", "technischer Fehler")
    case .declined: say("by the merchant", "vom Händler")
    case .velocityExceeded: say("too many payments", "zu viele Zahlungen")
    case .currencyBlocked: say("currency blocked", "Währung gesperrt")
    case .fundingError: say("account problem", "Kontoproblem")
    case .insufficientEntitlements: say("not allowed", "nicht erlaubt")
    case .serviceUnavailable: say("bank unreachable", "Bank nicht erreichbar")
    case .tokenFrozen: say("frozen on phone", "am Handy eingefroren")
    case .tokenNotActive: say("not active on phone", "am Handy nicht aktiv")
    case .other(let word):
      TransferReason.texts[word].map { words.text($0) }
        ?? other(word, or: say("unknown", "unbekannt"))
    case nil: say("unknown", "unbekannt")
    }
  }

  package var recordIsDamaged: String {
    say(
      "This card's record is damaged and can't be read.",
      "Der Eintrag dieser Karte ist beschädigt und nicht lesbar.")
  }

  package var otherCardsWork: String {
    say(
      "Your other cards work. Run `walletui vault check` to see what's wrong, then restore a backup.",
      """
      Ihre anderen Karten funktionieren. `walletui vault check` zeigt, was beschädigt ist. Spielen \
      Sie dann eine Sicherung ein.
      """)
  }

  // MARK: Why an action is not possible

  package var itsRecordIsDamaged: String {
    say("its record is damaged", "ihr Eintrag ist beschädigt")
  }

  package var changeIsOnItsWay: String {
    say("a change is on its way", "eine Änderung ist unterwegs")
  }

  // MARK: What became of it

  /// What was done with the card of that name.
  package func done(_ action: CardAction, _ name: String) -> String {
    switch action {
    case .lock: say("\(name) locked", "\(name) gesperrt")
    case .cancel: say("\(name) cancelled", "\(name) gekündigt")
    // Other actions are told of in other words.
    case .unlock, .activate, .showDetails, .showPin, .setPin, .other:
      say("\(name) unlocked", "\(name) entsperrt")
    }
  }

  package func wasCreated(_ name: String) -> String { say("\(name) created", "\(name) erstellt") }
  package var moneyIsSimulated: String {
    say("its money is simulated", "das Geld darauf ist simuliert")
  }

  package func isActive(_ name: String) -> String { say("\(name) is active", "\(name) ist aktiv") }

  package func wasRenamed(_ name: String) -> String {
    say("Renamed: \(name)", "Umbenannt: \(name)")
  }

  package func pinChanged(_ name: String) -> String {
    say("\(name): PIN changed", "\(name): PIN geändert")
  }

  package func givenUp(_ what: String) -> String { say("\(what) stopped", "\(what): abgebrochen") }

  package var elsewhere: String { say("changed elsewhere", "anderswo geändert") }
  package func changedElsewhere(_ name: String) -> String {
    say("\(name) was changed elsewhere", "\(name) wurde anderswo geändert")
  }

  /// R8: both versions, in words. `now` is nil where it could not be read.
  package func conflict(
    _ seen: (status: CardStatus, version: Int), _ now: (status: CardStatus, version: Int)?
  ) -> String {
    let saw = say(
      "you saw \(status(seen.status)) (version \(seen.version))",
      "Sie sahen \(status(seen.status)) (Version \(seen.version))")
    let what = now.map {
      say(
        ", now it's \(status($0.status)) (version \($0.version))",
        ", jetzt ist sie \(status($0.status)) (Version \($0.version))")
    }
    return saw + (what ?? "") + say("; nothing was overwritten", "; nichts wurde überschrieben")
  }
}
