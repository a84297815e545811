package import WalletModel

/// Virtual cards: the screen with the list and the page of a card.
package struct VirtualCardWords: FeatureWords {
  package let words: Words

  // MARK: Commands

  package var pauseVirtual: CommandText {
    command(
      ("Pause or resume", "Blocks all payments with this card, or allows them.", "pause"),
      (
        "Anhalten oder fortsetzen",
        "Sperrt jede Zahlung mit dieser virtuellen Karte oder gibt sie wieder frei.", "anhalten"
      ))
  }
  package var resumeVirtual: String { say("Resume virtual card", "Virtuelle Karte fortsetzen") }
  package var pauseHint: String { say("pause", "anhalten") }
  package var resumeHint: String { say("resume", "fortsetzen") }

  package var revealVirtual: CommandText {
    command(
      (
        "Reveal virtual card",
        "Shows number, CVV and expiry for a short time, after a one-time code.", "reveal"
      ),
      (
        "Virtuelle Karte anzeigen",
        "Zeigt nach einem Einmalcode kurz Nummer, Prüfziffer (CVV) und Ablauf.", "anzeigen"
      ))
  }

  package var closeVirtual: CommandText {
    command(
      ("Close virtual card", "Closes this virtual card for good. You can't undo this.", "close"),
      (
        "Virtuelle Karte schließen",
        "Schließt diese virtuelle Karte endgültig. Das lässt sich nicht rückgängig machen.",
        "schließen"
      ))
  }

  package var onlyAmongVirtual: String {
    say("Press 2 for your virtual cards", "2 zeigt Ihre virtuellen Karten")
  }

  // MARK: The list

  package func byPersona(_ position: String) -> String {
    say("\(position) · by persona", "\(position) · nach Persona")
  }
  package var personaWord: String { say("persona", "Persona") }
  package var onTheirWay: String { say("On their way", "Unterwegs") }
  package var unknownPersona: String { say("Another persona", "Andere Persona") }
  package var withoutPersona: String { say("Without a persona", "Ohne Persona") }
  package var damagedRecords: String { say("Damaged", "Beschädigt") }
  package func sumThisMonth(_ sum: String) -> String {
    say("\(sum) this month", "\(sum) diesen Monat")
  }
  package func inThisMonth(_ sum: String) -> String {
    say("\(sum) so far", "bisher \(sum)")
  }

  package func seconds(_ number: String) -> String { "\(number) s" }

  // MARK: States

  package var ready: String { say("Ready", "Bereit") }
  package var beingMade: String { say("Being made", "Entsteht") }
  package var notMade: String { say("Not made", "Nicht entstanden") }
  package var paused: String { say("Paused", "Angehalten") }
  package var pausing: String { say("Pausing", "Hält an") }
  package var resuming: String { say("Resuming", "Setzt fort") }
  package var closing: String { say("Closing", "Schließt") }
  package var needsItsKey: String { say("Needs its key", "Schlüssel fehlt") }
  package var keysLocked: String { say("Keys locked", "Schlüssel zu") }
  package var notReadable: String { say("Not readable", "Nicht lesbar") }
  package var orphan: String { say("Orphan", "Verwaist") }

  package func virtualState(_ state: VirtualCardState) -> String {
    switch state {
    case .issued: say("Issued", "Ausgestellt")
    case .failed: say("Failed", "Gescheitert")
    case .closed: say("Closed", "Geschlossen")
    case .suspended: say("Suspended", "Ausgesetzt")
    case .other(let word): word
    }
  }

  package func virtualIsOver(_ state: VirtualCardState) -> String {
    switch state {
    case .closed: say("This card is closed", "Diese Karte ist geschlossen")
    case .suspended: say("The issuer has suspended this card", "Der Herausgeber hat sie ausgesetzt")
    case .issued, .failed, .other:
      say("This card can't pay", "Diese Karte kann nicht zahlen")
    }
  }

  // MARK: Beside the list

  package var pauseNote: String { say("You can take it back at any time", "Jederzeit umkehrbar") }
  package var editVirtualNote: String {
    say("Name, holder, shop, limit and address", "Name, Inhaber, Händler, Grenze, Adresse")
  }
  package var metadataNote: String {
    say("Free JSON, in your editor", "Freies JSON, in Ihrem Editor")
  }
  package var newVirtualNote: String {
    say("For one shop or for all, within limits", "Für einen Händler oder alle, mit Grenzen")
  }
  package var personasNote: String {
    say("Make one, or delete one with its cards", "Neu anlegen, oder mit Karten löschen")
  }
  package var sourcesNote: String {
    say("The cards that virtual cards draw on", "Die Karten, die bezahlen")
  }
  package var keysNote: String {
    say("Export them, or import other ones", "Exportieren, oder andere importieren")
  }
  package var forAllCards: String { say("For all cards", "Für alle Karten") }
  package func limited(_ limit: String) -> String { say("of \(limit)", "von \(limit)") }
  package func leftOfLimit(_ amount: String) -> String {
    say("\(amount) left", "\(amount) übrig")
  }
  package var latestVirtualPayments: String {
    say("Latest with virtual cards", "Zuletzt mit virtuellen Karten")
  }
  package var nothingYetThisMonth: String {
    say("No virtual card has paid this month.", "Keine virtuelle Karte hat bisher gezahlt.")
  }
  /// `2 cards · $5,000 a day`.
  package func sourceNote(cards: Int, day: String?) -> String {
    let count = words.virtualForms.cardsOf(cards)
    return day.map { "\(count) · " + say("\($0) a day", "\($0) am Tag") } ?? count
  }
  /// What a payment costs the source: `Visa ··4242 pays $71.75, with $2.09 markup`.
  package func charged(_ source: String, _ amount: String, markup: String?) -> String {
    let paid = say("\(source) pays \(amount)", "\(source) zahlt \(amount)")
    return markup.map {
      paid + say(", with \($0) markup", ", \($0) Aufschlag")
    } ?? paid
  }

  // MARK: Names and second lines

  package func cardNamed(lastFour: String) -> String {
    say("Card ··\(lastFour)", "Karte ··\(lastFour)")
  }
  package var newVirtualCard: String { say("New virtual card", "Neue virtuelle Karte") }
  package var nameNotReadable: String {
    say("Name not readable here", "Name hier nicht lesbar")
  }
  package func merchantOnly(_ merchant: String) -> String {
    say("\(merchant) only", "Nur \(merchant)")
  }
  package var anyShop: String { say("Any shop", "Jeder Händler") }
  package var oneUseThenClosed: String {
    say("One payment, then it closes", "Schließt nach einer Zahlung")
  }
  package var madeElsewhere: String {
    say("Made on another device", "Auf anderem Gerät entstanden")
  }
  package var keysOfDeviceUnreadable: String {
    say("This device can't read its keys", "Gerät kann Schlüssel nicht lesen")
  }
  package var importIt: String { say("import it", "importieren") }
  package var issuerMakesIt: String {
    say("The issuer is making it", "Der Herausgeber legt sie an")
  }
  package var nothingWasCharged: String {
    say("Nothing was charged", "Nichts wurde abgebucht")
  }
  package var damagedRule: String {
    say("Your other cards work", "Ihre anderen Karten gehen")
  }
  package func closedSince(_ day: String, _ reason: VirtualCardClosure?) -> String {
    switch reason {
    case .used: say("Used on \(day), refunds still arrive", "Benutzt am \(day), Gutschriften gehen")
    case .expired: say("Expired \(day)", "Abgelaufen \(day)")
    case .personaDeleted:
      say("Its persona was deleted \(day)", "Persona gelöscht \(day)")
    case .cancelled, .other, nil:
      say("Since \(day), refunds still arrive", "Seit \(day), Gutschriften gehen noch")
    }
  }

  // MARK: The page

  package var whatItMayDo: String { say("What it may do", "Was sie darf") }
  package var whatHappensNow: String { say("What happens now", "Was jetzt geschieht") }
  package var whyNot: String { say("What happened", "Was geschah") }
  package var startedLabel: String { say("Started", "Begonnen") }
  package var personaLabel: String { say("Persona", "Persona") }
  package var paysFrom: String { say("Pays from", "Zahlt von") }
  package var nothingPaidYet: String {
    say("Nothing was paid with it yet.", "Mit ihr wurde noch nichts gezahlt.")
  }
  package var noLimit: String { say("no limit", "ohne Grenze") }
  package var spentLabel: String { say("Spent", "Gezahlt") }
  package var oneOnly: String { say("one only", "nur eine") }
  package var asMany: String { say("any number", "beliebig oft") }
  package var closesLabel: String { say("Closes", "Schließt") }
  package var versionLabel: String { say("Version", "Version") }
  package var changedLabel: String { say("Changed", "Geändert") }
  package var metadataTitle: String { say("Notes of a program", "Notizen eines Programms") }
  package var lastPaymentTitle: String { say("Last payment", "Letzte Zahlung") }
  package var notKnownHere: String { say("not known here", "hier nicht bekannt") }
  package var isOff: String { say("switched off", "abgeschaltet") }

  package func network(_ network: FundingNetwork) -> String {
    switch network {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .amex: "American Express"
    case .discover: "Discover"
    case .unspecifiedKind: say("Card", "Karte")
    case .other(let word): word
    }
  }

  // MARK: The making

  package var stepPersona: String {
    say("You are the owner of this persona", "Die Persona gehört Ihnen")
  }
  package func stepSource(_ source: String) -> String {
    say("\(source) pays for it", "\(source) zahlt für sie")
  }
  package var stepAnySource: String {
    say("A card of yours pays for it", "Eine Karte zahlt für sie")
  }
  package var stepIssuer: String {
    say("The issuer is making the card", "Der Herausgeber macht die Karte")
  }
  package var stepSeal: String {
    say("Seal its number for this device", "Nummer für dieses Gerät versiegeln")
  }
  package var stepReady: String { say("Ready to pay", "Bereit zum Zahlen") }
  package var stillBeingMade: String { say("Still being made", "Entsteht noch") }
  package func virtualIsReady(_ name: String) -> String {
    say("\(name) is ready to pay", "\(name) kann zahlen")
  }
  package var isNotMade: String {
    say("The issuer could not make the card", "Der Herausgeber konnte die Karte nicht machen")
  }
  package var notMadeWhy: String {
    say(
      "The issuer could not make this card. Nothing was charged, and you can order it again.",
      "Der Herausgeber konnte diese Karte nicht machen. Nichts wurde abgebucht, und Sie können sie "
        + "noch einmal bestellen.")
  }

  // MARK: What cannot be read

  package var keyMissingWhy: String {
    say(
      "It was made on another device, and its number, name and address are sealed with a key it "
        + "left there. Everything else works: you can pause or close it.",
      "Sie entstand auf einem anderen Gerät, und Nummer, Name und Adresse sind mit einem Schlüssel "
        + "versiegelt, der dort blieb. Alles andere geht: Sie können sie anhalten oder schließen.")
  }
  /// Why the keys of this device cannot be read, and what helps.
  package func keysUnreadableWhy(_ error: WalletError) -> String {
    let details = error.details.map { words.errors.text($0) }.filter { !$0.isEmpty }
    let what = ([words.errors.message(error)] + details).joined(separator: ": ")
    let advice = words.errors.advice(error)
    return what + ". " + (advice.isEmpty ? "" : advice + " ")
      + say(
        "Then read the list again. Pausing and closing works.",
        "Lesen Sie die Liste dann neu. Anhalten und Schließen geht.")
  }
  package var laterVersionWhy: String {
    say(
      "A later version of walletui has sealed its number and name. Update this one to read them. "
        + "Everything else works.",
      "Eine neuere Version von walletui hat Nummer und Name versiegelt. Aktualisieren Sie diese, "
        + "um sie zu lesen. Alles andere geht.")
  }
  package var unreadableWhy: String {
    say(
      "What is sealed of this card was changed, so it can't be opened. You can pause or close it.",
      "Was von dieser Karte versiegelt ist, wurde verändert und lässt sich nicht öffnen. Sie "
        + "können sie anhalten oder schließen.")
  }

  package func cannotRead(_ cause: PartialCause) -> String {
    switch cause {
    case .keyMissing:
      say("Its key is on another device", "Ihr Schlüssel ist auf einem anderen Gerät")
    case .keysUnreadable(let error): words.errors.message(error)
    case .unknownAlgorithm:
      say("A later version of walletui sealed it", "Eine neuere Version hat sie versiegelt")
    case .unreadable, .damagedRecord: say("It can't be opened", "Sie lässt sich nicht öffnen")
    }
  }

  package func closedWhy(_ reason: VirtualCardClosure?) -> String {
    switch reason {
    case .expired: say("It has expired.", "Sie ist abgelaufen.")
    case .cancelled: say("You closed it.", "Sie haben sie geschlossen.")
    case .personaDeleted:
      say("It was closed with its persona.", "Sie wurde mit ihrer Persona geschlossen.")
    case .used:
      say("It was for one payment, which was made.", "Sie war für eine Zahlung, die geschah.")
    case .other, nil: say("It is closed.", "Sie ist geschlossen.")
    }
  }
  package var refundsArrive: String {
    say("Refunds still arrive.", "Gutschriften kommen noch an.")
  }

  // MARK: Changes

  package func isPaused(_ name: String) -> String {
    say("\(name) is paused", "\(name) ist angehalten")
  }
  package func isResumed(_ name: String) -> String {
    say("\(name) can pay again", "\(name) kann wieder zahlen")
  }
  package func isClosed(_ name: String) -> String {
    say("\(name) is closed", "\(name) ist geschlossen")
  }
  package func closeTitle(_ name: String) -> String {
    say("Close \(name)?", "\(name) schließen?")
  }
  package var closesForGood: String {
    say(
      "This card closes for good: no shop can charge it again.",
      "Diese Karte schließt endgültig: Kein Händler kann mehr abbuchen.")
  }
  package func resumeFirst(key: String) -> String {
    say("It is paused; \(key) resumes it", "Sie ist angehalten; \(key) setzt sie fort")
  }
  package var noVirtualCard: String {
    say("There is no virtual card", "Es gibt keine virtuelle Karte")
  }

  // MARK: Empty

  package var oneCardForEachShop: String { say("One card for each shop", "Für jeden Händler eine") }
  package var oneCardExplained: String {
    say(
      "If a shop leaks its data, only that card has to go. A card can be tied to one shop, to one "
        + "payment, or to an amount each month. All draw on one funding source, and each "
        + "closes on its own.",
      "Verliert ein Händler seine Daten, muss nur diese Karte weg. Eine Karte kann für einen "
        + "Händler gelten, für eine Zahlung oder für einen Betrag im Monat. Alle zahlen von einer "
        + "einzigen Geldquelle, und jede schließt für sich.")
  }
  package var noVirtualService: String {
    say("This server has no virtual cards", "Dieser Server hat keine virtuellen Karten")
  }
  package var readingVirtual: String { say("Reading virtual cards", "Virtuelle Karten lesen") }
  package var searchingVirtual: String { say("Searching all names", "Alle Namen durchsuchen") }
  package func searchedVirtual(_ count: String, of total: String) -> String {
    say("searched \(count) of \(total)", "\(count) von \(total) durchsucht")
  }
  package var noVirtualMatches: String {
    say("No virtual card matches. Esc shows all.", "Keine passt. Esc zeigt alle.")
  }
  package func mistakeAt(_ position: Int, _ reason: String) -> String {
    say("At \(number(position)): \(reason)", "Bei \(number(position)): \(reason)")
  }
}
