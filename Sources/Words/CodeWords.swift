import Languages
package import WalletModel

/// One-time codes, and what they are asked for.
package struct CodeWords: FeatureWords {
  package let words: Words

  // MARK: What is confirmed

  package var showCardDetails: String { say("Show card details", "Kartendaten anzeigen") }

  package var setUpAuthenticatorShort: String {
    say("Set up authenticator", "Authenticator einrichten")
  }

  package var activate: String { say("Activate", "Aktivieren") }

  package func verb(of action: CardAction) -> String {
    switch action {
    case .lock: say("Lock", "Sperren")
    case .unlock: say("Unlock", "Entsperren")
    case .cancel: say("Cancel", "Kündigen")
    case .activate, .showDetails, .showPin, .setPin, .other: words.cards.otherChange
    }
  }

  package var codeForDetails: String {
    say(
      "To show the number and CVV, enter the code we sent you.",
      "Für Nummer und Prüfziffer bitte den Code eingeben, den wir Ihnen geschickt haben.")
  }

  package var codeForPin: String {
    say(
      "To show the PIN, enter the code we sent you.",
      "Für die PIN bitte den Code eingeben, den wir Ihnen geschickt haben.")
  }

  package var codeForPinChange: String {
    say(
      "To change the PIN, enter the code we sent you.",
      "Für die neue PIN bitte den Code eingeben, den wir Ihnen geschickt haben.")
  }

  package func codeForPayment(_ amount: Money?) -> String {
    let sum = amount.map { " " + money($0) } ?? ""
    return say(
      "To pay\(sum), enter the code we sent you.",
      "Zum Zahlen\(sum.isEmpty ? "" : " von" + sum) bitte den Code eingeben, den wir Ihnen geschickt haben."
    )
  }

  package var codeForAuthenticator: String {
    say(
      "To add an authenticator app, enter the code we sent you.",
      "Für die Authenticator-App bitte den Code eingeben, den wir Ihnen geschickt haben.")
  }

  package var codeForThis: String {
    say(
      "To go on, enter the code we sent you.",
      "Bitte den Code eingeben, den wir Ihnen geschickt haben.")
  }

  /// Before one is sent.
  package var whereTo: String {
    say(
      "This takes a one-time code. Where should it come from?",
      "Dafür braucht es einen Einmalcode. Woher soll er kommen?")
  }

  // MARK: Hints

  package var showDetailsHint: String { say("show details", "anzeigen") }
  package var showPinHint: String { say("show PIN", "PIN anzeigen") }
  package var changePinHint: String { say("change PIN", "PIN ändern") }
  package var goOn: String { say("go on", "weiter") }
  package var sendCode: String { say("send code", "Code senden") }
  package func numbers(_ first: Int, _ last: Int) -> String { "\(first)–\(last)" }
  package var anotherWay: String { say("another way", "anders") }
  package var resend: String { say("resend", "neu senden") }

  // MARK: Ways

  /// `SMS to +359 ••• ••• 412`.
  package func way(_ way: ScaVerification) -> String {
    let name = way.channel.map(channel) ?? way.method.rawValue
    return way.target.map { say("\(name) to \($0)", "\(name) an \($0)") } ?? name
  }

  package func channel(_ channel: ScaChannel) -> String {
    switch channel {
    case .sms: "SMS"
    case .email: say("E-mail", "E-Mail")
    case .authenticator: say("Authenticator app", "Authenticator-App")
    case .pushNotification: say("Push message", "Push-Nachricht")
    case .redirect: say("Web page", "Webseite")
    case .other(let word): other(word, or: say("Another way", "Anderer Weg"))
    }
  }

  // MARK: While one waits, and after

  package var sendingCode: String { say("Sending a code", "Code wird gesendet") }
  package var checkingCode: String { say("Checking the code", "Code wird geprüft") }

  package var confirmed: String {
    say("Confirmed. One moment…", "Bestätigt. Einen Moment…")
  }

  package var oneMoment: String { say("One moment…", "Einen Moment…") }

  package var typeAppCode: String {
    say(
      "Open your authenticator app and type the code it shows.",
      "Öffnen Sie Ihre Authenticator-App, und geben Sie den Code ein, den sie zeigt.")
  }

  package func sent(by verification: ScaVerification) -> String {
    say("Sent by \(way(verification)).", "Geschickt per \(way(verification)).")
  }

  /// Where a code of a wallet of one's own is: no message leaves the machine.
  package func simulated(readWith command: String) -> String {
    say(
      "Sent to the simulated phone: run `\(command)` in another terminal.",
      "Ging ans simulierte Handy: `\(command)` in einem anderen Terminal zeigt ihn.")
  }

  /// The same of the letter that a plastic card comes with.
  package func letterIsSimulated(readWith command: String) -> String {
    say(
      "No card at hand? Its letter is on the simulated phone: run `\(command)` in another terminal.",
      "Keine Karte zur Hand? Ihr Brief liegt auf dem simulierten Handy: `\(command)` in einem anderen Terminal."
    )
  }

  package func expires(in seconds: Int) -> String {
    say("Expires in \(countdown(seconds))", "Gültig noch \(countdown(seconds))")
  }

  package var expired: String { say("Expired", "Abgelaufen") }

  package func triesLeft(_ count: Int) -> String {
    say(
      plural(count, "1 try left", "\(count) tries left"),
      plural(count, "1 Versuch", "\(count) Versuche"))
  }

  package func resend(in seconds: Int) -> String {
    say("resend in \(countdown(seconds))", "neu in \(countdown(seconds))")
  }

  package func anotherCode(in seconds: Int) -> String {
    say(
      "You can get a new code in \(countdown(seconds)).",
      "Einen neuen Code gibt es in \(countdown(seconds)).")
  }

  package var codeHasSixDigits: String {
    say("The code has six digits.", "Der Code hat sechs Ziffern.")
  }

  package var codeNotValid: String {
    say("That code isn't right.", "Dieser Code stimmt nicht.")
  }

  /// For what reads the screen to people.
  package func codeDigits(_ count: Int, of all: Int) -> String {
    say("Code, \(count) of \(all) digits", "Code, \(count) von \(all) Ziffern")
  }

  // MARK: Enrolling an authenticator app

  package var setUpAuthenticatorTitle: String {
    say("Set up authenticator app", "Authenticator-App einrichten")
  }

  package var scanThis: String {
    say(
      "Scan this with your authenticator app, or type the key below into it.",
      "Scannen Sie dies mit Ihrer Authenticator-App, oder tippen Sie dort den Schlüssel ein.")
  }

  /// Read out line by line: no picture can be shown.
  package var typeThisKey: String {
    say(
      "Type this key into your authenticator app.",
      "Tippen Sie diesen Schlüssel in Ihre Authenticator-App.")
  }

  /// - Parameters: Columns and rows of a window that has room for the QR code.
  package func typeThisKey(_ width: Int, _ height: Int) -> String {
    say(
      "\(typeThisKey) (A window of \(width)×\(height) shows a QR code.)",
      "\(typeThisKey) (Ein Fenster von \(width)×\(height) zeigt einen QR-Code.)")
  }

  package var thenTypeCode: String {
    say("Then type the code it shows:", "Dann den Code, den sie zeigt:")
  }

  package var authenticatorSetUp: String {
    say("Authenticator app set up", "Authenticator-App eingerichtet")
  }

  package var itsCodesConfirm: String {
    say("use its codes from now on", "ab jetzt gelten ihre Codes")
  }

  // MARK: Without a screen

  package var howShouldItCome: String {
    say(
      "This takes a one-time code. Where should it come from?",
      "Dafür brauchen Sie einen Einmalcode. Woher soll er kommen?")
  }

  package var askCode: String {
    say("Code (r sends a new one): ", "Code (r sendet einen neuen): ")
  }

  package var aCodeHasSixDigits: String {
    say("A code has six digits.", "Ein Code hat sechs Ziffern.")
  }

  package func codeNotValid(left: Int) -> String {
    say(
      "That code isn't right. \(plural(left, "1 try left", "\(left) tries left")).",
      "Dieser Code stimmt nicht. \(plural(left, "Noch 1 Versuch", "Noch \(left) Versuche")).")
  }

  package var openYourApp: String {
    say("Open your authenticator app.", "Öffnen Sie Ihre Authenticator-App.")
  }

  package func codeWasSent(by way: ScaVerification) -> String {
    say(
      "We've sent you a code by \(wayInside(way)).",
      "Wir haben Ihnen einen Code gesendet: \(wayInside(way)).")
  }

  /// A way inside a sentence: `e-mail to a•••@example.com`.
  package func wayInside(_ way: ScaVerification) -> String {
    let name = self.way(way)
    guard language == .english, way.channel != .sms else { return name }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The beginning of a line with what the simulated phone has received.
  package var simulatedPrefix: String { words.screen.simulated + ": " }

  /// A code that was used, has expired, or was followed by another one.
  package var noLongerValid: String { say("(no longer valid)", "(nicht mehr gültig)") }
  package var noMessagesAtAll: String { say("No messages.", "Keine Nachrichten.") }

  // MARK: Whether an authenticator app is set up

  package var noAuthenticator: String {
    say("No authenticator app is set up.", "Es ist keine Authenticator-App eingerichtet.")
  }

  package var enrolmentStarted: String {
    say(
      "Almost set up: finish with `walletui sca confirm`.",
      "Fast eingerichtet: Schließen Sie mit `walletui sca confirm` ab.")
  }

  package var authenticatorEnrolled: String {
    say("An authenticator app is set up.", "Eine Authenticator-App ist eingerichtet.")
  }

  package var authenticatorUnknown: String {
    say(
      "The state of the authenticator app is unknown.",
      "Der Zustand der Authenticator-App ist unbekannt.")
  }

  // MARK: Where a code is

  package var appMakesCode: String {
    say("Your app makes it, no message is sent.", "Ihre App erzeugt ihn, ganz ohne Nachricht.")
  }
  package var onPhoneHere: String {
    say("Shown on the simulated phone, on this screen.", "Steht auf dem simulierten Handy, hier.")
  }
  package func readWith(_ command: String) -> String {
    say(
      "Read it with `\(command)` in another terminal.",
      "Zu lesen mit `\(command)` in einem anderen Terminal.")
  }
}
