package import WalletModel

/// What commands about the shop, phones, themes, keys and scripts answer to people.
extension Words {
  // MARK: Whether all is well

  package var isOk: String { say("ok", "ok") }
  package var warning: String { say("warn", "Warnung") }
  package var failure: String { say("fail", "Fehler") }
  package var allIsGood: String { say("No problems found.", "Alles in Ordnung.") }

  package func isGood(_ name: String) -> String {
    say("\(name): no problems found.", "\(name): alles in Ordnung.")
  }

  package func keysAreGood(_ file: String, _ count: Int) -> String {
    say(
      "\(file): no problems found. \(plural(count, "1 command has", "\(count) commands have")) keys of your own.",
      """
      \(file): alles in Ordnung. \
      \(plural(count, "1 Befehl hat", "\(count) Befehle haben")) eigene Tasten.
      """)
  }

  // MARK: Tables

  package var command: String { say("Command", "Befehl") }
  package var keysTitle: String { say("Keys", "Tasten") }
  package var from: String { say("From", "Woher") }
  package var needs: String { say("Needs", "Braucht") }
  package var whatItShows: String { say("What it shows", "Was es zeigt") }
  package var builtIn: String { say("built in", "eingebaut") }
  package var themeIsFor: String { say("For", "Für") }
  package var isUsed: String { say("Used", "Benutzt") }
  package var role: String { say("Role", "Rolle") }
  package var textTitle: String { say("Text", "Text") }
  package var ground: String { say("Ground", "Grund") }
  package var looks: String { say("Looks", "Schnitt") }
  package func faceTitle(_ name: String) -> String { say("face \(name)", "Karte \(name)") }

  package func themeHasMistakes(_ name: String) -> String {
    say(
      "(has mistakes: run `theme check \(name)`)", "(hat Fehler: siehe `theme check \(name)`)")
  }

  // MARK: The shop

  package var merchantCode: String { say("Code", "Branche") }
  package var declines: String { say("Declines", "Lehnt ab") }
  package var always: String { say("always", "immer") }
  package var inTheEnd: String { say("at the end", "am Ende") }
  package var forAEuro: String { say("For a euro", "Für einen Euro") }
  package var receipt: String { say("Receipt", "Beleg") }
  package var approved: String { say("approved", "genehmigt") }
  package var time: String { say("Time", "Zeit") }

  /// What became of a payment.
  package func declinedBecause(_ receipt: ShopReceipt) -> String {
    let why =
      receipt.declineRule.flatMap { declined(for: $0, receipt.updatedAt) }
      ?? receipt.declineReason.map { declineReason($0) }
    return say("declined", "abgelehnt") + (why.map { ": " + $0 } ?? "")
  }

  // MARK: Phones

  package var isInNoPhone: String {
    say("The card isn't in any phone.", "Die Karte ist in keinem Handy.")
  }

  /// - Parameter device: What a phone without certificates says that it is.
  package func phoneShows(device: String?, for wallet: String) -> String {
    let shown =
      device.map { say("device \($0)", "Gerät \($0)") }
      ?? say(
        "leaf and subordinate certificate, and a nonce that the leaf's key signed",
        """
        Zertifikat und Zwischenzertifikat und eine Nonce, die der Schlüssel des Zertifikats \
        signiert hat
        """)
    return say("Phone: \(shown), for \(wallet).", "Handy: \(shown), für \(wallet).")
  }

  package func issuerSealed(_ lastDigits: String) -> String {
    say(
      "Issuer: sealed the card ·· \(lastDigits) for it.",
      "Bank: hat die Karte ·· \(lastDigits) dafür versiegelt.")
  }

  package var phoneGaveToken: String {
    say(
      "Phone and network: opened and compared it, and gave a token.",
      "Handy und Netzwerk: haben sie geöffnet, verglichen und ein Token vergeben.")
  }

  package func cardIsIn(_ wallet: String) -> String {
    say("Issuer: the card is in \(wallet) now.", "Bank: die Karte ist jetzt in \(wallet).")
  }

  // MARK: Scripts

  package func scriptIsGood(_ file: String, _ steps: Int, _ seconds: Int) -> String {
    say(
      "\(file): \(plural(steps, "1 step", "\(steps) steps")) in \(seconds) s, no problems found.",
      """
      \(file): \(plural(steps, "1 Schritt", "\(steps) Schritte")) in \(seconds) s, \
      alles in Ordnung.
      """)
  }

  package var onScreenWas: String { say("on screen was:", "auf dem Bildschirm stand:") }
}
