package import Languages
import WalletModel

/// What all HTML pages of the bank share. They have no scripts, no styles and nothing from elsewhere,
/// so that the strictest policy can be set.
package enum BankDocument {
  /// For the header `Content-Security-Policy`.
  package static let contentSecurityPolicy =
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// - Parameter content: HTML, which stands below the title.
  static func html(_ language: Language, _ content: String) -> String {
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

  package func html(_ language: Language) -> String {
    BankDocument.html(
      language,
      """
      <p role="status"><strong>\(BankDocument.escape(text[language]))</strong></p>
      <p>\(BankDocument.escape(Self.close[language]))</p>
      """)
  }

  package static let close = LocalizedText(
    "You can close this page.", "Sie können diese Seite schließen.")

  package var text: LocalizedText {
    switch self {
    case .confirmed:
      LocalizedText("Your bank has confirmed the payment.", "Ihre Bank hat die Zahlung bestätigt.")
    case .refused:
      LocalizedText("Your bank has refused the payment.", "Ihre Bank hat die Zahlung abgelehnt.")
    case .cancelled:
      LocalizedText("The payment was cancelled.", "Die Zahlung wurde abgebrochen.")
    case .timedOut: LocalizedText("The time is over.", "Die Zeit ist abgelaufen.")
    case .answered:
      LocalizedText(
        "This page has been answered. It cannot be used again.",
        "Diese Seite ist beantwortet. Sie kann nicht noch einmal benutzt werden.")
    case .unknown: LocalizedText("There is no such page.", "Diese Seite gibt es nicht.")
    case .unreadable:
      LocalizedText(
        "This is not an answer from the page of your bank.",
        "Das ist keine Antwort von der Seite Ihrer Bank.")
    case .tryLater:
      LocalizedText(
        "This does not work now. Try again in a moment.",
        "Das geht gerade nicht. Versuchen Sie es gleich noch einmal.")
    }
  }
}
