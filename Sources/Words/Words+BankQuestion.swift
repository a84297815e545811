package import WalletModel

/// The bank's question before a payment or before a card is saved (3-D Secure).
extension Words {
  package var yourBankAsks: String { say("Your bank asks", "Ihre Bank fragt nach") }
  package func threeDSecure(_ version: String) -> String { "3-D Secure · \(version)" }

  // MARK: What it is about

  package var shopLabel: String { say("Shop", "Händler") }
  package var whenLabel: String { say("When", "Zeit") }
  package var askingTheBank: String { say("Asking the bank", "Die Bank fragt") }
  /// `22 Nov 2026, 12:41`.
  package func moment(_ time: Timestamp, offset: Int) -> String {
    "\(date(time, offset: offset)), \(minute(time, offset: offset))"
  }
  /// In place of an amount: the card is only checked.
  package var nothingIsPaid: String { say("Nothing is paid", "Es wird nichts bezahlt") }

  // MARK: The question

  package var enterTheCode: String { say("Enter the code", "Code eingeben") }
  package var confirmElsewhere: String {
    say("Confirm in your bank's app", "Bestätigen Sie in der App Ihrer Bank")
  }
  package var answerTheQuestion: String { say("Answer the question", "Frage beantworten") }
  package func sentTo(_ target: String) -> String {
    say("Sent to \(target).", "Geschickt an \(target).")
  }
  package var thenGoOnHere: String {
    say(
      "Open the app on your phone and confirm. Then go on here.",
      "Öffnen Sie die App auf Ihrem Handy und bestätigen Sie. Dann geht es hier weiter.")
  }
  package var chooseFirst: String {
    say("Choose an answer first.", "Wählen Sie zuerst eine Antwort.")
  }
  package func ends(in seconds: Int) -> String {
    say("ends in \(countdown(seconds))", "noch \(countdown(seconds))")
  }
  package var askingTheBankNow: String {
    say("Checking with your bank…", "Ihre Bank prüft das…")
  }
  /// `2 tries left · 4:31`.
  package func triesAndTime(_ tries: Int, _ seconds: Int) -> String {
    "\(triesLeft(tries)) · \(countdown(seconds))"
  }

  // MARK: The page

  package var bankPage: String { say("The page of your bank", "Die Seite Ihrer Bank") }
  package func page(_ number: Int, of count: Int) -> String {
    say("page \(number) of \(count)", "Seite \(number) von \(count)")
  }
  package var forward: String { say("forward", "vor") }
  package var close: String { say("close", "schließen") }
  package var answeredPage: String {
    say("You've answered this page.", "Diese Seite haben Sie schon beantwortet.")
  }
  package var opensOnce: String {
    say("In a browser, this address works once:", "Im Browser, die Adresse gilt einmal:")
  }

  // MARK: Hints

  /// `confirm €24.90`.
  ///
  /// - Parameter amount: nil: a card is saved.
  package func confirm(_ amount: Money?) -> String {
    amount.map { say("confirm \(money($0))", "\(money($0)) bestätigen") }
      ?? say("confirm the card", "Karte bestätigen")
  }
  package var confirmShort: String { say("confirm", "bestätigen") }
  package func cancelMatter(isPayment: Bool) -> String {
    isPayment
      ? say("cancel this payment", "Zahlung abbrechen")
      : say("don't save the card", "Karte nicht speichern")
  }
  package var haveConfirmed: String { say("I've confirmed", "ich habe bestätigt") }
  package var confirmOnPhone: String { say("confirm on the phone", "am Handy bestätigen") }
  package var wasNotMe: String { say("it wasn't me", "das war ich nicht") }
  package var mark: String { say("mark", "markieren") }

  // MARK: How it goes

  package var whereItStands: String { say("Where it stands", "So weit ist es") }
  package func timeIsUp(isPayment: Bool) -> String {
    isPayment
      ? say("Time's up. Nothing was paid.", "Die Zeit ist um. Es wurde nichts bezahlt.")
      : say(
        "Time's up. The card wasn't saved.", "Die Zeit ist um. Die Karte ist nicht gespeichert.")
  }
}
