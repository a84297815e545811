package import Languages
import WalletModel

/// What all HTML pages of the bank share. They have no scripts, no styles and nothing from elsewhere,
/// so that the strictest policy can be set.
package enum BankDocument {
  /// For the header `Content-Security-Policy`.
  package static let contentSecurityPolicy =
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// - Parameter content: The HTML below the title.
  static func html(_ language: FormLanguage, _ content: String) -> String {
    let title = escape(ChallengeText.title.text[language])
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      \(content)
      </main>
      </body>
      </html>

      """
  }

  /// Text for an element or an attribute in double quotes. Characters that nobody can see, or that
  /// change the order of others, are shown as U+FFFD.
  package static func escape(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.unicodeScalars.append(Rules.isInvisible(scalar) ? "\u{fffd}" : scalar)
      }
    }
    return out
  }
}

/// A page of the bank that asks nothing and leads nowhere.
package enum BankNote: String, CaseIterable, Sendable {
  /// The bank has confirmed the payment.
  case confirmed
  case refused, cancelled, timedOut
  /// This page was answered before.
  case answered
  /// There is no such page.
  case unknown
  /// The answer did not come from this page.
  case unreadable
  case tryLater

  package func html(_ language: FormLanguage) -> String {
    BankDocument.html(
      language,
      """
      <p role="status"><strong>\(BankDocument.escape(text[language]))</strong></p>
      <p>\(BankDocument.escape(Self.close[language]))</p>
      """)
  }

  package static let close = FormText(
    "You can close this page.", "Sie können diese Seite schließen.",
    "Du kan stänga sidan.",
    "Du kan lukke siden.",
    "Du kan lukke siden.",
    "Voit sulkea tämän sivun.")

  package var text: FormText {
    switch self {
    case .confirmed:
      FormText(
        "Your bank has confirmed the payment.", "Ihre Bank hat die Zahlung bestätigt.",
        "Banken har bekräftat betalningen.",
        "Banken har bekræftet betalingen.",
        "Banken har bekreftet betalingen.",
        "Pankki on vahvistanut maksun.")
    case .refused:
      FormText(
        "Your bank has refused the payment.", "Ihre Bank hat die Zahlung abgelehnt.",
        "Banken har nekat betalningen.",
        "Banken har afvist betalingen.",
        "Banken har avvist betalingen.",
        "Pankki on hylännyt maksun.")
    case .cancelled:
      FormText(
        "The payment was cancelled.", "Die Zahlung wurde abgebrochen.",
        "Betalningen avbröts.",
        "Betalingen blev annulleret.",
        "Betalingen ble avbrutt.",
        "Maksu peruutettiin.")
    case .timedOut:
      FormText(
        "The time is over.", "Die Zeit ist abgelaufen.",
        "Tiden är ute.",
        "Tiden er gået.",
        "Tiden er ute.",
        "Aika on loppunut.")
    case .answered:
      FormText(
        "This page has been answered. It cannot be used again.",
        "Diese Seite ist beantwortet. Sie kann nicht noch einmal benutzt werden.",
        "Sidan är besvarad. Den kan inte användas igen.",
        "Siden er besvaret. Den kan ikke bruges igen.",
        "Siden er besvart. Den kan ikke brukes igjen.",
        "Tähän sivuun on vastattu. Sitä ei voi käyttää uudelleen.")
    case .unknown:
      FormText(
        "There is no such page.", "Diese Seite gibt es nicht.",
        "Sidan finns inte.",
        "Siden findes ikke.",
        "Siden finnes ikke.",
        "Sivua ei ole.")
    case .unreadable:
      FormText(
        "This is not an answer from the page of your bank.",
        "Das ist keine Antwort von der Seite Ihrer Bank.",
        "Det är inget svar från bankens sida.",
        "Det er ikke et svar fra bankens side.",
        "Dette er ikke et svar fra bankens side.",
        "Tämä ei ole vastaus pankin sivulta.")
    case .tryLater:
      FormText(
        "This does not work now. Try again in a moment.",
        "Das geht gerade nicht. Versuchen Sie es gleich noch einmal.",
        "Det går inte just nu. Försök igen om en stund.",
        "Det går ikke lige nu. Prøv igen om et øjeblik.",
        "Det går ikke akkurat nå. Prøv igjen om litt.",
        "Tämä ei onnistu juuri nyt. Yritä hetken kuluttua uudelleen.")
    }
  }
}
