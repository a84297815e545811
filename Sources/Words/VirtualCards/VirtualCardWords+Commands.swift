package import WalletModel

/// What commands about virtual cards say to people.
extension VirtualCardWords {
  // MARK: Tables

  package var sourceColumn: String { say("Funding source", "Geldquelle") }
  package var sealedLabel: String { say("Sealed", "Versiegelt") }
  package var sealedName: String { say("(sealed)", "(versiegelt)") }
  package var billTo: String { say("Bill to", "Rechnung an") }
  package var personaDeleted: String { say("deleted", "gelöscht") }
  package var onlyMerchant: String { say("Only at", "Nur bei") }
  package var justOne: String { say("one, then closed", "eine, dann geschlossen") }
  package var eachMonth: String { say("This month", "Diesen Monat") }
  package var pausedWord: String { say("paused", "pausiert") }
  package var atMost: String { say("At most", "Höchstens") }

  package func spent(_ amount: String, of limit: String) -> String {
    say("\(amount) of \(limit)", "\(amount) von \(limit)")
  }

  /// Why sealed fields cannot be read.
  package func cause(_ cause: PartialCause) -> String {
    switch cause {
    case .keyMissing(let key):
      say(
        "the key \(key) isn't on this device; `walletui virtual keys import` helps",
        "der Schlüssel \(key) ist nicht auf diesem Gerät; `walletui virtual keys import` hilft")
    case .keysUnreadable(let error): words.errors.message(error)
    case .unknownAlgorithm(let name):
      say(
        "a later version of walletui has sealed it (\(name))",
        "eine neuere Version von walletui hat sie versiegelt (\(name))")
    case .unreadable:
      say(
        "what is sealed was changed, or belongs elsewhere",
        "das Versiegelte wurde verändert oder gehört woandershin")
    case .damagedRecord: say("the record is damaged", "der Eintrag ist beschädigt")
    }
  }

  // MARK: Lists

  package var noPersonas: String { say("No personas.", "Keine Personas.") }
  package var noSources: String { say("No funding sources.", "Keine Geldquellen.") }
  package var noVirtualCardsListed: String { say("No virtual cards.", "Keine virtuellen Karten.") }
  package var noDeviceKeys: String {
    say("No keys. The first card makes one.", "Keine Schlüssel. Die erste Karte legt einen an.")
  }

  package func newest(_ key: String) -> String {
    say("\(key) (for new cards)", "\(key) (für neue Karten)")
  }

  package func nextPage(_ token: String) -> String {
    say(
      "There are more: --next-token \(token) shows them.",
      "Es gibt mehr: --next-token \(token) zeigt sie.")
  }

  package func fromCache(_ time: String) -> String {
    say(
      "From the cache: as it was on \(time) UTC.",
      "Aus dem Zwischenspeicher: Stand \(time) UTC.")
  }

  // MARK: Changes

  package func personaIsDeleted(_ name: String) -> String {
    say(
      "Deleted: \(name). Its cards are closed.", "Gelöscht: \(name). Ihre Karten sind geschlossen.")
  }

  package func provisioning(_ state: String, _ id: String) -> String {
    say("\(state): card \(id)", "\(state): Karte \(id)")
  }

  package func willBeClosed(_ card: String) -> String {
    say(
      "\(card) will be closed for good. Refunds still arrive.",
      "\(card) wird endgültig geschlossen. Erstattungen kommen noch an.")
  }

  // MARK: Keys

  package var askKeysPassphrase: String {
    say("Passphrase of the keys: ", "Passphrase der Schlüssel: ")
  }
  package var askOldPassword: String { say("Old password: ", "Altes Passwort: ") }
  package var keysAreUnlocked: String {
    say(
      "The keys are under the present password now.",
      "Die Schlüssel sind jetzt unter dem aktuellen Passwort.")
  }

  package func keysAreNow(_ path: String) -> String {
    say("The keys are now in \(path)", "Die Schlüssel sind jetzt in \(path)")
  }

  package func exported(_ count: Int, _ path: String) -> String {
    say(
      "\(count) \(plural(count, "key is", "keys are")) in \(path)",
      "\(count) Schlüssel \(plural(count, "ist", "sind")) in \(path)")
  }

  package func imported(_ count: Int) -> String {
    count == 0
      ? say("All keys were here already.", "Alle Schlüssel waren schon da.")
      : say(
        "\(count) new \(plural(count, "key", "keys")).",
        plural(count, "1 neuer Schlüssel.", "\(count) neue Schlüssel."))
  }

  // MARK: Messages

  package var ruleNumber: String { say("Rule", "Regel") }
  package var messagesColumn: String { say("Messages", "Meldungen") }
  package var ruleMatches: String { say("If", "Wenn") }
  package var everyMessage: String { say("every message", "jede Meldung") }
  package var noNoticeRules: String {
    say("No rules: every message is sent.", "Keine Regeln: Jede Meldung wird gesendet.")
  }
  package func ruleStatus(_ status: NoticeRuleStatus) -> String {
    switch status {
    case .enable: say("sent", "gesendet")
    case .disable: say("not sent", "nicht gesendet")
    case .other(let word): word
    }
  }

  // MARK: What is allowed

  package var allowedTitle: String { say("What", "Was") }
  package var newCards: String { say("New cards", "Neue Karten") }
  package var newSources: String { say("New funding sources", "Neue Geldquellen") }
  package var failedSources: String { say("Refused funding sources", "Abgelehnte Geldquellen") }
  package var pendingSources: String { say("Waiting funding sources", "Wartende Geldquellen") }
  package var fundedBy: String { say("Funded by", "Geld von") }

  package func spending(_ currency: String) -> String {
    say("Payments in \(currency)", "Zahlungen in \(currency)")
  }
  package func onePaymentOf(_ currency: String) -> String {
    say("One payment in \(currency)", "Eine Zahlung in \(currency)")
  }
  package func costs(from amount: String) -> String {
    say("A payment from \(amount) costs", "Eine Zahlung ab \(amount) kostet")
  }
  /// - Parameter percent: With a decimal point.
  package func markup(_ percent: String, _ flat: String) -> String {
    say("\(percent) % and \(flat)", "\(words.written(percent)) % und \(flat)")
  }
}
