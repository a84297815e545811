package import WalletModel

/// One-time codes, and what they are asked for.
extension Words {
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
    default: otherChange
    }
  }

  package var codeForDetails: String {
    say(
      "Your bank asks for a code before it shows the number and CVV.",
      "Ihre Bank verlangt einen Code, bevor sie Nummer und Prüfziffer zeigt.")
  }

  package var codeForPin: String {
    say(
      "Your bank asks for a code before it shows the PIN.",
      "Ihre Bank verlangt einen Code, bevor sie die PIN zeigt.")
  }

  package var codeForPinChange: String {
    say(
      "Your bank asks for a code before it changes the PIN.",
      "Ihre Bank verlangt einen Code, bevor sie die PIN ändert.")
  }

  package var codeForPayment: String {
    say(
      "Your bank asks for a code before it pays.",
      "Ihre Bank verlangt einen Code, bevor sie zahlt.")
  }

  package var codeForAuthenticator: String {
    say(
      "Your bank asks for a code before it adds an authenticator app.",
      "Ihre Bank verlangt einen Code, bevor sie eine Authenticator-App hinzufügt.")
  }

  package var codeForThis: String {
    say(
      "Your bank asks for a code before it does this.",
      "Ihre Bank verlangt dafür einen Code.")
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
      "Type the code that your authenticator app shows now.",
      "Tippen Sie den Code, den Ihre Authenticator-App jetzt zeigt.")
  }

  package func sent(by verification: ScaVerification) -> String {
    say("Sent by \(way(verification)).", "Per \(way(verification)).")
  }

  /// Where a code of a wallet of one's own is: no message leaves the machine.
  package func simulated(readWith command: String) -> String {
    say(
      "Simulated: run `\(command)` in another terminal to read it.",
      "Simuliert: `\(command)` in einem anderen Terminal zeigt ihn.")
  }

  /// The same of the letter that a plastic card comes with.
  package func letterIsSimulated(readWith command: String) -> String {
    say(
      "No card at hand? Its letter is simulated: run `\(command)` in another terminal.",
      "Keine Karte zur Hand? Ihr Brief ist simuliert: `\(command)` in einem anderen Terminal.")
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
      "Another code can be sent in \(countdown(seconds)).",
      "Ein neuer Code kann in \(countdown(seconds)) gesendet werden.")
  }

  package var codeHasSixDigits: String {
    say("The code has six digits.", "Der Code hat sechs Ziffern.")
  }

  package var codeNotValid: String {
    say("That code is not valid.", "Dieser Code ist nicht gültig.")
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
      "Scan this with an authenticator app, or type the key below into it.",
      "Scannen Sie dies mit einer Authenticator-App, oder tippen Sie dort den Schlüssel ein.")
  }

  /// Read out line by line: no picture can be shown.
  package var typeThisKey: String {
    say(
      "Type this key into an authenticator app.",
      "Tippen Sie diesen Schlüssel in eine Authenticator-App.")
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
    say("its codes confirm actions from now on", "ihre Codes bestätigen von nun an Vorgänge")
  }
}
