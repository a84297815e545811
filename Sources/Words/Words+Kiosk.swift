/// Texts of a kiosk, for its visitors and its operator.
extension Words {
  /// On each frame, in the last row.
  package var kioskBanner: String {
    say("KIOSK · sample cards, nothing here is real", "KIOSK · Musterkarten, hier ist nichts echt")
  }

  /// Where there is no room for more.
  package var kioskBannerShort: String { say("KIOSK · sample cards", "KIOSK · Musterkarten") }

  package var kioskAnyKey: String {
    say("press any key to try it", "zum Ausprobieren eine Taste drücken")
  }

  package var kioskAnyKeyShort: String { say("press any key", "Taste drücken") }

  package func kioskStartsOver(in seconds: Int) -> String {
    say(
      "starts over in \(seconds) s: press a key to stay",
      "beginnt in \(seconds) s neu: Taste drücken, um zu bleiben")
  }

  package func kioskStartsOver(after seconds: Int) -> String {
    say("starts over after \(seconds) s without a key", "beginnt nach \(seconds) s ohne Taste neu")
  }

  /// Points at the key to press.
  package func kioskNext(_ keys: String) -> String { say("Next: \(keys)", "Weiter: \(keys)") }

  package var kioskTypesCode: String { say("the code on the phone", "den Code auf dem Handy") }

  package var kioskTypesCVV: String { say("the CVV in the letter", "die Prüfziffer im Brief") }

  package var kioskTypesLastFour: String {
    say("the card's last four digits", "die letzten vier Ziffern der Karte")
  }

  package var kioskFree: String {
    say("It's your turn: ? shows all keys", "Sie sind dran: ? zeigt alle Tasten")
  }

  package func kioskEnded(_ status: Int) -> String {
    say("the kiosk ended with \(status)", "der Kiosk endete mit \(status)")
  }

  // MARK: The operator

  package var kioskOperator: String { say("Operator", "Betrieb") }
  package var kioskWrongPin: String { say("Wrong PIN", "Falsche PIN") }

  package func kioskPinBlocked(_ seconds: Int) -> String {
    say(
      "Too many wrong PINs. Try again in \(seconds) s",
      "Zu viele falsche PINs. Nächster Versuch in \(seconds) s")
  }

  package var kioskMaintenance: String { say("Maintenance", "Wartung") }
  package var kioskRestart: String { say("Start over", "Neu beginnen") }

  package func kioskScript(_ name: String) -> String {
    say("Next script (now: \(name))", "Nächstes Skript (jetzt: \(name))")
  }

  package var kioskLeave: String { say("Leave the kiosk", "Kiosk verlassen") }
  package var kioskVisits: String { say("Visits", "Besuche") }
  package var kioskLongest: String { say("Longest visit", "Längster Besuch") }
  package var kioskLast: String { say("Last visit", "Letzter Besuch") }
  package var kioskKeys: String { say("Keys pressed", "Tastendrücke") }
  package var kioskRestarts: String {
    say("Restarts by the watchdog", "Neustarts durch die Aufsicht")
  }
  package var kioskFailures: String { say("Scripts that failed", "Skripte mit Fehlern") }
  package var kioskSince: String { say("Running for", "Läuft schon") }
}
